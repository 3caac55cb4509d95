import { sql, type RawBuilder } from 'kysely'
import { lockBooks } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { later } from '#lib/days.ts'
import { creditedOf, type LineCredit } from '#money/sales/sale.rules.ts'
import { predecessorsOf } from '#timetable/enrolments/moved.server.ts'
import type { ResumedLine } from './charges.rules.ts'
import type { SessionLine } from './effects.rules.ts'
import { isPlace, paidDays, type PaidLine, type TakenPlace } from './paid-days.rules.ts'

/** The last day from today on, at which people were at a session, by enrolment. */
async function attendedDays(ctx: TenantContext, customers: readonly string[]): Promise<Map<string, string>> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const { rows } = await sql<{ enrolment: string; day: string }>`
    select a."enrolment", max(s."day") as "day" from "batchSessions" s
    join "attendance" a on a."vendorId" = ${vendorId} and a."session" = s."id" and a."mark" in ('present', 'late')
      and a."customer" = any(${[...new Set(customers)]}::uuid[])
    where s."vendorId" = ${vendorId} and s."day" >= ${today}::date and s."state" <> 'cancelled' group by a."enrolment"`.execute(trx)
  return new Map(rows.map(({ enrolment, day }) => [enrolment, day]))
}

/** The places with the days on which they, or the places that they followed by moves, were attended. */
async function withAttendance(ctx: TenantContext, places: readonly Omit<TakenPlace, 'attendedOn'>[]): Promise<TakenPlace[]> {
  const days = await attendedDays(
    ctx,
    places.map(({ customer }) => customer),
  )
  const attended = new Map<string, string>()
  const ids = places.map(({ id }) => id)
  const followed = days.size === 0 ? new Map<string, string[]>() : await predecessorsOf(ctx, ids)
  for (const [enrolment, day] of days) for (const id of followed.get(enrolment) ?? []) attended.set(id, later(day, attended.get(id) ?? ''))
  return places.map((place) => ({ ...place, attendedOn: attended.get(place.id) ?? null }))
}

/** The places of people among enrolments `e`; a place of a quote that has no name yet is not among them. */
async function readPlaces(ctx: TenantContext, which: RawBuilder<unknown>): Promise<TakenPlace[]> {
  const { trx, vendorId } = ctx
  const { rows } = await sql<Omit<TakenPlace, 'attendedOn'>>`
    select e."id", e."customer", c."firstName", c."lastName", e."batch", b."name" as "batchName", b."endDate" as "batchEnd", e."priceUnit", e."state",
      e."startDate", e."endDate", e."freezes"
    from "enrolments" e
    join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch"
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    where e."vendorId" = ${vendorId} and ${which} order by c."firstName", c."lastName", e."id"`.execute(trx)
  return withAttendance(ctx, rows.filter(isPlace))
}

/** The places with some ids. */
export const placesOf = (ctx: TenantContext, ids: readonly string[]) => readPlaces(ctx, sql`e."id" = any(${ids}::uuid[])`)

/** The running places of a batch, and those that a change of its dates can end. */
export const placesIn = (ctx: TenantContext, batch: string) =>
  readPlaces(ctx, sql`e."batch" = ${batch} and e."state" in ('active', 'completed')`)

/** The running places of a customer. */
export const placesOfCustomer = (ctx: TenantContext, customer: string) =>
  readPlaces(ctx, sql`e."customer" = ${customer} and e."state" = 'active'`)

