import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from './app.ts'
import { opening } from '#db/opening.ts'
import { platform } from '#db/tenant.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('where a transaction cannot be opened nothing is written', async () => {
  const { kysely } = app.app.db
  const row = { key: 'opening', count: 1, resetsAt: new Date().toISOString() }
  const write = (role: string) =>
    opening.run({ vendorId: null, role }, () => kysely.transaction().execute((trx) => trx.insertInto('limits').values(row).execute()))
  await expect(write('nobody_has_this_role')).rejects.toThrow()
  const written = await platform(app.app.db, (trx) => trx.selectFrom('limits').select('key').where('key', '=', row.key).execute())
  expect(written).toEqual([])
})
