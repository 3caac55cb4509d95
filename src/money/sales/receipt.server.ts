import { mailOutside, type OutsideDelivery } from '#business/notifications/deliver.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { mailByHand, readerOf } from '#directory/customers/customer.mail.server.ts'
import { longDay } from '#lib/long-day.ts'
import { mannerOf, type Language } from '#lib/manner.ts'
import { moneyText } from '#lib/money.ts'
import { audit } from '#kernel/audit.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { composeMail } from '#kernel/mail.ts'
import type { JobKinds } from '#kernel/outbox.ts'
import { catalogueText } from '#kernel/texts.ts'
import { invoiceText } from './invoice.server.ts'
import type { SaleDetail } from './sale.contract.ts'
import { readSale } from './sale.row.server.ts'

type BillMail = { mail: JobKinds['mail']; of: OutsideDelivery }

/** The paragraphs of a mail that say how an unpaid bill is paid, '' where there is nothing to say. */
function payText(language: Language, { howToPay }: Pick<SaleDetail, 'howToPay'>, due: string): string {
  if (!howToPay) return ''
  const { code: _code, ...details } = howToPay
  const { account, bankCode, bic, note } = details
  const marks = { hasCode: bankCode === '' ? 'no' : 'yes', hasBic: bic === '' ? 'no' : 'yes' }
  const transfer = account === '' ? [] : [catalogueText(language, 'sales.mail.pay', { ...details, ...marks, due })]
  return [...transfer, ...(note === '' ? [] : [note]), ''].join('\n\n')
}

/**
 * The mail of a bill to its customer, in the customer's language; null if there is no address.
 * @param asked the kind of mail; by default the bill while an amount is due, else the receipt
 */
async function billMail({ trx, call, vendorId }: TenantContext, id: string, asked?: 'reminder'): Promise<BillMail | null> {
  const { customer } = await trx
    .selectFrom('sales')
    .select('customer')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => failure('document/not-found'))
  if (customer === null) return null
  const { email, language, firstName } = await readerOf(trx, vendorId, customer)
  if (!email) return null
  const sale = await readSale(trx, call, id)
  const manner = mannerOf(language, sale.vendor.country)
  const money = (minor: number) => moneyText(minor, sale.currency, sale.exponent, manner)
  const lines = sale.items.map((line) => `${line.quantity > 1 ? `${line.quantity} × ` : ''}${line.text}: ${money(line.total)}`)
  const values = {
    number: sale.number,
    vendor: sale.vendor.name || 'Touchline',
    name: firstName,
    lines: lines.join('\n\n'),
    total: money(sale.total),
    tax: money(sale.tax),
    paid: money(sale.paid - sale.refunded),
    due: money(sale.due),
    day: longDay(sale.dueOn, manner),
    invoice: invoiceText(language, sale, longDay(sale.day, manner)),
    isTaxed: sale.vendor.taxNumber ? 'yes' : 'no',
    taxNumber: sale.vendor.taxNumber,
    pay: payText(language, sale, money(sale.due)),
  }
  const kind = asked ?? (sale.due > 0 ? 'bill' : 'receipt')
  const keys = { bill: 'sales.mail.bill', receipt: 'sales.mail.receipt', reminder: 'sales.mail.reminder' }
  return { mail: composeMail(email, language, keys[kind], values), of: { kind, customer, about: id } }
}

/** Queues an automatic mail of a bill. @param asked as for `billMail` @returns the address; null if nothing can be sent to it or there is none */
export async function mailBill(ctx: TenantContext, id: string, asked?: 'reminder'): Promise<string | null> {
  const composed = await billMail(ctx, id, asked)
  return composed && (await mailOutside(ctx, composed.of, composed.mail)) ? composed.mail.to : null
}

/**
 * Queues the receipt of a sale for its customer, in the customer's language.
 * @throws request/invalid at `email` if there is no address, auth/too-many-requests
 */
export async function sendReceipt(ctx: TenantContext, { id }: { id: string }): Promise<{ to: string }> {
  const composed = await billMail(ctx, id)
  if (!composed) throw fieldFailure('email', 'sales.receipt.noAddress')
  const { to } = composed.mail
  await mailByHand(ctx, composed.of, composed.mail)
  await audit(ctx.trx, ctx.call, { action: 'send', entity: 'sale', target: id, after: { to } })
  return { to }
}
