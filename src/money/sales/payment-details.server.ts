import type { Trx } from '#db/tenant.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { changedFields } from '#kernel/audit.ts'
import { changedRecord } from '#kernel/changes.ts'
import { handlersOf } from '#kernel/base.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { isIban, plainAccount, printedAccount } from '#lib/bank-account.ts'
import { epcText } from './epc.rules.ts'
import {
  paymentDetailsContract,
  paymentFields,
  paymentRules,
  type HowToPay,
  type PaymentDetails,
  type PaymentDetailsSave,
  type PaymentFields,
} from './payment-details.contract.ts'

const none: PaymentDetails = { holder: '', account: '', bankCode: '', bic: '', note: '', version: 0 }

async function detailsOf(trx: Trx, vendorId: string): Promise<PaymentDetails> {
  const row = await trx
    .selectFrom('paymentDetails')
    .select(['holder', 'account', 'bankCode', 'bic', 'note', 'version'])
    .where('vendorId', '=', vendorId)
    .executeTakeFirst()
  return row ?? none
}

/** How a bill is paid; null where nothing is due, it is void, or the business has not said. */
export async function howToPayOf(
  trx: Trx,
  vendorId: string,
  { number: reference, due, currency }: { number: string; due: number; currency: string },
): Promise<HowToPay | null> {
  if (due <= 0) return null
  const { version: _version, ...details } = await detailsOf(trx, vendorId)
  const { holder: name, account: iban, bic, note } = details
  if (iban === '' && note === '') return null
  const code = currency === 'EUR' ? epcText({ name, iban, bic, amount: due, reference }) : null
  return { ...details, account: printedAccount(iban), reference, code }
}

/**
 * Saves where customers pay. The owner is notified, as of the account for payouts: an intruder who changes it takes the
 * customers' money.
 * @throws request/stale where someone else saved meanwhile
 */
async function savePaymentDetails(ctx: TenantContext, { version, ...change }: PaymentDetailsSave): Promise<PaymentDetails> {
  const { trx, call, vendorId, now } = ctx
  await lockBooks(trx, vendorId)
  const { version: current, ...before } = await detailsOf(trx, vendorId)
  if (current !== version) throw failure('request/stale', { current: { ...before, version: current } })
  const named = changedRecord<PaymentFields>(paymentFields, before, change, paymentRules)
  const plain = plainAccount(named.account)
  const input = { ...named, account: isIban(plain) ? plain : named.account, bic: named.bic.toUpperCase() }
  const logged = changedFields(before, input)
  if (Object.keys(logged.after).length === 0) return { ...before, version }
  const row = { ...input, version: version + 1, updatedAt: now }
  await trx
    .insertInto('paymentDetails')
    .values({ vendorId, ...row, createdAt: now })
    .onConflict((conflict) => conflict.column('vendorId').doUpdateSet(row))
    .execute()
  const cause = `${vendorId}:${row.version}`
  const hasAccount = plain === '' ? 'no' : 'yes'
  const values = { hasAccount, holder: input.holder, ending: plain.slice(-4), note: input.note }
  await notify(ctx, { kind: 'paymentDetailsChanged', cause, values })
  await auditMoney(trx, call, { action: 'update', entity: 'paymentDetails', target: vendorId, ...logged })
  return { ...input, version: row.version }
}

const os = handlersOf({ sales: paymentDetailsContract })

export const paymentDetailsHandlers = {
  paymentDetails: os.sales.paymentDetails.handler(inTenant(({ trx, vendorId }) => detailsOf(trx, vendorId))),
  savePaymentDetails: os.sales.savePaymentDetails.handler(inTenant(savePaymentDetails)),
}
