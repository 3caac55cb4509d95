import { tenant, type Trx } from '#db/tenant.ts'
import type { App } from './app.ts'
import { failure } from './failure.ts'

/** The table of the record that each of these input fields names, the same in every call. */
const tables = {
  batch: 'batches',
  challenge: 'challenges',
  customer: 'customers',
  entry: 'challengeEntries',
  hall: 'halls',
  service: 'services',
  trainer: 'trainers',
  webhook: 'webhooks',
} as const
type Field = keyof typeof tables

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The records that an input names; the schema refuses values that are not ids. */
function namedBy(input: unknown): [Field, string][] {
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).filter(
    (pair): pair is [Field, string] => Object.hasOwn(tables, pair[0]) && typeof pair[1] === 'string' && uuid.test(pair[1]),
  )
}

/**
 * Refuses a reading call about a record that the business does not have: an empty answer would imply that the
 * record exists, only without any data.
 * @throws document/not-found
 */
export async function assertNamed({ db }: Pick<App, 'db'>, vendorId: string, input: unknown): Promise<void> {
  const named = namedBy(input)
  if (named.length === 0) return
  await tenant(db, vendorId, async (trx) => {
    for (const [field, id] of named) {
      const row = await trx.selectFrom(tables[field]).select('id').where('vendorId', '=', vendorId).where('id', '=', id).executeTakeFirst()
      if (!row) throw failure('document/not-found')
    }
  })
}

/**
 * Refuses a list with the id of a record that the business does not have: leaving it out would imply that it exists.
 * @throws document/not-found
 */
export async function assertAllNamed(
  { trx, vendorId }: { trx: Trx; vendorId: string },
  table: 'customers' | 'sales',
  named: readonly string[],
): Promise<void> {
  const ids = [...new Set(named)]
  if (ids.length === 0) return
  const found = await trx.selectFrom(table).select('id').where('vendorId', '=', vendorId).where('id', 'in', ids).execute()
  if (found.length !== ids.length) throw failure('document/not-found')
}
