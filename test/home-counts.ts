import { sql } from 'kysely'
import { expect } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { countForHome } from '#insight/home/counts.daily.server.ts'
import { dayIn } from '#kernel/app.ts'
import { runAs } from '#kernel/context.ts'
import type { Caller, TestApp } from './app.ts'

type Owner = { calls: Caller['calls']; vendorId: string }

/** Counts for Home as the night does. */
export const countNow = (app: TestApp, vendorId: string) =>
  countForHome({ run: (part) => runAs(app.app, 'system', vendorId, part), doneThrough: null, isOver: () => false })

/** Asserts that Home shows what a count of every customer and place comes to, whatever a night has counted of it before. */
export async function expectCounted(app: TestApp, { calls, vendorId }: Owner, zone = 'Asia/Dubai'): Promise<void> {
  const today = dayIn(app.app, zone)
  const now = new Date(app.clock.now()).toISOString()
  const taken = sql`(select count(*)::int from "enrolments" e where e."vendorId" = b."vendorId" and e."batch" = b."id"
    and (e."state" = 'active' and e."endDate" >= ${today}::date or e."state" = 'offered' and e."offeredUntil" > ${now}))`
  const counted = await tenant(app.app.db, vendorId, async (trx) => {
    const { rows } = await sql<{
      active: number
      fresh: number
      freshBefore: number
      taken: number
      waiting: { id: string; free: number }[]
    }>`
      select (select count(*)::int from "customers" where "state" = 'active' and "activeUntil" >= ${today}::date) as "active",
        (select count(*)::int from "customers" where "state" <> 'archived' and ${today}::date - ("createdAt" at time zone ${zone})::date < 30) as "fresh",
        (select count(*)::int from "customers" where "state" <> 'archived'
          and ${today}::date - ("createdAt" at time zone ${zone})::date between 30 and 59) as "freshBefore",
        (select coalesce(sum(${taken}), 0)::int from "batches" b where b."state" = 'open') as "taken",
        (select coalesce(json_agg(json_build_object('id', b."id", 'free', b."totalCandidates" - ${taken}) order by b."id"), '[]') from "batches" b
          where b."state" = 'open' and b."totalCandidates" > ${taken}
            and exists (select 1 from "enrolments" w where w."batch" = b."id" and w."state" = 'waitlisted')) as "waiting"`.execute(trx)
    return rows[0]!
  })
  const home = await calls.home.today()
  const waiting = home.needs.waiting.rows.map(({ id, free }) => ({ id, free })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect({ ...home.customers, taken: home.taken, waiting }).toEqual(counted)
}
