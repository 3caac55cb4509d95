import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { expiringDays } from '#features/customers/customer.contract.ts'
import { isBooked } from '#features/enrolments/booked.server.ts'
import type { Needs } from './home.contract.ts'

/** Rows of each kind that Home shows; the count tells of the others. */
const shown = 5
/** How long an unmarked session is asked for, in days. */
const unmarkedDays = 14

type Counted<Row> = { count: number; rows: Row[] }

async function counted<Row>(trx: Trx, query: RawBuilder<Row & { total: number }>): Promise<Counted<Row>> {
  const { rows } = await query.execute(trx)
  return { count: rows[0]?.total ?? 0, rows }
}

/**
 * What waits for somebody at the business.
 * @param moment the present instant and day where the business is
 * @param zone its time zone
 */
export async function readNeeds(trx: Trx, vendorId: string, { now, today }: { now: string; today: string }, zone: string): Promise<Needs> {
  type Rows = { [Kind in keyof Needs]: Needs[Kind]['rows'][number] }
  const person = sql`trim(c."firstName" || ' ' || c."lastName")`
  const enrolled = sql`from "enrolments" e
    join "batches" b on b."vendorId" = e."vendorId" and b."id" = e."batch"
    join "customers" c on c."vendorId" = e."vendorId" and c."id" = e."customer"
    where e."vendorId" = ${vendorId} and e."state" = 'active'`
  return {
    unmarked: await counted<Rows['unmarked']>(
      trx,
      sql`select *, count(*) over ()::int as "total" from (
        select s."id", b."name", s."day", to_char(s."startsAt" at time zone ${zone}, 'HH24:MI') as "startingTime", s."startsAt",
          (select count(*)::int from "enrolments" e where ${isBooked}) as "booked",
          (select count(*)::int from "attendance" a where a."vendorId" = s."vendorId" and a."session" = s."id" and a."mark" <> 'booked') as "marked"
        from "batchSessions" s join "batches" b on b."vendorId" = s."vendorId" and b."id" = s."batch"
        where s."vendorId" = ${vendorId} and s."day" between ${today}::date - ${unmarkedDays}::integer and ${today}::date
          and s."endsAt" <= ${now} and s."state" = 'scheduled') late
      where "booked" > "marked" order by "startsAt" desc limit ${shown}`,
    ),
    waiting: await counted<Rows['waiting']>(
      trx,
      sql`select *, count(*) over ()::int as "total" from (
        select b."id" as "batch", b."name", b."totalCandidates" - count(*) filter (
            where (e."state" = 'offered' and e."offeredUntil" > ${now}) or (e."state" = 'active' and e."endDate" >= ${today}::date))::int as "free",
          count(*) filter (where e."state" = 'waitlisted')::int as "waiting"
        from "batches" b join "enrolments" e on e."vendorId" = b."vendorId" and e."batch" = b."id" and e."state" in ('waitlisted', 'offered', 'active')
        where b."vendorId" = ${vendorId} and b."state" = 'open' group by b."id", b."name", b."totalCandidates") open
      where "free" > 0 and "waiting" > 0 order by "waiting" desc, "name" limit ${shown}`,
    ),
    expiring: await counted<Rows['expiring']>(
      trx,
      sql`select e."id", e."customer", ${person} as "name", b."name" as "batchName", e."endDate", count(*) over ()::int as "total" ${enrolled}
        and e."endDate" >= ${today}::date and e."endDate" < ${today}::date + ${expiringDays}::integer order by e."endDate", e."id" limit ${shown}`,
    ),
    pastDue: await counted<Rows['pastDue']>(
      trx,
      sql`select e."id", e."customer", ${person} as "name", b."name" as "batchName", e."nextChargeOn", e."price", e."currency", count(*) over ()::int as "total" ${enrolled}
        and e."endDate" >= ${today}::date and e."nextChargeOn" < ${today}::date order by e."nextChargeOn", e."id" limit ${shown}`,
    ),
  }
}
