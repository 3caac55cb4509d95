import { sql } from 'kysely'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { handlersOf, type Call } from '#kernel/base.ts'
import { contextOf } from '#kernel/context.ts'
import { emit } from '#kernel/events.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { askOne } from '#kernel/guards.ts'
import { newId } from '#kernel/ids.ts'
import { isBooked } from '#timetable/enrolments/booked.server.ts'
import { currentOf, knownBefore, type Before } from './known.server.ts'
import { notifyTrainersOfChange } from './notify-trainers.server.ts'
import { sessionAddContract, type SessionAdded, type SessionAddInput } from './session-add.contract.ts'
import { closes, closuresIn, conflictWith } from './closed.server.ts'
import { meetingOn } from './meeting.server.ts'
import { conflictsOf, refuseConflicts } from './session-plan.server.ts'
import type { Session } from './session.contract.ts'
import { sessionsChanged } from './session.events.ts'
import { trainerAway } from './session.guards.ts'
import { readSession } from './session.read.server.ts'
import { assertParts, inSessions, inTimetable, type SessionTrx } from './session.server.ts'
import { notifyCustomers } from './tell.server.ts'

const os = handlersOf({ sessions: sessionAddContract })

/**
 * The places and times of a session that a batch gets, and what conflicts with it. @throws request/invalid where the batch, its
 * dates and sessions, the time, the trainer or the hall do not allow it
 */
async function partsFor({ trx, vendorId, zone }: SessionTrx, call: Call, input: SessionAddInput) {
  const batch = await trx
    .selectFrom('batches')
    .select(['state', 'startDate', 'endDate', 'totalCandidates'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', input.batch)
    .executeTakeFirst()
  if (batch?.state !== 'open') throw fieldFailure('batch', 'sessions.add.open')
  if (input.day < batch.startDate || input.day > batch.endDate) throw fieldFailure('day', 'sessions.add.dates')
  const closures = await closuresIn(trx, vendorId, input.day, input.day)
  if (closures.some(({ hall, startingTime }) => hall === null && startingTime === null)) throw fieldFailure('day', 'sessions.add.closed')
  // Whether it is planned for that day or was moved there.
  const sameDay = await trx
    .selectFrom('batchSessions')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('batch', '=', input.batch)
    .where((on) => on.or([on('plannedDay', '=', input.day), on.and([on('day', '=', input.day), on('state', '<>', 'cancelled')])]))
    .limit(1)
    .executeTakeFirst()
  if (sameDay) throw fieldFailure('day', 'sessions.add.once')
  const { totalCandidates } = batch
  await assertParts(
    { trx, vendorId, zone },
    { trainer: null, hall: null, batch: input.batch },
    { ...input, capacity: totalCandidates },
    'hall',
  )
  const meeting = { ...meetingOn(input.day, input, zone), trainer: input.trainer, hall: input.hall }
  if (Date.parse(meeting.startsAt) <= call.app.now()) throw fieldFailure('day', 'sessions.add.past')
  const closed = closures.filter((closure) => closes(closure, meeting, zone)).map((closure) => conflictWith(closure, input.day))
  return { capacity: totalCandidates, meeting, conflicts: [...closed, ...(await conflictsOf(trx, vendorId, zone, [meeting], {}))] }
}

/** The people expected on a day of a batch, and those of them with an e-mail address. */
async function expectedOn({ trx, vendorId }: SessionTrx, { batch, day }: SessionAddInput): Promise<{ people: number; reachable: number }> {
  const { rows } = await sql<{ people: number; reachable: number }>`
    select count(distinct e."customer")::int as "people", (count(distinct e."customer") filter (where c."email" <> ''))::int as "reachable"
    from (select ${batch}::uuid as "batch", ${day}::date as "day") s join "enrolments" e on ${isBooked(vendorId)}
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"`.execute(trx)
  return rows[0] ?? { people: 0, reachable: 0 }
}

/** What one more session concerns and conflicts with. */
async function previewAdded(inside: SessionTrx, call: Call, input: SessionAddInput) {
  const { trx, vendorId } = inside
  const { meeting, conflicts } = await partsFor(inside, call, input)
  return {
    ...(await expectedOn(inside, input)),
    conflicts,
    away: await askOne({ trx, call, vendorId }, trainerAway, [meeting]),
  }
}

/** The session that an earlier attempt added under this id. @throws request/reused if it is not the one asked for */
async function addedBefore({ trx, vendorId, zone }: SessionTrx, call: Call, id: string, input: SessionAddInput): Promise<Session | null> {
  const known = (await currentOf(trx, vendorId, [id])).get(id)
  if (!known) return null
  const row = await readSession(trx, call, vendorId, zone, id)
  const same = (['batch', 'day', 'startingTime', 'endingTime', 'trainer', 'hall'] as const).every((name) => row[name] === input[name])
  if (!same) throw failure('request/reused', { current: row })
  return row
}

/** The new session as it was before: for those who are notified it did not take place. */
function asNew({ sessions, people }: Before): Before {
  return { people, sessions: new Map([...sessions].map(([id, session]) => [id, { ...session, isOn: false, isNew: true }])) }
}

/**
 * Adds a session to a batch in addition to its plan, whose changes leave it as it is. Its people and trainer are notified.
 * Called after `lockVendor`.
 * @throws request/invalid with every conflict, where the batch has a session on that day, or for a time that has passed
 */
async function addSession(inside: SessionTrx, call: Call, { id: named, tell: shouldNotify, ...input }: SessionAdded): Promise<Session> {
  const { trx, vendorId, zone } = inside
  const id = named ?? newId(call.app.now())
  const earlier = await addedBefore(inside, call, id, input)
  if (earlier) return earlier
  const { capacity: places, meeting, conflicts } = await partsFor(inside, call, input)
  const now = instant(call.app)
  refuseConflicts(conflicts)
  await trx
    .insertInto('batchSessions')
    .values({
      vendorId,
      id,
      batch: input.batch,
      plannedDay: input.day,
      ...meeting,
      capacity: places,
      isOwn: true,
      isAdded: true,
      state: 'scheduled',
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  const context = contextOf(trx, call, vendorId)
  await emit(context, sessionsChanged, { sessions: [id] })
  const before = asNew(await knownBefore(trx, vendorId, [id]))
  const notified = await notifyCustomers({ trx, call, vendorId }, zone, before, shouldNotify)
  await notifyTrainersOfChange({ trx, call, vendorId }, before)
  const after = await readSession(trx, call, vendorId, zone, id)
  const { day, startingTime, endingTime, trainer, hall, capacity } = after
  await audit(trx, call, {
    action: 'create',
    entity: 'session',
    target: id,
    subject: input.batch,
    after: { day, startingTime, endingTime, trainer, hall, capacity, told: notified },
  })
  return after
}

export const sessionAddHandlers = {
  addPreview: os.sessions.addPreview.handler(({ context: call, input }) => inSessions(call, (inside) => previewAdded(inside, call, input))),
  add: os.sessions.add.handler(({ context: call, input }) => inTimetable(call, (inside) => addSession(inside, call, input))),
}
