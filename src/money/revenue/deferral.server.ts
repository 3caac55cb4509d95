import { sql, type RawBuilder } from 'kysely'
import { currencyOf, setDeferredSince, postEntries } from '#business/ledger/books.server.ts'
import type { About, Move } from '#business/ledger/ledger.rules.ts'
import type { TenantContext } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import { addDays, addMonths, earlier, lastDayOf, later } from '#lib/days.ts'
import { portions } from './portions.server.ts'

type Subject = Required<Pick<About, 'batch' | 'service' | 'hall' | 'trainer'>>

/** What is deferred at the end of a day for lines about one subject, in minor units; below 0 for what is delivered before it is billed. */
export type Deferred = Subject & { day: string; amount: number }

const subject = sql`"batch", "service", "hall", "trainer"`

/** What an entry adds to some accounts, positive for credits. */
const credited = (...accounts: string[]) => {
  const of = sql`(${sql.join(accounts)})`
  return sql`(case when "credit" in ${of} then "amount" else 0 end - case when "debit" in ${of} then "amount" else 0 end)`
}

/** A column for each day, named by its place, with the sum of the amounts that a condition lets count on it. */
const onEach = (days: readonly string[], amount: RawBuilder<unknown>, counts: (day: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql.join(
    days.map((day, at) => sql`coalesce(sum(${amount}) filter (where ${counts(sql`${day}::date`)}), 0)::bigint as ${sql.ref(`${at}`)}`),
  )

type OnEach = Subject & Record<number, number>

/** What is not delivered of all lines on some days, by the documents and sessions alone. */
const undelivered = (
  vendorId: string,
  at: { now: string; today: string },
  days: readonly string[],
  window: { from: string; to: string | null },
) =>
  sql<OnEach>`
    select ${subject}, ${onEach(days, sql`p."amount"`, (day) => sql`not (p."isDelivered" and p."day" <= ${day})`)}
    from ${portions(vendorId, at, window)} p group by ${subject}`

/** What is billed after some days, negative: it is not deferred on them yet. */
const billedLater = (vendorId: string, days: readonly string[], { from, to }: { from: string; to: string | null }) => sql<OnEach>`
  select ${subject}, ${onEach(days, sql`-${credited('revenue', 'discount', 'refund')}`, (day) => sql`g."day" > ${day}`)} from "ledger" g
  where g."vendorId" = ${vendorId} and g."day" > ${from}::date and ${to === null ? sql`true` : sql`g."day" <= ${to}::date`}
    and g."batch" is not null and g."source" in ('sale', 'refund', 'void') group by ${subject}`

/** What is deferred on some days by the ledger. What was taken over counts on the day before its entry. */
const posted = (vendorId: string, days: readonly string[]) => {
  const day = sql`g."day" - case when 'opening' in (g."debit", g."credit") then 1 else 0 end`
  return sql<OnEach>`
    select ${subject}, ${onEach(days, credited('deferredRevenue'), (end) => sql`${day} <= ${end}`)} from "ledger" g
    where g."vendorId" = ${vendorId} and (g."debit" = 'deferredRevenue' or g."credit" = 'deferredRevenue') group by ${subject}`
}

const keyOf = ({ batch, service, hall, trainer }: Subject) => `${batch} ${service} ${hall} ${trainer}`

/** The rows of queries about the same days, with the amounts of the same subject and day added up. */
async function added({ trx }: TenantContext, days: readonly string[], queries: readonly RawBuilder<OnEach>[]): Promise<Deferred[]> {
  const sums = new Map<string, Deferred>()
  for (const query of queries)
    for (const row of (await query.execute(trx)).rows) {
      const { batch, service, hall, trainer } = row
      for (const [at, day] of days.entries()) {
        const key = `${day} ${keyOf(row)}`
        sums.set(key, { batch, service, hall, trainer, day, amount: (sums.get(key)?.amount ?? 0) + (row[at] ?? 0) })
      }
    }
  return [...sums.values()].filter(({ amount }) => amount !== 0)
}

/**
 * What is deferred on some days by the documents and sessions of today.
 * @param to leaves out what is billed after it; null for everything
 */
async function computed(ctx: TenantContext, days: readonly string[], to: string | null): Promise<Deferred[]> {
  const { vendorId, now } = ctx
  const today = await ctx.today()
  const window = { from: days.reduce(earlier, today), to }
  return added(ctx, days, [undelivered(vendorId, { now, today }, days, window), billedLater(vendorId, days, window)])
}

type Books = Pick<Awaited<ReturnType<typeof currencyOf>>, 'closedThrough' | 'deferredSince'>

/** Whether the ledger says what was deferred on a day: the last day of a month that was closed with its deferred revenue, or the day before the first of them. */
const isPosted = ({ closedThrough, deferredSince }: Books, day: string) =>
  closedThrough !== null &&
  deferredSince !== null &&
  day <= closedThrough &&
  day >= addDays(deferredSince, -1) &&
  day === lastDayOf(day.slice(0, 7))

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
  const fromLedger = days.filter((day) => isPosted(books, day))
  const others = days.filter((day) => !isPosted(books, day))
  const last = fromLedger.length > 0 || !isChange ? null : others.reduce(later, '')
  return [
    ...(others.length > 0 ? await computed(ctx, others, last) : []),
    ...(fromLedger.length > 0 ? await added(ctx, fromLedger, [posted(ctx.vendorId, fromLedger)]) : []),
  ]
}

/** The first day of the month of a business's first bill or delivery; null without any. */
async function firstMonth({ trx, vendorId }: TenantContext): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select date_trunc('month', least((select min("day") from "ledger" where "vendorId" = ${vendorId}),
      (select min("fromDay") from "saleLines" where "vendorId" = ${vendorId}))::timestamp)::date as "day"`.execute(trx)
  return rows[0]?.day ?? null
}

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
      const former = await computed(ctx, [books.closedThrough], null)
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
  const states = Map.groupBy(await computed(ctx, ends, null), ({ day }) => day)
  for (const end of ends) {
    const before = await added(ctx, [end], [posted(vendorId, [end])])
    await post(end, movesBetween(before, states.get(end) ?? [], 'deferral'))
  }
}
