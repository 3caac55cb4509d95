/** Whether this is the nightly run, which runs every round. */
export const isNightly = Boolean(process.env['NIGHTLY'])

/** How often a test repeats something: `all` times at night, a fifth of that by day. */
export const rounds = (all: number): number => (isNightly ? all : Math.ceil(all / 5))

/** Whether a turn includes the element at `index`: by day a fifth of them, a different fifth in the next turn; at night all. */
export const isTaken = (index: number, turn = 0): boolean => isNightly || index % 5 === turn % 5

/** Whether one of several variants tries the element at `index`: by day one variant, its neighbour in the next; at night all. */
export const isOwnWay = (index: number, way: number, ways: number): boolean => isNightly || index % ways === way

/** Files of which only the nightly run has tests. */
export const onlyAtNight = ['test/by-hand.test.ts']

/** What the nightly run does in addition to the daily one, by file. A test compares the list with the files that use it. */
export const atNight: Record<string, string> = {
  'e2e/dialogs.e2e.ts': 'each dialog in both themes; by day in one',
  'e2e/exports.e2e.ts': 'the files of both languages; by day of one',
  'e2e/first-load.e2e.ts': 'drawn screens at three widths; by day at one',
  'e2e/pages.e2e.ts':
    'every page full and empty in all four pairs of theme and language; by day in one pair, half of them full and the others empty',
  'e2e/roles.e2e.ts':
    'every page and control as every role in both languages and themes and at seven widths; by day a quarter of the pages for each role in one of them, at three; after the trial by day every form and every other page',
  'e2e/signed-out-pages.e2e.ts': 'signed-out pages in all four pairs of theme and language; by day in one',
  'src/business/accounts/addresses.once.test.ts': '1,000 addresses that count as one',
  'src/business/accounts/daily.test.ts': '300 businesses',
  'src/business/accounts/sign-in.test.ts': '310 pairs of sign-ins, and that they take as long with a known address as without',
  'src/business/developers/key.test.ts': 'every scope and every id with every call on each engine; by day a fifth of them',
  'src/db/embedded/backup.test.ts': '50,000 rows written during a backup',
  'src/db/embedded/durability.test.ts': '20 kills',
  'src/db/embedded/power.test.ts': '20 power cuts',
  'src/money/effects/effects.model.test.ts': '20,000 random acts on places, batches and sessions on each engine; by day 1,000',
  'src/money/revenue/revenue.model.test.ts': '40 histories with closed months; by day two',
  'src/insight/finance/model.test.ts': '1,000 histories of twenty random acts of money on each engine; by day 100',
  'src/money/sales/sale-histories.once.test.ts': '50,000 histories of twenty acts in memory; by day 5,000',
  'src/insight/reports/place-months.test.ts': 'three random years on each engine; by day each takes its own',
  'test/by-hand.test.ts': 'the examples of acts in money, done by hand in a browser on each engine',
  'test/chosen-ids.test.ts': 'every id with every call on each engine, also signed out; by day a fifth of the ids',
  'test/demo.once.test.ts': '80 days, and twins of 25; by day 66 and 10',
  'test/first-start.once.test.ts': 'seven kills; by day three',
  'test/fuzz.test.ts': '10,000 bodies',
  'test/injection.once.test.ts': '40 injections in every string; by day eight, other ones in the next',
  'test/kill.once.test.ts': 'five kills during an act; by day two',
  'test/memory.once.test.ts': 'two businesses of 40 days, asked for ten seconds; by day of 12 days, for five',
  'test/migrations.once.test.ts':
    'every released schema in one go to the newest on both engines, and ten kills; by day a fifth of them, and two kills',
  'test/new-room.once.test.ts': 'the types of a room made anew, and the tests that ask each call',
  'test/passwords.setup.ts': 'passwords hashed at their real cost',
  'test/plans.once.test.ts': 'a million rows',
  'test/seed.ts': 'a new seed each night',
  'test/stop-busy.once.test.ts': 'five stops under load; by day two',
  'test/tenants.test.ts': 'every id of another business with every call on each engine; by day an owner a fifth of them',
  'test/zones.once.test.ts': 'three zones of the machine; by day its own and one',
}
