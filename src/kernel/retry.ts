import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import { failure } from './failure.ts'
import type { TenantContext } from './context.ts'

/** A digest of what a caller asked for, so that a retry is distinguished from another request under the same id. */
export function digestOf(input: object): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest()
}

/** What may be asked for again under its own id. */
type Retried = { [Table in keyof Schema]: 'inputDigest' extends keyof Schema[Table] ? Table : never }[keyof Schema]

/**
 * The answer to a call that came before with the same id; null for the first one. The books, or the batch for
 * a place in it, must be held, so that of many such calls at once one writes and the others find what it wrote.
 * @param read the answer, from the row that the first call wrote
 * @throws request/reused where the first call asked for something else (checks M1)
 */
export async function answeredBefore<Table extends Retried, Answer>(
  { trx, vendorId }: TenantContext,
  table: Table,
  id: string,
  inputDigest: Buffer,
  read: (row: Schema[Table]) => Answer | Promise<Answer>,
): Promise<Answer | null> {
  const { rows } = await sql<Schema[Table] & { inputDigest: Uint8Array | null }>`
    select * from ${sql.table(table)} where "vendorId" = ${vendorId} and "id" = ${id}`.execute(trx)
  const [known] = rows
  if (!known) return null
  const current = await read(known)
  if (known.inputDigest === null || !inputDigest.equals(known.inputDigest)) throw failure('request/reused', { current })
  return current
}
