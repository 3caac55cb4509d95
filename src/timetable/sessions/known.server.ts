import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { isBooked } from '#timetable/enrolments/booked.server.ts'

/** A session as people know it: its instants, its trainer and hall, and whether it takes place. */
export type Known = {
  id: string
  startsAt: string
  endsAt: string
  trainer: string
  hall: string | null
  isOn: boolean
  /** Whether they do not know of it yet. */
  isNew?: boolean
}

/** A session as it is now. */
export type Current = Known & { batch: string; version: number; reason: string | null }

/** Sessions before a change, and at which of them each customer with an e-mail address was expected. */
export type Before = { sessions: ReadonlyMap<string, Current>; people: ReadonlyMap<string, readonly string[]> }

/** Sessions as they are now, by id, earliest first. `batch` is the name of their batch. */
export async function currentOf(trx: Trx, vendorId: string, ids: readonly string[]): Promise<Map<string, Current>> {
  const { rows } = await sql<Current>`
    select s."id", s."startsAt", s."endsAt", s."trainer", s."hall", s."state" <> 'cancelled' as "isOn", s."version", s."reason", b."name" as "batch"
    from "batchSessions" s join "batches" b on b."vendorId" = ${vendorId} and b."id" = s."batch"
    where s."vendorId" = ${vendorId} and s."id" = any(${ids}::uuid[]) order by s."startsAt", s."id"`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What `notifyCustomers` and `notifyTrainers` need to know of sessions before they change. Called after `lockVendor`. */
export async function knownBefore(trx: Trx, vendorId: string, ids: readonly string[]): Promise<Before> {
  const { rows } = await sql<{ customer: string; sessions: string[] }>`
    select e."customer", jsonb_agg(s."id") as "sessions" from "batchSessions" s
    join "enrolments" e on ${isBooked(vendorId)}
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer" and c."email" <> ''
    where s."vendorId" = ${vendorId} and s."id" = any(${ids}::uuid[])
    group by e."customer" order by e."customer"`.execute(trx)
  return {
    sessions: await currentOf(trx, vendorId, ids),
    people: new Map(rows.map(({ customer, sessions }) => [customer, sessions])),
  }
}

type Meets = Pick<Known, 'startsAt' | 'endsAt' | 'trainer' | 'hall'>

/** Whether a session meets at other hours, elsewhere or with another trainer. */
export const isMoved = (before: Meets, after: Meets): boolean =>
  Date.parse(before.startsAt) !== Date.parse(after.startsAt) ||
  Date.parse(before.endsAt) !== Date.parse(after.endsAt) ||
  before.trainer !== after.trainer ||
  before.hall !== after.hall

/** Whether people need to know: a session was cancelled, restored or moved. One that was off and stays off is no news. */
export const isNews = (before: Known, after: Known): boolean => before.isOn !== after.isOn || (after.isOn && isMoved(before, after))

/** Whether a change affects coming sessions: no one is notified of the correction of a past session. */
export const isComing = (now: string, ...sessions: Pick<Known, 'startsAt'>[]): boolean =>
  sessions.some(({ startsAt }) => Date.parse(startsAt) > Date.parse(now))
