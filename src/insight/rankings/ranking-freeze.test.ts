import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { platform, tenant } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { seen, travel } from '../../../test/floor.ts'
import { freezeNow, rival, ranksOf, weeks, type Base } from './played.sample.ts'
import { formulaVersion, rankingPeriodOf, type RankingSpan } from './rankings.rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const frozenRows = ({ owner: { vendorId } }: Base) =>
  tenant(app.app.db, vendorId, async (trx) => ({
    periods: await trx.selectFrom('rankingPeriods').selectAll().where('vendorId', '=', vendorId).execute(),
    rows: await trx.selectFrom('rankingRows').selectAll().where('vendorId', '=', vendorId).execute(),
  }))

test('a period is frozen once, on the second day after it, and no later correction changes it', async () => {
  // The last marks are for Monday 2 November.
  const base = await weeks(app, { Amal: 'pppp', Badr: 'ppap', Dana: 'paaa' }, {}, 0)
  const { calls, owner, board, ids, one } = base
  await travel(app, owner, Date.parse('2026-11-01T19:00:00Z'))
  await freezeNow(base)
  // Weeks from Monday 5 October on; the week of 26 October ended today, 1 November in the business's time zone.
  expect((await frozenRows(base)).periods.map(({ span, fromDay }) => `${span} ${fromDay}`)).toEqual([
    'week 2026-10-05',
    'week 2026-10-12',
    'week 2026-10-19',
  ])
  expect((await board()).period.frozenAt).toBeNull()
  await travel(app, owner, Date.parse('2026-11-02T19:00:00Z'))
  await Promise.all([freezeNow(base), freezeNow(base), freezeNow(base)])
  const stored = await frozenRows(base)
  expect(stored.periods.filter(({ span }) => span === 'month')).toMatchObject([
    { fromDay: '2026-10-01', toDay: '2026-10-31', version: formulaVersion },
  ])
  const october = await board()
  expect(october.period).toMatchObject({ frozenAt: '2026-11-02T19:00:00.000Z', version: formulaVersion })
  expect(ranksOf(october.rows)).toEqual(['1 Amal', '2 Badr', '3 Dana'])
  // Later corrections: Badr was there and Amal was not; and Dana does not want to be shown.
  await one(2, { Amal: 'a', Badr: 'p' })
  const dana = await calls.customers.get({ id: ids['Dana'] ?? '' })
  const { firstName, phone } = dana
  await calls.customers.update({ ...seen(dana), firstName, phone, showInRankings: false })
  await freezeNow(base)
  expect(await frozenRows(base)).toEqual(stored)
  const log = await tenant(app.app.db, owner.vendorId, (trx) =>
    trx
      .selectFrom('audit')
      .select('role')
      .where('vendorId', '=', owner.vendorId)
      .where('action', '=', 'freeze')
      .where('entity', '=', 'ranking')
      .execute(),
  )
  expect(log).toEqual(stored.periods.map(() => ({ role: 'system' })))
  expect(ranksOf((await board()).rows)).toEqual(['1 Amal', '2 Badr', '3 '])
  expect((await board()).rows.map(({ score }) => score)).toEqual(october.rows.map(({ score }) => score))
  // The year is still running and shows the corrections.
  const year = (await board({ span: 'year' })).rows.map(({ name, inputs }) => `${name} ${inputs.attendance?.num}`)
  expect(year.toSorted()).toEqual(['Amal 3', 'Badr 4'])
  for (const table of ['rankingPeriods', 'rankingRows'])
    for (const statement of [`update "${table}" set "span" = 'year'`, `delete from "${table}"`])
      await expect(tenant(app.app.db, owner.vendorId, (trx) => sql.raw(statement).execute(trx))).rejects.toMatchObject({ code: '42501' })
})

test('the movement of a board has the ranks of its highest rows in frozen periods and in the running one', async () => {
  // Weeks from 5 October on: Amal comes to all, Badr misses the third, Dana comes to the first only.
  const base = await weeks(app, { Amal: 'pppp', Badr: 'ppap', Dana: 'paaa' }, {}, 0)
  const { calls, owner, ids } = base
  await travel(app, owner, Date.parse('2026-11-02T19:00:00Z'))
  await freezeNow(base)
  const asked = { board: 'customers', span: 'week', day: '2026-10-26' } as const
  const { periods, rows, period } = await calls.rankings.movement(asked)
  expect(period).toMatchObject({ span: 'week', from: '2026-10-26' })
  expect(periods.map(({ from }) => from)).toEqual(['2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26'])
  // Each week's own board has the same ranks.
  for (const [at, { from }] of periods.entries()) {
    const board = await calls.rankings.board({ board: 'customers', span: 'week', day: from })
    for (const { id, ranks } of rows) expect(ranks[at], from).toBe(board.rows.find((row) => row.id === id)?.rank ?? null)
  }
  expect(rows.map(({ id }) => id)).toContain(ids['Amal'])
  const other = await weeks(app, { Zed: 'pppp' }, {}, 0)
  expect((await other.calls.rankings.movement(asked)).rows.filter(({ id }) => Object.values(ids).includes(id))).toEqual([])
})

