import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { readSession } from '#timetable/sessions/session.read.server.ts'
import { completeSessions } from '#timetable/sessions/session.write.server.ts'
import { clockSql, zoneOf } from '#business/setup/zone.server.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf, memberOf, ownTrainerOf } from '#kernel/base.ts'
import { contextOf, inTenant, type TenantContext } from '#kernel/context.ts'
import { isCaredFor, mindedSql, readCare } from './roster-care.server.ts'
import { readRecent } from './recent.server.ts'
import { readWeeks } from './weeks.server.ts'
import { emit } from '#kernel/events.ts'
import { failure } from '#kernel/failure.ts'
import { customerShown } from '#directory/customers/customer.rules.ts'
import { attendanceContract, type AttendanceSheet, type Attendee, type MarkInput } from './attendance.contract.ts'
import type { AttendanceMark } from './attendance.rules.ts'
import { attendanceMarked } from './attendance.events.ts'
import { isBooked } from '#timetable/enrolments/booked.server.ts'

const os = handlersOf({ attendance: attendanceContract })

/** A trainer sees only first names, an accountant no names (product 4). */
function names(call: Call) {
  const shown = customerShown[memberOf(call).role]
  if (shown === 'none') return sql`'' as "firstName", '' as "lastName"`
  return shown === 'firstName' ? sql`c."firstName", '' as "lastName"` : sql`c."firstName", c."lastName"`
}

async function roster(ctx: TenantContext, { session: id }: { session: string }) {
  const { trx, call, vendorId } = ctx
  const session = await readSession(trx, call, vendorId, await zoneOf(trx, vendorId), id)
  const minded = (await isCaredFor(ctx, session)) ? sql`, ${mindedSql} as "care"` : sql``
  const { rows } = await sql<Attendee>`
    select e."id" as "enrolment", c."id" as "customer", ${names(call)}, coalesce(a."mark", 'booked') as "mark", a."markedAt" ${minded}
    from "batchSessions" s join "enrolments" e on ${isBooked(vendorId)}
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    left join "attendance" a on a."vendorId" = ${vendorId} and a."session" = s."id" and a."enrolment" = e."id"
    where s."vendorId" = ${vendorId} and s."id" = ${id} order by c."firstName", c."lastName", e."id"`.execute(trx)
  return { session, people: rows }
}

/** Whether everyone expected at the session `s` has a mark. */
const isMarked = (vendorId: string) => sql<boolean>`not exists (
  select 1 from "enrolments" e where ${isBooked(vendorId)} and not exists (
    select 1 from "attendance" a where a."vendorId" = ${vendorId} and a."session" = s."id" and a."enrolment" = e."id" and a."mark" <> 'booked'))`

/**
 * Stores marks of expected people; a mark older than the stored one is ignored. A mark from a clock that runs ahead
 * counts as made now. Marks of people who have left the batch since are counted as `left`, so that they do not block
 * the others.
 * @throws document/not-found for a session that is not the vendor's or not a trainer's own, and if no one named is
 * expected
 */
