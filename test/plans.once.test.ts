import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openServer, type Database } from '#db/open.ts'
import { tenant } from '#db/tenant.ts'
import { testApp, type Caller, type TestApp } from './app.ts'
import { fillCrowd, settleCrowd, type Crowd } from './crowd.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'

/**
 * No list reads a whole table: what the calls send to a PostgreSQL server is explained in the
 * product's role, planned for its values and planned once for all, for a vendor with 100,000
 * customers, 100,000 enrolments and 20,000 sessions among others.
 */

let server: PostgresServer
let app: TestApp
let owner: Awaited<ReturnType<TestApp['owner']>>
let crowd: Crowd

beforeAll(async () => {
  server = await startPostgres()
  const db = await openServer(server.url, { prepare: false })
  app = await testApp({}, db)
  app.clock.set(Date.now())
  owner = await app.owner()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  crowd = await fillCrowd(client, owner.vendorId, { customers: 100_000, enrolments: 100_000, sessions: 20_000 })
  for (let other = 1; other <= 3; other++)
    await fillCrowd(client, crypto.randomUUID(), { customers: 50_000, enrolments: 50_000, sessions: 10_000 }, `other${other}`)
  await settleCrowd(client)
  await client.end()
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

type Statement = { text: string; values: unknown[] }

/** The statements of a vendor's rows that a call sends. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const original = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...input: never[]) {
    const [text, values] = input as unknown as [unknown, unknown]
    if (typeof text === 'string' && Array.isArray(values) && /from "(?:customers|enrolments|batchSessions|batches)"/.test(text))
      sent.push({ text, values })
    return (original as (...given: unknown[]) => unknown).apply(this, input)
  } as never)
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return sent
}

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] }

function scansOf(node: Node): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)]
}

const literal = (value: unknown) => (value === null ? 'null' : pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value)))

/** The tables that a statement's plans read from end to end. */
async function readWhole(db: Database, { text, values }: Statement): Promise<string[]> {
  return tenant(db, owner.vendorId, async (trx) => {
    const explain = async (statement: string, given: unknown[] = []) => {
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        CompiledQuery.raw(`explain (format json) ${statement}`, given),
      )
      const [row] = rows
      if (!row) throw new Error('No plan came')
      return row['QUERY PLAN'][0].Plan
    }
    const forValues = await explain(text, values)
    // What a prepared statement is planned as after five runs: without knowing its values.
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
    await trx.executeQuery(CompiledQuery.raw(`prepare "asked" as ${text}`))
    const forAll = await explain(`execute "asked"${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`)
    await trx.executeQuery(CompiledQuery.raw('deallocate "asked"'))
    const whole = [...scansOf(forValues), ...scansOf(forAll)].filter((table) =>
      ['customers', 'enrolments', 'batchSessions', 'attendance'].includes(table),
    )
    return [...new Set(whole)]
  })
}

const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10)

type Asked = [name: string, work: (calls: Caller['calls'], crowd: Crowd) => Promise<{ rows: unknown[] }>]
const asked: Asked[] = [
  ['customers', (calls) => calls.customers.list({})],
  ['customers, a later page', (calls) => calls.customers.list({ page: 40 })],
  ['customers by name', (calls) => calls.customers.list({ sort: 'firstName', direction: 'asc' })],
  ['customers of a phone', (calls) => calls.customers.list({ search: '050 009 8761' })],
  ['customers of the last digits of a phone', (calls) => calls.customers.list({ search: '98761' })],
  ['customers of an Arabic name', (calls) => calls.customers.list({ search: 'فاطمة' })],
  ['customers of two names', (calls) => calls.customers.list({ search: 'أحمد Carla' })],
  ['leads', (calls) => calls.customers.list({ lifecycle: 'lead' })],
  ['active customers', (calls) => calls.customers.list({ lifecycle: 'active' })],
  ['expiring customers', (calls) => calls.customers.list({ lifecycle: 'expiring' })],
  ['lapsed customers', (calls) => calls.customers.list({ lifecycle: 'lapsed' })],
  ['blocked customers', (calls) => calls.customers.list({ state: 'blocked' })],
  ['customers of a rare tag', (calls) => calls.customers.list({ tag: 'VIP' })],
  ['customers of a common tag', (calls) => calls.customers.list({ tag: 'siblings' })],
  ['enrolments', (calls) => calls.enrolments.list({})],
  ['enrolments of a batch', (calls, { batch }) => calls.enrolments.list({ batch })],
  ['the queue of a batch', (calls, { batch }) => calls.enrolments.list({ batch, state: 'waitlisted', sort: 'queuedAt', direction: 'asc' })],
  ['enrolments of a customer', (calls, { customer }) => calls.enrolments.list({ customer, state: 'all' })],
  ['expiring enrolments', (calls) => calls.enrolments.list({ state: 'expiring', sort: 'endDate', direction: 'asc' })],
  ['enrolments that are past due', (calls) => calls.enrolments.list({ state: 'pastDue' })],
  ['enrolments of a name', (calls) => calls.enrolments.list({ search: 'فاطمة' })],
  ['sessions of a week', (calls) => calls.sessions.list({ from: day(0), to: day(6) })],
  ['sessions of a month', (calls) => calls.sessions.list({ from: day(-15), to: day(15) })],
  ['sessions of a batch', (calls, { batch }) => calls.sessions.list({ from: day(-200), to: day(160), batch })],
  ['batches', (calls) => calls.batches.list({})],
]

test.each(asked)('%s: no table is read from end to end', async (_name, work) => {
  let found = 0
  const statements = await statementsOf(async () => {
    found = (await work(owner.calls, crowd)).rows.length
  })
  expect(found).toBeGreaterThan(0)
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) {
    expect(await readWhole(app.app.db, statement), statement.text).toEqual([])
  }
})
