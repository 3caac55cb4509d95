import type { Around } from '#kernel/around.ts'
import { instant } from '#kernel/app.ts'
import { audit, changedFields } from '#kernel/audit.ts'
import type { Call } from '#kernel/base.ts'
import { contextOf, type TenantContext } from '#kernel/context.ts'
import { emit } from '#kernel/events.ts'
import { failure } from '#kernel/failure.ts'
import { jsonColumn } from '#kernel/rows.ts'
import { selectedDays } from '#lib/fields.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { isComing, knownBefore } from './known.server.ts'
import { notifyTrainersOfChange } from './notify-trainers.server.ts'
import { closes, closuresIn } from './closed.server.ts'
import { meetingOn, plannedDays, type SessionTimes } from './meeting.server.ts'
import { conflictsOf, refuseConflicts } from './session-plan.server.ts'
import type { RestoreInput, Session } from './session.contract.ts'
import { sessionsChanged } from './session.events.ts'
import { readSession } from './session.read.server.ts'
import { assertSeen, inSessions } from './session.server.ts'
import { notifyCustomers } from './tell.server.ts'

/** Where and when a session takes place. */
type Place = SessionTimes & { trainer: string; hall: string | null; capacity: number }

/**
 * Where a cancelled session takes place again. A coming one that follows its batch's plan takes the batch's present hours, trainer and
 * hall: a change of the batch passes over what is cancelled. Any other takes place where it was.
 * @throws batch/not-open, session/closed
 */
async function placeAgain({ trx, call, vendorId }: TenantContext, zone: string, seen: Session): Promise<Place> {
  const row = await trx
    .selectFrom('batchSessions')
    .innerJoin('batches', (join) => join.on('batches.vendorId', '=', vendorId).onRef('batches.id', '=', 'batchSessions.batch'))
    .select(['plannedDay', 'isOwn', 'isAdded', 'batches.state', 'startDate', 'endDate', 'totalCandidates'])
    .select(jsonColumn<Batch['trainingDays']>('batches.trainingDays').as('trainingDays'))
    .select(['batches.startingTime', 'batches.endingTime', 'batches.trainer', 'batches.hall'])
    .where('batchSessions.vendorId', '=', vendorId)
    .where('batchSessions.id', '=', seen.id)
    .executeTakeFirstOrThrow()
  if (row.state !== 'open') throw failure('batch/not-open')
  const now = instant(call.app)
  const planned = { ...meetingOn(row.plannedDay, row, zone), trainer: row.trainer, hall: row.hall, capacity: row.totalCandidates }
  const isOfPlan =
    !row.isOwn && !row.isAdded && plannedDays(row.startDate, row.endDate, selectedDays(row.trainingDays)).includes(row.plannedDay)
  const place = isOfPlan && isComing(now, seen) && isComing(now, planned) ? planned : seen
  const closures = await closuresIn(trx, vendorId, place.day, place.day)
  if (closures.some((closure) => closes(closure, place, zone))) throw failure('session/closed')
  return place
}

/**
 * Plans a cancelled session again.
 * @param around what happens before and after, with the session's id
 * @throws request/stale, session/closed while it is closed, batch/not-open, session/conflict
 */
export const restoreSession = (
  call: Call,
  { id, version, tell: shouldNotify }: RestoreInput,
  around: Around<readonly string[]>,
): Promise<Session> =>
  inSessions(
    call,
    async ({ trx, vendorId, zone }) => {
      const seen = await readSession(trx, call, vendorId, zone, id)
      if (seen.state !== 'cancelled') return seen
      assertSeen(seen, version)
      const place = await placeAgain(contextOf(trx, call, vendorId), zone, seen)
      refuseConflicts(await conflictsOf(trx, vendorId, zone, [place], { sessions: [id] }))
      const before = await knownBefore(trx, vendorId, [id])
      await trx
        .updateTable('batchSessions')
        .set({ startsAt: place.startsAt, endsAt: place.endsAt, trainer: place.trainer, hall: place.hall, capacity: place.capacity })
        .set({ state: 'scheduled', reason: null, closure: null, updatedAt: instant(call.app), version: seen.version + 1 })
        .where('vendorId', '=', vendorId)
        .where('id', '=', id)
        .execute()
      await emit(contextOf(trx, call, vendorId), sessionsChanged, { sessions: [id] })
      const notified = await notifyCustomers({ trx, call, vendorId }, zone, before, shouldNotify)
      await notifyTrainersOfChange({ trx, call, vendorId }, before)
      const after = await readSession(trx, call, vendorId, zone, id)
      const difference = changedFields(seen, after)
      await audit(trx, call, {
        action: 'restore',
        entity: 'session',
        target: id,
        subject: seen.batch,
        before: difference.before,
        after: { ...difference.after, told: notified },
      })
      await around.after(contextOf(trx, call, vendorId), [id])
      return after
    },
    async (trx, vendorId) => {
      await around.before(contextOf(trx, call, vendorId))
      await lockVendor(trx, vendorId)
    },
  )
