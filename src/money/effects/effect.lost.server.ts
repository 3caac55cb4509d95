import { type TenantContext } from '#kernel/context.ts'
import { billingRules } from '#timetable/enrolments/billing-rules.server.ts'
import { daysResumed } from './charges.rules.ts'
import { paidLines, resumedLines } from './effect.facts.server.ts'
import { taxRateOf } from '#business/ledger/tax.rules.ts'
import { aboutBatch, termsOf } from '#money/sales/sale.line.server.ts'
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
  const { tax } = await termsOf(ctx.trx, ctx.vendorId, today)
  const credits = await resumedLines(
    ctx,
    act,
    places.map(({ id }) => id),
  )
  const batches = [...new Set(places.map(({ batch }) => batch))]
  const rates = new Map<string, number>()
  for (const batch of batches) rates.set(batch, taxRateOf(tax, (await aboutBatch(ctx.trx, ctx.vendorId, batch, today)).taxClass))
  const { rateThousandths, isIncluded } = tax
  return daysResumed(places, credits, today, (batch) => ({ rateThousandths: rates.get(batch) ?? rateThousandths, isIncluded }))
}
