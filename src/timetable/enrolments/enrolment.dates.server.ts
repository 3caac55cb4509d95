import { holdBooks } from '#business/ledger/books.server.ts'
import { changed } from '#kernel/changes.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { datesInput, datesRules, type Dates, type Enrolment } from './enrolment.contract.ts'
import { chargeWithin, dueFrom, frozenEnd, givesDays, givesWaiting, inOrder, periodEnd, thawed, thawedBilling } from './enrolment.rules.ts'
import { assertMayGive } from './free.server.ts'
import type { Inside } from '#kernel/inside.ts'
import { begin, held, write, type Seen } from './enrolment.write.server.ts'
import { earlier, later } from '#lib/days.ts'

const asJson = (value: unknown) => JSON.stringify(value)

/**
 * Changes dates by hand. Days that become free need the right to give them and a reason, and have a row in the money log.
 * @throws request/invalid at `nextChargeOn` or `reason` for days that may not be given
 */
export async function update(
  inside: Inside,
  { id, version, reason = '', ...named }: Seen & Partial<Dates> & { reason?: string | undefined },
) {
  // Before the batch, as whoever bills holds them.
  await holdBooks(inside.trx, inside.vendorId)
  const { row } = await begin(inside, { id, version }, ['waitlisted', 'active', 'frozen', 'pastDue'])
  const dates = changed<Dates>(Object.keys(datesInput.shape), row, named, datesRules)
  if (dates.endDate < inside.moment.today) throw fieldFailure('endDate', 'enrolments.endDate.past')
  const columns = { ...dates, nextChargeOn: chargeWithin(dates.startDate, dates.nextChargeOn) }
  const gives = row.state === 'waitlisted' ? givesWaiting : givesDays
  if (!gives(row, { ...row, ...columns })) return write(inside, 'update', row, columns)
  assertMayGive(inside, 'nextChargeOn', reason)
  return write(inside, 'update', row, columns, reason)
}

/** The end that `keep` would give back to an enrolment that ends with its period; no answer shows it. */
function hiddenEnd({ trx, vendorId }: Inside, { id }: Enrolment): Promise<{ plannedEnd: string | null }> {
  return trx.selectFrom('enrolments').select('plannedEnd').where('vendorId', '=', vendorId).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Freezes from today or a later day, to the batch's last day at most; the end, a later charge and what is billed of later days move by as many days. */
export async function freeze(inside: Inside, { id, version, from, to }: Seen & { from: string; to: string }): Promise<Enrolment> {
  const { row } = await begin(inside, { id, version }, ['active', 'pastDue'])
  if (to > row.batchEnd) throw fieldFailure('to', 'enrolments.freeze.batchEnd')
  if (from < inside.moment.today) throw fieldFailure('from', 'enrolments.freeze.past')
  if (from > row.endDate) throw fieldFailure('from', 'enrolments.freeze.ended')
  if (row.freezes.some((other) => other.from <= to && from <= other.to)) throw fieldFailure('from', 'enrolments.freeze.twice')
  const charge = row.nextChargeOn !== null && row.nextChargeOn >= from ? { nextChargeOn: frozenEnd(row.nextChargeOn, { from, to }) } : {}
  const { billedThrough } = row
  const hidden = await hiddenEnd(inside, row)
  const { plannedEnd } = hidden
  return write(
    inside,
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
export async function unfreeze(inside: Inside, seen: Seen): Promise<Enrolment> {
  const { row } = await begin(inside, seen, ['active', 'pastDue', 'frozen'])
  const { today } = inside.moment
  const span = inOrder(row.freezes).find(({ to }) => to >= today)
  if (!span) throw failure('enrolment/state')
  const left = thawed(row.endDate, span, today)
  const freezes = [...row.freezes.filter((other) => other !== span), ...(left.freeze ? [left.freeze] : [])]
  // Dates that were changed by hand since may be too early to give the days back in full.
  // An end that lies before the freeze was never moved by it.
  const end = (day: string) => (day < span.from ? day : later(later(row.startDate, today), thawed(day, span, today).endDate))
  const hidden = await hiddenEnd(inside, row)
  const { plannedEnd } = hidden
  return write(
    inside,
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
export function leave(inside: Inside, row: Enrolment, reason: string | null, latest = row.endDate): Promise<Enrolment> {
  const endDate = earlier(periodEnd(row, inside.moment.today), latest)
  return write(inside, 'cancelAtPeriodEnd', row, { cancelAtPeriodEnd: true, plannedEnd: row.endDate, endDate, reason })
}

/** Ends an enrolment today, or lets it run to the end of the period that is paid. */
export async function cancel(
  inside: Inside,
  { when, reason, ...seen }: Seen & { when: 'now' | 'periodEnd'; reason: string },
): Promise<Enrolment> {
  const { row } = await begin(inside, seen, [...held, 'offered', 'waitlisted'])
  const { today } = inside.moment
  if (when === 'periodEnd' && held.includes(row.state)) {
    if (row.cancelAtPeriodEnd) throw failure('enrolment/state')
    return leave(inside, row, reason)
  }
  return write(inside, 'cancel', row, {
    state: 'cancelled',
    offeredUntil: null,
    reason,
    endDate: held.includes(row.state) ? later(row.startDate, earlier(row.endDate, today)) : row.startDate,
  })
}

/** Takes back a cancellation at the period's end. Months that were billed to that end go on after it. */
export async function keep(inside: Inside, seen: Seen): Promise<Enrolment> {
  const { row } = await begin(inside, seen, held)
  if (!row.cancelAtPeriodEnd) throw failure('enrolment/state')
  const { plannedEnd } = await hiddenEnd(inside, row)
  const endDate = later(row.startDate, plannedEnd ?? row.endDate)
  const due = row.priceUnit === 'month' ? dueFrom(row) : null
  return write(inside, 'keep', row, {
    cancelAtPeriodEnd: false,
    endDate,
    plannedEnd: null,
    nextChargeOn: row.nextChargeOn ?? (due !== null && due <= endDate ? due : null),
    reason: null,
  })
}
