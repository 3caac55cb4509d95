import { sql, type RawBuilder } from 'kysely'
import { currencyOf, setDeferredSince, postEntries } from '#business/ledger/books.server.ts'
import type { About, Move } from '#business/ledger/ledger.rules.ts'
import type { TenantContext } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import { addDays, addMonths, earlier, lastDayOf, later } from '#lib/days.ts'
import { portions } from './portions.server.ts'

/** What is deferred at the end of a day for lines of one batch, service, hall and trainer, in minor units; below 0 for what is delivered before it is billed. */
export type Deferred = Required<Pick<About, 'batch' | 'service' | 'hall' | 'trainer'>> & { day: string; amount: number }

const abouts = sql`"batch", "service", "hall", "trainer"`
/** What an entry adds to an amount that is debited and credited to some accounts, positive for credits. */
const credited = (...accounts: string[]) => {
  const of = sql`(${sql.join(accounts)})`
  return sql`sum(case when "credit" in ${of} then "amount" else 0 end - case when "debit" in ${of} then "amount" else 0 end)`
}

const valuesOf = (days: readonly string[]) => sql`(values ${sql.join(days.map((day) => sql`(${day}::date)`))}) of ("day")`

/** SQL for what is deferred on some days by the documents and sessions alone: what is not delivered of all lines, less what is billed later. */
const computed = (vendorId: string, at: { now: string; today: string }, days: readonly string[], to: string | null) => {
  const from = days.reduce((first, day) => earlier(first, day), at.today)
  return sql`
    select of."day", ${abouts}, sum(case when p."isDelivered" and p."day" <= of."day" then 0 else p."amount" end) as "amount"
    from ${portions(vendorId, at, { from, to })} p cross join ${valuesOf(days)} group by of."day", ${abouts}
    union all
    select of."day", ${abouts}, -${credited('revenue', 'discount', 'refund')} from "ledger" g join ${valuesOf(days)} on g."day" > of."day"
    where g."vendorId" = ${vendorId} and g."day" > ${from}::date and ${to === null ? sql`true` : sql`g."day" <= ${to}::date`}
      and g."batch" is not null and g."source" in ('sale', 'refund', 'void') group by of."day", ${abouts}`
}

/** SQL for what is deferred on some days by the ledger. What was taken over counts on the day before its entry. */
const posted = (vendorId: string, days: readonly string[]) => sql`
  select of."day", ${abouts}, ${credited('deferredRevenue')} as "amount" from "ledger" g
  join ${valuesOf(days)} on g."day" - case when 'opening' in (g."debit", g."credit") then 1 else 0 end <= of."day"
  where g."vendorId" = ${vendorId} and (g."debit" = 'deferredRevenue' or g."credit" = 'deferredRevenue') group by of."day", ${abouts}`

type Books = Pick<Awaited<ReturnType<typeof currencyOf>>, 'closedThrough' | 'deferredSince'>

/** Whether the ledger says what was deferred on a day: the last day of a month that was closed with its deferred revenue, or the day before the first of them. */
const isPosted = ({ closedThrough, deferredSince }: Books, day: string) =>
  closedThrough !== null &&
  deferredSince !== null &&
  day <= closedThrough &&
  day >= addDays(deferredSince, -1) &&
  day === lastDayOf(day.slice(0, 7))

/** The rows of several queries with the amounts of the same day and subject added up. */
async function added({ trx }: TenantContext, parts: readonly RawBuilder<unknown>[]): Promise<Deferred[]> {
  if (parts.length === 0) return []
  const { rows } = await sql<Deferred>`
    select "day", ${abouts}, sum("amount")::bigint as "amount" from (${sql.join(parts, sql` union all `)}) found
    group by "day", ${abouts} having sum("amount") <> 0 order by "day", ${abouts}`.execute(trx)
  return rows
}

/**
 * What was billed and not delivered at the end of some days (decision 45). The ledger says it for the ends of closed
 * months, and the documents and sessions of today for every other day.
 *
 * @param isChange whether only the differences between the days matter: what is billed after the last of them, and so is
 *   the same on each, is then left out
 */
export async function deferredOn(
  ctx: TenantContext,
  books: Books,
  days: readonly string[],
  { isChange }: { isChange: boolean },
): Promise<Deferred[]> {
  const { vendorId, now } = ctx
  const today = await ctx.today()
  const fromLedger = days.filter((day) => isPosted(books, day))
  const others = days.filter((day) => !isPosted(books, day))
  const last = fromLedger.length > 0 || !isChange ? null : others.reduce(later, '')
  return added(ctx, [
    ...(others.length > 0 ? [computed(vendorId, { now, today }, others, last)] : []),
    ...(fromLedger.length > 0 ? [posted(vendorId, fromLedger)] : []),
  ])
}

/** The first day of the month of a business's first bill or delivery; null without any. */
async function firstMonth({ trx, vendorId }: TenantContext): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select date_trunc('month', least((select min("day") from "ledger" where "vendorId" = ${vendorId}),
      (select min("fromDay") from "saleLines" where "vendorId" = ${vendorId}))::timestamp)::date as "day"`.execute(trx)
  return rows[0]?.day ?? null
}

const keyOf = ({ batch, service, hall, trainer }: Deferred) => `${batch} ${service} ${hall} ${trainer}`

/** The moves that lead from one state of what is deferred to the next. */
function movesBetween(before: readonly Deferred[], after: readonly Deferred[], from: 'deferral' | 'opening'): Move[] {
  const changes = new Map(before.map((row) => [keyOf(row), { ...row, amount: -row.amount }]))
  for (const row of after) changes.set(keyOf(row), { ...row, amount: row.amount + (changes.get(keyOf(row))?.amount ?? 0) })
  return [...changes.values()].map(({ day: _day, ...move }) => ({ ...move, debit: from, credit: 'deferredRevenue' }))
}

/**
 * Posts what each month that is being closed defers to later ones, on its last day, and takes back what earlier ones
 * deferred to it. What months had deferred that were closed before this was kept is taken over first, so that it does not
 * count as loss of the first one. Closing a month again posts the difference. The books must be locked, and the months
 * still open.
 * @param through the last day that is being closed
 */
export async function postDeferral(ctx: TenantContext, through: string): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const at = { now, today: await ctx.today() }
  const books = await currencyOf(trx, vendorId)
  const open = books.closedThrough === null ? await firstMonth(ctx) : addDays(books.closedThrough, 1)
  if (open === null) return
  const post = (day: string, moves: Move[]) =>
    postEntries(trx, call, { source: 'deferral', sourceId: newId(call.app.now()), day, at: now, currency: books.currency, moves })
  let since = books.deferredSince
  if (since === null) {
    since = open
    await setDeferredSince(trx, vendorId, since)
    if (books.closedThrough !== null) {
      const former = await added(ctx, [computed(vendorId, at, [books.closedThrough], null)])
      await post(open, movesBetween([], former, 'opening'))
    }
  }
  const ends: string[] = []
  for (
    let end = lastDayOf(later(open, since).slice(0, 7));
    end <= through;
    end = lastDayOf(addMonths(`${end.slice(0, 7)}-01`, 1).slice(0, 7))
  )
    ends.push(end)
  if (ends.length === 0) return
  const states = Map.groupBy(await added(ctx, [computed(vendorId, at, ends, null)]), ({ day }) => day)
  for (const end of ends) {
    const before = await added(ctx, [posted(vendorId, [end])])
    await post(end, movesBetween(before, states.get(end) ?? [], 'deferral'))
  }
}
