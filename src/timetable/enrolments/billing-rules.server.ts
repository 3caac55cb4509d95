import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { changedFields } from '#kernel/audit.ts'
import { failure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { BillingSave, BillingSettings } from './billing-rules.contract.ts'

/** A business that has chosen nothing bills each place on its own day, by exact days. */
const unchosen: BillingSettings = { billingDay: null, proration: 'days', cancelledSessions: 'nothing', visits: 'byHand', version: 0 }

/** How the business bills its months (decision 44). */
export async function billingRules({ trx, vendorId }: Pick<TenantContext, 'trx' | 'vendorId'>): Promise<BillingSettings> {
  const row = await trx
    .selectFrom('billingRules')
    .select(['billingDay', 'proration', 'cancelledSessions', 'visits', 'version'])
    .where('vendorId', '=', vendorId)
    .executeTakeFirst()
  return row ?? unchosen
}

/**
 * Saves how months and visits are billed; visits from the day on which the business begins to. The books are locked, so that a bill uses either the old or the new rules throughout.
 * @throws request/stale where someone else saved meanwhile
 */
export async function saveBilling(ctx: TenantContext, { version, ...named }: BillingSave): Promise<BillingSettings> {
  const { trx, call, vendorId, now } = ctx
  await lockBooks(trx, vendorId)
  const { version: current, ...before } = await billingRules(ctx)
  if (current !== version) throw failure('request/stale', { current: { ...before, version: current } })
  const known = await trx.selectFrom('billingRules').select('visitsFrom').where('vendorId', '=', vendorId).executeTakeFirst()
  const { cancelledSessions = before.cancelledSessions, visits = before.visits, ...months } = named
  const input = { ...months, cancelledSessions, visits }
  const isNew = input.visits !== 'byHand' && before.visits === 'byHand'
  const visitsFrom = isNew ? await ctx.today() : (known?.visitsFrom ?? null)
  const row = { ...input, visitsFrom, version: version + 1, updatedAt: now }
  await trx
    .insertInto('billingRules')
    .values({ vendorId, ...row, createdAt: now })
    .onConflict((conflict) => conflict.column('vendorId').doUpdateSet(row))
    .execute()
  await auditMoney(trx, call, { action: 'update', entity: 'billing', target: vendorId, ...changedFields(before, input) })
  return { ...input, version: row.version }
}
