import { lockBooks } from '#business/ledger/books.server.ts'
import { changedRecord } from '#kernel/changes.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { datesInput, datesRules, type Dates, type Enrolment } from './enrolment.contract.ts'
import { chargeWithin, dueFrom, frozenEnd, givesDays, givesWaiting, inOrder, periodEnd, thawed, thawedBilling } from './enrolment.rules.ts'
import { assertMayGive } from './free.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { begin, occupyingStates, write } from './enrolment.write.server.ts'
import { earlier, later } from '#lib/days.ts'
import type { Seen } from '#lib/calls.ts'

const asJson = (value: unknown) => JSON.stringify(value)

/**
 * Changes dates by hand. Days that become free need the right to give them and a reason, and have a row in the money log.
 * @throws request/invalid at `nextChargeOn` or `reason` for days that may not be given
 */
export async function updateEnrolment(
  ctx: TenantContext,
  { id, version, reason = '', ...named }: Seen & Partial<Dates> & { reason?: string | undefined },
) {
  // Before the batch, as anyone who bills holds them.
  await lockBooks(ctx.trx, ctx.vendorId)
  const { row } = await begin(ctx, { id, version }, ['waitlisted', 'active', 'frozen', 'pastDue'])
  const dates = changedRecord<Dates>(Object.keys(datesInput.shape), row, named, datesRules)
  if (dates.endDate < (await ctx.today())) throw fieldFailure('endDate', 'enrolments.endDate.past')
  const columns = { ...dates, nextChargeOn: chargeWithin(dates.startDate, dates.nextChargeOn) }
  const gives = row.state === 'waitlisted' ? givesWaiting : givesDays
  if (!gives(row, { ...row, ...columns })) return write(ctx, 'update', row, columns)
  assertMayGive(ctx, 'nextChargeOn', reason)
  return write(ctx, 'update', row, columns, reason)
}

/** The end that `keep` would give back to an enrolment that ends with its period; no answer shows it. */
function hiddenEnd({ trx, vendorId }: TenantContext, { id }: Enrolment): Promise<{ plannedEnd: string | null }> {
  return trx.selectFrom('enrolments').select('plannedEnd').where('vendorId', '=', vendorId).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Freezes from today or a later day, to the batch's last day at most; the end, a later charge and what is billed of later days move by as many days. */
export async function freeze(ctx: TenantContext, { id, version, from, to }: Seen & { from: string; to: string }): Promise<Enrolment> {
  const { row } = await begin(ctx, { id, version }, ['active', 'pastDue'])
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

/** Ends the running freeze today, or takes back the next one that is coming. */
export async function unfreeze(ctx: TenantContext, seen: Seen): Promise<Enrolment> {
  const today = await ctx.today()
  const { row } = await begin(ctx, seen, ['active', 'pastDue', 'frozen'])

  const span = inOrder(row.freezes).find(({ to }) => to >= today)
  if (!span) throw failure('enrolment/state')
  const left = thawed(row.endDate, span, today)
  const freezes = [...row.freezes.filter((other) => other !== span), ...(left.freeze ? [left.freeze] : [])]
  // Dates that were changed by hand since may be too early to give the days back in full.
  // An end that lies before the freeze was never moved by it.
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

/** Lets an enrolment run to the end of the period that is paid or running, and no longer. @param latest no day after this one */
export async function endAfterPeriod(ctx: TenantContext, row: Enrolment, reason: string | null, latest = row.endDate): Promise<Enrolment> {
  const today = await ctx.today()
  const endDate = earlier(periodEnd(row, today), latest)
  return write(ctx, 'cancelAtPeriodEnd', row, { cancelAtPeriodEnd: true, plannedEnd: row.endDate, endDate, reason })
}

/** Ends an enrolment today, or lets it run to the end of the period that is paid. */
export async function cancelEnrolment(
  ctx: TenantContext,
  { when, reason, ...seen }: Seen & { when: 'now' | 'periodEnd'; reason: string },
): Promise<Enrolment> {
  const today = await ctx.today()
  const { row } = await begin(ctx, seen, [...occupyingStates, 'offered', 'waitlisted'])

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

/** Takes back a cancellation at the period's end. Months that were billed to that end go on after it. */
export async function keep(ctx: TenantContext, seen: Seen): Promise<Enrolment> {
  const { row } = await begin(ctx, seen, occupyingStates)
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