/** What acts of a kind credited or voided for days of some places, with the last day that was charged again since. */
export async function resumedLines(
  { trx, vendorId }: TenantContext,
  act: 'block' | 'dates',
  places: readonly string[],
): Promise<ResumedLine[]> {
  const { rows } = await sql<ResumedLine>`
    select l."enrolment", l."sale", coalesce(r."line", 0) as "position", l."amount", l."fromDay", l."toDay", l."customer",
      case when l."customer" is distinct from e."customer" then trim(p."firstName" || ' ' || p."lastName") else '' end as "payerName",
      (select max(o."toDay") from "effectLines" o where o."vendorId" = ${vendorId} and o."enrolment" = l."enrolment" and o."effect" > l."effect"
        and o."kind" = 'charge') as "chargedTo"
    from "effectLines" l
    join "effects" f on f."vendorId" = ${vendorId} and f."id" = l."effect" and f."act" = ${act} and f."reversedAt" is null
    join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = l."enrolment"
    join "customers" p on p."vendorId" = ${vendorId} and p."id" = l."customer"
    left join "refunds" r on r."vendorId" = ${vendorId} and r."id" = l."refund"
    where l."vendorId" = ${vendorId} and l."enrolment" = any(${places}::uuid[]) and l."kind" <> 'charge' and l."amount" > 0
    order by l."fromDay", l."sale", l."position"`.execute(trx)
  return rows
}

/** Days that a line no longer pays for at a place. */
type Cut = { enrolment: string; from: string; to: string }

/**
 * The days that lines of bills no longer pay for, by bill and position: their customer was blocked and credited, or
 * their place was moved, unless what the move charges was waived; and the first day that such a waiver gives for
 * nothing, since the line is credited.
 */
async function creditedDays(
  { trx, vendorId }: TenantContext,
  places: readonly string[],
): Promise<Map<string, { cuts: Cut[]; givenFrom: string | null }>> {
  const { rows } = await sql<Cut & { line: string; isCut: boolean; isGiven: boolean }>`
    select b."sale" || ':' || b."position" as "line", l."enrolment", l."fromDay" as "from", l."toDay" as "to",
      case when f."act" = 'move' then coalesce(charged."most", l."amount") > 0 else l."amount" > 0 end as "isCut",
      f."act" = 'move' and coalesce(charged."most", 1) = 0 and l."amount" > 0 as "isGiven"
    from "effectLines" l
    join "effects" f on f."vendorId" = ${vendorId} and f."id" = l."effect" and f."act" in ('block', 'move') and f."reversedAt" is null
    left join "refunds" r on r."vendorId" = ${vendorId} and r."id" = l."refund"
    join "saleLines" b on b."vendorId" = ${vendorId} and b."sale" = l."sale" and b."position" = coalesce(r."line", b."position")
    join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = l."enrolment"
    cross join lateral (
      select max(c."amount") as "most" from "effectLines" c
      join "enrolments" n on n."vendorId" = ${vendorId} and n."id" = c."enrolment" and n."customer" = e."customer"
      where c."vendorId" = ${vendorId} and c."effect" = l."effect" and c."kind" = 'charge'
    ) charged
    where l."vendorId" = ${vendorId} and l."enrolment" = any(${places}::uuid[]) and l."kind" <> 'charge'
    order by l."fromDay"`.execute(trx)
  return new Map(
    [...Map.groupBy(rows, ({ line }) => line)].map(([line, own]) => [
      line,
      { cuts: own.filter(({ isCut }) => isCut), givenFrom: own.find(({ isGiven }) => isGiven)?.from ?? null },
    ]),
  )
}

/** The sequence of the ledger's first entry of a document; 0 without any. The books are locked for each, so it says what came first. */
export const firstEntry = (vendorId: string, document: RawBuilder<unknown>) => sql<number>`coalesce((
  select min(g."sequence") from "ledger" g where g."vendorId" = ${vendorId} and g."sourceId" = ${document}), 0)`

type LostDays = PaidLine['lost'][number]

/** The days that acts credited on lines of bills and that their places lost then, by bill, position and place. */
async function lostBefore({ trx, vendorId }: TenantContext, places: readonly string[]): Promise<Map<string, LostDays[]>> {
  const { rows } = await sql<LostDays & { line: string }>`
    select l."sale" || ':' || r."line" || ':' || l."enrolment" as "line", ${firstEntry(vendorId, sql`r."id"`)} as "entry", l."fromDay", l."toDay"
    from "effectLines" l
    join "effects" f on f."vendorId" = ${vendorId} and f."id" = l."effect" and f."act" in ('dates', 'batchDates', 'freeze') and f."reversedAt" is null
    join "refunds" r on r."vendorId" = ${vendorId} and r."id" = l."refund"
    where l."vendorId" = ${vendorId} and l."enrolment" = any(${places}::uuid[]) and l."amount" > 0`.execute(trx)
  return Map.groupBy(rows, ({ line }) => line)
}

