import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { checkBooks } from '#business/ledger/chain-links.server.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { rounds } from '../../../test/rounds.ts'
import { dailyTasks } from '#entrance/tasks.server.ts'
import { dueVendors, vendorOf } from './daily.sample.ts'
import { runDay, runDays, type DailyTask } from './daily.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const now = Date.parse('2026-11-10T09:00:00Z')
const vendors = rounds(300)

/** As after a fresh start: every vendor's day is due. */
beforeEach(async () => {
  app.clock.set(now)
  app.logLines.length = 0
  await app.app.db.kysely.updateTable('vendorPlans').set({ dailyAt: '2000-01-01T00:00:00Z', dailyFor: null, dailyTries: 0 }).execute()
})

/** A task that only counts its runs by vendor. */
function counting() {
  const counts = new Map<string, number>()
  const work: DailyTask = ({ run }) => run(async ({ vendorId }) => void counts.set(vendorId, (counts.get(vendorId) ?? 0) + 1))
  return { counts, work }
}

const left = async (vendorId: string) =>
  app.app.db.kysely
    .selectFrom('vendorPlans')
    .select(['dailyAt', 'dailyFor', 'dailyTries'])
    .where('vendorId', '=', vendorId)
    .executeTakeFirst()

test('many businesses: three processes at once bill each of their months once, and every book is sound', async () => {
  await asOwner(app.app.db, async (owner) => {
    for (const statement of dueVendors(vendors, '2026-11-10')) await sql.raw(statement).execute(owner)
  })
  await Promise.all([1, 2, 3].map(() => runDays(app.app, dailyTasks)))
  const counts = await asOwner(app.app.db, async (owner) => {
    const last = await sql<{ last: number }>`select max("last") as "last" from "numbers" where "series" = 'S:2026'`.execute(owner)
    const { rows } = await sql<{ vendors: number; bills: number; enrolments: number }>`
      select count(distinct s."vendorId")::int as "vendors", count(*)::int as "bills", count(distinct l."enrolment")::int as "enrolments"
      from "sales" s join "saleLines" l on l."vendorId" = s."vendorId" and l."sale" = s."id" where s."day" = '2026-11-10'`.execute(owner)
    return { ...rows[0], ...last.rows[0] }
  })
  expect(counts).toEqual({ vendors, bills: 3 * vendors, enrolments: 3 * vendors, last: 3 })
  for (const n of [1, 47, vendors]) {
    const [found, chains] = await tenant(
      app.app.db,
      vendorOf(n),
      async (trx) => [await reconcile(trx, vendorOf(n)), await checkBooks(trx, vendorOf(n))] as const,
    )
    expect([found, chains.entries.brokenAt, chains.events.brokenAt, chains.events.length]).toEqual([[], null, null, 3])
  }
  expect(app.logLines).toEqual([])
})

test('each vendor’s day is done once by three processes, again on the next local day, and never in between', async () => {
  const { counts, work } = counting()
  await Promise.all([1, 2, 3].map(() => runDays(app.app, [work])))
  expect(counts.size).toBe(vendors)
  expect([...counts.values()].every((count) => count === 1)).toBe(true)
  // Midnight in Kuwait is 21:00 UTC.
  app.clock.set(Date.parse('2026-11-10T20:59:59Z'))
  expect(await runDay(app.app, [work])).toBe(false)
  app.clock.set(Date.parse('2026-11-10T21:00:00Z'))
  await runDays(app.app, [work])
  expect([...counts.values()].every((count) => count === 2)).toBe(true)
  // A newly registered vendor is found without being added anywhere.
  const owner = await app.owner({ country: 'KW' })
  await runDays(app.app, [work])
  expect([counts.get(owner.vendorId), counts.get(vendorOf(1))]).toEqual([1, 2])
})

