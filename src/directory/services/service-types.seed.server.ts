import { sql } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import type { Trx } from '#db/tenant.ts'
import { serviceTypes } from './service-types.seed.ts'

/** Every column but the key. */
type Columns = Record<Exclude<keyof Schema['serviceTypes'], 'id'>, unknown>

/** Updates the service types to what this version knows; a repeated call changes nothing. */
export async function seedServiceTypes(trx: Trx): Promise<void> {
  await trx
    .insertInto('serviceTypes')
    .values(serviceTypes)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(
          ({ ref }) =>
            ({
              nameEn: ref('excluded.nameEn'),
              nameAr: ref('excluded.nameAr'),
              category: ref('excluded.category'),
              surface: ref('excluded.surface'),
            }) satisfies Columns,
        )
        .where(sql<boolean>`("serviceTypes".*) is distinct from (excluded.*)`),
    )
    .execute()
}
