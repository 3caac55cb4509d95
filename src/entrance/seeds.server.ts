import { sql } from 'kysely'
import type { Database } from '#db/open.ts'
import { platform } from '#db/tenant.ts'
import { allCountries } from '#business/setup/countries.seed.ts'
import { serviceTypes } from '#directory/services/service-types.seed.ts'

/** Brings countries and service types up to what this version knows; the same again changes nothing. */
export async function loadSeeds(db: Database): Promise<void> {
  const countries = allCountries()
  await platform(db, async (trx) => {
    const replace = (column: string) => sql`excluded.${sql.ref(column)}`
    await trx
      .insertInto('countries')
      .values(countries)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(
            Object.fromEntries(
              Object.keys(countries[0] ?? {})
                .filter((key) => key !== 'id')
                .map((key) => [key, replace(key)]),
            ) as never,
          )
          .where(sql<boolean>`("countries".*) is distinct from (excluded.*)`),
      )
      .execute()
    await trx
      .insertInto('serviceTypes')
      .values(serviceTypes)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({
            nameEn: replace('nameEn'),
            nameAr: replace('nameAr'),
            category: replace('category'),
            surface: replace('surface'),
          } as never)
          .where(sql<boolean>`("serviceTypes".*) is distinct from (excluded.*)`),
      )
      .execute()
  })
}
