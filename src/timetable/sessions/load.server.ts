import { sql } from 'kysely'
import { isBooked } from '#timetable/enrolments/booked.server.ts'
import { lastDayOf } from '#lib/days.ts'
import { handlersOf } from '#kernel/base.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { trainerContract, type TrainerLoad } from '#directory/trainers/trainer.contract.ts'

const os = handlersOf({ trainers: trainerContract })

/**
 * The workload of each trainer's month, calculated by the database in one query (product 5, Fill; product 6, /staff).
 * @param month YYYY-MM
 */
async function readLoad({ trx, vendorId, now }: TenantContext, { month, trainer }: { month: string; trainer?: string | undefined }) {
  const isDelivered = sql`s."endsAt" <= ${now}::timestamptz`
  const minutes = sql`extract(epoch from s."endsAt" - s."startsAt") / 60`
  const { rows } = await sql<TrainerLoad>`
    select s."trainer", count(*) filter (where ${isDelivered})::int as "held", count(*) filter (where not ${isDelivered})::int as "planned",
      coalesce(sum(${minutes}) filter (where ${isDelivered}), 0)::int as "heldMinutes",
      coalesce(sum(${minutes}) filter (where not ${isDelivered}), 0)::int as "plannedMinutes",
      coalesce(sum((select count(*) from "enrolments" e where ${isBooked(vendorId)})), 0)::int as "booked", sum(s."capacity")::int as "places"
    from "batchSessions" s
    where s."vendorId" = ${vendorId} and s."day" between ${`${month}-01`}::date and ${lastDayOf(month)}::date and s."state" <> 'cancelled'
      and ${trainer ? sql`s."trainer" = ${trainer}` : sql`true`}
    group by s."trainer"`.execute(trx)
  return { month, asOf: now, rows }
}

/** The sessions room serves the trainers' workload. */
export const loadHandlers = { load: os.trainers.load.handler(inTenant(readLoad)) }
