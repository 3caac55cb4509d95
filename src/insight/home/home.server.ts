import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { readOwnMonth } from '#money/payroll/pay.row.server.ts'
import { readSessions } from '#timetable/sessions/session.read.server.ts'
import { seesCustomers } from '#directory/customers/customer.papers.server.ts'
import { addDays } from '#lib/days.ts'
import { allows, handlersOf, memberOf, ownTrainerOf } from '#kernel/base.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { homeContract, type Today } from './home.contract.ts'
import { readMoney, readRevenue } from './money.server.ts'
import { readNeeds } from './needs.server.ts'
import { readCounts } from './seats.server.ts'
import { snooze } from './snooze.server.ts'

const os = handlersOf({ home: homeContract })

/** The number of days that the score line covers, and of those before them that it is compared with (product 5). */
const days = 30

async function readCustomers(
  trx: Trx,
  vendorId: string,
  { now, today }: { now: string; today: string },
): Promise<NonNullable<Today['customers']>> {
  const { rows } = await sql<NonNullable<Today['customers']>>`
    select (select count(*)::int from "customers" where "vendorId" = ${vendorId} and "state" = 'active' and "activeUntil" >= ${today}::date) as "active",
      count(*) filter (where "createdAt" > ${now}::timestamptz - interval '30 days')::int as "fresh",
      count(*) filter (where "createdAt" <= ${now}::timestamptz - interval '30 days')::int as "freshBefore"
    from "customers" where "vendorId" = ${vendorId} and "state" <> 'archived' and "createdAt" > ${now}::timestamptz - interval '60 days'`.execute(
    trx,
  )
  return rows[0] ?? { active: 0, fresh: 0, freshBefore: 0 }
}

/** A trainer's own data: the sessions of the seven days after today, and the month's pay. */
async function readOwn(ctx: TenantContext, zone: string): Promise<NonNullable<Today['own']>> {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const range = { from: addDays(today, 1), to: addDays(today, 7), state: 'held' as const }
  const { rows } = await readSessions(trx, call, vendorId, zone, range)
  const { row, currency, exponent } = await readOwnMonth(ctx, { month: today.slice(0, 7) })
  return {
    week: rows.map((session) => ({ ...session, name: session.batchName })),
    pay: row.pay + row.adjustments,
    paidSessions: row.sessions,
    currency,
    exponent,
  }
}

async function readToday(ctx: TenantContext): Promise<Today> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const { role } = memberOf(call)
  const zone = await ctx.zone()

  const { rows } = await readSessions(trx, call, vendorId, zone, { from: today, to: today, state: 'held' })
  const counts = await readCounts(ctx, days)
  const seesBooks = allows<{ home: typeof homeContract }>(call.app, role, 'home.revenue')
  const isTrainer = ownTrainerOf(call) !== null
  const money = seesBooks ? await readMoney(ctx, days, role === 'accountant') : { money: null, books: null }
  return {
    ...counts,
    ...(isTrainer ? { taken: 0, places: 0, takenBefore: 0, placesBefore: 0 } : {}),
    ...money,
    day: today,
    meetings: rows.map((row) => ({ ...row, name: row.batchName })),
    customers: seesCustomers(call) ? await readCustomers(trx, vendorId, { now, today }) : null,
    own: isTrainer ? await readOwn(ctx, zone) : null,
    needs: await readNeeds(ctx, zone, seesBooks),
    asOf: now,
  }
}

export const homeHandlers = {
  today: os.home.today.handler(inTenant(readToday)),
  revenue: os.home.revenue.handler(inTenant(readRevenue)),
  snooze: os.home.snooze.handler(inTenant(snooze)),
}
