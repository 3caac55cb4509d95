import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { addDays } from '#lib/days.ts'
import type { TenantContext } from '#kernel/context.ts'

/** How many customers with a running enrolment there are, and how many new ones. */
export type CustomerCounts = { active: number; fresh: number; freshBefore: number }

/** Changes of the counts of a day: customers whose last enrolled day it is, and those who were created on it. */
type DayChange = { day: string; ending: number; created: number }

/** The most rows that one transaction counts. */
const atOnce = 2000

/** Changes the counts by days in their order, so that two transactions never wait for each other. */
async function addToDays(trx: Trx, vendorId: string, changes: readonly DayChange[]): Promise<void> {
  if (changes.length === 0) return
  await trx
    .insertInto('customerDays')
    .values(changes.toSorted((a, b) => a.day.localeCompare(b.day)).map(({ day, ending, created }) => ({ vendorId, day, ending, created })))
    .onConflict((conflict) =>
      conflict.columns(['vendorId', 'day']).doUpdateSet({
        ending: sql`"customerDays"."ending" + excluded."ending"`,
        created: sql`"customerDays"."created" + excluded."created"`,
      }),
    )
    .execute()
}

/**
 * Counts customers who have changed since the last night (decision 73); rows that another transaction holds wait for the next one.
 * @returns whether there may be more
 */
export async function countCustomers({ trx, vendorId, zone }: TenantContext): Promise<boolean> {
  const { rows } = await sql<DayChange & { rows: number }>`
    with u as (select "id", "countedUntil", "countedOn", case when "state" = 'active' then "activeUntil" end as "until",
        case when "state" <> 'archived' then ("createdAt" at time zone ${await zone()})::date end as "on"
      from "customers" where "vendorId" = ${vendorId} and not "isCounted" order by "id" limit ${atOnce} for update skip locked),
    s as (update "customers" c set "countedUntil" = u."until", "countedOn" = u."on" from u
      where c."vendorId" = ${vendorId} and c."id" = u."id" returning 1)
    select d."day", sum(d."ending")::int as "ending", sum(d."created")::int as "created", (select count(*)::int from s) as "rows" from (
      select "until" as "day", 1 as "ending", 0 as "created" from u union all select "countedUntil", -1, 0 from u
      union all select "on", 0, 1 from u union all select "countedOn", 0, -1 from u) d
    where d."day" is not null group by d."day"`.execute(trx)
  await addToDays(trx, vendorId, rows)
  return rows[0]?.rows === atOnce
}

/** Takes removed customers out of the counts. @param removed how they were counted */
export async function uncount(
  trx: Trx,
  vendorId: string,
  removed: readonly { countedUntil: string | null; countedOn: string | null }[],
): Promise<void> {
  const changes = new Map<string, DayChange>()
  const change = (day: string | null, by: Partial<DayChange>) => {
    if (day === null) return
    const { ending, created } = changes.get(day) ?? { ending: 0, created: 0 }
    changes.set(day, { day, ending: ending + (by.ending ?? 0), created: created + (by.created ?? 0) })
  }
  for (const { countedUntil, countedOn } of removed) {
    change(countedUntil, { ending: -1 })
    change(countedOn, { created: -1 })
  }
  await addToDays(trx, vendorId, [...changes.values()])
}

/**
 * Counts customers with a running enrolment, and those created in a number of days up to today and in as many before: the counts of
 * the last night, corrected by the customers who have changed since.
 */
export async function readCustomerCounts(ctx: TenantContext, days: number): Promise<CustomerCounts> {
  const { trx, vendorId, zone } = ctx
  const today = await ctx.today()
  const first = addDays(today, 1 - days)
  const before = addDays(first, -days)
  const created = sql`("createdAt" at time zone ${await zone()})::date`
  const isIn = (day: typeof created, from: string, to: string) =>
    sql`coalesce(${day} >= ${from}::date and ${day} < ${to}::date, false)::int`
  /** By how much an uncounted customer changes the count of those created from one day until before another. */
  const change = (from: string, to: string) =>
    sql`("state" <> 'archived')::int * ${isIn(created, from, to)} - ${isIn(sql`"countedOn"`, from, to)}`
  const { rows } = await sql<CustomerCounts>`
    select coalesce(sum(n."active"), 0)::int as "active", coalesce(sum(n."fresh"), 0)::int as "fresh",
      coalesce(sum(n."freshBefore"), 0)::int as "freshBefore"
    from (
      select case when d."day" >= ${today}::date then d."ending" else 0 end as "active",
        case when d."day" >= ${first}::date then d."created" else 0 end as "fresh",
        case when d."day" < ${first}::date then d."created" else 0 end as "freshBefore"
      from "customerDays" d where d."vendorId" = ${vendorId} and d."day" >= ${before}::date
      union all
      select ("state" = 'active' and coalesce("activeUntil" >= ${today}::date, false))::int - coalesce("countedUntil" >= ${today}::date, false)::int,
        ${change(first, 'infinity')}, ${change(before, first)}
      from "customers" where "vendorId" = ${vendorId} and not "isCounted"
    ) n`.execute(trx)
  return rows[0] ?? { active: 0, fresh: 0, freshBefore: 0 }
}
