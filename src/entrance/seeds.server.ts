import { seedCountries } from '#business/setup/countries.seed.server.ts'
import type { Database } from '#db/open.ts'
import { platform } from '#db/tenant.ts'
import { seedServiceTypes } from '#directory/services/service-types.seed.server.ts'

/** Updates countries and service types to this version's data; idempotent. */
export async function loadSeeds(db: Database): Promise<void> {
  await platform(db, async (trx) => {
    await seedCountries(trx)
    await seedServiceTypes(trx)
  })
}
