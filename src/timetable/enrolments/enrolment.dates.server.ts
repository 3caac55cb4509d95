import { lockBooks } from '#business/ledger/books.server.ts'
import { changedRecord } from '#kernel/changes.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { datesInput, datesRules, type Dates, type Enrolment } from './enrolment.contract.ts'
import { chargeWithin, dueFrom, frozenEnd, givesDays, givesWaiting, inOrder, periodEnd, thawed, thawedBilling } from './enrolment.rules.ts'
import { assertMayGive } from './free.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { lockEnrolment, occupyingStates, write } from './enrolment.write.server.ts'
import { earlier, later } from '#lib/days.ts'
import type { Seen } from '#lib/calls.ts'

const asJson = (value: unknown) => JSON.stringify(value)

/**
 * Changes dates by hand. Giving days for free needs the right and a reason, and has a row in the money log.
 * @throws request/invalid at `nextChargeOn` or `reason` for days that may not be given for free
 */
export async function updateEnrolment(
  ctx: TenantContext,
  { id, version, reason = '', ...named }: Seen & Partial<Dates> & { reason?: string | undefined },
) {
  // Locked before the batch, in the same order as all billing.
  await lockBooks(ctx.trx, ctx.vendorId)
  const { row } = await lockEnrolment(ctx, { id, version }, ['waitlisted', 'active', 'frozen', 'pastDue'])
  const dates = changedRecord<Dates>(Object.keys(datesInput.shape), row, named, datesRules)
  if (dates.endDate < (await ctx.today())) throw fieldFailure('endDate', 'enrolments.endDate.past')
  const columns = { ...dates, nextChargeOn: chargeWithin(dates.startDate, dates.nextChargeOn) }
  const gives = row.state === 'waitlisted' ? givesWaiting : givesDays
  if (!gives(row, { ...row, ...columns })) return write(ctx, 'update', row, columns)
  assertMayGive(ctx, 'nextChargeOn', reason)
  return write(ctx, 'update', row, columns, reason)
}

/** The end that `keep` would restore for an enrolment cancelled at the period's end; no response contains it. */
function hiddenEnd({ trx, vendorId }: TenantContext, { id }: Enrolment): Promise<{ plannedEnd: string | null }> {
  return trx.selectFrom('enrolments').select('plannedEnd').where('vendorId', '=', vendorId).where('id', '=', id).executeTakeFirstOrThrow()
}

/**
 * Freezes from today or a later day, to the batch's last day at most. The end, a later charge and later billed days
 * move by as many days.
 */
export async function freeze(ctx: TenantContext, { id, version, from, to }: Seen & { from: string; to: string }): Promise<Enrolment> {
  const { row } = await lockEnrolment(ctx, { id, version }, ['active', 'pastDue'])
  if (to > row.batchEnd) throw fieldFailure('to', 'enrolments.freeze.batchEnd')
  if (from < (await ctx.today())) throw fieldFailure('from', 'enrolments.freeze.past')
  if (from > row.endDate) throw fieldFailure('from', 'enrolments.freeze.ended')
  if (row.freezes.some((other) => other.from <= to && from <= other.to)) throw fieldFailure('from', 'enrolments.freeze.twice')
  const charge = row.nextChargeOn !== null && row.nextChargeOn >= from ? { nextChargeOn: frozenEnd(row.nextChargeOn, { from, to }) } : {}
  const { billedThrough } = row
  const hidden = await hiddenEnd(ctx, row)
  const { plannedEnd } = hidden
  return write(
    ctx,
    'freeze',
    { ...row, ...hidden },
    {
      freezes: asJson([...row.freezes, { from, to }]),
      endDate: frozenEnd(row.endDate, { from, to }),
      ...(plannedEnd === null ? {} : { plannedEnd: frozenEnd(plannedEnd, { from, to }) }),
      ...(billedThrough === null || billedThrough < from ? {} : { billedThrough: frozenEnd(billedThrough, { from, to }) }),
      ...charge,
    },
  )
}

/** Ends the running freeze today, or removes the next planned one. */
export async function unfreeze(ctx: TenantContext, seen: Seen): Promise<Enrolment> {
  const today = await ctx.today()
  const { row } = await lockEnrolment(ctx, seen, ['active', 'pastDue', 'frozen'])

  const span = inOrder(row.freezes).find(({ to }) => to >= today)
  if (!span) throw failure('enrolment/state')
  const left = thawed(row.endDate, span, today)
  const freezes = [...row.freezes.filter((other) => other !== span), ...(left.freeze ? [left.freeze] : [])]
  // Dates edited by hand since the freeze may be too early to restore all its days.
  // The freeze never moved an end that lies before it.
  const end = (day: string) => (day < span.from ? day : later(later(row.startDate, today), thawed(day, span, today).endDate))
  const hidden = await hiddenEnd(ctx, row)
  const { plannedEnd } = hidden
  return write(
    ctx,
    'unfreeze',
    { ...row, ...hidden },
    {
      freezes: asJson(freezes),
      endDate: end(row.endDate),
      ...(plannedEnd === null ? {} : { plannedEnd: end(plannedEnd) }),
      ...thawedBilling(row, span, today),
    },
  )
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
