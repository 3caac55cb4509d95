import { add } from './money-model.journal.ts'

/** A bill as stored by the model in `money-model.ts`, and how it is shown. */

export type TaxClass = 'standard' | 'reduced' | 'zero' | 'exempt'
export type Line = {
  kind: 'batch' | 'free' | 'renewal'
  seat: number | null
  list: bigint
  discount: bigint
  net: bigint
  tax: bigint
  total: bigint
  /** The class of tax, and its rate in thousandths of a percent. */
  taxClass: TaxClass
  rate: bigint
  commission: bigint
  left: bigint
}
export type Price = Pick<Line, 'list' | 'discount' | 'net' | 'tax' | 'total' | 'taxClass' | 'rate'>
export type Payment = { method: string; amount: bigint; isReversed?: boolean }
type Credit = { number: string; amount: bigint; tax: bigint; paidBack: bigint; method: string | null }
export type Bill = { id: string; number: string; lines: Line[]; payments: Payment[]; credits: Credit[]; isVoid: boolean }

/** A request to the model: a place costs the batch's price, and `customer` is an index in the test's list. */
export type SaleRequest = {
  customer: number
  items: ('place' | { quantity: number; unit: number; taxClass: TaxClass })[]
  discount: { kind: 'amount' | 'percent'; value: number } | null
  payments: { method: string; amount: number }[]
  total: number
}

/** Largest remainder: assigns the remaining units one by one to the share that is missing the most; the first wins a tie. */
export function shared(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = add(weights)
  if (all === 0n) return weights.map((_, at) => (at === 0 ? amount : 0n))
  const parts = weights.map((weight) => (amount * weight) / all)
  const missing = weights.map((weight) => (amount * weight) % all)
  for (let rest = amount - add(parts); rest > 0n; rest--) {
    let most = 0
    for (const [at, value] of missing.entries()) if (value > (missing[most] ?? 0n)) most = at
    parts[most] = (parts[most] ?? 0n) + 1n
    missing[most] = -1n
  }
  return parts
}

export const totalOf = ({ lines }: Bill) => add(lines.map(({ total }) => total))
export const creditedOf = ({ credits }: Bill) => add(credits.map(({ amount }) => amount))
export const paidOf = ({ payments }: Bill) => add(payments.map(({ amount }) => amount))
export const refundedOf = ({ credits }: Bill) => add(credits.map(({ paidBack }) => paidBack))
export const dueOf = (bill: Bill) => (bill.isVoid ? 0n : totalOf(bill) - creditedOf(bill) - paidOf(bill) + refundedOf(bill))

/** The state that the product derives from payments and credits. */
export function stateOf(bill: Bill): string {
  if (bill.isVoid) return 'void'
  if (creditedOf(bill) > 0n && creditedOf(bill) === totalOf(bill)) return 'refunded'
  if (dueOf(bill) > 0n) return paidOf(bill) > refundedOf(bill) ? 'partiallyPaid' : 'open'
  return refundedOf(bill) > 0n ? 'partiallyRefunded' : 'paid'
}

/** A bill as the product returns it. */
export function shownAs(bill: Bill) {
  const of = (name: 'list' | 'discount' | 'net' | 'tax') => Number(add(bill.lines.map((line) => line[name])))
  return {
    number: bill.number,
    state: stateOf(bill),
    list: of('list'),
    discount: of('discount'),
    net: of('net'),
    tax: of('tax'),
    total: Number(totalOf(bill)),
    paid: Number(paidOf(bill)),
    credited: Number(creditedOf(bill)),
    refunded: Number(refundedOf(bill)),
    due: Number(dueOf(bill)),
  }
}
