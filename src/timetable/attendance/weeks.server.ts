import { sql } from 'kysely'
import { clockSql, zoneOf } from '#business/setup/zone.server.ts'
import { addDays } from '#lib/days.ts'
import type { TenantContext } from '#kernel/context.ts'
import { assertAllNamed } from '#kernel/named.ts'
import { isBooked } from '#timetable/enrolments/booked.server.ts'
import type { AttendanceWeeks } from './attendance.contract.ts'
import { drawnWeeks } from './recent.rules.ts'

type Row = Omit<AttendanceWeeks['batches'][number], 'sessions'> & AttendanceWeeks['batches'][number]['sessions'][number]

/** How one customer attended in the last twelve weeks, by batch. @throws document/not-found */
export async function readWeeks(ctx: TenantContext, { customer }: { customer: string }): Promise<AttendanceWeeks> {
  const { trx, vendorId } = ctx
  await assertAllNamed(ctx, 'customers', [customer])
  const [to, zone] = [await ctx.today(), await zoneOf(trx, vendorId)]
  const from = addDays(to, 1 - 7 * drawnWeeks)
  const { rows } = await sql<Row>`
    select e."batch", b."name" as "batchName", types."surface", s."id" as "session", s."day",
      ${clockSql('s.startsAt', zone)} as "startingTime", coalesce(a."mark", 'booked') as "mark"
    from "enrolments" e
    join "batchSessions" s on s."vendorId" = ${vendorId} and s."batch" = e."batch" and s."day" between ${from}::date and ${to}::date
      and s."state" <> 'cancelled'
    join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch"
    join "services" on services."vendorId" = ${vendorId} and services."id" = b."service"
    join "serviceTypes" types on types."id" = services."service"
    left join "attendance" a on a."vendorId" = ${vendorId} and a."session" = s."id" and a."enrolment" = e."id"
    where e."vendorId" = ${vendorId} and e."customer" = ${customer} and (${isBooked(vendorId)} or a."mark" in ('present', 'late'))
    order by b."name", e."batch", s."startsAt", s."id"`.execute(trx)
  const batches: AttendanceWeeks['batches'] = []
  for (const { batch, batchName, surface, ...session } of rows) {
    // Someone who left and came back on a day has two places at its session.
    const last = batches.at(-1)?.sessions.at(-1)
    if (last?.session === session.session) {
      if (last.mark === 'booked') last.mark = session.mark
      continue
    }
    if (batches.at(-1)?.batch !== batch) batches.push({ batch, batchName, surface, sessions: [] })
    batches.at(-1)?.sessions.push(session)
  }
  return { from, to, batches }
}
