import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { clockSql, zoneOf } from '#business/setup/zone.server.ts'
import { selectedDays } from '#lib/fields.ts'
import { instant } from '#kernel/app.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { emit } from '#kernel/events.ts'
import { invalid } from '#kernel/failure.ts'
import { ask } from '#kernel/guards.ts'
import { newId } from '#kernel/ids.ts'
import { contextOf, type TenantContext } from '#kernel/context.ts'
import { englishText } from '#kernel/texts.ts'
import type { Conflict } from '#lib/conflicts.ts'
import { closes, closuresIn } from './closed.server.ts'
import { meetingOn, plannedDays, type SessionTimes } from './meeting.server.ts'
import { sessionsChanged } from './session.events.ts'
import { cancelSessions } from './session.write.server.ts'
import { sessionsDropping } from './session.guards.ts'

type Parts = { trainer: string | undefined; hall: string | null }

/** Maximum number of conflicts in one answer. */
const conflictLimit = 100

/**
 * Other sessions that share the trainer or hall at the given times, by date.
 * @param leave the ids of the sessions being moved, or the batch whose sessions are recreated
 */
export async function conflictsOf(
  trx: Trx,
  vendorId: string,
  zone: string,
  meetings: readonly (SessionTimes & Parts)[],
  leave: { sessions?: readonly string[]; batch?: string | undefined },
): Promise<Conflict[]> {
  if (meetings.length === 0) return []
  const { rows } = await sql<Conflict & { isTrainer: boolean }>`
    select s."day", ${clockSql('s.startsAt', zone)} as "startingTime",
      ${clockSql('s.endsAt', zone)} as "endingTime", b."name" as "batchName",
      case when s."trainer" = m."trainer" then 'trainer' else 'hall' end as "part"
    from jsonb_to_recordset(${JSON.stringify(meetings)}::jsonb) as m ("startsAt" timestamptz, "endsAt" timestamptz, "trainer" uuid, "hall" uuid)
    join "batchSessions" s on s."vendorId" = ${vendorId} and s."state" <> 'cancelled'
      and (s."trainer" = m."trainer" or s."hall" = m."hall")
      and tstzrange(s."startsAt", s."endsAt") && tstzrange(m."startsAt", m."endsAt")
    join "batches" b on b."vendorId" = ${vendorId} and b."id" = s."batch"
    where not (s."id" = any(${leave.sessions ?? []}::uuid[])) and s."batch" is distinct from ${leave.batch ?? null}::uuid
    order by s."startsAt" limit ${conflictLimit}`.execute(trx)
  return rows
}

/** @throws request/invalid at `trainer`, `hall` and, for what is closed, `startingTime` with every conflict by date, if there is one */
export function refuseConflicts(conflicts: readonly Conflict[]): void {
  const parts = [...new Set(conflicts.map(({ part }) => part))]
  if (parts.length === 0) return
  throw invalid(
    parts.map((part) => {
      const [path, key] = part === 'closure' ? ['startingTime', 'sessions.closed'] : [part, `batches.${part}.busy`]
      return { path: [path], key, message: englishText(key) }
    }),
    { conflicts },
  )
}

/**
 * Removes coming sessions from the plan. One with marks stays as cancelled, without a reason, so that no mark is lost;
 * it comes back with its day.
 */
async function drop(context: TenantContext, ids: readonly string[]): Promise<void> {
  const { trx, call, vendorId } = context
  const now = instant(call.app)
  // Lock the rows first, so that a mark created at this moment is seen below.
  await sql`select "id" from "batchSessions" where "vendorId" = ${vendorId} and "id" = any(${ids}::uuid[]) order by "id" for update`.execute(
    trx,
  )
  const marked = (await ask(context, sessionsDropping, { sessions: ids })).flat()
  await sql`
    delete from "batchSessions" where "vendorId" = ${vendorId} and "id" = any(${ids}::uuid[])
      and not ("id" = any(${marked}::uuid[]))`.execute(trx)
  await sql`
    update "batchSessions" set "state" = 'cancelled', "updatedAt" = ${now}, "version" = "version" + 1
    where "vendorId" = ${vendorId} and "id" = any(${ids}::uuid[])`.execute(trx)
  await emit(context, sessionsChanged, { sessions: ids })
}

/** Clears the coming sessions of a batch that no longer runs: a cancelled batch shows them as cancelled, any other drops them. */
async function clear(context: TenantContext, batch: Batch): Promise<void> {
  const { trx, call, vendorId } = context
  const coming = await trx
    .selectFrom('batchSessions')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('batch', '=', batch.id)
    .where('state', '=', 'scheduled')
    .where('startsAt', '>', instant(call.app))
    .execute()
  const ids = coming.map(({ id }) => id)
  return batch.state === 'cancelled' ? cancelSessions(context, ids, batch.reason) : drop(context, ids)
}