/** Locks the books and reads the lines of bills that stand for days of some places, as `billedLines` does. */
export async function paidLines(ctx: TenantContext, places: readonly string[]): Promise<PaidLine[]> {
  const { closedThrough } = await lockBooks(ctx.trx, ctx.vendorId)
  return billedLines(ctx, places, closedThrough)
}

/**
 * The lines of bills that stand for days of some places, and of the places that they followed, each named by the place that
 * it counts for and once for each of these, with the place that its bill names, the days that it no longer pays for, and the
 * first day that a waiver gives for nothing.
 * @param closedThrough the last day of closed months: bills of later days may be voided
 */
export async function billedLines(
  ctx: TenantContext,
  places: readonly string[],
  closedThrough: string | null,
): Promise<(PaidLine & { billedPlace: string; cuts: Cut[]; givenFrom: string | null })[]> {
  const { trx, vendorId } = ctx
  const now = await predecessorsOf(ctx, places)
  const { rows } = await sql<PaidLine>`
    select l."sale", ${firstEntry(vendorId, sql`s."id"`)} as "entry", s."number", l."position", l."enrolment", s."customer" as "payer", trim(p."firstName" || ' ' || p."lastName") as "payerName", l."total", s."credited", l."fromDay", l."toDay",
      s."state" = 'open' and s."credited" = 0 and (${closedThrough}::date is null or s."day" > ${closedThrough}::date)
        and not exists (select 1 from "saleLines" o where o."vendorId" = ${vendorId} and o."sale" = l."sale" and o."position" <> l."position") as "isVoidable"
    from "saleLines" l join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale" and s."voidedAt" is null
    join "customers" p on p."vendorId" = ${vendorId} and p."id" = s."customer"
    where l."vendorId" = ${vendorId} and l."enrolment" = any(${[...now.keys()]}::uuid[]) and l."fromDay" is not null and l."toDay" is not null
    order by l."fromDay", l."sale", l."position"`.execute(trx)
  const credits = await creditsOf(
    ctx,
    rows.flatMap(({ sale, credited }) => (credited > 0 ? sale : [])),
  )
  const ended = rows.length === 0 ? null : await creditedDays(ctx, [...now.keys()])
  const lost = credits.size === 0 ? null : await lostBefore(ctx, places)
  return rows.flatMap((row) => {
    const { cuts = [], givenFrom = null } = ended?.get(`${row.sale}:${row.position}`) ?? {}
    const creditedFrom = cuts[0]?.from ?? null
    const credited = credits.get(`${row.sale}:${row.position}`) ?? 0
    return (now.get(row.enrolment) ?? []).map((enrolment) => ({
      ...row,
      enrolment,
      billedPlace: row.enrolment,
      credited,
      creditedFrom,
      lost: lost?.get(`${row.sale}:${row.position}:${enrolment}`) ?? [],
      cuts,
      givenFrom,
    }))
  })
}

/** What is credited on each line of some bills, by bill and position. */
async function creditsOf({ trx, vendorId }: TenantContext, sales: readonly string[]): Promise<Map<string, number>> {
  if (sales.length === 0) return new Map()
  const ids = [...new Set(sales)]
  const lines = await trx
    .selectFrom('saleLines')
    .select(['sale', 'position', 'net', 'tax', 'total', 'commission'])
    .where('vendorId', '=', vendorId)
    .where(sql<boolean>`"sale" = any(${ids}::uuid[])`)
    .orderBy('sale')
    .orderBy('position')
    .execute()
  const { rows: notes } = await sql<LineCredit & { sale: string }>`
    select "sale", "amount", "line" from "refunds" where "vendorId" = ${vendorId} and "sale" = any(${ids}::uuid[])
    order by "day", char_length("number"), "number"`.execute(trx)
  const notesOf = Map.groupBy(notes, ({ sale }) => sale)
  return new Map(
    [...Map.groupBy(lines, ({ sale }) => sale)].flatMap(([sale, own]) =>
      creditedOf(own, notesOf.get(sale) ?? []).map((amount, at) => [`${sale}:${own[at]?.position}`, amount] as const),
    ),
  )
}