async function mark(trx: Trx, call: Call, vendorId: string, marks: MarkInput[]): Promise<{ kept: number; left: number }> {
  const { userId } = memberOf(call)
  const own = ownTrainerOf(call)
  const newest = new Map<string, MarkInput>()
  for (const entry of marks.toSorted((a, b) => Date.parse(a.markedAt) - Date.parse(b.markedAt)))
    newest.set(`${entry.session} ${entry.enrolment}`, entry)
  const sessions = [...new Set(marks.map(({ session }) => session))].toSorted()
  const found = await trx
    .selectFrom('batchSessions')
    .select(['id', 'batch', 'trainer'])
    .where('vendorId', '=', vendorId)
    .where('id', 'in', sessions)
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    // A weaker lock, so that scoring a challenge, which references the session, does not wait for its marks.
    .forNoKeyUpdate()
    .execute()
  if (found.length !== sessions.length || found.some(({ trainer }) => own !== null && trainer !== own)) throw failure('document/not-found')
  const { rows: booked } = await sql<{ session: string; enrolment: string; customer: string }>`
    select s."id" as "session", e."id" as "enrolment", e."customer" from "batchSessions" s join "enrolments" e on ${isBooked(vendorId)}
    where s."vendorId" = ${vendorId} and s."id" = any(${sessions}::uuid[])`.execute(trx)
  const values = booked.flatMap(({ session, enrolment, customer }) => {
    const entry = newest.get(`${session} ${enrolment}`)
    if (!entry) return []
    const markedAt = new Date(Math.min(Date.parse(entry.markedAt), call.app.now())).toISOString()
    return [{ vendorId, session, enrolment, customer, mark: entry.mark, markedAt, markedBy: userId }]
  })
  if (values.length === 0) throw failure('document/not-found')
  const stored = await trx
    .insertInto('attendance')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['vendorId', 'session', 'enrolment'])
        .doUpdateSet(({ ref }) => ({ mark: ref('excluded.mark'), markedAt: ref('excluded.markedAt'), markedBy: ref('excluded.markedBy') }))
        .whereRef('excluded.markedAt', '>', 'attendance.markedAt'),
    )
    .returning(['session', 'enrolment', 'mark'])
    .execute()
  await completeSessions(contextOf(trx, call, vendorId), sessions, isMarked(vendorId))
  if (stored.length > 0) await emit(contextOf(trx, call, vendorId), attendanceMarked, { sessions })
  for (const { id, batch } of found) {
    const changed = stored.filter(({ session }) => session === id)
    if (changed.length > 0)
      await audit(trx, call, {
        action: 'mark',
        entity: 'attendance',
        target: id,
        subject: batch,
        after: Object.fromEntries(changed.map((entry) => [entry.enrolment, entry.mark])),
      })
  }
  return { kept: stored.length, left: newest.size - values.length }
}

async function grid(trx: Trx, call: Call, vendorId: string, { batch, from, to }: { batch: string; from: string; to: string }) {
  const own = ownTrainerOf(call)
  const zone = await zoneOf(trx, vendorId)
  const { rows: sessions } = await sql<AttendanceSheet['sessions'][number]>`
    select s."id", s."day", ${clockSql('s.startsAt', zone)} as "startingTime", s."state", s."capacity",
      (select count(*)::int from "enrolments" e where ${isBooked(vendorId)}) as "booked" from "batchSessions" s
    where s."vendorId" = ${vendorId} and s."batch" = ${batch} and s."day" between ${from} and ${to} and s."state" <> 'cancelled'
      and ${own ? sql`s."trainer" = ${own}` : sql`true`} order by s."startsAt" limit 100`.execute(trx)
  const ids = sessions.map(({ id }) => id)
  const { rows: people } = await sql<{ enrolment: string; customer: string; firstName: string; lastName: string }>`
    select distinct e."id" as "enrolment", e."customer", ${names(call)}
    from "batchSessions" s join "enrolments" e on ${isBooked(vendorId)} join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    where s."vendorId" = ${vendorId} and s."id" = any(${ids}::uuid[]) order by "firstName", "lastName", "enrolment" limit 500`.execute(trx)
  const { rows: marked } = await sql<{ session: string; enrolment: string; mark: AttendanceMark }>`
    select a."session", a."enrolment", a."mark" from "attendance" a
    where a."vendorId" = ${vendorId} and a."session" = any(${ids}::uuid[]) and a."mark" <> 'booked'`.execute(trx)
  return { sessions, people, marks: marked }
}

export const attendanceHandlers = {
  recent: os.attendance.recent.handler(inTenant(readRecent)),
  weeks: os.attendance.weeks.handler(inTenant(readWeeks)),
  roster: os.attendance.roster.handler(inTenant(roster)),
  care: os.attendance.care.handler(inTenant(readCare)),
  mark: os.attendance.mark.handler(inTenant(({ trx, call, vendorId }, { marks }) => mark(trx, call, vendorId, marks))),
  grid: os.attendance.grid.handler(inTenant(({ trx, call, vendorId }, input) => grid(trx, call, vendorId, input))),
}
