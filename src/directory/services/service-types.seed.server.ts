import { isDeepStrictEqual } from 'node:util'
import type { Schema } from '#db/schema.gen.ts'
import type { Trx } from '#db/tenant.ts'
import { serviceTypes } from './service-types.seed.ts'

/** Every column but the key. */
type Columns = Record<Exclude<keyof Schema['serviceTypes'], 'id'>, unknown>

/**
 * Updates the service types to what this version knows; idempotent. A repeated call only reads: a write would need every node
 * of a cluster.
 */
export async function seedServiceTypes(trx: Trx): Promise<void> {
  const found = new Map((await trx.selectFrom('serviceTypes').selectAll().execute()).map((row) => [row.id, row]))
  const changed = serviceTypes.filter((row) => !isDeepStrictEqual(row, found.get(row.id)))
  if (changed.length === 0) return
  await trx
    .insertInto('serviceTypes')
    .values(changed)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(
        ({ ref }) =>
          ({
            nameEn: ref('excluded.nameEn'),
            nameAr: ref('excluded.nameAr'),
            category: ref('excluded.category'),
            surface: ref('excluded.surface'),
          }) satisfies Columns,
      ),
    )
    .execute()
}
