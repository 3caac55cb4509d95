import type { Batch } from '#timetable/batches/batch.contract.ts'
import { priceFrom } from '#timetable/batches/batch.rules.ts'
import type { BillingRules } from '#timetable/enrolments/billing-rules.contract.ts'
import { firstBill, partOf } from '#timetable/enrolments/enrolment.rules.ts'
import type { SellInput } from './sale.contract.ts'
import type { Discount } from '#lib/amounts.ts'
import { paidWith } from '#business/ledger/money-account.rules.ts'
import { taxRateOf, type TaxClass, type TaxTerms } from '#business/ledger/tax.rules.ts'
import { dueOf, priceSale, sum, taxSums, type TaxSum } from './sale.rules.ts'

/**
 * What a new place costs at first, in minor units, and its days where they are a part of a period (decision 44).
 * @param startDate its first day
 */
export function firstPrice(batch: Batch, startDate: string, rules: BillingRules) {
  const price = priceFrom(batch, startDate)
  const first = firstBill(batch, { startDate }, rules)
  if (!first || first.share.days === first.share.of) return { price, part: null }
  return { price: partOf({ price, discount: 0 }, first.share).price, part: first }
}

/** One line as typed; amounts are minor units, or the text while it is no valid amount. */
export type ItemValue = {
  key: string
  kind: 'batch' | 'free'
  batch: string
  text: string
  quantity: number | string
  unit: number | string
  /** Missing in a draft from before tax classes: standard. */
  taxClass?: TaxClass
}
/** One payment as typed; `method` may name an account too. Without an amount it covers what the others leave. */
export type PaymentValue = { key: string; method: string; amount: number | string; reference: string }

/** The values of the sell form. */
export type SellValues = {
  customer: string
  items: ItemValue[]
  discount: { kind: 'percent' | 'amount'; value: number | string }
  discountReason: string
  payments: PaymentValue[]
  note: string
}

const whole = (value: number | string) => (typeof value === 'number' ? value : 0)

/** The discount as the call's input: percent in hundredths; null if nothing is typed. */
function discountIn({ kind, value }: SellValues['discount']): { kind: Discount['kind']; value: number | string } | null {
  if (value === '') return null
  return { kind, value: kind === 'percent' && typeof value === 'number' ? Math.round(value * 100) : value }
}

/** The totals of the sale as typed so far, line by line; a value that is not typed yet counts as zero. */
export function billOf(
  values: SellValues,
  offers: ReadonlyMap<string, { price: number; taxClass: TaxClass }>,
  tax: TaxTerms,
): { gross: number[]; total: number; taxes: TaxSum[]; discount: number; paid: number; due: number } {
  const items = values.items.map((item) =>
    item.kind === 'batch'
      ? { quantity: 1, unit: offers.get(item.batch)?.price ?? 0, taxClass: offers.get(item.batch)?.taxClass ?? 'standard' }
      : { quantity: whole(item.quantity), unit: whole(item.unit), taxClass: item.taxClass ?? ('standard' as const) },
  )
  const off = discountIn(values.discount)
  const discount = off && typeof off.value === 'number' && off.value > 0 ? { ...off, value: off.value } : null
  const lines = priceSale(items, discount, tax)
  const taxed = items.map(({ taxClass }) => ({ taxClass, taxRateThousandths: taxRateOf(tax, taxClass) }))
  const total = sum(lines.map((line) => line.total))
  const paid = sum(paymentsOf(values.payments, total).map(({ amount }) => whole(amount)))
  const gross = items.map(({ quantity, unit }) => quantity * unit)
  return {
    gross,
    total,
    taxes: taxSums(lines.flatMap((line, at) => (taxed[at] ? [{ ...line, ...taxed[at] }] : []))),
    discount: sum(gross) - (tax.isIncluded ? total : sum(lines.map(({ net }) => net))),
    paid,
    due: dueOf({ total, credited: 0, paid, refunded: 0 }),
  }
}

/** The payments with their amounts: the first one without an amount covers what the others leave. */
function paymentsOf(
  payments: readonly PaymentValue[],
  total: number,
): { method: string; account: string | null; amount: number | string; reference: string }[] {
  const entered = payments.filter(({ method }) => method !== '')
  let left = total - sum(entered.map(({ amount }) => whole(amount)))
  return entered.flatMap(({ method, amount, reference }) => {
    const rest = amount === '' ? Math.max(left, 0) : amount
    if (amount === '') left = 0
    return rest === 0 && amount === '' ? [] : [{ ...paidWith(method), amount: rest, reference }]
  })
}

/** The form's values as the call's input. @param total the total that the seller sees */
export function sellInputOf(values: SellValues, total: number): Record<keyof Omit<SellInput, 'id'>, unknown> {
  return {
    customer: values.customer || null,
    items: values.items.map((item) =>
      item.kind === 'batch'
        ? { kind: 'batch', batch: item.batch }
        : { kind: 'free', text: item.text, quantity: item.quantity, unit: item.unit, taxClass: item.taxClass },
    ),
    discount: discountIn(values.discount),
    discountReason: values.discountReason,
    payments: paymentsOf(values.payments, total),
    note: values.note,
    total,
  }
}
