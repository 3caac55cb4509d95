import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { foundBy, seesCustomers } from '#features/customers/customer.papers.server.ts'
import { exponentOf } from '#features/finance/books.server.ts'
import type { Call } from '#server/base.ts'
import { failure } from '#server/failure.ts'
import type { Inside } from '#server/inside.ts'
import type { z } from 'zod/mini'
import type { Quote, QuoteDetail, quoteList } from './quote.contract.ts'

/** The state that the day makes of a stored one: what waits for an answer runs out after its last day. */
export const derived = (today: string) =>
  sql<Quote['state']>`case when q."state" in ('sent', 'countered') and q."validUntil" < ${today}::date then 'expired' else q."state" end`

const isToAnswer = (today: string) => sql`q."state" in ('countered', 'accepted') and ${derived(today)} <> 'expired'`

const total = sql`(coalesce(q."agreedPrice", q."offeredPrice") * q."candidates")`

const columns = (today: string) => sql`q."id", q."number", q."day", q."customer", c."firstName", c."lastName",
  q."batch", b."name" as "batchName", q."service", s."service" as "serviceType", q."candidates", q."quote",
  q."offeredPrice", q."counterPrice", q."counterNote", q."agreedPrice", ${total}::bigint as "total", q."currency", ${exponentOf(sql`q."currency"`)} as "exponent",
  q."validUntil", ${derived(today)} as "state", q."sale", q."sentAt", q."answeredAt", q."createdAt", q."updatedAt", q."version"`

const from = sql`from "quotes" q
  join "customers" c on c."vendorId" = q."vendorId" and c."id" = q."customer"
  left join "batches" b on b."vendorId" = q."vendorId" and b."id" = q."batch"
  join "services" s on s."vendorId" = q."vendorId" and s."id" = coalesce(q."service", b."service")`

/** Who asked, for who may see it alone. */
function forRole<Row extends Quote>(call: Call, row: Row): Row {
  return seesCustomers(call) ? row : { ...row, firstName: '', lastName: '', ...('email' in row ? { email: '' } : {}) }
}

type Filters = z.output<typeof quoteList>

function conditions({ call, vendorId, moment: { today } }: Inside, input: Filters) {
  const parts = [
    sql`q."vendorId" = ${vendorId}`,
    ...(input.state === 'toAnswer' ? [isToAnswer(today)] : []),
    ...(input.state !== 'all' && input.state !== 'toAnswer' ? [sql`${derived(today)} = ${input.state}`] : []),
    ...(input.customer ? [sql`q."customer" = ${input.customer}`] : []),
    ...foundBy(call, input.search, 'q'),
  ]
  return sql.join(parts, sql` and `)
}

const sorts = { day: sql`q."day"`, validUntil: sql`q."validUntil"`, offeredPrice: sql`q."offeredPrice"` }

/** One page of quotes, how many the filters match, and what those come to; amounts in minor units. */
export async function readQuotes(inside: Inside, input: Filters) {
  const { trx, call, moment } = inside
  const where = conditions(inside, input)
  const direction = sql.raw(input.direction)
  const { rows } = await sql<Quote>`select ${columns(moment.today)} ${from} where ${where}
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

/** What happened to a quote, as the log tells it; the sale that it became names the quote as its subject. */
async function stepsOf(trx: Trx, vendorId: string, id: string): Promise<QuoteDetail['steps']> {
  const { rows } = await sql<QuoteDetail['steps'][number]>`
    select "at", "action", "role" = 'customer' as "isCustomer", coalesce("after"->>'counterNote', '') as "note",
      coalesce("after"->>'counterPrice', "after"->>'agreedPrice', "after"->>'offeredPrice')::bigint as "price"
    from "audit" where "vendorId" = ${vendorId} and ("target" = ${id}::text or "subject" = ${id}) order by "at", "id"`.execute(trx)
  return rows
}

/** One quote with its steps. @throws document/not-found */
export async function readQuote({ trx, call, vendorId, moment }: Inside, id: string): Promise<QuoteDetail> {
  const { rows } = await sql<Omit<QuoteDetail, 'steps'>>`
    select ${columns(moment.today)}, c."email", bill."number" as "saleNumber" ${from}
    left join "sales" bill on bill."vendorId" = q."vendorId" and bill."id" = q."sale"
    where q."vendorId" = ${vendorId} and q."id" = ${id}`.execute(trx)
  const [row] = rows
  if (!row) throw failure('document/not-found')
  return forRole(call, { ...row, steps: await stepsOf(trx, vendorId, id) })
}

/** A quote that waits for the business. `money` is in minor units for all candidates, `since` a UTC instant. */
export type QuoteToAnswer = { id: string; number: string; customer: string; since: string; money: number }

/**
 * The quotes that wait for the business: counter-offers that have not run out, and accepted ones
 * that are not sold yet (product 6, "Needs you").
 * @param today the day where the business is, YYYY-MM-DD
 */
export const quotesToAnswer = (vendorId: string, today: string) => sql<QuoteToAnswer>`
  select q."id", q."number", q."customer", q."answeredAt" as "since",
    (coalesce(q."agreedPrice", q."counterPrice") * q."candidates")::bigint as "money"
  from "quotes" q where q."vendorId" = ${vendorId} and ${isToAnswer(today)}`
