import { sql } from 'kysely'
import { auditMoney } from '#business/ledger/books.server.ts'
import { audit } from '#kernel/audit.ts'
import { failure } from '#kernel/failure.ts'
import type { Enrolment, EnrolmentState } from './enrolment.contract.ts'
import { readEnrolment } from './enrolment.row.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { refreshActiveUntil, lockBatch, type OpenBatch } from './places.server.ts'
import type { Seen } from '#lib/calls.ts'

type Columns = Record<string, unknown>

/**
 * Locks the enrolment's batch and returns both.
 * @throws request/stale on another version, enrolment/state if the state does not allow the action
 */
export async function lockEnrolment(
  ctx: TenantContext,
  { id, version }: Seen,
  from: readonly EnrolmentState[],
): Promise<{ row: Enrolment; batch: OpenBatch }> {
  const { batch: batchId } = await readEnrolment(ctx, id)
  const batch = await lockBatch(ctx, batchId)
  const row = await readEnrolment(ctx, id)
  if (!from.includes(row.state)) throw failure('enrolment/state')
  if (row.version !== version) throw failure('request/stale', { current: row })
  return { row, batch }
}

/** The columns that decide until when a customer comes; the days that are billed do not. */
const decidesActiveUntil = ['customer', 'state', 'startDate', 'endDate']

/** Writes an enrolment's columns. @throws request/stale if a merge of two customers was faster, since a merge does not lock the batch */
export async function writeEnrolmentColumns(ctx: TenantContext, row: Enrolment, columns: Columns): Promise<void> {
  const { trx, vendorId, now } = ctx
  const { numUpdatedRows } = await trx
    .updateTable('enrolments')
    .set({ ...columns, updatedAt: now, version: sql<number>`"version" + 1` })
    .where('vendorId', '=', vendorId)
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw failure('request/stale', { current: await readEnrolment(ctx, row.id) })
  if (decidesActiveUntil.some((name) => name in columns)) await refreshActiveUntil(trx, vendorId, [row.customer])
}

/**
 * Writes an enrolment's columns with an audit row and returns the updated enrolment.
 * @param given the reason for days given for free: a change of money, for which the books must be locked
 */
export async function write(ctx: TenantContext, action: string, row: Enrolment, columns: Columns, given?: string): Promise<Enrolment> {
  const { trx, call } = ctx
  await writeEnrolmentColumns(ctx, row, columns)
  const before = Object.fromEntries(Object.keys(columns).map((name) => [name, (row as Columns)[name] ?? null]))
  const change = {
    action,
    entity: 'enrolment' as const,
    target: row.id,
    subject: row.batch,
    before,
    after: { ...columns, customer: row.customer, ...(given === undefined ? {} : { reason: given }) },
  }
  await (given === undefined ? audit : auditMoney)(trx, call, change)
  return readEnrolment(ctx, row.id)
}
