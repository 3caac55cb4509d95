import { together } from '#db/together.ts'
import { inChunks } from '#lib/chunks.ts'
import { recordOf } from '#lib/choices.ts'
import { documentNumber, postEntries } from '#business/ledger/books.server.ts'
import { commissionFor } from './commission.server.ts'
import { hundredthsOf, rateOf } from '#lib/amounts.ts'
import { addDays, later } from '#lib/days.ts'
import { memberOf } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { Sale } from './sale.contract.ts'
import { commissionMoves, saleMoves, type SaleLine } from './sale.line.server.ts'
import { buyerColumns } from './invoice.server.ts'
import { reminderDays } from './renewal.rules.ts'
import { noteLines } from './owed-bills.server.ts'
import { sum, taxSums, type Priced } from './sale.rules.ts'
import { taxRateOf, type TaxTerms } from '#business/ledger/tax.rules.ts'

/** A bill to be created: its priced lines, its day, and its due day. */
export type NewBill = {
  id: string
  day: string
  dueOn: string
  customer: string | null
  channel: Sale['channel']
  currency: string
  tax: TaxTerms
  lines: readonly (SaleLine & Priced)[]
  /** The amount paid at once, in minor units; the caller records the payments themselves. */
  paid: number
  discountReason: string
  note: string
  inputDigest: Buffer
  /** The billing run that issues it, if any. */
  run?: string
}

/** The totals of lines, in minor units. */
export function totalsOf(lines: readonly Priced[]): Priced {
  return recordOf(['list', 'discount', 'net', 'tax', 'total'], (name) => sum(lines.map((line) => line[name])))
}

/**
 * Writes a bill under the next number, fixes the channel's commission on its lines, and posts both to the ledger; the
 * caller records its payments and its audit row. The books must be locked.
 * @returns the values of the bill's audit row
 * @throws month/closed if its day lies in a closed month
 */
export async function writeBill(ctx: TenantContext, bill: NewBill) {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const { id, lines, tax, inputDigest, dueOn, run = null, ...common } = bill
  const sale = { number: await documentNumber(trx, vendorId, 'S', bill.day), ...common, ...totalsOf(lines) }
  const { rate, rule } = await commissionFor(trx, vendorId, bill.channel, bill.day)
  const sold = lines.map((line) => ({
    ...line,
    taxRateThousandths: taxRateOf(tax, line.taxClass),
    commissionRate: rate,
    commissionRule: rule,
    commission: rateOf(line.net, rate),
  }))
  // As it is now: what becomes of the customer later changes no bill.
  const buyer = await buyerColumns(ctx, bill.customer)
  const inserted = trx.insertInto('sales').values({
    vendorId,
    id,
    ...sale,
    ...buyer,
    dueOn,
    // A bill created late is not followed by a reminder right away.
    retryOn: addDays(later(dueOn, today), reminderDays[0]),
    soldAt: now,
    soldBy: memberOf(call).userId,
    taxRate: hundredthsOf(tax.rateThousandths),
    taxRateThousandths: tax.rateThousandths,
    taxIsIncluded: tax.isIncluded,
    inputDigest,
    run,
    createdAt: now,
    updatedAt: now,
  })
  const rows = sold.map((line, position) => ({ vendorId, sale: id, position, ...line }))
  await together(trx, inserted.compile(), ...inChunks(rows).map((chunk) => trx.insertInto('saleLines').values(chunk).compile()))
  // A bill that was paid at once leaves the amounts due unchanged.
  if (sale.paid < sale.total) await noteLines(ctx, lines)
  const posting = { sourceId: id, day: bill.day, at: now, currency: bill.currency }
  await postEntries(trx, call, { ...posting, source: 'sale', moves: saleMoves(sold, bill.customer) })
  await postEntries(trx, call, { ...posting, source: 'commission', moves: commissionMoves(sold, bill.customer) })
  const taxes = taxSums(sold).filter(({ taxClass }) => taxClass !== 'standard')
  return { ...sale, lines: lines.length, ...(taxes.length > 0 ? { taxes } : {}) }
}
