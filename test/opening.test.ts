import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testApp, type TestApp } from './app.ts'
import { opening } from '#db/opening.ts'
import { sql } from 'kysely'
import { errorCode } from '#db/errors.ts'
import { lone, platform, tenant, tenantReading } from '#db/tenant.ts'
import { withClient } from '#db/embedded/server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('where a transaction cannot be opened nothing is written', async () => {
  const { kysely } = app.app.db
  const row = { key: 'opening', count: 1, resetsAt: new Date().toISOString() }
  const write = (role: string) =>
    opening.run({ vendorId: null, role, mode: 'write' }, () =>
      kysely.transaction().execute((trx) => trx.insertInto('limits').values(row).execute()),
    )
  await expect(write('nobody_has_this_role')).rejects.toThrow()
  const written = await platform(app.app.db, (trx) => trx.selectFrom('limits').select('key').where('key', '=', row.key).execute())
  expect(written).toEqual([])
})

test('the database refuses what a transaction writes that was opened for reading', async () => {
  const { vendorId } = await app.owner()
  const write = tenantReading(app.app.db, vendorId, (trx) =>
    trx.updateTable('vendorPlans').set({ plan: 'elite' }).where('vendorId', '=', vendorId).execute(),
  )
  await expect(write.catch((error: unknown) => errorCode(error))).resolves.toBe('25006')
  await tenant(app.app.db, vendorId, (trx) =>
    trx.updateTable('vendorPlans').set({ plan: 'elite' }).where('vendorId', '=', vendorId).execute(),
  )
})

test('what follows a read on its connection runs after its transaction, and without its vendor', async () => {
  const { db } = app.app
  const owners = [await app.owner(), await app.owner()]
  const vendorNow = async () =>
    (
      await lone(db, (kysely) =>
        sql<{ vendor: string }>`select coalesce(current_setting('app.vendor', true), '') as "vendor"`.execute(kysely),
      )
    ).rows[0]?.vendor
  const read = (vendorId: string) =>
    tenantReading(db, vendorId, (trx) => trx.selectFrom('merchants').select('vendorId').execute()).then((rows) =>
      rows.map((row) => row.vendorId),
    )
  const found = await Promise.all(
    Array.from({ length: 300 }, async (_, turn) => {
      const vendorId = String(owners[turn % 2]?.vendorId)
      return [(await read(vendorId)).join() === vendorId, await vendorNow()]
    }),
  )
  expect(new Set(found.map((one) => one.join()))).toEqual(new Set(['true,']))
})

if (inject('serverUrl') !== '')
  test('a transaction that was read in ends soon, also where nothing follows', async () => {
    const { vendorId } = await app.owner()
    const named = await lone(app.app.db, (kysely) => sql<{ name: string }>`select current_database() as "name"`.execute(kysely))
    await tenantReading(app.app.db, vendorId, (trx) => trx.selectFrom('merchants').select('vendorId').execute())
    // Asked on another connection, since a statement on the same one would end it.
    const open = () =>
      withClient(inject('serverUrl'), (ask) =>
        ask(`select 1 from pg_stat_activity where datname = '${named.rows[0]?.name}' and "state" = 'idle in transaction'`),
      )
    await expect.poll(open).toEqual([])
  })
