import type { Inside } from '#features/enrolments/enrolment.server.ts'
import { mannerOf } from '#lib/manner.ts'
import { moneyText } from '#lib/money.ts'
import { audit } from '#server/audit.ts'
import { fieldFailure } from '#server/failure.ts'
import { limits, takeOrRefuse } from '#server/limits.ts'
import { composeMail } from '#server/mail.ts'
import { queue } from '#server/outbox.ts'
import type { Language } from '#server/texts.ts'
import { readSale } from './sale.row.server.ts'

/** Queues the receipt of a sale for its customer, in the customer's language. @throws request/invalid at `email` where there is none, auth/too-many-requests */
export async function sendReceipt({ trx, call, vendorId }: Inside, { id }: { id: string }): Promise<{ to: string }> {
  const sale = await readSale(trx, call, id)
  const customer = await trx
    .selectFrom('customers')
    .select(['email', 'language', 'firstName'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', sale.customer ?? '00000000-0000-0000-0000-000000000000')
    .executeTakeFirst()
  if (!customer?.email) throw fieldFailure('email', 'sales.receipt.noAddress')
  await takeOrRefuse(trx, call.app, limits.receiptBySale, `${vendorId}:${id}`)
  const language = customer.language as Language
  const money = (minor: number) => moneyText(minor, sale.currency, sale.exponent, mannerOf(language, sale.vendor.country))
  const lines = sale.items.map((line) => `${line.quantity > 1 ? `${line.quantity} × ` : ''}${line.text}: ${money(line.total)}`)
  const values = {
    number: sale.number,
    vendor: sale.vendor.name || 'Touchline',
    name: customer.firstName,
    lines: lines.join('\n\n'),
    total: money(sale.total),
    tax: money(sale.tax),
    paid: money(sale.paid - sale.refunded),
    due: money(sale.due),
  }
  const key = sale.due > 0 ? 'sales.mail.bill' : 'sales.mail.receipt'
  await queue(trx, call.app, 'mail', composeMail(customer.email, language, key, values))
  call.app.wake()
  await audit(trx, call, { action: 'send', entity: 'sale', target: id, after: { to: customer.email } })
  return { to: customer.email }
}
