import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { foundBy, seesCustomers } from '#directory/customers/customer.papers.server.ts'
import { isTaken } from '#timetable/enrolments/places.server.ts'
import { isUnnamed } from '#timetable/enrolments/unnamed.server.ts'
import { exponentOf } from '#business/ledger/books.server.ts'
import type { Call } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import type { Moment, TenantContext } from '#kernel/context.ts'
import type { z } from 'zod/mini'
import type { Quote, QuoteDetail, quoteList } from './quote.contract.ts'

/** The state derived from the stored one and the day: a quote that awaits an answer expires after its last day. */
export const quoteState = (today: string) =>
  sql<Quote['state']>`case when q."state" in ('sent', 'countered') and q."validUntil" < ${today}::date then 'expired' else q."state" end`

const isToAnswer = (today: string) => sql`q."state" in ('countered', 'accepted') and ${quoteState(today)} <> 'expired'`

const total = sql`(coalesce(q."agreedPrice", q."offeredPrice") * q."candidates")`

/** The number of places that the quote `q` reserves for people who are not named. */
const unnamed = (vendorId: string) =>
  sql`(select count(*)::int from "enrolments" e where e."vendorId" = ${vendorId} and e."quote" = q."id" and ${isUnnamed})`

const isToName = (vendorId: string) => sql`q."state" = 'converted' and exists (
  select 1 from "enrolments" e where e."vendorId" = ${vendorId} and e."quote" = q."id" and ${isUnnamed})`

const columns = (vendorId: string, today: string) => sql`q."id", q."number", q."day", q."customer", c."firstName", c."lastName",
  q."batch", b."name" as "batchName", q."service", s."service" as "serviceType", q."candidates", q."quote",
  q."offeredPrice", q."counterPrice", q."counterNote", q."agreedPrice", ${total}::bigint as "total", q."currency", ${exponentOf(sql`q."currency"`)} as "exponent",
  q."validUntil", ${quoteState(today)} as "state", q."sale", ${unnamed(vendorId)} as "unnamed", q."sentAt", q."answeredAt", q."createdAt", q."updatedAt", q."version"`

const from = (vendorId: string) => sql`from "quotes" q
  join "customers" c on c."vendorId" = ${vendorId} and c."id" = q."customer"
  left join "batches" b on b."vendorId" = ${vendorId} and b."id" = q."batch"
  join "services" s on s."vendorId" = ${vendorId} and s."id" = coalesce(q."service", b."service")`

/** Hides the customer from roles that may not see customers. */
function forRole<Row extends Quote>(call: Call, row: Row): Row {
  return seesCustomers(call) ? row : { ...row, firstName: '', lastName: '', ...('email' in row ? { email: '' } : {}) }
}

/** The places of a quote, those with a person first; without names for roles that may not see them. */
async function placesOf(ctx: TenantContext, id: string): Promise<QuoteDetail['places']> {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const name = seesCustomers(call)
    ? sql`coalesce(c."firstName", '') as "firstName", coalesce(c."lastName", '') as "lastName"`
    : sql`'' as "firstName", '' as "lastName"`
  const { rows } = await sql<QuoteDetail['places'][number]>`
    select e."id" as "enrolment", e."customer", ${name},
      case when e."state" = 'active' and e."endDate" < ${today}::date then 'completed' else e."state" end as "state" from "enrolments" e
    left join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    where e."vendorId" = ${vendorId} and e."quote" = ${id} and (e."customer" is not null or ${isUnnamed})
    order by e."customer" is null, e."startDate", e."id"`.execute(trx)
  return rows
}

/** The number of free places in the batch of the quote `q`; null if it is for a service. */
const free = (vendorId: string, { now, today }: Moment) => sql`(select b."totalCandidates" - count(e."id")::int from "enrolments" e
  where e."vendorId" = ${vendorId} and e."batch" = b."id" and ${isTaken(now, today)})`

type Filters = z.output<typeof quoteList>

async function conditions({ call, vendorId, today: dayThere }: TenantContext, input: Filters) {
  const today = await dayThere()
  const parts = [
    sql`q."vendorId" = ${vendorId}`,
    ...(input.state === 'toAnswer' ? [isToAnswer(today)] : []),
    ...(input.state === 'toName' ? [isToName(vendorId)] : []),
    ...(input.state !== 'all' && input.state !== 'toAnswer' && input.state !== 'toName'
      ? [sql`${quoteState(today)} = ${input.state}`]
      : []),
    ...(input.customer ? [sql`q."customer" = ${input.customer}`] : []),
    ...(input.batch ? [sql`q."batch" = ${input.batch}`] : []),
    ...foundBy(call, input.search, 'q'),
  ]
  return sql.join(parts, sql` and `)
}

