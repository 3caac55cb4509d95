import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { changedFields } from '#kernel/audit.ts'
import { failure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { BillingSave, BillingSettings } from './billing-rules.contract.ts'
import { queueOffers } from './offer-queue.server.ts'

/** A business that has chosen nothing bills each place on its own day, by exact days, and offers free places for two days. */
const unchosen: BillingSettings = {
  billingDay: null,
  proration: 'days',
  cancelledSessions: 'nothing',
  visits: 'byHand',
  placeOffers: 'auto',
  offerHours: 48,
  version: 0,
}

/** How the business bills its months (decision 44). */
export async function billingRules({ trx, vendorId }: Pick<TenantContext, 'trx' | 'vendorId'>): Promise<BillingSettings> {
  const row = await trx
    .selectFrom('billingRules')
    .select(['billingDay', 'proration', 'cancelledSessions', 'visits', 'placeOffers', 'offerHours', 'version'])
    .where('vendorId', '=', vendorId)
    .executeTakeFirst()
  return row ?? unchosen
}

/**
 * Saves how months and visits are billed and places offered; visits from the day on which the business begins to. The
 * books are locked, so that a bill uses either the old or the new rules throughout. An offer that was made keeps its end.
 * @throws request/stale where someone else saved meanwhile
 */
export async function saveBilling(ctx: TenantContext, { version, ...named }: BillingSave): Promise<BillingSettings> {
  const { trx, call, vendorId, now } = ctx
  await lockBooks(trx, vendorId)
  const { version: current, ...before } = await billingRules(ctx)
  if (current !== version) throw failure('request/stale', { current: { ...before, version: current } })
  const known = await trx.selectFrom('billingRules').select('visitsFrom').where('vendorId', '=', vendorId).executeTakeFirst()
  const { cancelledSessions = before.cancelledSessions, visits = before.visits, ...others } = named
  const { placeOffers = before.placeOffers, offerHours = before.offerHours, ...months } = others
  const input = { ...months, cancelledSessions, visits, placeOffers, offerHours }
  const isNew = input.visits !== 'byHand' && before.visits === 'byHand'
  const visitsFrom = isNew ? await ctx.today() : (known?.visitsFrom ?? null)
  const row = { ...input, visitsFrom, version: version + 1, updatedAt: now }
  await trx
    .insertInto('billingRules')
    .values({ vendorId, ...row, createdAt: now })
    .onConflict((conflict) => conflict.column('vendorId').doUpdateSet(row))
    .execute()
  // Who has been waiting so far is found by the next scan.
  if (input.placeOffers === 'auto' && before.placeOffers === 'byHand') await queueOffers(ctx)
  await auditMoney(trx, call, { action: 'update', entity: 'billing', target: vendorId, ...changedFields(before, input) })
  return { ...input, version: row.version }
}
