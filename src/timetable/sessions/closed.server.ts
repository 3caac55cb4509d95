import type { Trx } from '#db/tenant.ts'
import type { Conflict } from '#lib/conflicts.ts'
import type { ClosureSpan } from './closure.contract.ts'
import { meetingOn, type SessionTimes } from './meeting.server.ts'

/** What a closure closes, and why. */
type Closed = ClosureSpan & { id: string; label: string }

/** The closures that close something between two days. */
export function closuresIn(trx: Trx, vendorId: string, from: string, to: string): Promise<Closed[]> {
  return trx
    .selectFrom('closures')
    .select(['id', 'fromDay', 'toDay', 'startingTime', 'endingTime', 'hall', 'label'])
    .where('vendorId', '=', vendorId)
    .where('toDay', '>=', from)
    .where('fromDay', '<=', to)
    .orderBy('fromDay')
    .orderBy('id')
    .execute()
}

type Place = { hall: string | null }

/**
 * Whether a session would meet while its hall or the business is closed. Closed hours are instants as a session's are; one that begins
 * when they end, or ends when they begin, takes place.
 */
export function closes(closure: ClosureSpan, meeting: SessionTimes & Place, zone: string): boolean {
  const { fromDay, toDay, startingTime, endingTime, hall } = closure
  if (meeting.day < fromDay || meeting.day > toDay || (hall !== null && hall !== meeting.hall)) return false
  if (startingTime === null || endingTime === null) return true
  const closed = meetingOn(meeting.day, { startingTime, endingTime }, zone)
  return Date.parse(meeting.startsAt) < Date.parse(closed.endsAt) && Date.parse(closed.startsAt) < Date.parse(meeting.endsAt)
}

/** A closure in the way of a session: the hall has it, or the business is closed. */
export function conflictWith({ startingTime, endingTime, hall, label }: Closed, day: string): Conflict {
  return {
    day,
    startingTime: startingTime ?? '00:00',
    endingTime: endingTime ?? '24:00',
    batchName: label,
    part: hall === null ? 'closure' : 'hall',
  }
}

/** A session before and after a move. */
type Move = { before: SessionTimes & Place; after: SessionTimes & Place }

/**
 * The closures into which coming sessions would be moved. One that closes a session where it is has left it there, since it had begun,
 * and doesn't refuse its changes.
 */
export async function closedConflicts(trx: Trx, vendorId: string, zone: string, moves: readonly Move[], now: string): Promise<Conflict[]> {
  const coming = moves.filter(({ after }) => Date.parse(after.startsAt) > Date.parse(now))
  const days = coming.map(({ after }) => after.day).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return []
  const closures = await closuresIn(trx, vendorId, from, to)
  return coming.flatMap(({ before, after }) =>
    closures
      .filter((closure) => closes(closure, after, zone) && !closes(closure, before, zone))
      .map((closure) => conflictWith(closure, after.day)),
  )
}
