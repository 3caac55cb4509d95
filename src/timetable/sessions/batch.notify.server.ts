import { keysOf } from '#lib/choices.ts'
import type { Trx } from '#db/tenant.ts'
import { mailOutside } from '#business/notifications/deliver.server.ts'
import { lockReaders, readersOf, type Reader } from '#directory/customers/readers.server.ts'
import { withdrawMails } from '#business/notifications/withdraw.server.ts'
import { currentOf, type Current } from './known.server.ts'
import { difference, expectedUntil, firstDayOf, plannedOf, type Planned } from './schedule.server.ts'
import { sessionNames, partsText, type Names } from './tell-mail.server.ts'
import { notifyOfTurn } from './notify-trainers.server.ts'
import { notifyCustomers } from './tell.server.ts'
import { selectedDays } from '#lib/fields.ts'
import { mannerOf } from '#lib/manner.ts'
import { instant } from '#kernel/app.ts'
import { requireVerified, type Call } from '#kernel/base.ts'
import { composeMail } from '#kernel/mail.ts'
import type { JobKinds } from '#kernel/outbox.ts'
import type { Language } from '#kernel/texts.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'

type Where = { trx: Trx; call: Call; vendorId: string }

/** When, where and with whom a batch meets, as people know it. */
type Schedule = Pick<Batch, 'startingTime' | 'endingTime' | 'trainer' | 'hall' | 'startDate' | 'endDate'> & { days: number[] }

/** The values of a schedule delivery: the schedule that its reader knew before, and the first day that differs. */
type Values = { batch: string; from: string; schedule: Schedule }

/** What `notifyOfSchedule` needs to know of a batch before it changes. */
export type ScheduleBefore = {
  planned: (Planned & { id: string })[]
  sessions: Map<string, Current>
  until: Map<string, string>
}

/** Reads a batch's schedule before a change. Called after `lockVendor`. */
export async function scheduleBefore({ trx, call, vendorId }: Where, batch: string): Promise<ScheduleBefore> {
  const now = instant(call.app)
  const planned = await plannedOf(trx, vendorId, batch, now)
  const ids = planned.map(({ id }) => id)
  return { planned, sessions: await currentOf(trx, vendorId, ids), until: await expectedUntil(trx, vendorId, batch, now) }
}

const scheduleOf = ({ trainingDays, startingTime, endingTime, trainer, hall, startDate, endDate }: Batch): Schedule => ({
  days: selectedDays(trainingDays),
  startingTime,
  endingTime,
  trainer,
  hall,
  startDate,
  endDate,
})

const instantOf = (day: string, time = '00:00') => new Date(`${day}T${time}:00Z`)

/** A schedule in one line, such as `Monday and Wednesday · 17:00–18:00 · North pitch · Mariam Haddad`; with its dates if they differ. */
function scheduleText(names: Names, language: Language, one: Schedule, other: Schedule): string {
  const manner = mannerOf(language, names.country)
  const weekday = new Intl.DateTimeFormat(manner, { timeZone: 'UTC', weekday: 'long' })
  const time = new Intl.DateTimeFormat(manner, { timeZone: 'UTC', timeStyle: 'short' })
  const dates = new Intl.DateTimeFormat(manner, { timeZone: 'UTC', dateStyle: 'long' })
  // 4 January 2026 is a Sunday, the first of our weekdays.
  const days = one.days.map((day) => weekday.format(Date.UTC(2026, 0, 4 + day)))
  const areDatesSaid = one.startDate !== other.startDate || one.endDate !== other.endDate
  return [
    new Intl.ListFormat(manner).format(days),
    time.formatRange(instantOf('2026-01-04', one.startingTime), instantOf('2026-01-04', one.endingTime)),
    ...partsText(names, language, one, one.hall !== null || other.hall !== null),
    ...(areDatesSaid ? [dates.formatRange(instantOf(one.startDate), instantOf(one.endDate))] : []),
  ].join(' · ')
}

/** When, where and with whom a batch meets, and its dates, in one line. */
export function batchText(names: Names, language: Language, batch: Batch): string {
  const schedule = scheduleOf(batch)
  return scheduleText(names, language, schedule, { ...schedule, startDate: '' })
}

