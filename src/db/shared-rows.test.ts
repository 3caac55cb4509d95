import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../test/app.ts'
import { errorCode } from './errors.ts'
import { tenantRows } from './shared.ts'
import type { Builder } from './tenant.ts'

type Owner = Awaited<ReturnType<TestApp['owner']>>

let app: TestApp
let owners: [Owner, Owner]
beforeAll(async () => {
  app = await testApp()
  owners = [await app.owner(), await app.owner()]
  for (const [index, { calls }] of owners.entries()) await calls.halls.create({ title: `Hall of ${index}`, size: 10, totalCandidates: 10 })
})
afterAll(() => app.close())

const titles = (vendorId: string) => (on: Builder) => on.selectFrom('halls').select('title').where('vendorId', '=', vendorId).compile()
const quotient = (by: number) => (on: Builder) => sql<{ quotient: number }>`select 6 / ${by}::integer as "quotient"`.compile(on)

test('of many statements of one moment each sees its own vendor’s rows alone, also where it asks for another’s', async () => {
  const asked = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const [own, other] = index % 2 === 0 ? owners : owners.toReversed()
      if (!own || !other) throw new Error('There are two owners')
      return Promise.all([
        tenantRows(app.app.db, own.vendorId, titles(own.vendorId)),
        tenantRows(app.app.db, own.vendorId, titles(other.vendorId)),
      ])
    }),
  )
  expect(asked).toEqual(asked.map((_, index) => [[{ title: `Hall of ${index % 2}` }], []]))
})

test('one that fails fails alone, none can write, and their connections go on', async () => {
  const { vendorId, calls } = owners[0]
  const { db } = app.app
  const answers = await Promise.allSettled([
    ...[1, 2, 0, 3].map((by) => tenantRows(db, vendorId, quotient(by))),
    tenantRows(db, vendorId, (on) => on.deleteFrom('halls').where('vendorId', '=', vendorId).returning('title').compile()),
    tenantRows(db, vendorId, titles(vendorId)),
  ])
  const said = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : errorCode(answer.reason)))
  expect(said).toEqual([[{ quotient: 6 }], [{ quotient: 3 }], '22012', [{ quotient: 2 }], '25006', [{ title: 'Hall of 0' }]])
  await calls.halls.create({ title: 'Another', size: 10, totalCandidates: 10 })
  expect((await calls.halls.list({})).rows.map(({ title }) => title).toSorted()).toEqual(['Another', 'Hall of 0'])
})

test('four share a connection, and a fifth takes another where the engine has more than one', async () => {
  const pid = (on: Builder) => sql<{ pid: number }>`select pg_backend_pid() as "pid"`.compile(on)
  const { vendorId } = owners[0]
  const pids = await Promise.all(Array.from({ length: 5 }, async () => (await tenantRows(app.app.db, vendorId, pid))[0]?.pid))
  expect(new Set(pids.slice(0, 4)).size).toBe(1)
  expect(new Set(pids).size).toBe(app.app.db.engine === 'embedded' ? 1 : 2)
})
