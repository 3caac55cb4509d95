import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { billedLines, placesOf } from '#money/effects/effect.facts.server.ts'
import { paidDays } from '#money/effects/paid-days.rules.ts'
import { visitsBilledFrom } from '#money/sales/visit.server.ts'
import type { DeliveryRow } from './finance-report.contract.ts'
import type { Range } from './report.row.server.ts'

/** A row of the report before it has names. */
export type DeliveredRow = Pick<DeliveryRow, 'kind' | 'batch' | 'enrolment' | 'customer' | 'sale' | 'count' | 'amount'>

/** A day on which a place was attended and that is on no bill, with how often. */
type Day = { enrolment: string; batch: string; day: string; count: number; priceUnit: 'month' | 'term' | 'session'; isBlocked: boolean }

type Line = Awaited<ReturnType<typeof billedLines>>[number]

async function unbilledDays({ trx, vendorId }: TenantContext, { from, to }: Range, places: readonly string[]): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select a."enrolment", s."batch", s."day", count(*)::int as "count", e."priceUnit", c."state" = 'blocked' as "isBlocked"
    from "attendance" a
    join "batchSessions" s on s."vendorId" = ${vendorId} and s."id" = a."session" and s."state" <> 'cancelled' and s."day" between ${from}::date and ${to}::date
    join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = a."enrolment" and s."day" <= e."endDate"
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    where a."vendorId" = ${vendorId} and a."enrolment" = any(${places}::uuid[]) and a."mark" in ('present', 'late')
      and not exists (select 1 from "saleLines" l join "sales" x on x."vendorId" = ${vendorId} and x."id" = l."sale" and x."voidedAt" is null
        where l."vendorId" = ${vendorId} and l."enrolment" = a."enrolment" and s."day" between l."fromDay" and l."toDay")
    group by a."enrolment", s."batch", s."day", e."priceUnit", c."state" order by s."day"`.execute(trx)
  return rows
}

/** Finds the line that pays for a day of a place although its bill names other days: a freeze postponed them, or the place was moved. */
async function payers(ctx: TenantContext, places: readonly string[]): Promise<(day: Day) => Line | undefined> {
  const lines = Map.groupBy(await billedLines(ctx, places, null), ({ enrolment }) => enrolment)
  const ranges = (await placesOf(ctx, places)).flatMap((place) => {
    const own = lines.get(place.id) ?? []
    return own.flatMap((line) => paidDays(place, line, own).map((range) => ({ ...range, line })))
  })
  const of = Map.groupBy(ranges, ({ line }) => line.enrolment)
  return ({ enrolment, day }) => of.get(enrolment)?.find(({ from, to }) => from <= day && day <= to)?.line
}

/** What is due on some bills, and their totals, in minor units. */
async function duesOf({ trx, vendorId }: TenantContext, sales: readonly string[]) {
  const rows = await trx
    .selectFrom('sales')
    .select(['id', 'total', sql<number>`"total" - "credited" - "paid" + "refunded"`.as('due')])
    .where('vendorId', '=', vendorId)
    .where(sql<boolean>`"id" = any(${sales}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The part of an amount for some of the days of a row: by session, by month attended, or whole. */
function partOf({ amount, count }: DeliveredRow, all: readonly Day[], some: readonly Day[]): number {
  const [first] = all
  if (some.length === 0) return 0
  if (!first || first.priceUnit === 'term') return amount
  const months = (days: readonly Day[]) => new Set(days.map(({ day }) => day.slice(0, 7))).size
  if (first.priceUnit === 'month') return Math.floor((amount * months(some)) / months(all))
  return Math.floor((amount * countOf(some)) / count)
}

const countOf = (days: readonly Day[]) => days.reduce((sum, { count }) => sum + count, 0)

/**
 * Explains attended days that no bill names: those that a bill pays for because a freeze postponed its days or the place
 * was moved count as its own, and single sessions that the business bills later, as `coming`. The others stay unbilled.
 */
export async function explained(ctx: TenantContext, range: Range, rows: readonly DeliveredRow[]): Promise<DeliveredRow[]> {
  const places = rows.flatMap(({ kind, enrolment }) => (kind === 'unbilled' ? [enrolment] : []))
  if (places.length === 0) return [...rows]
  const days = Map.groupBy(await unbilledDays(ctx, range, places), ({ enrolment }) => enrolment)
  const payerOf = await payers(ctx, places)
  const visitsFrom = await visitsBilledFrom(ctx)
  const found = new Map<DeliveredRow, Map<Line | 'coming' | 'unbilled', Day[]>>()
  for (const row of rows) {
    const own = row.kind === 'unbilled' ? days.get(row.enrolment) : undefined
    if (!own) continue
    const isComing = (day: Day) => day.priceUnit === 'session' && !day.isBlocked && visitsFrom !== null && day.day >= visitsFrom
    found.set(
      row,
      Map.groupBy(own, (day) => payerOf(day) ?? (isComing(day) ? 'coming' : 'unbilled')),
    )
  }
  const lines = [...found.values()].flatMap((by) => [...by.keys()].flatMap((key) => (typeof key === 'string' ? [] : key)))
  const dues = await duesOf(
    ctx,
    lines.map(({ sale }) => sale),
  )
  const isAttended = ({ kind, sale, enrolment }: DeliveredRow) =>
    kind === 'undelivered' && lines.some((line) => line.sale === sale && line.billedPlace === enrolment)
  const result = rows.filter((row) => !found.has(row) && !isAttended(row))
  const add = (row: DeliveredRow) => {
    const at = result.findIndex((one) => one.enrolment === row.enrolment && one.sale === row.sale && one.kind === row.kind)
    const same = result[at]
    // What is due on a bill counts once, however many of its days were attended.
    if (same && row.sale !== null) result[at] = { ...same, count: same.count + row.count }
    else result.push(row)
  }
  for (const [row, by] of found)
    for (const [key, some] of by) {
      const count = countOf(some)
      if (typeof key === 'string') {
        add({ ...row, kind: key, count, amount: partOf(row, days.get(row.enrolment) ?? [], some) })
        continue
      }
      const { total: whole = 0, due = 0 } = dues.get(key.sale) ?? {}
      const kind = key.total === 0 ? 'free' : due > 0 ? 'unpaid' : 'agreed'
      add({
        ...row,
        kind,
        sale: key.sale,
        count,
        amount: kind === 'unpaid' ? Number((BigInt(key.total) * BigInt(due)) / BigInt(whole)) : 0,
      })
    }
  return result.toSorted((a, b) => b.amount - a.amount || b.count - a.count)
}
