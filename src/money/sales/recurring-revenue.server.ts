import { sql } from 'kysely'
import { taxOn } from '#business/ledger/tax.server.ts'
import { wholeTaxRate } from '#lib/amounts.ts'
import type { TenantContext } from '#kernel/context.ts'
import { priceOn } from '#timetable/enrolments/terms.row.server.ts'

const first = sql`e."startDate"`
/** The day of a place's last bill; void bills do not count. */
const lastCharged = (vendorId: string) => sql`(select max(s."day") from "saleLines" l
  join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale" and s."state" <> 'void'
  where l."vendorId" = ${vendorId} and l."enrolment" = e."id")`

/** The day on which the customer `c` was blocked; null if the customer is not blocked. */
const blockedOn = (vendorId: string, zone: string) => sql`(select max((a."at" at time zone ${zone})::date) from "audit" a
  where c."state" = 'blocked' and a."vendorId" = ${vendorId} and a."entity" = 'customer' and a."action" = 'block' and a."target" = c."id"::text)`

/**
 * What the enrolment `e` of the customer `c` in the batch `b` brings in each month: the one definition for everything
 * that reports MRR (product 5).
 * @returns `net`: its monthly price without today's tax, in minor units; `until`: the first day on which no further
 * billing is expected, its first day if it is never billed. A cancelled place ends after its last day, a blocked
 * customer's on the day of the block; any other that nothing bills again, such as one that was finished, with its last
 * bill. A place of one day, or one without any payment, is no subscription.
 */
export async function readRecurringRevenue(ctx: TenantContext) {
  const { trx, vendorId } = ctx
  const tax = await taxOn(trx, vendorId, await ctx.today())
  const zone = await ctx.zone()
  const whole = sql`${wholeTaxRate + tax.rateThousandths}::bigint`
  // Rounded like the tax that a bill's price includes.
  const price = priceOn(vendorId, sql`${await ctx.today()}::date`)
  const net = tax.isIncluded ? sql`(${price} - (${price} * ${tax.rateThousandths}::bigint * 2 + ${whole}) / (2 * ${whole}))` : price
  const end = sql`case e."state" when 'cancelled' then e."endDate" else e."endDate" + 1 end`
  const until = sql`greatest(${first}, least(b."endDate" + 1, ${blockedOn(vendorId, zone)}, case
    when e."priceUnit" <> 'month' or e."startDate" = e."endDate" or coalesce(e."nextChargeOn", e."billedThrough") is null then ${first}
    when e."state" = 'cancelled' or (e."state" <> 'completed' and not e."cancelAtPeriodEnd" and e."nextChargeOn" <= least(e."endDate", b."endDate")) then ${end}
    else coalesce(${lastCharged(vendorId)}, ${first}) end))`
  return { net, until }
}
/** The result of `readRecurringRevenue`. */
export type RecurringRevenue = Awaited<ReturnType<typeof readRecurringRevenue>>
