import { isDeepStrictEqual } from 'node:util'
import type { Schema } from '#db/schema.gen.ts'
import type { Trx } from '#db/tenant.ts'
import { allCountries } from './countries.seed.ts'

/** Every column except the key. */
type Columns = Record<Exclude<keyof Schema['countries'], 'id'>, unknown>

/**
 * Updates the countries to what this version knows; idempotent. A repeated call only reads: a write would need every node
 * of a cluster.
 */
export async function seedCountries(trx: Trx): Promise<void> {
  const found = new Map((await trx.selectFrom('countries').selectAll().execute()).map((row) => [row.id, row]))
  const changed = allCountries().filter((row) => !isDeepStrictEqual(row, found.get(row.id)))
  if (changed.length === 0) return
  await trx
    .insertInto('countries')
    .values(changed)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(
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
      ),
    )
    .execute()
}
