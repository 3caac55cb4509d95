import { sql, type RawBuilder } from 'kysely'
import type { DailyTask } from '#business/accounts/daily.server.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import { digestOf } from '#kernel/retry.ts'
import { addDays } from '#lib/days.ts'
import { termsOfMany } from '#timetable/enrolments/terms.server.ts'
import { lockBatchesOf } from '#timetable/enrolments/unnamed.server.ts'
import { weekStart } from '#timetable/sessions/calendar.rules.ts'
import { isBillingVoid, startRun, todaysRun } from './billing-run.server.ts'
import { applyCredit } from './credit.server.ts'
import { mailBill } from './receipt.server.ts'
import { eachApart, untilPaused } from './renewal.server.ts'
import { renewalGraceDays } from './renewal.rules.ts'
import { writeBill } from './sale.bill.server.ts'
import { aboutBatch, termsOf } from './sale.line.server.ts'
import { priceSale } from './sale.rules.ts'

/** The sessions that a place attended on a day, which no bill pays for. */
type Visit = { enrolment: string; customer: string; batch: string; price: number; day: string; count: number }

/** Whether no valid bill names the day of a session `s` for a place `e`. */
export const isOnNoBill = (vendorId: string) => sql<boolean>`not exists (
  select 1 from "saleLines" l join "sales" x on x."vendorId" = ${vendorId} and x."id" = l."sale" and x."voidedAt" is null
  where l."vendorId" = ${vendorId} and l."enrolment" = e."id" and s."day" between l."fromDay" and l."toDay")`

/** The first day whose single sessions are billed by the business's rule; null where they are sold by hand. */
export async function visitsBilledFrom({ trx, vendorId }: TenantContext): Promise<string | null> {
  const row = await trx.selectFrom('billingRules').select(['visits', 'visitsFrom']).where('vendorId', '=', vendorId).executeTakeFirst()
  return row && row.visits !== 'byHand' ? row.visitsFrom : null
}

/** The days of visits that are due: from the day on which the business chose to bill them, to the end of the last day, week or month that is over. */
async function dueDays({ trx, vendorId, today }: TenantContext): Promise<{ from: string; before: string } | null> {
  const row = await trx
    .selectFrom('billingRules')
    .innerJoin('merchants', (join) => join.on('merchants.vendorId', '=', vendorId))
    .innerJoin('countries', 'countries.id', 'merchants.code')
    .select(['visits', 'visitsFrom', 'countries.firstWeekday'])
    .where('billingRules.vendorId', '=', vendorId)
    .executeTakeFirst()
  if (!row || row.visits === 'byHand' || row.visitsFrom === null) return null
  const day = await today()
  const before = { day, week: weekStart(day, row.firstWeekday), month: `${day.slice(0, 8)}01` }[row.visits]
  return row.visitsFrom < before ? { from: row.visitsFrom, before } : null
}

/**
 * The visits that no bill pays for. A session of a place with a price for each is paid for by a line of its day. The few
 * such places are found first, then their attendance: without statistics, the database would begin with all sessions.
 */
async function unbilled(
  { trx, vendorId }: TenantContext,
  { from, before }: { from: string; before: string },
  who: RawBuilder<unknown>,
): Promise<Visit[]> {
  const { rows } = await sql<Visit>`
    with "places" as materialized (
      select e."id", e."customer", e."batch", e."price" from "enrolments" e
      join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer" and c."state" <> 'blocked'
      where e."vendorId" = ${vendorId} and e."priceUnit" = 'session' and ${who}
    ), "marks" as materialized (
      select a."session", a."enrolment" from "places" p
      join "attendance" a on a."vendorId" = ${vendorId} and a."enrolment" = p."id" and a."mark" in ('present', 'late')
    )
    select e."id" as "enrolment", e."customer", e."batch", e."price", s."day", count(*)::int as "count"
    from "marks" m
    join "batchSessions" s on s."vendorId" = ${vendorId} and s."id" = m."session"
      and s."day" >= ${from}::date and s."day" < ${before}::date and s."state" <> 'cancelled'
    join "places" e on e."id" = m."enrolment"
    where ${isOnNoBill(vendorId)}
    group by e."id", e."customer", e."batch", e."price", s."day" order by e."customer", s."day", e."id"`.execute(trx)
  return rows
}