const sorts = { day: sql`q."day"`, validUntil: sql`q."validUntil"`, offeredPrice: sql`q."offeredPrice"` }

/** One page of quotes, the number that the filters match, and their totals; amounts in minor units. */
export async function readQuotes(ctx: TenantContext, input: Filters) {
  const { trx, call } = ctx
  const today = await ctx.today()
  const where = await conditions(ctx, input)
  const direction = sql.raw(input.direction)
  const { rows } = await sql<Quote>`select ${columns(ctx.vendorId, today)} ${from(ctx.vendorId)} where ${where}
    order by ${sorts[input.sort]} ${direction}, q."id" ${direction} limit ${input.size} offset ${(input.page - 1) * input.size}`.execute(
    trx,
  )
  const counted = await sql<{ count: number; offered: number; agreed: number }>`
    select count(*)::int as "count", coalesce(sum(q."offeredPrice" * q."candidates"), 0)::bigint as "offered",
      coalesce(sum(q."agreedPrice" * q."candidates") filter (where q."state" in ('accepted', 'converted')), 0)::bigint as "agreed"
    from "quotes" q where ${where}`.execute(trx)
  const { count = 0, ...sums } = counted.rows[0] ?? { offered: 0, agreed: 0 }
  return { rows: rows.map((row) => forRole(call, row)), total: count, totalIsCapped: false, sums }
}

/** The history of a quote from the audit log; the sale that it became names the quote as its subject. */
async function stepsOf(trx: Trx, vendorId: string, id: string): Promise<QuoteDetail['steps']> {
  const { rows } = await sql<QuoteDetail['steps'][number]>`
    select "at", "action", "role" = 'customer' as "isCustomer", coalesce("after"->>'counterNote', '') as "note",
      coalesce("after"->>'counterPrice', "after"->>'agreedPrice', "after"->>'offeredPrice')::bigint as "price"
    from "audit" where "vendorId" = ${vendorId} and ("target" = ${id}::text or "subject" = ${id}) order by "at", "id"`.execute(trx)
  return rows
}

/** One quote with its history. @throws document/not-found */
export async function readQuote(ctx: TenantContext, id: string): Promise<QuoteDetail> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const { rows } = await sql<Omit<QuoteDetail, 'steps' | 'places'>>`
    select ${columns(vendorId, today)}, ${free(vendorId, { now, today })} as "free", c."email", bill."number" as "saleNumber" ${from(vendorId)}
    left join "sales" bill on bill."vendorId" = ${vendorId} and bill."id" = q."sale"
    where q."vendorId" = ${vendorId} and q."id" = ${id}`.execute(trx)
  const [row] = rows
  if (!row) throw failure('document/not-found')
  return forRole(call, { ...row, places: await placesOf(ctx, id), steps: await stepsOf(trx, vendorId, id) })
}

/** A quote that awaits the business. `money` is in minor units for all candidates, `since` a UTC instant. */
export type QuoteToAnswer = { id: string; number: string; customer: string; since: string; money: number }

/**
 * The quotes that await the business: counter-offers that have not expired, and accepted quotes that are not sold yet
 * (product 6, "Needs you").
 * @param today the business's local day, YYYY-MM-DD
 */
export const quotesToAnswer = (vendorId: string, today: string) => sql<QuoteToAnswer>`
  select q."id", q."number", q."customer", q."answeredAt" as "since",
    (coalesce(q."agreedPrice", q."counterPrice") * q."candidates")::bigint as "money"
  from "quotes" q where q."vendorId" = ${vendorId} and ${isToAnswer(today)}`

/** A sold quote with unnamed places. `money` is in minor units for those places, `since` a UTC instant. */
export type QuoteToName = { id: string; customer: string; batch: string; since: string; money: number; people: number }

/** The sold quotes with unnamed places in batches that are not over. @param today the business's local day, YYYY-MM-DD */
export const quotesToName = (vendorId: string, today: string) => sql<QuoteToName>`
  select q."id", q."customer", q."batch", min(e."createdAt") as "since", count(*)::int as "people", (q."agreedPrice" * count(*))::bigint as "money"
  from "enrolments" e join "quotes" q on q."vendorId" = ${vendorId} and q."id" = e."quote"
  join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch" and b."endDate" >= ${today}::date
  where e."vendorId" = ${vendorId} and e."quote" is not null and ${isUnnamed} group by q."id", q."customer", q."batch", q."agreedPrice"`
