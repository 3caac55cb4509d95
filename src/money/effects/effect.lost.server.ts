import { type TenantContext } from '#kernel/context.ts'
import { billingRules } from '#timetable/enrolments/billing-rules.server.ts'
import { paidLines } from './effect.facts.server.ts'
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