type Meeting = { id: string; batch: string; day: string; isAdded: boolean; isCancelled: boolean }

/** The sessions of batches that are planned or were cancelled just now, in the order of their days. */
async function plannedSessions(
  { trx, vendorId }: TenantContext,
  batches: readonly string[],
  cancelled: readonly string[],
): Promise<Meeting[]> {
  const { rows } = await sql<Meeting>`
    select "id", "batch", "day", "isAdded", "id" = any(${cancelled}::uuid[]) as "isCancelled" from "batchSessions"
    where "vendorId" = ${vendorId} and "batch" = any(${batches}::uuid[]) and ("state" <> 'cancelled' or "id" = any(${cancelled}::uuid[]))
    order by "day"`.execute(trx)
  return rows
}

/** The sessions that places were credited for and still are, although they were planned again: each as its id and the place's. */
async function creditedSessions({ trx, vendorId }: TenantContext, sessions: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ pair: string }>`
    select s || ' ' || l."enrolment" as "pair" from "effects" f
    join "effectLines" l on l."vendorId" = ${vendorId} and l."effect" = f."id" and l."amount" > 0
    cross join lateral unnest(f."sessions") s
    where f."vendorId" = ${vendorId} and f."reversedAt" is null and f."sessions" && ${sessions}::uuid[]`.execute(trx)
  return new Set(rows.map(({ pair }) => pair))
}

/** The paid lines that sessions were cancelled for, with the sessions of their days; no session is credited twice. */
export async function sessionLines(ctx: TenantContext, cancelled: readonly string[]): Promise<SessionLine[]> {
  const batches = await batchesOf(ctx, cancelled)
  const places = (await Promise.all(batches.map((batch) => readPlaces(ctx, sql`e."batch" = ${batch}`)))).flat()
  const credited = await creditedSessions(ctx, cancelled)
  const meetings = Map.groupBy(await plannedSessions(ctx, batches, cancelled), ({ batch }) => batch)
  const lines = Map.groupBy(
    await paidLines(
      ctx,
      places.map(({ id }) => id),
    ),
    ({ enrolment }) => enrolment,
  )
  return places.flatMap((place) => {
    const own = lines.get(place.id) ?? []
    return own.flatMap((line) => {
      const ranges = paidDays(place, line)
      // A month or a term is paid for the sessions that were planned; an added one is paid for by a bill of that day alone.
      const isPaid = ({ isAdded }: Meeting) => !isAdded || line.fromDay === line.toDay
      const isWithin = ({ day }: Meeting) => ranges.some(({ from, to }) => from <= day && day <= to)
      const within = (meetings.get(place.batch) ?? []).filter((one) => isPaid(one) && isWithin(one))
      const isLost = ({ id, isCancelled, day }: Meeting) => isCancelled && isBookedOn(place, day) && !credited.has(`${id} ${place.id}`)
      const lost = within.filter(isLost)
      const [first] = lost
      if (!first) return []
      return [
        {
          ...line,
          place,
          planned: within.length,
          cancelled: lost.length,
          fromCancelled: first.day,
          toCancelled: lost.at(-1)?.day ?? first.day,
        },
      ]
    })
  })
}

/** Whether a place counts on a day: what `isBooked` asks of the database. */
function isBookedOn({ state, startDate, endDate, freezes }: TakenPlace, day: string): boolean {
  const isWithin = startDate <= day && (state === 'cancelled' ? day < endDate : day <= endDate)
  return isWithin && !freezes.some(({ from, to }) => from <= day && day <= to)
}

async function batchesOf({ trx, vendorId }: TenantContext, sessions: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ batch: string }>`
    select distinct "batch" from "batchSessions" where "vendorId" = ${vendorId} and "id" = any(${sessions}::uuid[]) order by "batch"`.execute(
    trx,
  )
  return rows.map(({ batch }) => batch)
}
