import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import { failure } from './failure.ts'
import type { TenantContext } from './context.ts'

/** A digest of a caller's request, which distinguishes a retry from another request under the same id. */
export function digestOf(input: object): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest()
}

/** The tables whose rows can be requested again under the same id. */
type Retried = { [Table in keyof Schema]: 'inputDigest' extends keyof Schema[Table] ? Table : never }[keyof Schema]

/**
 * The answer to an earlier call with the same id; null for the first one. The caller must have locked the books, or
 * the batch for an enrolment, so that of many concurrent calls one writes and the others find its row.
 * @param read the answer, from the row that the first call wrote
 * @throws request/reused if the first call asked for something else (checks M1)
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
