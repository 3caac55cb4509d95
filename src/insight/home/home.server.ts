import { readOwnMonth } from '#money/payroll/pay.row.server.ts'
import { readSessions } from '#timetable/sessions/session.read.server.ts'
import { readCustomerCounts } from '#directory/customers/customer-counts.server.ts'
import { seesCustomers } from '#directory/customers/customer.papers.server.ts'
import { addDays } from '#lib/days.ts'
import { allows, handlersOf, memberOf, ownTrainerOf } from '#kernel/base.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { homeContract, type Today } from './home.contract.ts'
import { readMoney, readRevenue } from './money.server.ts'
import { readNeeds } from './needs.server.ts'
import { homeDays, readCounts } from './seats.server.ts'
import { snooze } from './snooze.server.ts'

const os = handlersOf({ home: homeContract })

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
  const counts = await readCounts(ctx)
  const seesBooks = allows<{ home: typeof homeContract }>(call.app, role, 'home.revenue')
  const isTrainer = ownTrainerOf(call) !== null
  const money = seesBooks ? await readMoney(ctx, homeDays, role === 'accountant') : { money: null, books: null }
  return {
    ...counts,
    ...(isTrainer ? { taken: 0, places: 0, takenBefore: 0, placesBefore: 0 } : {}),
    ...money,
    day: today,
    meetings: rows.map((row) => ({ ...row, name: row.batchName })),
    customers: seesCustomers(call) ? await readCustomerCounts(ctx, homeDays) : null,
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
