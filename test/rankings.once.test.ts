import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer } from '#db/open.ts'
import { freezePeriod } from '#insight/rankings/freeze.server.ts'
import { before, boards, rankingPeriodOf, rankingSpans } from '#insight/rankings/rankings.rules.ts'
import { runAs } from '#kernel/context.ts'
import { testApp, type TestApp } from './app.ts'
import { fillCrowd, analyzeCrowd } from './crowd.ts'
import { readWhole, statementsOf } from './plans.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { median } from './timed.ts'

/**
 * Boards of many: a page of a frozen board is a range of its key, however long the board is. A running
 * board is the sum of its period, so its time grows with the period's marks; neither reads a full table.
 */

type Owner = Awaited<ReturnType<TestApp['owner']>>
let server: PostgresServer
let app: TestApp
let few: Owner
let many: Owner
const today = new Date().toISOString().slice(0, 10)
/** The crowd's year lies in the past. */
const past = before(rankingPeriodOf('quarter', today, 1), 1)

beforeAll(async () => {
  server = await startPostgres()
  app = await testApp({}, await openServer(server.url, { prepare: false }))
  app.clock.set(Date.now())
  ;[few, many] = [await app.owner(), await app.owner()]
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  for (const [owner, size] of [
    [few, 1000],
    [many, 10_000],
  ] as const)
    await fillCrowd(client, [owner.vendorId], { customers: size, enrolments: size * 4, sessions: size / 2 })
  await analyzeCrowd(client)
  // The periods before the running ones, and the one before that quarter, which its ranks are compared with.
  const frozen = [before(past, 1), ...rankingSpans.map((span) => before(rankingPeriodOf(span, today, 1), 1))]
  for (const { vendorId } of [few, many])
    for (const period of frozen) await runAs(app.app, 'system', vendorId, (ctx) => freezePeriod(ctx, period))
  await client.query('vacuum analyze "rankingRows"')
  await client.end()
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

async function ms(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

test('the first page of a frozen board of 10,000 takes at most 1.5 times that of 1,000, and its last page too', async () => {
  const page = (owner: Owner, at: number) => owner.calls.rankings.board({ board: 'customers', span: 'quarter', day: past.from, page: at })
  const [small, large] = [await page(few, 1), await page(many, 1)]
  expect([small.period.frozenAt, large.period.frozenAt].every(Boolean)).toBe(true)
  expect(small.total).toBeGreaterThan(200)
  expect(large.total).toBeGreaterThan(2000)
  expect([small.rows.length, large.rows.length]).toEqual([20, 20])
  const last = Math.ceil(large.total / 20)
  expect((await page(many, last)).rows.length).toBeGreaterThan(0)
  const times = { small: [] as number[], large: [] as number[], last: [] as number[] }
  // Interleaved, so that other load on the machine affects all of them.
  for (let round = 0; round < 40; round++) {
    times.small.push(await ms(() => page(few, 1)))
    times.large.push(await ms(() => page(many, 1)))
    times.last.push(await ms(() => page(many, last)))
  }
  const [a, b, c] = [median(times.small), median(times.large), median(times.last)]
  console.log(
    `frozen board: ${small.total} rows ${a.toFixed(1)} ms, ${large.total} rows ${b.toFixed(1)} ms, its last page ${c.toFixed(1)} ms`,
  )
  expect(b / a).toBeLessThanOrEqual(1.5)
  expect(c / a).toBeLessThanOrEqual(1.5)
})

test('no board reads a table from end to end', async () => {
  const tables = ['batchSessions', 'attendance', 'customers', 'rankingRows', 'ledger', 'sales']
  const ask = [
    ...boards.flatMap((board) =>
      rankingSpans.map((span) => [`${board} ${span}`, () => many.calls.rankings.board({ board, span })] as const),
    ),
    ['frozen', () => many.calls.rankings.board({ board: 'customers', span: 'quarter', day: past.from })] as const,
    ['business', () => many.calls.rankings.business({ span: 'year' })] as const,
  ]
  for (const [name, work] of ask) {
    const statements = await statementsOf(work)
    expect(statements.length, name).toBeGreaterThan(0)
    for (const statement of statements)
      expect(await readWhole(app.app.db, many.vendorId, statement, tables), `${name} ${statement.text}`).toEqual([])
    // Time grows with the period's marks and places: there is no shortcut to a sum that no one stored.
    console.log(`${name}: ${(await ms(work)).toFixed(0)} ms`)
  }
})
