import { sql } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import type { Trx } from '#db/tenant.ts'
import { allCountries } from './countries.seed.ts'

/** Every column except the key. */
type Columns = Record<Exclude<keyof Schema['countries'], 'id'>, unknown>

/** Updates the countries to what this version knows; idempotent. */
export async function seedCountries(trx: Trx): Promise<void> {
  await trx
    .insertInto('countries')
    .values(allCountries())
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(
          ({ ref }) =>
            ({
              nameEn: ref('excluded.nameEn'),
              nameAr: ref('excluded.nameAr'),
              currency: ref('excluded.currency'),
              exponent: ref('excluded.exponent'),
              dialCode: ref('excluded.dialCode'),
              timeZones: ref('excluded.timeZones'),
              firstWeekday: ref('excluded.firstWeekday'),
              weekend: ref('excluded.weekend'),
              taxRate: ref('excluded.taxRate'),
            }) satisfies Columns,
        )
        .where(sql<boolean>`("countries".*) is distinct from (excluded.*)`),
    )
    .execute()
}