function scheduleMail(names: Names, reader: Reader, batch: string, { from, schedule }: Values, now: Schedule): JobKinds['mail'] {
  const { language } = reader
  const first = new Intl.DateTimeFormat(mannerOf(language, names.country), { timeZone: 'UTC', dateStyle: 'full' })
  return composeMail(reader.email, language, 'batches.mail.schedule', {
    name: reader.firstName,
    vendor: names.vendor,
    batch,
    from: first.format(instantOf(from)),
    before: scheduleText(names, language, schedule, now),
    after: scheduleText(names, language, now, schedule),
  })
}

const isSame = (one: Schedule, other: Schedule) => keysOf(one).every((part) => String(one[part]) === String(other[part]))

/** Informs a batch's trainers, if they are members, which coming sessions are now theirs, have other hours, or are no longer theirs. */
async function notifyOwnTrainers(
  where: Where,
  before: Batch,
  after: Batch,
  { removed, added }: ReturnType<typeof difference<Planned & { id: string }>>,
) {
  const taken = { turn: 'taken', trainer: before.trainer, sessions: removed } as const
  const brought = { turn: before.trainer === after.trainer ? 'moved' : 'given', trainer: after.trainer, sessions: added } as const
  // A trainer who keeps sessions is notified only of those.
  for (const { turn, trainer, sessions } of brought.turn === 'moved' && added.length > 0 ? [brought] : [taken, brought]) {
    const [first] = sessions
    if (!first) continue
    const values = { batch: after.name, at: first.startsAt, count: sessions.length, turn }
    await notifyOfTurn(where, { trainer, values, about: first.id, cause: `${after.id}:${after.version}` })
  }
}

/** Withdraws the mails about a batch's schedule that have not left yet. */
export const withdrawSchedule = (where: Where, batch: string) =>
  withdrawMails<Values>(where, ['scheduleChanged'], ({ values }) => values.batch === batch)

/**
 * Notifies people that a batch's days, hours, hall or trainer have changed: everyone with an e-mail address who is
 * expected on or after the first changed day, once and in their language, with the schedule as they know it and the
 * new one; and the batch's trainers. Called after the change, in its transaction.
 * @param zone of the business (IANA) @param shouldNotify whether customers are notified
 * @returns how many people are notified, null if nothing changed @throws auth/email-unverified
 */
export async function notifyOfSchedule(
  where: Where,
  { zone, known, before, after, shouldNotify }: { zone: string; known: ScheduleBefore; before: Batch; after: Batch; shouldNotify: boolean },
): Promise<number | null> {
  const { trx, call, vendorId } = where
  if (before.state !== 'open' || after.state !== 'open') return null
  const changes = difference(known.planned, await plannedOf(trx, vendorId, after.id, instant(call.app)), before.endDate)
  const from = firstDayOf(changes)
  if (from === null) return null
  if (shouldNotify) await lockReaders(trx, vendorId, [...known.until.keys()])
  await notifyOwnTrainers(where, before, after, changes)
  // Unsent mails about single sessions are rewritten with the sessions as they are now.
  await notifyCustomers(where, zone, { sessions: known.sessions, people: new Map() }, shouldNotify)
  const owed = new Map<string, Values>()
  for (const { customer, values, wasTried } of await withdrawSchedule(where, after.id))
    if (shouldNotify && !wasTried) owed.set(customer, { ...values, from: values.from < from ? values.from : from })
  if (shouldNotify)
    for (const [customer, until] of known.until)
      if (until >= from && !owed.has(customer)) owed.set(customer, { batch: after.id, from, schedule: scheduleOf(before) })
  const now = scheduleOf(after)
  const names = await sessionNames(trx, vendorId, zone, [now, ...[...owed.values()].map(({ schedule }) => schedule)])
  let notified = 0
  for (const reader of await readersOf(trx, vendorId, [...owed.keys()])) {
    const values = owed.get(reader.id)
    if (!values || isSame(values.schedule, now)) continue
    if (call.session) requireVerified(call.session)
    const of = { kind: 'scheduleChanged', customer: reader.id, about: after.id, values } as const
    if (await mailOutside(where, of, scheduleMail(names, reader, after.name, values, now))) notified += 1
  }
  return notified
}
