import { recordOf } from '#lib/choices.ts'
import { documentNumber, postEntries } from '#business/ledger/books.server.ts'
import { commissionFor } from './commission.server.ts'
import { hundredthsOf, rateOf } from '#lib/amounts.ts'
import { addDays, later } from '#lib/days.ts'
import { memberOf } from '#kernel/base.ts'
import { contextOf, type TenantContext } from '#kernel/context.ts'
import type { Sale } from './sale.contract.ts'
import { commissionMoves, saleMoves, type SaleLine } from './sale.line.server.ts'
import { reminderDays } from './renewal.rules.ts'
import { noteBill } from './owed-bills.server.ts'
import { sum, type Priced, type TaxTerms } from './sale.rules.ts'

/** A bill that is to be written: its lines with their prices, its day, and the day by which it is to be paid. */
export type NewBill = {
  id: string
  day: string
  dueOn: string
  customer: string | null
  channel: Sale['channel']
  currency: string
  tax: TaxTerms
  lines: readonly (SaleLine & Priced)[]
  /** What is taken for it at once, in minor units; the payments themselves are the caller's. */
  paid: number
  discountReason: string
  note: string
  inputDigest: Buffer
}

/** What lines come to together, in minor units. */
export function totalsOf(lines: readonly Priced[]): Priced {
  return recordOf(['list', 'discount', 'net', 'tax', 'total'], (name) => sum(lines.map((line) => line[name])))
}

/**
 * Writes a bill under the next number, freezes the channel's commission on its lines, and posts what both move; what it is paid with and its audit row are the caller's.
 * The books must be locked.
 * @returns what the audit row tells of it
 * @throws month/closed where its day lies in a closed month
 */
export async function writeBill(ctx: TenantContext, bill: NewBill) {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const { id, lines, tax, inputDigest, dueOn, ...common } = bill
  const sale = { number: await documentNumber(trx, vendorId, 'S', bill.day), ...common, ...totalsOf(lines) }
  const { rate, rule } = await commissionFor(trx, vendorId, bill.channel, bill.day)
  const sold = lines.map((line) => ({ ...line, commissionRate: rate, commissionRule: rule, commission: rateOf(line.net, rate) }))
  await trx
    .insertInto('sales')
    .values({
      vendorId,
      id,
      ...sale,
      dueOn,
      // A bill that is made late is not followed by a reminder on its heels.
      retryOn: addDays(later(dueOn, today), reminderDays[0]),
      soldAt: now,
      soldBy: memberOf(call).userId,
      taxRate: hundredthsOf(tax.rateThousandths),
      taxRateThousandths: tax.rateThousandths,
      taxIsIncluded: tax.isIncluded,
      inputDigest,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  await trx
    .insertInto('saleLines')
    .values(sold.map((line, position) => ({ vendorId, sale: id, position, ...line })))
    .execute()
  // A bill that was paid at once leaves what is owed as it was.
  if (sale.paid < sale.total) await noteBill(contextOf(trx, call, vendorId), id)
  const posting = { sourceId: id, day: bill.day, at: now, currency: bill.currency }
  await postEntries(trx, call, { ...posting, source: 'sale', moves: saleMoves(sold, bill.customer) })
  await postEntries(trx, call, { ...posting, source: 'commission', moves: commissionMoves(sold, bill.customer) })
  return { ...sale, lines: lines.length }
}
