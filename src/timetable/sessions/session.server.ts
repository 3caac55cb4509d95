import { sql } from 'kysely'
import { tenant, type Trx } from '#db/tenant.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import { instant } from '#kernel/app.ts'
import { audit, changedFields } from '#kernel/audit.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { changedRecord } from '#kernel/changes.ts'
import { contextOf } from '#kernel/context.ts'
import { emit } from '#kernel/events.ts'
import { failure, fieldFailure, withConstraints, type Constraints } from '#kernel/failure.ts'
import { askOne } from '#kernel/guards.ts'
import { isComing, isMoved, knownBefore } from './known.server.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { writeBatch } from '#timetable/batches/batch.write.server.ts'
import { closedConflicts, closes, closuresIn } from './closed.server.ts'
import { meetingOn, plannedDays } from './meeting.server.ts'
import { conflictsOf, refuseConflicts } from './session-plan.server.ts'
import {
  sessionContract,
  sessionInput,
  sessionRules,
  type ChangeInput,
  type SessionScope,
  type Session,
  type SessionInput,
  type Touched,
  type SessionTouchInput,
} from './session.contract.ts'
import type { PlanInput } from '#timetable/batches/session-plan.contract.ts'
import { sessionsChanged } from './session.events.ts'
import { trainerAway } from './session.guards.ts'
import { countPeople, countReachable, readSession, readSessions } from './session.read.server.ts'
import { countTouched } from './schedule.server.ts'
import { notifyTrainersOfChange } from './notify-trainers.server.ts'
import { notifyCustomers } from './tell.server.ts'

const os = handlersOf({ sessions: sessionContract })

const constraints: Constraints = {
  batchSessionsTrainer: { field: 'trainer', key: 'batches.trainer.busy' },
  batchSessionsHall: { field: 'hall', key: 'batches.hall.busy' },
  batchSessionsOnce: { field: 'day', key: 'sessions.add.once' },
}

export type SessionTrx = { trx: Trx; vendorId: string; zone: string }

/** Runs work on sessions in one transaction of the member's business. */
export const inSessions = <T>(
  call: Call,
  work: (inside: SessionTrx) => Promise<T>,
  before: (trx: Trx, vendorId: string) => Promise<void> = async () => {},
) => {
  const { vendorId } = memberOf(call)
  return withConstraints(constraints, () =>
    tenant(call.app.db, vendorId, async (trx) => {
      await before(trx, vendorId)
      return work({ trx, vendorId, zone: await zoneOf(trx, vendorId) })
    }),
  )
}

/** As `inSessions`, for changes: the vendor is locked before the zone is read, so that no one changes it meanwhile. */
export const inTimetable = <T>(call: Call, work: (inside: SessionTrx) => Promise<T>) => inSessions(call, work, lockVendor)

/** The session itself and, for a wider scope, the batch's coming scheduled sessions. */
export async function targetsOf({ trx, vendorId }: SessionTrx, call: Call, seen: Session, scope: SessionScope) {
  return trx
    .selectFrom('batchSessions')
    .select(['id', 'day', 'startsAt', 'endsAt', 'trainer', 'hall', 'isAdded'])
    .where('vendorId', '=', vendorId)
    .where('batch', '=', seen.batch)
    .where((where) =>
      where.or([
        where('id', '=', seen.id),
        ...(scope === 'this'
          ? []
          : [
              where.and([
                where('state', '=', 'scheduled'),
                where('startsAt', '>', instant(call.app)),
                ...(scope === 'following' ? [where('startsAt', '>=', seen.startsAt)] : []),
              ]),
            ]),
      ]),
    )
    .execute()
}

/** The session with a change applied. */
const requestOf = (seen: Session, { id: _id, version: _version, scope, ...named }: SessionTouchInput) => ({
  ...changedRecord<SessionInput>(Object.keys(sessionInput.shape), seen, named, sessionRules),
  scope,
})

/**
 * A substitute must be an active trainer who teaches the service, the hall must be in use, and the places must fit it (product 2.11).
 * @param placesField the field that is refused where they do not
 */
