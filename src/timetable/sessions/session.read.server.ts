import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { isBooked } from '#timetable/enrolments/booked.server.ts'
import { clockSql } from '#business/setup/zone.server.ts'
import { ownTrainerOf, type Call } from '#kernel/base.ts'
import { expressionOf } from '#kernel/expressions.ts'
import { failure } from '#kernel/failure.ts'
import { contextOf, type TenantContext } from '#kernel/context.ts'
import { sessionLimit, type Session, type SessionRange } from './session.contract.ts'
import { sessionMarked } from './session.guards.ts'

/** Sessions as the contract sends them, earliest first; one row more than `limit` means that there are more. */
async function read({ trx, call, vendorId }: TenantContext, zone: string, where: RawBuilder<boolean>, limit: number): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select s."id", s."batch", b."name" as "batchName", b."code" as "batchCode", services."service" as "serviceType", types."surface",
      s."day", ${clockSql('s.startsAt', zone)} as "startingTime",
      ${clockSql('s.endsAt', zone)} as "endingTime", s."startsAt", s."endsAt",
      s."trainer", t."Fname" || ' ' || t."Lname" as "trainerName", s."hall", h."title" as "hallTitle",
      s."capacity", s."isOwn", s."state", s."reason", s."createdAt", s."updatedAt", s."version",
      (select count(*)::int from "enrolments" e where ${isBooked(vendorId)}) as "booked",
      ${expressionOf({ app: call.app, vendorId }, sessionMarked, sql.ref('s.id'))} as "marked"
    from "batchSessions" s
    join "batches" b on b."vendorId" = ${vendorId} and b."id" = s."batch"
    join "services" on services."vendorId" = ${vendorId} and services."id" = b."service"
    join "serviceTypes" types on types."id" = services."service"
    join "trainers" t on t."vendorId" = ${vendorId} and t."id" = s."trainer"
    left join "halls" h on h."vendorId" = ${vendorId} and h."id" = s."hall"
    where s."vendorId" = ${vendorId} and ${where}
    order by s."day", s."startsAt", s."id" limit ${limit + 1}`.execute(trx)
  return rows
}

const yes = sql<boolean>`true`

/** Whether a member may see the session `s`: a trainer sees only their own (product 4). */
export function maySee(call: Call): RawBuilder<boolean> {
  const own = ownTrainerOf(call)
  return own === null ? yes : sql<boolean>`s."trainer" = ${own}`
}

/** The sessions of a range of days; a trainer sees only their own (product 4). */
export async function readSessions(
  trx: Trx,
  call: Call,
  vendorId: string,
  zone: string,
  { from, to, trainer, hall, batch, state }: SessionRange,
): Promise<{ rows: Session[]; isCapped: boolean }> {
  const rows = await read(
    contextOf(trx, call, vendorId),
    zone,
    sql<boolean>`s."day" between ${from} and ${to}
      and ${trainer ? sql`s."trainer" = ${trainer}` : yes} and ${hall ? sql`s."hall" = ${hall}` : yes}
      and ${batch ? sql`s."batch" = ${batch}` : yes} and ${maySee(call)}
      and ${state === 'all' ? yes : state === 'held' ? sql`s."state" <> 'cancelled'` : sql`s."state" = ${state}`}`,
    sessionLimit,
  )
  return { rows: rows.slice(0, sessionLimit), isCapped: rows.length > sessionLimit }
}

/** One session. @throws document/not-found, for a trainer also if it is another trainer's */
export async function readSession(trx: Trx, call: Call, vendorId: string, zone: string, id: string): Promise<Session> {
  const [row] = await read(contextOf(trx, call, vendorId), zone, sql<boolean>`s."id" = ${id} and ${maySee(call)}`, 1)
  if (!row) throw failure('document/not-found')
  return row
}

/** The ids of the scheduled sessions that have not begun, earliest first. */
const coming = (trx: Trx, vendorId: string, now: string) =>
  trx
    .selectFrom('batchSessions')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('state', '=', 'scheduled')
    .where('startsAt', '>', now)
    .orderBy('startsAt')
    .orderBy('id')

/** The scheduled sessions of some days that have not begun, earliest first. */
export function comingIn(trx: Trx, vendorId: string, from: string, to: string, now: string) {
  return coming(trx, vendorId, now).select(['day', 'startsAt', 'endsAt', 'hall']).where('day', '>=', from).where('day', '<=', to).execute()
}

/** The ids of a batch's scheduled sessions that have not begun, earliest first. */
export async function comingOf(trx: Trx, vendorId: string, batch: string, now: string): Promise<string[]> {
  const rows = await coming(trx, vendorId, now).where('batch', '=', batch).execute()
  return rows.map(({ id }) => id)
}

/** Sessions by their ids, earliest first. */
export function readThese(context: TenantContext, zone: string, ids: readonly string[]): Promise<Session[]> {
  return read(context, zone, sql<boolean>`s."id" = any(${ids}::uuid[])`, ids.length)
}

/** How many different people are expected at the given sessions. */
export async function countPeople(trx: Trx, vendorId: string, sessions: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct e."customer")::int as "count" from "batchSessions" s join "enrolments" e on ${isBooked(vendorId)}
    where s."vendorId" = ${vendorId} and s."id" = any(${sessions}::uuid[])`.execute(trx)
  return rows[0]?.count ?? 0
}

/** How many different people with an e-mail address are expected at the given sessions. */
export async function countReachable(trx: Trx, vendorId: string, sessions: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct e."customer")::int as "count" from "batchSessions" s
    join "enrolments" e on ${isBooked(vendorId)}
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer" and c."email" <> ''
    where s."vendorId" = ${vendorId} and s."id" = any(${sessions}::uuid[])`.execute(trx)
  return rows[0]?.count ?? 0
}
