import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedCountries } from '#business/setup/countries.seed.server.ts'
import { platform } from '#db/tenant.ts'
import { seedServiceTypes } from '#directory/services/service-types.seed.server.ts'
import { testApp, type TestApp } from '../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a start writes nothing that is there already, so that it needs no node of a cluster', async () => {
  const written = await platform(app.app.db, async (trx) => {
    await seedCountries(trx)
    await seedServiceTypes(trx)
    // A transaction has an id from its first write on.
    const { rows } = await sql<{ id: string | null }>`select pg_current_xact_id_if_assigned()::text as "id"`.execute(trx)
    return rows
  })
  expect(written).toEqual([{ id: null }])
})