test('a frozen row of who was merged since is named as the one who stayed, and not at all after their opt-out', async () => {
  const base = await weeks(app, { Amal: 'pppp', Badr: 'ppap', Dana: 'paaa', Eman: '----' })
  const { calls, owner, board, ids } = base
  await travel(app, owner, Date.parse('2026-11-10T09:00:00Z'))
  await freezeNow(base)
  const merge = async (stored: string, drop: string) =>
    calls.customers.merge({ ...seen(await calls.customers.get({ id: ids[stored] ?? '' })), drop: ids[drop] ?? '' })
  await merge('Dana', 'Badr')
  await merge('Eman', 'Dana')
  expect(ranksOf((await board()).rows)).toEqual(['1 Amal', '2 Eman', '3 Eman'])
  const { firstName, phone, ...eman } = await calls.customers.get({ id: ids['Eman'] ?? '' })
  await calls.customers.update({ ...seen(eman), firstName, phone, showInRankings: false })
  expect(ranksOf((await board()).rows)).toEqual(['1 Amal', '2 ', '3 '])
})

test('movement is told against the period before, frozen or not; who was not there has none', async () => {
  const base = await weeks(app, { Amal: 'ppppppaap', Badr: 'ppaappppp', Dana: '----pppp-' })
  const { board, owner } = base
  const november = async () => (await board({ day: '2026-11-15' })).rows.map(({ name, rank, rankBefore }) => [name, rank, rankBefore])
  // Five Mondays in November, with Dana's fifth unmarked.
  const expectedMoves = [
    ['Badr', 1, 2],
    ['Dana', 2, null],
    ['Amal', 3, 1],
  ]
  expect(await november()).toEqual(expectedMoves)
  await travel(app, owner, Date.parse('2026-12-10T09:00:00Z'))
  await freezeNow(base)
  expect((await board()).period.frozenAt).not.toBeNull()
  expect(await november()).toEqual(expectedMoves)
})

test('a period that no one froze in its time is frozen later, a year back at most; periods are the calendar’s', async () => {
  const base = await weeks(app, { Amal: 'pppp' })
  await travel(app, base.owner, Date.parse('2028-01-10T09:00:00Z'))
  await freezeNow(base)
  const { periods } = await frozenRows(base)
  const of = (span: RankingSpan) => periods.filter((one) => one.span === span).map(({ fromDay, toDay }) => `${fromDay} ${toDay}`)
  expect(of('year')).toEqual(['2027-01-01 2027-12-31'])
  expect(of('quarter')).toEqual(['2027-01-01 2027-03-31', '2027-04-01 2027-06-30', '2027-07-01 2027-09-30', '2027-10-01 2027-12-31'])
  expect(of('month')).toHaveLength(12)
  expect(of('week')).toHaveLength(52)
  // Leap years and first weekdays.
  expect(rankingPeriodOf('month', '2028-02-10', 1)).toEqual({ span: 'month', from: '2028-02-01', to: '2028-02-29' })
  expect([0, 1, 6].map((first) => rankingPeriodOf('week', '2026-11-22', first).from)).toEqual(['2026-11-22', '2026-11-16', '2026-11-21'])
})

test('a business learns its place among five or more of its country and kind, and no one’s figures', async () => {
  // Only attendance differs: none, a third, two thirds, all, and all.
  const first = await rival(app, 'KW', 'ppa')
  const october = (base: Base) => base.calls.rankings.business({ span: 'month', day: '2026-10-15' })
  const others = [await rival(app, 'KW', 'aaa'), await rival(app, 'KW', 'paa'), await rival(app, 'KW', 'ppp')]
  await rival(app, 'AE', 'ppp')
  const score = (there: number) => Math.floor((30 * 10_000 + 30 * Math.floor((there * 10_000) / 3) + 300) / 600)
  const alone = await october(first)
  expect(alone).toMatchObject({ score: score(2), standing: { from: '2026-10-01', to: '2026-10-31', score: score(2), country: 'KW' } })
  expect(alone.standing?.among).toEqual([{ serviceType: 'football', among: null, percentile: null }])
  others.push(await rival(app, 'KW', 'ppp'))
  const places = []
  for (const base of [first, ...others]) {
    await travel(app, base.owner, Date.parse('2026-11-03T09:00:00Z'))
    places.push((await october(base)).standing?.among[0]?.percentile)
  }
  // Of four others: two are behind; none; one; three, with an equal one counted as half: 87.5, truncated.
  expect(places).toEqual([50, 0, 25, 87, 87])
  // The running month shows the place of the last completed one.
  expect(await first.calls.rankings.business({ span: 'month' })).toMatchObject({
    score: null,
    scoreBefore: score(2),
    standing: { from: '2026-10-01' },
  })
  for (const statement of ['select * from "standings"', 'update "standings" set "score" = 1000', 'delete from "standings"'])
    for (const ask of [
      () => tenant(app.app.db, first.owner.vendorId, (trx) => sql.raw(statement).execute(trx)),
      () => platform(app.app.db, (trx) => sql.raw(statement).execute(trx)),
    ])
      await expect(ask()).rejects.toMatchObject({ code: '42501' })
  // The function returns nothing outside a business's context.
  const { rows } = await platform(app.app.db, (trx) => sql`select * from "standingAmong"('month', '2026-10-01'::date)`.execute(trx))
  expect(rows).toEqual([])
})