export async function assertParts(
  { trx, vendorId }: SessionTrx,
  seen: { trainer: string | null; hall: string | null; batch: string },
  input: Pick<SessionInput, 'trainer' | 'hall' | 'capacity'>,
  placesField = 'capacity',
): Promise<void> {
  if (input.trainer !== seen.trainer) {
    const { rows } = await sql<{ one: number }>`
      select 1 as "one" from "trainers" t
      join "trainerServices" teaches on teaches."vendorId" = ${vendorId} and teaches."trainer" = t."id"
      join "batches" b on b."vendorId" = ${vendorId} and b."service" = teaches."service"
      where t."vendorId" = ${vendorId} and t."id" = ${input.trainer} and t."state" = 'active' and b."id" = ${seen.batch}`.execute(trx)
    if (rows.length === 0) throw fieldFailure('trainer', 'batches.trainer.teaches')
  }
  if (input.hall === null) return
  const hall = await trx
    .selectFrom('halls')
    .select(['state', 'totalCandidates'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', input.hall)
    .executeTakeFirst()
  if (!hall || (hall.state !== 'active' && input.hall !== seen.hall)) throw fieldFailure('hall', 'batches.hall.unavailable')
  if (input.capacity > hall.totalCandidates) throw fieldFailure(placesField, 'batches.totalCandidates.hall')
}

/** The sessions of a change as they would be, and what conflicts with them. */
async function planned(inside: SessionTrx, call: Call, seen: Session, input: SessionInput & { scope: SessionScope }) {
  const { trx, vendorId, zone } = inside
  if (seen.state === 'cancelled') throw fieldFailure('day', 'sessions.change.cancelled')
  if (input.scope !== 'this' && input.day !== seen.day) throw fieldFailure('day', 'sessions.day.one')
  await assertParts(inside, seen, input)
  // What was added to the batch is no part of its plan: other sessions' changes leave it.
  const targets = (await targetsOf(inside, call, seen, input.scope)).filter(({ id, isAdded }) => id === seen.id || !isAdded)
  const isRetimed = input.startingTime !== seen.startingTime || input.endingTime !== seen.endingTime
  const changes = targets.map((target) => ({
    id: target.id,
    ...(target.id === seen.id || isRetimed
      ? meetingOn(target.id === seen.id ? input.day : target.day, input, zone)
      : { day: target.day, startsAt: target.startsAt, endsAt: target.endsAt }),
    trainer: input.trainer === seen.trainer && target.id !== seen.id ? target.trainer : input.trainer,
    hall: input.hall === seen.hall && target.id !== seen.id ? target.hall : input.hall,
  }))
  const ids = targets.map(({ id }) => id)
  const now = instant(call.app)
  const moves = changes.flatMap((after, at) => (targets[at] ? [{ before: targets[at], after }] : []))
  const conflicts = [
    ...(await closedConflicts(trx, vendorId, zone, moves, now)),
    ...(await conflictsOf(trx, vendorId, zone, changes, { sessions: ids })),
  ]
  const moved = changes.filter((after, at) => targets[at] && isMoved(targets[at], after) && isComing(now, targets[at], after))
  return { changes, ids, moved: moved.map(({ id }) => id), conflicts }
}

async function touch(inside: SessionTrx, call: Call, named: SessionTouchInput): Promise<Touched> {
  const seen = await readSession(inside.trx, call, inside.vendorId, inside.zone, named.id)
  const { trx, vendorId } = inside
  const { changes, ids, moved, conflicts } = await planned(inside, call, seen, requestOf(seen, named))
  return {
    sessions: ids.length,
    people: await countPeople(trx, vendorId, ids),
    reachable: await countReachable(trx, vendorId, moved),
    conflicts,
    away: await askOne({ trx, call, vendorId }, trainerAway, changes),
  }
}

/** @throws request/stale if the session has another version by now */
export function assertSeen(seen: Session, version: number): void {
  if (seen.version !== version) throw failure('request/stale', { current: seen })
}

async function change(inside: SessionTrx, call: Call, { tell: shouldNotify, ...named }: ChangeInput): Promise<Session> {
  const { trx, vendorId, zone } = inside
  const seen = await readSession(trx, call, vendorId, zone, named.id)
  assertSeen(seen, named.version)
  const input = requestOf(seen, named)
  const { changes, ids, conflicts } = await planned(inside, call, seen, input)
  refuseConflicts(conflicts)
  const before = await knownBefore(trx, vendorId, ids)
  const isRoomy = input.capacity !== seen.capacity
  await sql`
    update "batchSessions" s set "day" = m."day", "startsAt" = m."startsAt", "endsAt" = m."endsAt", "trainer" = m."trainer", "hall" = m."hall",
      "capacity" = case when ${isRoomy} or s."id" = ${seen.id} then ${input.capacity}::integer else s."capacity" end,
      "isOwn" = s."isOwn" or ${input.scope !== 'all'}, "updatedAt" = ${instant(call.app)}, "version" = s."version" + 1
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as m ("id" uuid, "day" date, "startsAt" timestamptz, "endsAt" timestamptz, "trainer" uuid, "hall" uuid)
    where s."vendorId" = ${vendorId} and s."id" = m."id"`.execute(trx)
  await emit(contextOf(trx, call, vendorId), sessionsChanged, { sessions: changes.map(({ id }) => id) })
  if (input.scope === 'all') {
    const followed = {
      ...(input.startingTime !== seen.startingTime || input.endingTime !== seen.endingTime
        ? { startingTime: input.startingTime, endingTime: input.endingTime }
        : {}),
      ...(input.trainer === seen.trainer ? {} : { trainer: input.trainer }),
      ...(input.hall === seen.hall ? {} : { hall: input.hall }),
      ...(isRoomy ? { totalCandidates: input.capacity } : {}),
    }
    await writeBatch(trx, vendorId, seen.batch, followed, instant(call.app))
  }
  const notified = await notifyCustomers({ trx, call, vendorId }, zone, before, shouldNotify)
  await notifyTrainersOfChange({ trx, call, vendorId }, before)
  const after = await readSession(trx, call, vendorId, zone, seen.id)
  const difference = changedFields(seen, after)
  await audit(trx, call, {
    action: 'update',
    entity: 'session',
    target: seen.id,
    subject: seen.batch,
    before: difference.before,
    after: { ...difference.after, sessions: changes.length, scope: input.scope, told: notified },
  })
  return after
}

/** One session. @throws document/not-found */
export const readOneSession = (call: Call, id: string): Promise<Session> =>
  inSessions(call, ({ trx, vendorId, zone }) => readSession(trx, call, vendorId, zone, id))

/** The sessions that a batch would have: how many, what is left out since it is closed, conflicts, and days on which the trainer is away. */
export async function previewPlan({ trx, vendorId, zone }: SessionTrx, call: Call, input: PlanInput) {
  const { trainer, hall } = input
  const isWhole = input.endingTime > input.startingTime
  const closures = await closuresIn(trx, vendorId, input.startDate, input.endDate)
  const days = plannedDays(input.startDate, input.endDate, input.days).map((day) => {
    const meeting = { ...meetingOn(day, input, zone), trainer, hall }
    return { meeting, closed: closures.find((closure) => closes(closure, meeting, zone)) }
  })
  const open = days.filter(({ closed }) => !closed).map(({ meeting }) => meeting)
  const meetings = isWhole ? open : []
  const conflicts = await conflictsOf(trx, vendorId, zone, meetings, { batch: input.batch })
  const { batch } = input
  const planned = trainer ? meetings.map((meeting) => ({ ...meeting, trainer })) : []
  return {
    count: open.length,
    skipped: days.flatMap(({ meeting, closed }) => (closed ? [{ day: meeting.day, label: closed.label }] : [])),
    conflicts,
    away: await askOne({ trx, call, vendorId }, trainerAway, meetings),
    reachable: batch && trainer ? await countTouched(trx, vendorId, batch, planned, instant(call.app)) : 0,
  }
}

/** Cancelling and restoring are served by `effects`, since they can credit people and reverse it. */
export const sessionHandlers = {
  list: os.sessions.list.handler(({ context: call, input }) =>
    inSessions(call, ({ trx, vendorId, zone }) => readSessions(trx, call, vendorId, zone, input)),
  ),
  get: os.sessions.get.handler(({ context, input }) => readOneSession(context, input.id)),
  plan: os.sessions.plan.handler(({ context: call, input }) => inSessions(call, (inside) => previewPlan(inside, call, input))),
  touch: os.sessions.touch.handler(({ context: call, input }) => inSessions(call, (inside) => touch(inside, call, input))),
  change: os.sessions.change.handler(({ context: call, input }) => inTimetable(call, (inside) => change(inside, call, input))),
}
