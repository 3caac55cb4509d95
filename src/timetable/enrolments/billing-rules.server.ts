import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { changedFields } from '#kernel/audit.ts'
import { failure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { BillingSave, BillingSettings } from './billing-rules.contract.ts'

/** A business that has chosen nothing bills each place on its own day, by exact days. */
const unchosen: BillingSettings = { billingDay: null, proration: 'days', version: 0 }

/** How the business bills its months (decision 44). */
export async function billingRules({ trx, vendorId }: Pick<TenantContext, 'trx' | 'vendorId'>): Promise<BillingSettings> {
  const row = await trx
    .selectFrom('billingRules')
    .select(['billingDay', 'proration', 'version'])
    .where('vendorId', '=', vendorId)
    .executeTakeFirst()
  return row ?? unchosen
}

/**
 * Saves how months are billed. The books are locked, so that a bill uses either the old or the new rules throughout.
 * @throws request/stale where someone else saved meanwhile
 */
export async function saveBilling(ctx: TenantContext, { version, ...input }: BillingSave): Promise<BillingSettings> {
  const { trx, call, vendorId, now } = ctx
  await lockBooks(trx, vendorId)
  const { version: known, ...before } = await billingRules(ctx)
  if (known !== version) throw failure('request/stale', { current: { ...before, version: known } })
  const row = { ...input, version: version + 1, updatedAt: now }
  await trx
    .insertInto('billingRules')
    .values({ vendorId, ...row, createdAt: now })
    .onConflict((conflict) => conflict.column('vendorId').doUpdateSet(row))
    .execute()
  await auditMoney(trx, call, { action: 'update', entity: 'billing', target: vendorId, ...changedFields(before, input) })
  return { ...input, version: row.version }
}