/** The visits with what they cost, those that cost something. */
async function priced(ctx: TenantContext, visits: readonly Visit[]) {
  const termsAt = await termsOfMany(
    ctx,
    visits.map(({ enrolment: id, price }) => ({ id, price })),
  )
  return visits.flatMap((visit) => {
    const terms = termsAt({ id: visit.enrolment, price: visit.price }, visit.day)
    return terms.price > terms.discount ? [{ ...visit, terms }] : []
  })
}

/** Bills a customer's visits that are due: one bill with a line for each day and place. */
async function billCustomer(ctx: TenantContext, customer: string): Promise<void> {
  const { trx, call, vendorId } = ctx
  await lockBooks(trx, vendorId)
  const run = await todaysRun(ctx)
  if (run.isVoid) return
  const days = await dueDays(ctx)
  const visits = days ? await priced(ctx, await unbilled(ctx, days, sql`e."customer" = ${customer}`)) : []
  if (visits.length === 0) return
  await lockBatchesOf(
    ctx,
    visits.map(({ enrolment }) => enrolment),
  )
  const today = await ctx.today()
  const { currency, tax } = await termsOf(trx, vendorId, today)
  const batches = new Map<string, Awaited<ReturnType<typeof aboutBatch>>>()
  for (const id of new Set(visits.map(({ batch }) => batch))) batches.set(id, await aboutBatch(trx, vendorId, id, today))
  const lines = visits.flatMap(({ enrolment, batch, day, count: quantity, terms }) => {
    const about = batches.get(batch)
    return about ? [{ ...about, kind: 'renewal' as const, quantity, unit: terms.price, enrolment, fromDay: day, toDay: day }] : []
  })
  const prices = priceSale(
    lines.map(({ quantity, unit, taxClass }, at) => ({
      quantity,
      unit,
      taxClass,
      recurringDiscount: (visits[at]?.terms.discount ?? 0) * quantity,
    })),
    null,
    tax,
  )
  const request = { customer, visits: visits.map(({ enrolment, day, count }) => ({ enrolment, day, count })) }
  const bill = {
    id: newId(call.app.now()),
    day: today,
    dueOn: addDays(today, renewalGraceDays),
    customer,
    channel: 'online',
    currency,
    tax,
    lines: lines.flatMap((line, at) => (prices[at] ? [{ ...line, ...prices[at] }] : [])),
    paid: 0,
    discountReason: visits.find(({ terms }) => terms.discount > 0)?.terms.reason ?? '',
    note: '',
    inputDigest: digestOf(request),
    run: run.id ?? (await startRun(ctx, addDays(today, -1))),
  } as const
  const sale = await writeBill(ctx, bill)
  await auditMoney(trx, call, { action: 'renew', entity: 'sale', target: bill.id, after: sale })
  await applyCredit(ctx, customer, bill.id)
  await mailBill(ctx, bill.id)
}

/**
 * Bills the single sessions that people attended, where the business has chosen so: with one bill and one transaction
 * for each customer. A session that was sold before, or that costs nothing, is not billed; one that was marked later is
 * billed with the next ones.
 */
export const billVisits: DailyTask = async ({ run, isOver }) => {
  const customers = await run(async (ctx) => {
    if (await isBillingVoid(ctx)) return []
    const days = await dueDays(ctx)
    const visits = days ? await priced(ctx, await unbilled(ctx, days, sql`true`)) : []
    return [...new Set(visits.map(({ customer }) => customer))]
  })
  await untilPaused(isOver, (isStopped, pausing) =>
    eachApart(customers, isStopped, (customer) => pausing(run((ctx) => billCustomer(ctx, customer)))),
  )
}
