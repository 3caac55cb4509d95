import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { isBooked } from '#timetable/enrolments/booked.server.ts'
import type { SessionTimes } from './meeting.server.ts'

/** A session that follows its batch's plan, or one that a plan would make. */
export type Planned = SessionTimes & { trainer: string; hall: string | null }

const follows = (now: string) => sql<boolean>`s."state" = 'scheduled' and not s."isOwn" and s."startsAt" > ${now}::timestamptz`

/** A batch's coming sessions that follow its plan, earliest first. */
export async function plannedOf(trx: Trx, vendorId: string, batch: string, now: string): Promise<(Planned & { id: string })[]> {
  const { rows } = await sql<Planned & { id: string }>`
    select s."id", s."day", s."startsAt", s."endsAt", s."trainer", s."hall" from "batchSessions" s
    where s."vendorId" = ${vendorId} and s."batch" = ${batch} and ${follows(now)} order by s."startsAt", s."id"`.execute(trx)
  return rows
}

/** The last day on which each customer with an e-mail address is expected at a batch's coming sessions that follow its plan. */
export async function expectedUntil(trx: Trx, vendorId: string, batch: string, now: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ customer: string; until: string }>`
    select e."customer", max(s."day") as "until" from "batchSessions" s
    join "enrolments" e on ${isBooked(vendorId)}
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer" and c."email" <> ''
    where s."vendorId" = ${vendorId} and s."batch" = ${batch} and ${follows(now)} group by e."customer"`.execute(trx)
  return new Map(rows.map(({ customer, until }) => [customer, until]))
}

const keyOf = ({ startsAt, endsAt, trainer, hall }: Planned) => `${Date.parse(startsAt)} ${Date.parse(endsAt)} ${trainer} ${hall}`

/**
 * What a batch's new plan removes and adds.
 * @param until the batch's previous last day: an extension is no change to what people know
 */
export function difference<One extends Planned>(
  before: readonly One[],
  after: readonly One[],
  until: string,
): { removed: One[]; added: One[] } {
  const [was, is] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  return {
    removed: before.filter((one) => !is.has(keyOf(one))),
    added: after.filter((one) => one.day <= until && !was.has(keyOf(one))),
  }
}

/** The first day that differs in a batch's new plan; null if none does. */
export function firstDayOf({ removed, added }: { removed: readonly Planned[]; added: readonly Planned[] }): string | null {
  return [...removed, ...added].map(({ day }) => day).toSorted()[0] ?? null
}

/**
 * How many people of an open batch are affected by a new plan.
 * @param meetings all meetings of the plan, including past and existing ones
 */
export async function countTouched(trx: Trx, vendorId: string, batch: string, meetings: readonly Planned[], now: string): Promise<number> {
  const row = await trx
    .selectFrom('batches')
    .select(['endDate', 'state'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', batch)
    .executeTakeFirst()
  if (row?.state !== 'open') return 0
  const before = await plannedOf(trx, vendorId, batch, now)
  const { rows } = await sql<{ day: string }>`
    select s."plannedDay" as "day" from "batchSessions" s
    where s."vendorId" = ${vendorId} and s."batch" = ${batch} and (s."isOwn" or s."reason" is not null or s."closure" is not null)`.execute(
    trx,
  )
  const own = new Set(rows.map(({ day }) => day))
  const after = meetings.filter(({ day, startsAt }) => !own.has(day) && Date.parse(startsAt) > Date.parse(now))
  const from = firstDayOf(difference<Planned>(before, after, row.endDate))
  if (from === null) return 0
  return [...(await expectedUntil(trx, vendorId, batch, now)).values()].filter((until) => until >= from).length
}
