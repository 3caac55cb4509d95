import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { addDays, daysIn, earlier, later } from '#lib/days.ts'
import { billedLines, placesOf } from '#money/effects/effect.facts.server.ts'
import { paidDays, postponed, unusedFrom, without, type TakenPlace } from '#money/effects/paid-days.rules.ts'
import { isOnNoBill, visitsBilledFrom } from '#money/sales/visit.server.ts'
import { inOrder } from '#timetable/enrolments/enrolment.rules.ts'
import { placesBefore } from '#timetable/enrolments/moved.server.ts'
import type { DeliveryRow } from './finance-report.contract.ts'
import type { Range } from './report.row.server.ts'

/** A row of the report before it has names. */
export type DeliveredRow = Pick<DeliveryRow, 'kind' | 'batch' | 'enrolment' | 'customer' | 'sale' | 'count' | 'amount'>

const keyOf = ({ enrolment, sale, kind }: DeliveredRow) => `${enrolment} ${sale} ${kind}`

/** Rows by amount and count, the largest first; equal ones by when their place was taken. */
export const inOrderOfAmount = (rows: readonly DeliveredRow[]): DeliveredRow[] =>
  rows.toSorted((a, b) => b.amount - a.amount || b.count - a.count || keyOf(a).localeCompare(keyOf(b)))

/**
 * A day on which a place was attended and that is on no bill, with how often. `chargedFrom` is the first day that the
 * place is billed for, null where all its days are paid.
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
}

type Line = Awaited<ReturnType<typeof billedLines>>[number]

/** The attended days of some places that are on no bill, by day. */
async function unbilledDays({ trx, vendorId }: TenantContext, { from, to }: Range, places: readonly string[]): Promise<Day[]> {
  // Begins with the marks of these few places: planned for any number of them, all sessions of the period come first.
  const { rows } = await sql<Day>`
    with "marks" as materialized (
      select a."enrolment", a."session" from "attendance" a
      where a."vendorId" = ${vendorId} and a."enrolment" = any(${places}::uuid[]) and a."mark" in ('present', 'late')
    ), "attended" as materialized (
      select m."enrolment", s."batch", s."day", count(*)::int as "count" from "marks" m
      join "batchSessions" s on s."vendorId" = ${vendorId} and s."id" = m."session" and s."state" <> 'cancelled' and s."day" between ${from}::date and ${to}::date
      group by m."enrolment", s."batch", s."day"
    )
    select s."enrolment", s."batch", s."day", s."count", e."priceUnit", c."state" = 'blocked' as "isBlocked", e."nextChargeOn",
      least(e."nextChargeOn", (select min(l."fromDay") from "saleLines" l
        join "sales" x on x."vendorId" = ${vendorId} and x."id" = l."sale" and x."voidedAt" is null
        where l."vendorId" = ${vendorId} and l."enrolment" = e."id")) as "chargedFrom"
    from "attended" s
    join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = s."enrolment" and s."day" <= e."endDate"
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    where ${isOnNoBill(vendorId)} order by s."day"`.execute(trx)
  return rows
}

/** Days, both included. */
type Days = { from: string; to: string }

/** Days of a place with the line that pays for them; `free` where a member reversed what was charged for them. */
type Counted = Days & { why: Line | 'free' }

/** The days of the charges of some places that a member reversed. */
async function reversedCharges({ trx, vendorId }: TenantContext, places: readonly string[]) {
  const { rows } = await sql<Days & { enrolment: string }>`
    select l."enrolment", l."fromDay" as "from", l."toDay" as "to" from "effectLines" l
    join "effects" f on f."vendorId" = ${vendorId} and f."id" = l."effect" and f."reversedAt" is not null
    where l."vendorId" = ${vendorId} and l."enrolment" = any(${places}::uuid[]) and l."kind" = 'charge' order by l."fromDay"`.execute(trx)
  return Map.groupBy(rows, ({ enrolment }) => enrolment)
}

/** Days of a place after its freezes: one that begins within them or before them postpones the days that follow. */
const afterFreezes = ({ freezes }: TakenPlace, counted: readonly Counted[]): Counted[] =>
  inOrder(freezes).reduce<Counted[]>(
    (ranges, freeze) => ranges.flatMap((range) => postponed(range, freeze).map((days) => ({ ...days, why: range.why }))),
    [...counted],
  )

