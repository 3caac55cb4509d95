import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { earlier } from '#lib/days.ts'
import { partOf, nextSpan, periodShare } from '#timetable/enrolments/enrolment.rules.ts'
import { billingRules } from '#timetable/enrolments/billing-rules.server.ts'
import { isWaiting } from '#timetable/enrolments/next-place.rules.ts'
import type { NextPlace, StandingPlace } from '#timetable/enrolments/next-place.server.ts'
import { termsOf } from '#money/sales/sale.line.server.ts'
import { priceSale } from '#money/sales/sale.rules.ts'
import { paidLines, placesOf } from './effect.facts.server.ts'
import { count, earlierDays, paidDays, unusedFrom } from './paid-days.rules.ts'

/** The last day that an act credited or voided for some places, or that a member decided not to credit, by place. */
async function decidedThrough({ trx, vendorId }: TenantContext, places: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ enrolment: string; toDay: string }>`
    select l."enrolment", max(l."toDay") as "toDay" from "effectLines" l
    join "effects" f on f."vendorId" = ${vendorId} and f."id" = l."effect" and f."reversedAt" is null
    where l."vendorId" = ${vendorId} and l."enrolment" = any(${places}::uuid[]) and l."kind" <> 'charge' group by 1`.execute(trx)
  return new Map(rows.map(({ enrolment, toDay }) => [enrolment, toDay]))
}

/**
 * How many days places are paid for past their last one, by place: a freeze or an earlier end of the batch credits such
 * days, so that only those are left for which no act did.
 * @param batchEnd the last day of their batch
 */
export async function daysPaidPast(ctx: TenantContext, places: readonly StandingPlace[], batchEnd: string): Promise<Map<string, number>> {
  const ids = places.flatMap((place) =>
    !isWaiting(place) && place.priceUnit === 'month' && (place.billedThrough ?? '') > earlier(place.endDate, batchEnd) ? place.id : [],
  )
  if (ids.length === 0) return new Map()
  const [taken, lines, decided] = [await placesOf(ctx, ids), await paidLines(ctx, ids), await decidedThrough(ctx, ids)]
  return new Map(
    taken.map((place) => {
      const own = lines.filter(({ enrolment }) => enrolment === place.id)
      const ranges = own.flatMap((line) => paidDays(place, line, own))
      const isDecided = (decided.get(place.id) ?? '') >= unusedFrom(place)
      return [place.id, isDecided ? 0 : count(ranges) - earlierDays(ranges, unusedFrom(place))]
    }),
  )
}

/** What a place of the next season costs: a period after its discount, and its first bill with the day from which it is. */
export type SeasonPrice = { price: number; billFrom: string | null; billTotal: number | null }

/**
 * What the places of the next season cost, in their order; amounts in minor units, the bill's with tax.
 * @param endDate the last day of the season
 */
export async function seasonPrices(ctx: TenantContext, next: readonly NextPlace[], endDate: string): Promise<SeasonPrice[]> {
  const rules = await billingRules(ctx)
  const taxes = new Map<string, Promise<Awaited<ReturnType<typeof termsOf>>['tax']>>()
  const taxOf = (day: string) => {
    const known = taxes.get(day) ?? termsOf(ctx.trx, ctx.vendorId, day).then(({ tax }) => tax)
    taxes.set(day, known)
    return known
  }
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
    const part = partOf(terms.on(span.fromDay), periodShare(later, span, rules.proration))
    const [bill] = priceSale([{ quantity: 1, unit: part.price, recurringDiscount: part.discount }], null, await taxOf(span.fromDay))
    prices.push({ price: period, billFrom: span.fromDay, billTotal: bill?.total ?? 0 })
  }
  return prices
}
