import { type TenantContext } from '#kernel/context.ts'
import { billingRules } from '#timetable/enrolments/billing-rules.server.ts'
import { daysResumed, type BatchTax } from './charges.rules.ts'
import { paidLines, resumedLines } from './effect.facts.server.ts'
import { taxOfBatch } from '#money/sales/sale.line.server.ts'
import { daysLost, type Proposal } from './effects.rules.ts'
import type { TakenPlace } from './paid-days.rules.ts'

/** What places lose by an act, between two readings of them. */
export async function lostDays(
  ctx: TenantContext,
  act: Parameters<typeof daysLost>[0],
  before: readonly TakenPlace[],
  after: readonly TakenPlace[],
): Promise<Proposal[]> {
  const places = after.flatMap((place) => {
    const was = before.find(({ id }) => id === place.id)
    return was ? [{ before: was, after: place }] : []
  })
  const lines = await paidLines(
    ctx,
    places.map(({ after: { id } }) => id),
  )
  return daysLost(act, places, lines, (await billingRules(ctx)).proration)
}

/** What is charged for days of places that count again from today on, after acts of a kind had credited them. */
export async function resumedDays(ctx: TenantContext, act: 'block' | 'dates', places: readonly TakenPlace[]): Promise<Proposal[]> {
  const today = await ctx.today()
  const credits = await resumedLines(
    ctx,
    act,
    places.map(({ id }) => id),
  )
  const taxes = new Map<string, BatchTax>()
  for (const batch of new Set(places.map((place) => place.batch))) {
    const { tax, rateThousandths } = await taxOfBatch(ctx, batch, today)
    taxes.set(batch, { rateThousandths, isIncluded: tax.isIncluded })
  }
  return daysResumed(places, credits, today, taxes)
}
