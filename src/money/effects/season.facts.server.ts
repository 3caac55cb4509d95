import type { TenantContext } from '#kernel/context.ts'
import { partOf, nextSpan, periodShare } from '#timetable/enrolments/enrolment.rules.ts'
import { billingRules } from '#timetable/enrolments/billing-rules.server.ts'
import { isWaiting } from '#timetable/enrolments/next-place.rules.ts'
import type { NextPlace } from '#timetable/enrolments/next-place.server.ts'
import { taxOfBatch } from '#money/sales/sale.line.server.ts'
import { priceSale } from '#money/sales/sale.rules.ts'

/** What a place of the next season costs: a period after its discount, and its first bill with the day from which it is. */
export type SeasonPrice = { price: number; billFrom: string | null; billTotal: number | null }

/**
 * What the places of the next season of a batch cost, in their order; amounts in minor units, the bill's with tax.
 * @param endDate the last day of the season
 */
export async function seasonPrices(ctx: TenantContext, batch: string, next: readonly NextPlace[], endDate: string): Promise<SeasonPrice[]> {
  const rules = await billingRules(ctx)
  const today = await ctx.today()
  const taxes = new Map<string, Awaited<ReturnType<typeof taxOfBatch>>>()
  const prices: SeasonPrice[] = []
  for (const { place, startDate, nextChargeOn, terms, isFree } of next) {
    const { price, discount } = terms.on(nextChargeOn ?? startDate)
    const period = isFree ? 0 : price - discount
    const { priceUnit } = place
    const later = { startDate, endDate, nextChargeOn, billedThrough: null, priceUnit, freezes: [], billingDay: rules.billingDay }
    const isBilled = nextChargeOn !== null && priceUnit !== 'session' && !isWaiting(place)
    const span = isBilled ? nextSpan(later, endDate, startDate) : null
    if (!span) {
      prices.push({ price: period, billFrom: null, billTotal: null })
      continue
    }
    // A term is billed at once, with the tax of today.
    const billDay = priceUnit === 'term' ? today : span.fromDay
    const part = partOf(terms.on(span.fromDay), periodShare(later, span, rules.proration))
    const taxed = taxes.get(billDay) ?? (await taxOfBatch(ctx, batch, billDay))
    taxes.set(billDay, taxed)
    const item = { quantity: 1, unit: part.price, taxClass: taxed.taxClass, recurringDiscount: part.discount }
    const [bill] = priceSale([item], null, taxed.tax)
    prices.push({ price: period, billFrom: span.fromDay, billTotal: bill?.total ?? 0 })
  }
  return prices
}
