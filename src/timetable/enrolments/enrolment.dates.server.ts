import { lockBooks } from '#business/ledger/books.server.ts'
import { changedRecord } from '#kernel/changes.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { datesInput, datesRules, type Dates, type Enrolment } from './enrolment.contract.ts'
import { chargeWithin, dueFrom, givesDays, givesWaiting, isFree, occupyingStates, periodEnd } from './enrolment.rules.ts'
import { assertMayGive } from './free.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { lockEnrolment, write } from './enrolment.write.server.ts'
import { addKind } from './terms.server.ts'
import { earlier, later } from '#lib/days.ts'
import type { Seen } from '#lib/calls.ts'

/**
 * Changes dates by hand. Giving days for free needs the right and a reason, and has a row in the money log, as has the reason
 * of a place that was free without one.
 * @throws customer/blocked: their days count again from the day of the unblocking; request/invalid at `nextChargeOn` or `reason` for days that may not be given for free
 */
export async function updateEnrolment(
  ctx: TenantContext,
  { id, version, reason = '', ...named }: Seen & Partial<Dates> & { reason?: string | undefined },
) {
  // Locked before the batch, in the same order as all billing.
  await lockBooks(ctx.trx, ctx.vendorId)
  const { row } = await lockEnrolment(ctx, { id, version }, ['waitlisted', 'active', 'frozen', 'pastDue'])
  if (row.isBlocked) throw failure('customer/blocked')
  const dates = changedRecord<Dates>(Object.keys(datesInput.shape), row, named, datesRules)
  if (dates.endDate < (await ctx.today())) throw fieldFailure('endDate', 'enrolments.endDate.past')
  const columns = { ...dates, nextChargeOn: chargeWithin(dates.startDate, dates.nextChargeOn) }
  const gives = row.state === 'waitlisted' ? givesWaiting : givesDays
  const after = { ...row, ...columns }
  const isGiven = gives(row, after)
  const isExplained = row.isUnpriced && isFree(after) && reason !== ''
  if (isGiven || isExplained) assertMayGive(ctx, 'nextChargeOn', reason)
  if (isFree(after) !== isFree(row) || isExplained) {
    const from = later(await ctx.today(), after.startDate)
    await (isFree(after) ? addKind(ctx, row, from, 'free', reason || null) : addKind(ctx, row, from, 'paid', null))
  }
  return write(ctx, 'update', row, columns, ...(isGiven || isExplained ? [reason] : []))
}

/** The end that `keep` would restore for an enrolment cancelled at the period's end; no response contains it. */
export function hiddenEnd({ trx, vendorId }: TenantContext, { id }: Enrolment): Promise<{ plannedEnd: string | null }> {
  return trx.selectFrom('enrolments').select('plannedEnd').where('vendorId', '=', vendorId).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Lets an enrolment run to the end of the paid or running period, and no longer. @param latest the latest new end */
export async function endAfterPeriod(ctx: TenantContext, row: Enrolment, reason: string | null, latest = row.endDate): Promise<Enrolment> {
  const today = await ctx.today()
  const endDate = earlier(periodEnd(row, today), latest)
  return write(ctx, 'cancelAtPeriodEnd', row, { cancelAtPeriodEnd: true, plannedEnd: row.endDate, endDate, reason })
}

/** Ends an enrolment today, or at the end of the paid period. */
export async function cancelEnrolment(
  ctx: TenantContext,
  { when, reason, ...seen }: Seen & { when: 'now' | 'periodEnd'; reason: string },
): Promise<Enrolment> {
  const today = await ctx.today()
  const { row } = await lockEnrolment(ctx, seen, [...occupyingStates, 'offered', 'waitlisted'])

  if (when === 'periodEnd' && occupyingStates.includes(row.state)) {
    if (row.cancelAtPeriodEnd) throw failure('enrolment/state')
    return endAfterPeriod(ctx, row, reason)
  }
  return write(ctx, 'cancel', row, {
    state: 'cancelled',
    offeredUntil: null,
    reason,
    endDate: occupyingStates.includes(row.state) ? later(row.startDate, earlier(row.endDate, today)) : row.startDate,
  })
}

/** Undoes a cancellation at the period's end. Monthly billing that stopped at that end continues after it. */
export async function keep(ctx: TenantContext, seen: Seen): Promise<Enrolment> {
  const { row } = await lockEnrolment(ctx, seen, occupyingStates)
  if (!row.cancelAtPeriodEnd) throw failure('enrolment/state')
  const { plannedEnd } = await hiddenEnd(ctx, row)
  const endDate = later(row.startDate, plannedEnd ?? row.endDate)
  const due = row.priceUnit === 'month' ? dueFrom(row) : null
  return write(ctx, 'keep', row, {
    cancelAtPeriodEnd: false,
    endDate,
    plannedEnd: null,
    nextChargeOn: row.nextChargeOn ?? (due !== null && due <= endDate ? due : null),
    reason: null,
  })
}