/**
 * The days that a place took along from the one that was left for it: as many as were left there, from the move on. The
 * day of the move counts at both, if a session was attended at the old place.
 */
function carriedOver(left: TakenPlace, counted: readonly Counted[], place: TakenPlace): Counted[] {
  const since = unusedFrom(left)
  const ofMove = { from: place.startDate, to: addDays(since, -1) }
  const shared = counted.flatMap((range): Counted[] => {
    const days = { ...range, from: later(range.from, ofMove.from), to: earlier(range.to, ofMove.to) }
    return days.from <= days.to ? [days] : []
  })
  let from = later(since, place.startDate)
  const carried = counted
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .flatMap(({ why, ...range }): Counted[] => {
      const unused = daysIn({ from: later(range.from, since), to: range.to })
      if (unused <= 0) return []
      const days = { from, to: addDays(from, unused - 1), why }
      from = addDays(from, unused)
      return [days]
    })
  return [...shared, ...afterFreezes(place, carried)]
}

/** Days of a place without those that a line was credited for there. */
const uncut = (place: TakenPlace, counted: readonly Counted[]): Counted[] =>
  counted.flatMap(({ why, ...range }) => {
    const cuts = why === 'free' ? [] : why.cuts.filter(({ enrolment }) => enrolment === place.id)
    const left = cuts.reduce<Days[]>((ranges, cut) => ranges.flatMap((one) => without(one, cut)), [range])
    return left.map((days) => ({ ...days, why }))
  })

/**
 * Finds why a day of a place counts although no bill names it: a freeze postponed the days of a bill, a member reversed
 * what was charged for them, or the place was moved and the days that were left count from the move on, through each move in turn.
 */
async function payers(ctx: TenantContext, places: readonly string[]): Promise<(day: Day) => Line | 'free' | undefined> {
  const before = await placesBefore(ctx, places)
  const ids = [...new Set([...places, ...before.values()])]
  const taken = new Map((await placesOf(ctx, ids)).map((place) => [place.id, place]))
  const billed = (await billedLines(ctx, ids, null)).filter(({ billedPlace, enrolment }) => billedPlace === enrolment)
  const lines = Map.groupBy(billed, ({ enrolment }) => enrolment)
  const reversed = await reversedCharges(ctx, ids)
  /** The days of a place that are its own, and those that it took along. */
  const daysOf = (place: TakenPlace): { own: Counted[]; carried: Counted[] } => {
    const left = taken.get(before.get(place.id) ?? '')
    const all = left && daysOf(left)
    const carried = left && all ? uncut(place, carriedOver(left, [...all.own, ...all.carried], place)) : []
    const own = lines.get(place.id) ?? []
    const billedDays = own.flatMap((line) => paidDays(place, { ...line, creditedFrom: null }).map((range) => ({ ...range, why: line })))
    const paid = uncut(place, billedDays)
    const given = (reversed.get(place.id) ?? []).flatMap((charge) =>
      [...paid, ...carried].reduce<Days[]>((rest, range) => rest.flatMap((days) => without(days, range)), [charge]),
    )
    const free = given.map((range) => ({ ...range, why: 'free' as const }))
    return { own: [...paid, ...afterFreezes(place, free)], carried }
  }
  const found = new Map([...taken.values()].map((place) => [place.id, daysOf(place)]))
  const on = (counted: readonly Counted[] | undefined, day: string) => counted?.find(({ from, to }) => from <= day && day <= to)?.why
  return ({ enrolment, day, priceUnit, chargedFrom }) => {
    const { own = [], carried = [] } = found.get(enrolment) ?? {}
    // A single session is paid for by a bill of its own day alone.
    if (priceUnit === 'session')
      return on(
        own.filter(({ why }) => why === 'free'),
        day,
      )
    const isBefore = chargedFrom === null || day < chargedFrom
    return on(own, day) ?? (isBefore ? on(carried, day) : undefined)
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
  const whyNot = (day: Day): Why => payerOf(day) ?? (isComing(day) ? 'coming' : 'unbilled')
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
  return inOrderOfAmount(result)
}
