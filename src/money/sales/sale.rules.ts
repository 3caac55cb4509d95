import type { Role } from '#lib/roles.ts'
import { discountOf, split, taxOf, taxWithin, wholeRate, type Discount } from '#lib/amounts.ts'
import { taxClasses, taxRateOf, type TaxClass, type TaxTerms } from '#business/ledger/tax.rules.ts'
import type { LedgerAccount } from '#business/ledger/ledger.rules.ts'
import type { Payment, Sale, SaleDetail } from './sale.contract.ts'

/** What is sold: `unit` in minor units, before discounts and, where prices do not include it, before tax; `recurringDiscount` is its place's own, in minor units. */
export type PricedItem = { quantity: number; unit: number; taxClass: TaxClass; recurringDiscount?: number }

/** The amounts of an item, in minor units: net + tax = total, and list − discount = net, all without tax but `total`. */
export type Priced = { list: number; discount: number; net: number; tax: number; total: number }

/** The account that money of a method comes to and leaves from; the marketplace holds its money until it is paid out. */
export const accountOf = (method: Payment['method']): LedgerAccount =>
  method === 'marketplace' ? 'marketplaceReceivable' : method === 'credit' ? 'customerCredit' : 'cash'

/** The largest discount that a role may give, in hundredths of a percent (product 4: no limit for the owner, the others up to theirs). */
export const discountLimits: Record<Role, number> = { owner: wholeRate, manager: 3000, frontDesk: 1000, trainer: 0, accountant: 0 }

/** The most that a role may credit on one bill, in whole currency units; null for no limit. */
export const refundLimits: Record<Role, number | null> = { owner: null, manager: 1000, frontDesk: 100, trainer: 0, accountant: 0 }

/**
 * Prices a sale (product 5). The discount is split by the price of each item, and its parts sum to it exactly; tax is
 * rounded once per item, at the rate of its class.
 */
export function priceSale(items: readonly PricedItem[], discount: Discount | null, tax: TaxTerms): Priced[] {
  const gross = items.map(({ quantity, unit }) => quantity * unit)
  const reduced = items.map(({ recurringDiscount = 0 }, index) => Math.max((gross[index] ?? 0) - recurringDiscount, 0))
  const shares = split(discount ? discountOf(sum(reduced), discount) : 0, reduced)
  return items.map(({ taxClass }, index) => {
    const rate = taxRateOf(tax, taxClass)
    const without = (amount: number) => (tax.isIncluded ? amount - taxWithin(amount, rate) : amount)
    const amount = gross[index] ?? 0
    const paid = (reduced[index] ?? 0) - (shares[index] ?? 0)
    const net = without(paid)
    const list = without(amount)
    const taxed = tax.isIncluded ? paid - net : taxOf(paid, rate)
    return { list, discount: list - net, net, tax: taxed, total: net + taxed }
  })
}

/** The amounts of each of several equal places of a priced item; the parts sum to it exactly. */
export function pricePlaces({ discount, tax, total }: Priced, count: number): Priced[] {
  const even = (amount: number) =>
    split(
      amount,
      Array.from({ length: count }, () => 1),
    )
  const [discounts, taxes] = [even(discount), even(tax)]
  return even(total).map((part, at) => {
    const [off, taxed] = [discounts[at] ?? 0, taxes[at] ?? 0]
    const net = part - taxed
    return { list: net + off, discount: off, net, tax: taxed, total: part }
  })
}

/** What lines of one class and rate come to, in minor units; the rate in thousandths of a percent. */
export type TaxSum = { taxClass: TaxClass; taxRateThousandths: number; net: number; tax: number }

/** The lines' sums by class and rate, the highest rate first; a rate of 0 that is standard is no tax and has none. */
export function taxSums(lines: readonly TaxSum[]): TaxSum[] {
  const groups = Map.groupBy(lines, ({ taxClass, taxRateThousandths }) => `${taxClass} ${taxRateThousandths}`)
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      const { taxClass = 'standard', taxRateThousandths = 0 } = first ?? {}
      const sums = { net: sum(group.map(({ net }) => net)), tax: sum(group.map(({ tax }) => tax)) }
      return taxRateThousandths === 0 && taxClass === 'standard' ? [] : [{ taxClass, taxRateThousandths, ...sums }]
    })
    .toSorted((a, b) => b.taxRateThousandths - a.taxRateThousandths || taxClasses.indexOf(a.taxClass) - taxClasses.indexOf(b.taxClass))
}

/** The sum of amounts in minor units. */
export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

type Shown = SaleDetail['items'][number]

/**
 * The items of a bill as agreed: the places of a quote are one item with all their enrolments. Two first lines of one
 * batch in a bill are such places, since a person has only one place there.
 */