/**
 * After `lockVendor`, synchronizes a batch's sessions with its dates, days, hours, trainer and hall (product 3, side
 * effects). Past sessions and those changed individually stay as they are; what is closed is left out.
 * @param how.typed the plan's previous start (null for a new plan) if it was just typed: days before it get sessions even
 *   if they have passed
 * @param how.isReopened whether the plan is only written because something is open again: a new session whose trainer or
 *   hall is taken is left out then
 * @throws request/invalid with every conflict by date; nothing is written then
 */
export async function writePlan(
  trx: Trx,
  call: Call,
  batch: Batch,
  { typed = null, isReopened = false }: { typed?: { startDate: string | null } | null; isReopened?: boolean } = {},
): Promise<void> {
  const { vendorId } = memberOf(call)
  const context = contextOf(trx, call, vendorId)
  if (batch.state !== 'open') {
    if (batch.state !== 'draft') await clear(context, batch)
    return
  }
  const zone = await zoneOf(trx, vendorId)
  const closed = await closuresIn(trx, vendorId, batch.startDate, batch.endDate)
  const wanted = new Map(
    plannedDays(batch.startDate, batch.endDate, selectedDays(batch.trainingDays))
      .map((day) => ({ ...meetingOn(day, batch, zone), hall: batch.hall }))
      .filter((meeting) => !closed.some((closure) => closes(closure, meeting, zone)))
      .map(({ day, startsAt, endsAt }) => [day, { day, startsAt, endsAt }]),
  )
  const own = await trx
    .selectFrom('batchSessions')
    .select(['id', 'plannedDay', 'state', 'isOwn', 'isAdded', 'startsAt', 'reason', 'closure'])
    .where('vendorId', '=', vendorId)
    .where('batch', '=', batch.id)
    .execute()
  const now = instant(call.app)
  const isDropped = ({ state, reason, closure }: (typeof own)[number]) => state === 'cancelled' && reason === null && closure === null
  const follows = own.filter((row) => (row.state === 'scheduled' || isDropped(row)) && !row.isOwn && row.startsAt > now)
  const ownDays = new Set(own.map(({ plannedDay }) => plannedDay))
  const moved = follows.flatMap(({ id, plannedDay }) => {
    const meeting = wanted.get(plannedDay)
    return meeting ? [{ id, ...meeting }] : []
  })
  const isTyped = (day: string) => typed !== null && (typed.startDate === null || day < typed.startDate)
  let fresh = [...wanted]
    .filter(([day, { startsAt }]) => !ownDays.has(day) && (isTyped(day) || Date.parse(startsAt) > call.app.now()))
    .map(([, meeting]) => ({ id: newId(call.app.now()), ...meeting }))
  const parts = { trainer: batch.trainer, hall: batch.hall }
  const conflictsNow = () =>
    conflictsOf(
      trx,
      vendorId,
      zone,
      [...moved, ...fresh].map((meeting) => ({ ...meeting, ...parts })),
      { batch: batch.id },
    )
  let conflicts = await conflictsNow()
  // Not all conflicts are found at once.
  while (isReopened && fresh.some(({ day }) => conflicts.some((conflict) => conflict.day === day))) {
    const taken = new Set(conflicts.map(({ day }) => day))
    fresh = fresh.filter(({ day }) => !taken.has(day))
    conflicts = await conflictsNow()
  }
  refuseConflicts(conflicts)
  // A day that was added and is planned now is one of those that a month pays for.
  const adopted = own.filter(({ plannedDay, isAdded, startsAt }) => isAdded && startsAt > now && wanted.has(plannedDay)).map(({ id }) => id)
  if (adopted.length > 0)
    await trx.updateTable('batchSessions').set({ isAdded: false }).where('vendorId', '=', vendorId).where('id', 'in', adopted).execute()
  const left = follows.filter(({ plannedDay }) => !wanted.has(plannedDay)).map(({ id }) => id)
  if (left.length > 0) await drop(context, left)
  if (moved.length > 0) {
    await sql`
      update "batchSessions" s set "startsAt" = m."startsAt", "endsAt" = m."endsAt", "trainer" = ${batch.trainer}, "hall" = ${batch.hall},
        "capacity" = ${batch.totalCandidates}, "state" = 'scheduled', "updatedAt" = ${now}, "version" = s."version" + 1
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m ("id" uuid, "startsAt" timestamptz, "endsAt" timestamptz)
      where s."vendorId" = ${vendorId} and s."id" = m."id" and (s."startsAt", s."endsAt", s."trainer", s."hall", s."capacity", s."state")
        is distinct from (m."startsAt", m."endsAt", ${batch.trainer}::uuid, ${batch.hall}::uuid, ${batch.totalCandidates}::integer, 'scheduled')`.execute(
      trx,
    )
    await emit(context, sessionsChanged, { sessions: moved.map(({ id }) => id) })
  }
  for (let at = 0; at < fresh.length; at += 200) {
    await trx
      .insertInto('batchSessions')
      .values(
        fresh.slice(at, at + 200).map(({ id, ...meeting }) => ({
          vendorId,
          id,
          batch: batch.id,
          plannedDay: meeting.day,
          ...meeting,
          ...parts,
          capacity: batch.totalCandidates,
          state: 'scheduled',
          createdAt: now,
          updatedAt: now,
        })),
      )
      .execute()
  }
}
