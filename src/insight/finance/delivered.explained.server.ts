import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { addDays } from '#lib/days.ts'
import { billedLines, placesOf } from '#money/effects/effect.facts.server.ts'
import { count, earlierDays, paidDays, unusedFrom } from '#money/effects/paid-days.rules.ts'
import { isOnNoBill, visitsBilledFrom } from '#money/sales/visit.server.ts'
import type { DeliveryRow } from './finance-report.contract.ts'
import type { Range } from './report.row.server.ts'

/** A row of the report before it has names. */
export type DeliveredRow = Pick<DeliveryRow, 'kind' | 'batch' | 'enrolment' | 'customer' | 'sale' | 'count' | 'amount'>

/**
 * A day on which a place was attended and that is on no bill, with how often. `chargedFrom` is the first day that the
 * place is billed for; `isGiven`, whether a member reversed what an act had charged for the day.
 */
type Day = {
  enrolment: string
  batch: string
  day: string
  count: number
  priceUnit: 'month' | 'term' | 'session'
  isBlocked: boolean
  nextChargeOn: string | null
  chargedFrom: string | null
  isGiven: boolean
}

type Line = Awaited<ReturnType<typeof billedLines>>[number]

async function unbilledDays({ trx, vendorId }: TenantContext, { from, to }: Range, places: readonly string[]): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select a."enrolment", s."batch", s."day", count(*)::int as "count", e."priceUnit", c."state" = 'blocked' as "isBlocked", e."nextChargeOn",
      least(e."nextChargeOn", (select min(l."fromDay") from "saleLines" l
        join "sales" x on x."vendorId" = ${vendorId} and x."id" = l."sale" and x."voidedAt" is null
        where l."vendorId" = ${vendorId} and l."enrolment" = e."id")) as "chargedFrom",
      exists (select 1 from "effectLines" l
        join "effects" f on f."vendorId" = ${vendorId} and f."id" = l."effect" and f."reversedAt" is not null
        where l."vendorId" = ${vendorId} and l."enrolment" = e."id" and l."kind" = 'charge' and s."day" between l."fromDay" and l."toDay") as "isGiven"
    from "attendance" a
    join "batchSessions" s on s."vendorId" = ${vendorId} and s."id" = a."session" and s."state" <> 'cancelled' and s."day" between ${from}::date and ${to}::date
    join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = a."enrolment" and s."day" <= e."endDate"
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    where a."vendorId" = ${vendorId} and a."enrolment" = any(${places}::uuid[]) and a."mark" in ('present', 'late')
      and ${isOnNoBill(vendorId)}
    group by a."enrolment", s."batch", s."day", e."id", e."priceUnit", e."nextChargeOn", c."state" order by s."day"`.execute(trx)
  return rows
}

/** A line of a bill with days that it pays for, both included. */
type Paid = { from: string; to: string; line: Line }

/** The days that the lines of places that were left pay for at the places that followed: as many as were left, from the move on. */
async function carriedDays(ctx: TenantContext, lines: readonly Line[]): Promise<Paid[]> {
  const carried = Map.groupBy(
    lines.filter(({ billedPlace, enrolment }) => billedPlace !== enrolment),
    ({ billedPlace, enrolment }) => `${billedPlace} ${enrolment}`,
  )
  const ids = [...carried.values()].flatMap(([line]) => line?.billedPlace ?? [])
  const left = new Map((ids.length === 0 ? [] : await placesOf(ctx, ids)).map((place) => [place.id, place]))
  return [...carried.values()].flatMap((own) => {
    const place = left.get(own[0]?.billedPlace ?? '')
    if (!place) return []
    let from = unusedFrom(place)
    return own.flatMap((line) => {
      const days = paidDays(place, line, own)
      const unused = count(days) - earlierDays(days, unusedFrom(place))
      const paid = { from, to: addDays(from, unused - 1), line }
      from = addDays(from, unused)
      return unused > 0 ? [paid] : []
    })
  })
}

/**
 * Finds the line that pays for a day of a place although its bill names other days: a freeze postponed them, or the
 * place was moved and the days that were left count from the move on.
 */
async function payers(ctx: TenantContext, places: readonly string[]): Promise<(day: Day) => Line | undefined> {
  const all = await billedLines(ctx, places, null)
  const lines = Map.groupBy(all, ({ enrolment }) => enrolment)
  const ranges = (await placesOf(ctx, places)).flatMap((place): Paid[] => {
    const own = lines.get(place.id) ?? []
    return own.flatMap((line) => paidDays(place, line, own).map((range) => ({ ...range, line })))
  })
  const byPlace = (paid: readonly Paid[]) => {
    const of = Map.groupBy(paid, ({ line }) => line.enrolment)
    return (enrolment: string, day: string) => of.get(enrolment)?.find(({ from, to }) => from <= day && day <= to)?.line
  }
  const [own, carried] = [byPlace(ranges), byPlace(await carriedDays(ctx, all))]
  // A single session is paid for by a bill of its own day alone.
  return ({ enrolment, day, priceUnit, chargedFrom }) => {
    if (priceUnit === 'session') return undefined
    const isBefore = chargedFrom !== null && day < chargedFrom
    return own(enrolment, day) ?? (isBefore ? carried(enrolment, day) : undefined)
  }
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

/** Why days are on no bill: another line pays for them, they are billed later, a member gave them, or nothing explains them. */
type Why = Line | 'coming' | 'free' | 'unbilled'

const isLine = (why: Why): why is Line => typeof why !== 'string'

/** The row of days that a line pays for. @param isCounted whether another row of the line has what is due on the bill */
function paidRow(
  row: DeliveredRow,
  line: Line,
  days: readonly Day[],
  dues: Awaited<ReturnType<typeof duesOf>>,
  isCounted: boolean,
): DeliveredRow {
  const { total = 0, due = 0 } = dues.get(line.sale) ?? {}
  const isGiven = line.givenFrom !== null && (days[0]?.day ?? '') >= line.givenFrom
  const kind = line.total === 0 || isGiven ? 'free' : due > 0 ? 'unpaid' : 'agreed'
  const amount = kind === 'unpaid' && !isCounted ? Number((BigInt(line.total) * BigInt(due)) / BigInt(total)) : 0
  return { ...row, kind, sale: line.sale, count: countOf(days), amount }
}

/** The days of each unbilled row by what explains them. */
async function whyUnbilled(ctx: TenantContext, range: Range, rows: readonly DeliveredRow[]): Promise<Map<DeliveredRow, Map<Why, Day[]>>> {
  const unbilled = rows.filter(({ kind }) => kind === 'unbilled')
  const places = unbilled.map(({ enrolment }) => enrolment)
  if (places.length === 0) return new Map()
  const days = Map.groupBy(await unbilledDays(ctx, range, places), ({ enrolment }) => enrolment)
  const payerOf = await payers(ctx, places)
  const visitsFrom = await visitsBilledFrom(ctx)
  const today = await ctx.today()
  const isComing = ({ priceUnit, isBlocked, day, nextChargeOn }: Day) => {
    if (isBlocked) return false
    if (priceUnit === 'session') return visitsFrom !== null && day >= visitsFrom
    // What is due since the last daily job is billed by the next one.
    return nextChargeOn !== null && nextChargeOn >= today && nextChargeOn <= day
  }
  const whyNot = (day: Day): Why => payerOf(day) ?? (isComing(day) ? 'coming' : day.isGiven ? 'free' : 'unbilled')
  return new Map(
    unbilled.flatMap((row) => {
      const own = days.get(row.enrolment)
      return own ? [[row, Map.groupBy(own, whyNot)] as const] : []
    }),
  )
}

/**
 * Explains attended days that no bill names: those that a bill pays for because a freeze postponed its days or the place
 * was moved count as its own, those that the business bills later as `coming`, and those whose charge a member
 * reversed as `free`. The others stay unbilled.
 */
export async function explained(ctx: TenantContext, range: Range, rows: readonly DeliveredRow[]): Promise<DeliveredRow[]> {
  const found = await whyUnbilled(ctx, range, rows)
  if (found.size === 0) return [...rows]
  const lines = [...found.values()].flatMap((by) => [...by.keys()].filter(isLine))
  const dues = await duesOf(
    ctx,
    lines.map(({ sale }) => sale),
  )
  const attended = new Set(lines.map(({ billedPlace, sale }) => `${billedPlace} ${sale}`))
  const lineOf = ({ enrolment, sale }: DeliveredRow) => `${enrolment} ${sale}`
  const result = rows.filter((row) => !found.has(row) && !(row.kind === 'undelivered' && attended.has(lineOf(row))))
  const counted = new Set(result.flatMap((row) => (row.kind === 'unpaid' ? [lineOf(row)] : [])))
  const keyOf = ({ enrolment, sale, kind }: DeliveredRow) => `${enrolment} ${sale} ${kind}`
  const positions = new Map(result.map((row, at) => [keyOf(row), at]))
  const add = (row: DeliveredRow) => {
    const at = row.sale === null ? undefined : positions.get(keyOf(row))
    const same = at === undefined ? undefined : result[at]
    // What is due on a bill counts once, however many of its days were attended.
    if (at !== undefined && same) result[at] = { ...same, count: same.count + row.count }
    else positions.set(keyOf(row), result.push(row) - 1)
  }
  for (const [row, by] of found) {
    const all = [...by.values()].flat()
    for (const [why, days] of by) {
      if (!isLine(why)) {
        add({ ...row, kind: why, count: countOf(days), amount: why === 'free' ? 0 : partOf(row, all, days) })
        continue
      }
      const line = `${why.billedPlace} ${why.sale}`
      add(paidRow(row, why, days, dues, counted.has(line)))
      counted.add(line)
    }
  }
  return result.toSorted((a, b) => b.amount - a.amount || b.count - a.count)
}
