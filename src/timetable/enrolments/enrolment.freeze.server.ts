import { lockBooks } from '#business/ledger/books.server.ts'
import { memberOf } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { askAny } from '#kernel/guards.ts'
import { later } from '#lib/days.ts'
import type { Seen } from '#lib/calls.ts'
import type { Enrolment, FreezeInput } from './enrolment.contract.ts'
import { hiddenEnd } from './enrolment.dates.server.ts'
import { placeAttended } from './enrolment.guards.ts'
import { frozenEnd, giverRoles, inOrder, thawed, thawedBilling } from './enrolment.rules.ts'
import { predecessorsOf } from './moved.server.ts'
import { lockEnrolment, write } from './enrolment.write.server.ts'
import { assertMayGive } from './free.server.ts'

const asJson = (value: unknown) => JSON.stringify(value)

/**
 * Checks a freeze of days that are over: it gives paid days back, so it needs the right and a reason, and no month may be
 * closed in them.
 */
async function assertMayFreezePast(ctx: TenantContext, row: Enrolment, { from }: FreezeInput, reason: string): Promise<void> {
  assertMayGive(ctx, 'from', reason)
  if (from < row.startDate) throw fieldFailure('from', 'enrolments.freeze.begun')
  const { closedThrough } = await lockBooks(ctx.trx, ctx.vendorId)
  if (closedThrough !== null && from <= closedThrough) throw fieldFailure('from', 'enrolments.freeze.closed')
}

/** Checks that no session was attended in some days, at a place or at one that it followed by moves: a bill of either pays for them. */
async function assertNotAttended(ctx: TenantContext, id: string, span: { from: string; to: string }): Promise<void> {
  for (const enrolment of (await predecessorsOf(ctx, [id])).keys())
    if (await askAny(ctx, placeAttended, { enrolment, ...span })) throw fieldFailure('from', 'enrolments.freeze.attended')
}

/**
 * Freezes days, to the batch's last day at most. The end, a later charge and later billed days move by as many days. A
 * freeze is stored with the number of the ledger's entries, which says which bills are older. The books must be locked.
 * @param call `reason` explains why days that are over are frozen, and is needed for these alone
 * @throws request/invalid at `from`, `to` or `reason`
 */
export async function freeze(
  ctx: TenantContext,
  { id, version, from, to, reason = '' }: Seen & FreezeInput & { reason?: string | undefined },
): Promise<Enrolment> {
  const { row } = await lockEnrolment(ctx, { id, version }, ['active', 'pastDue'])
  if (row.isBlocked) throw failure('customer/blocked')
  if (to > row.batchEnd) throw fieldFailure('to', 'enrolments.freeze.batchEnd')
  if (from > row.endDate) throw fieldFailure('from', 'enrolments.freeze.ended')
  if (row.freezes.some((other) => other.from <= to && from <= other.to)) throw fieldFailure('from', 'enrolments.freeze.twice')
  const today = await ctx.today()
  const isPast = from < today
  if (isPast) await assertMayFreezePast(ctx, row, { from, to }, reason)
  // The person may have been at a session of today, too.
  if (from <= today) await assertNotAttended(ctx, row.id, { from, to })
  const charge = row.nextChargeOn !== null && row.nextChargeOn >= from ? { nextChargeOn: frozenEnd(row.nextChargeOn, { from, to }) } : {}
  const { billedThrough } = row
  const hidden = await hiddenEnd(ctx, row)
  const { plannedEnd } = hidden
  const { entries } = await lockBooks(ctx.trx, ctx.vendorId)
  return write(
    ctx,
    'freeze',
    { ...row, ...hidden },
    {
      freezes: asJson([...row.freezes, { from, to, entries }]),
      endDate: frozenEnd(row.endDate, { from, to }),
      ...(plannedEnd === null ? {} : { plannedEnd: frozenEnd(plannedEnd, { from, to }) }),
      ...(billedThrough === null || billedThrough < from ? {} : { billedThrough: frozenEnd(billedThrough, { from, to }) }),
      ...charge,
    },
    ...(isPast ? [reason] : []),
  )
}

/**
 * Ends the running freeze today, or removes the next planned one.
 * @param call `from` names the first day of a freeze that is over, which is removed as a whole
 * @throws enrolment/state without such a freeze, request/invalid at `from` for a role that may not remove it
 */
export async function unfreeze(ctx: TenantContext, { from, ...seen }: Seen & { from?: string | undefined }): Promise<Enrolment> {
  const today = await ctx.today()
  const { row } = await lockEnrolment(ctx, seen, ['active', 'pastDue', 'frozen'])
  if (row.isBlocked) throw failure('customer/blocked')
  const span = from === undefined ? inOrder(row.freezes).find(({ to }) => to >= today) : row.freezes.find((one) => one.from === from)
  if (!span) throw failure('enrolment/state')
  const isPast = span.to < today
  if (isPast && !giverRoles.includes(memberOf(ctx.call).role)) throw fieldFailure('from', 'enrolments.freeze.right')
  // A freeze that is over is removed as if it had never begun.
  const day = isPast ? span.from : today
  const left = thawed(row.endDate, span, day)
  const freezes = [...row.freezes.filter((other) => other !== span), ...(left.freeze ? [{ ...span, ...left.freeze }] : [])]
  // Dates edited by hand since the freeze may be too early to restore all its days.
  // The freeze never moved an end that lies before it.
  const end = (last: string) => (last < span.from ? last : later(later(row.startDate, today), thawed(last, span, day).endDate))
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
      ...thawedBilling(row, span, day),
    },
  )
}