export function placesTogether(lines: readonly Shown[]): Shown[] {
  const groups = Map.groupBy(lines, ({ kind, batch, position }) => (kind === 'batch' && batch ? batch : position))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first || group.length === 1) return group
    const all = (name: 'quantity' | keyof Priced | 'commission') => sum(group.map((line) => line[name]))
    const sums = { list: all('list'), discount: all('discount'), net: all('net'), tax: all('tax'), total: all('total') }
    const enrolments = group.flatMap(({ enrolment }) => enrolment ?? [])
    return [{ ...first, ...sums, quantity: all('quantity'), commission: all('commission'), enrolments }]
  })
}

/** The amount still due on a sale: its total less credits, and less payments that were not refunded. */
export function dueOf({ total, credited, paid, refunded }: { total: number; credited: number; paid: number; refunded: number }): number {
  return total - credited - (paid - refunded)
}

/** The remaining worth of a bill: the most that can be credited. */
export const worthOf = ({ total, credited }: Pick<Sale, 'total' | 'credited'>) => total - credited

/**
 * Whether a payment of a bill can be reversed: a desk payment that stands, while nothing of the bill was refunded.
 * Only the marketplace reports on its own payments.
 */
export function isReversible(
  sale: Pick<Sale, 'refunded'>,
  { method, reverses, reversedOn }: Pick<Payment, 'method' | 'reverses' | 'reversedOn'>,
): boolean {
  return sale.refunded === 0 && method !== 'marketplace' && reverses === null && reversedOn === null
}

const saleActions = ['pay', 'refund', 'void', 'send'] as const
/** The actions on a bill, by the names of the calls. */
export type SaleAction = (typeof saleActions)[number]

/** The actions that a bill's state and the role allow a member (product 4, sell and refund). @param may whether the role may make a call */
export function actionsOf(
  sale: Pick<Sale, 'state' | 'customer' | 'total' | 'paid' | 'credited' | 'due'>,
  may: (call: `sales.${SaleAction}`) => boolean,
): SaleAction[] {
  const isVoid = sale.state === 'void'
  const fits = {
    pay: sale.due > 0,
    refund: !isVoid && worthOf(sale) > 0,
    void: !isVoid && sale.paid === 0 && sale.credited === 0,
    send: sale.customer !== null,
  }
  return saleActions.filter((action) => fits[action] && may(`sales.${action}`))
}

/** The amounts of a line before credits, in minor units. */
type Creditable = { net: number; tax: number; total: number; commission: number }

/** A line's part of a credit. */
export type CreditPart = { net: number; tax: number; commission: number }

/** A credit of a bill, in minor units: on the line at a position, or on all its lines; negative where it reverses another. */
export type LineCredit = { amount: number; line: number | null }

/** a × b ÷ c rounded down, so that parts that add up to c yield parts that add up to a. */
const portion = (a: number, b: number, c: number) => (c === 0 ? 0 : Number((BigInt(a) * BigInt(b)) / BigInt(c)))

/** What is credited on each line so far, in minor units. */
export const creditedOf = (lines: readonly Creditable[], credits: readonly LineCredit[]): number[] =>
  credits.reduce<number[]>(
    (credited, credit) => added(credited, sharesOf(lines, credited, credit)),
    lines.map(() => 0),
  )

const added = (to: readonly number[], more: readonly number[]) => to.map((amount, at) => amount + (more[at] ?? 0))

/** A credit's share of each line: all of it on its own line, else by the remaining worth of each. */
function sharesOf(lines: readonly Creditable[], credited: readonly number[], { amount, line }: LineCredit): number[] {
  if (line !== null) return lines.map((_, at) => (at === line ? amount : 0))
  return split(
    amount,
    lines.map(({ total }, at) => total - (credited[at] ?? 0)),
  )
}

/** The tax of each credit note of a bill by class and rate, for its lines and its notes in their order. */
export function noteTaxes(lines: readonly (Creditable & Omit<TaxSum, 'net' | 'tax'>)[], credits: readonly LineCredit[]): TaxSum[][] {
  return credits.map((credit, at) => {
    const parts = creditParts(lines, credits.slice(0, at), credit)
    return taxSums(
      lines.flatMap(({ taxClass, taxRateThousandths }, line) => (parts[line] ? [{ taxClass, taxRateThousandths, ...parts[line] }] : [])),
    ).filter(({ net, tax }) => net !== 0 || tax !== 0)
  })
}

/**
 * Splits a credit over a sale's lines. The parts of all credits of a line sum to the line exactly, whatever their
 * amounts.
 * @param earlier the earlier credits, oldest first
 * @param credit at most the remaining worth of the sale, or of its line
 */
export function creditParts(lines: readonly Creditable[], earlier: readonly LineCredit[], credit: LineCredit): CreditPart[] {
  let credited = lines.map(() => 0)
  let parts: CreditPart[] = []
  for (const one of [...earlier, credit]) {
    const shares = sharesOf(lines, credited, one)
    parts = lines.map((line, index) => {
      const [from, share] = [credited[index] ?? 0, shares[index] ?? 0]
      const between = (whole: number) => portion(whole, from + share, line.total) - portion(whole, from, line.total)
      const tax = between(line.tax)
      return { net: share - tax, tax, commission: between(line.commission) }
    })
    credited = added(credited, shares)
  }
  return parts
}
