import { sql } from 'kysely'
import { tenant, type Trx } from '#db/tenant.ts'
import { readSessions } from '#features/sessions/session.read.server.ts'
import { dayIn, zoneOf } from '#features/setup/zone.server.ts'
import { instant } from '#server/app.ts'
import { memberOf, os, ownTrainerOf } from '#server/base.ts'
import type { Today } from './home.contract.ts'
import { readNeeds } from './needs.server.ts'

type Counts = Pick<Today, 'openBatches' | 'places' | 'taken' | 'services' | 'trainers' | 'halls'>

/** The vendor's own counts in one statement. */
async function readCounts(trx: Trx, vendorId: string, { now, today }: { now: string; today: string }): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*)::int from "services" where "vendorId" = ${vendorId} and "state" <> 'archived') as "services",
      (select count(*)::int from "trainers" where "vendorId" = ${vendorId} and "state" <> 'archived') as "trainers",
      (select count(*)::int from "halls" where "vendorId" = ${vendorId} and "state" <> 'archived') as "halls",
      (select count(*)::int from "enrolments" e join "batches" b on b."vendorId" = e."vendorId" and b."id" = e."batch" and b."state" = 'open'
        where e."vendorId" = ${vendorId} and ((e."state" = 'offered' and e."offeredUntil" > ${now}) or (e."state" = 'active' and e."endDate" >= ${today}::date))) as "taken",
      open."openBatches", open."places"
    from (
      select count(*)::int as "openBatches", coalesce(sum("totalCandidates"), 0)::int as "places"
      from "batches" where "vendorId" = ${vendorId} and "state" = 'open'
    ) open`.execute(trx)
  const [counts] = rows
  if (!counts) throw new Error('The counts gave no row')
  return counts
}

async function readCustomers(
  trx: Trx,
  vendorId: string,
  { now, today }: { now: string; today: string },
): Promise<NonNullable<Today['customers']>> {
  const { rows } = await sql<NonNullable<Today['customers']>>`
    select count(*) filter (where "state" = 'active' and "activeUntil" >= ${today}::date)::int as "active",
      count(*) filter (where "createdAt" > ${now}::timestamptz - interval '30 days')::int as "fresh",
      count(*) filter (where "createdAt" <= ${now}::timestamptz - interval '30 days' and "createdAt" > ${now}::timestamptz - interval '60 days')::int as "freshBefore"
    from "customers" where "vendorId" = ${vendorId} and "state" <> 'archived'
      and ("activeUntil" >= ${today}::date or "createdAt" > ${now}::timestamptz - interval '60 days')`.execute(trx)
  return rows[0] ?? { active: 0, fresh: 0, freshBefore: 0 }
}

export const homeHandlers = {
  today: os.home.today.handler(({ context: call }) => {
    const { vendorId, role } = memberOf(call)
    return tenant(call.app.db, vendorId, async (trx) => {
      const zone = await zoneOf(trx, vendorId)
      const moment = { now: instant(call.app), today: dayIn(call.app, zone) }
      const { today: day } = moment
      const { rows } = await readSessions(trx, call, vendorId, zone, { from: day, to: day, state: 'held' })
      const counts = await readCounts(trx, vendorId, moment)
      const seesCustomers = role === 'owner' || role === 'manager' || role === 'frontDesk'
      const own = ownTrainerOf(call) === null ? counts : { ...counts, taken: 0, places: 0 }
      return {
        ...own,
        day,
        meetings: rows.map((row) => ({ ...row, name: row.batchName })),
        customers: seesCustomers ? await readCustomers(trx, vendorId, moment) : null,
        needs: seesCustomers ? await readNeeds(trx, vendorId, moment, zone) : null,
      }
    })
  }),
}