test('one that fails stops no other, does its other works, and is tried again after a minute, two and four', async () => {
  const { counts, work } = counting()
  const failing: DailyTask = ({ run }) =>
    run(async ({ vendorId }) => {
      if (vendorId === vendorOf(7)) throw new Error('planted')
    })
  await runDays(app.app, [failing, work])
  expect(counts.size).toBeGreaterThanOrEqual(vendors)
  const tries = () => counts.get(vendorOf(7))
  expect([tries(), await left(vendorOf(7))]).toMatchObject([1, { dailyFor: null, dailyTries: 1 }])
  expect(app.logLines.filter((line) => line.includes('planted'))).toHaveLength(1)
  for (const [ms, count] of [
    [59_000, 1],
    [1_000, 2],
    [119_000, 2],
    [1_000, 3],
    [240_000, 4],
  ] as const) {
    app.clock.advance(ms)
    await runDays(app.app, [failing, work])
    expect(tries()).toBe(count)
  }
  app.clock.advance(480_000)
  await runDays(app.app, [work])
  expect(await left(vendorOf(7))).toMatchObject({ dailyFor: '2026-11-10', dailyTries: 0 })
})

test('a process that dies in the middle loses nothing: another does the day when the lease is over', async () => {
  const { counts, work } = counting()
  const dying = new Promise<void>(() => {})
  void runDay(app.app, [() => dying])
  await expect
    .poll(async () => (await app.app.db.kysely.selectFrom('vendorPlans').select('vendorId').where('dailyTries', '=', 1).execute()).length)
    .toBe(1)
  await runDays(app.app, [work])
  const all = (await app.app.db.kysely.selectFrom('vendorPlans').select('vendorId').execute()).length
  expect(counts.size).toBe(all - 1)
  app.clock.advance(10 * 60_000)
  await runDays(app.app, [work])
  expect([counts.size, Math.max(...counts.values())]).toEqual([all, 1])
})

test.each(['ends', 'fails', 'is stopped'])(
  'a day that another process took over is the other’s alone when the first one %s',
  async (how) => {
    const all = app.app.db.kysely.updateTable('vendorPlans').set({ dailyAt: '2099-01-01T00:00:00Z' })
    await all.where('vendorId', '<>', vendorOf(1)).execute()
    const stands = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() }
    let isOver = false
    const first = runDay(app.app, [() => stands.first.promise], () => isOver)
    await expect.poll(() => left(vendorOf(1))).toMatchObject({ dailyTries: 1 })
    app.clock.advance(10 * 60_000)
    const second = runDay(app.app, [() => stands.second.promise])
    await expect.poll(() => left(vendorOf(1))).toMatchObject({ dailyTries: 2 })
    const before = await left(vendorOf(1))
    isOver = how === 'is stopped'
    if (how === 'fails') stands.first.reject(new Error('Planted'))
    else stands.first.resolve()
    await first
    expect(await left(vendorOf(1))).toEqual(before)
    stands.second.resolve()
    await second
    expect(await left(vendorOf(1))).toMatchObject({ dailyFor: '2026-11-10', dailyTries: 0 })
  },
)

test('a stop ends between two vendors and gives the day under way back at once', async () => {
  const { counts, work } = counting()
  let isOver = false
  const ending: DailyTask = async (day) => {
    await work(day)
    isOver = counts.size >= 2
  }
  await runDays(app.app, [ending], () => isOver)
  expect(counts.size).toBe(2)
  await runDays(app.app, [work])
  // The second was in progress when the stop came, so it counts as not done.
  expect([...counts.values()].filter((count) => count === 2)).toHaveLength(1)
})

test('with nothing due a look is one statement, whatever the number of vendors', async () => {
  await runDays(app.app, [])
  let statements = 0
  const { kysely } = app.app.db
  const counted = kysely.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  expect(await runDay({ ...app.app, db: { ...app.app.db, kysely: counted } }, [])).toBe(false)
  expect(statements).toBe(1)
})

test('other work gets its turn before each part of a day', async () => {
  await app.app.db.kysely.updateTable('vendorPlans').set({ dailyAt: '2100-01-01T00:00:00Z' }).execute()
  await app.app.db.kysely.updateTable('vendorPlans').set({ dailyAt: '2000-01-01T00:00:00Z' }).where('vendorId', '=', vendorOf(1)).execute()
  let [turns, isOver] = [0, false]
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  const parts: DailyTask = async ({ run }) => {
    setImmediate(turn)
    for (let part = 0; part < 30; part += 1) await run(async ({ trx }) => void (await sql`select 1`.execute(trx)))
  }
  await runDays(app.app, [parts])
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(30)
})
