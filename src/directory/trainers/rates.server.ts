import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { lockBooks } from '#business/ledger/books.server.ts'
import { todayOf, zoneOf, zoneSql } from '#business/setup/zone.server.ts'
import { addDays } from '#lib/days.ts'
import { dayIn, instant } from '#kernel/app.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { TrainerRate, TrainerRates } from './rate.contract.ts'

/** A number above that of every row of a trainer. */
const last = 2_147_483_647

/**
 * Subquery of every rate ever set; the newest of a day has its highest `number`. A trainer whose cost never changed has
 * one rate, for every day. A cost written by the previous version has no row: it applies from the day on which that
 * version changed the trainer (decision 24).
 */
const said = (vendorId: string) => sql`(
  select r."trainer", r."number", coalesce(r."fromDay", '-infinity'::date) as "fromDay", r."cost", r."setAt"
  from "trainerRates" r where r."vendorId" = ${vendorId}
  union all
  select t."id", ${sql.lit(last)}, case when l."cost" is null then '-infinity'::date else (t."updatedAt" at time zone ${zoneSql(vendorId)})::date end,
    t."cost", case when l."cost" is null then t."createdAt" else t."updatedAt" end
  from "trainers" t left join lateral (
    select r."cost" from "trainerRates" r where r."vendorId" = ${vendorId} and r."trainer" = t."id" order by r."number" desc limit 1
  ) l on true
  where t."vendorId" = ${vendorId} and t."cost" is distinct from l."cost"
)`

/** What a session costs by trainer and day, in whole currency units: `cost` applies from `fromDay` until before `toDay`. */
export type RateSpan = { trainer: string; fromDay: string; toDay: string; cost: number }

/** Subquery of the rates of a business's trainers: exactly one per trainer and day. */
export const rateSpans = (vendorId: string): RawBuilder<RateSpan> => sql<RateSpan>`(
  select "trainer", "fromDay", lead("fromDay", 1, 'infinity'::date) over (partition by "trainer" order by "fromDay") as "toDay", "cost"
  from (select distinct on ("trainer", "fromDay") "trainer", "fromDay", "cost" from ${said(vendorId)} s order by "trainer", "fromDay", "number" desc) w
)`

/** SQL for what a trainer's session costs on a day, in whole currency units. */
export const costOn = (vendorId: string, trainer: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select r."cost" from ${rateSpans(vendorId)} r where r."trainer" = ${trainer} and ${day} >= r."fromDay" and ${day} < r."toDay")`

/** The first day from which a rate may apply, since a closed month can't change. Null if no month is closed. */
const openFrom = (closedThrough: string | null): string | null => (closedThrough === null ? null : addDays(closedThrough, 1))

/** A trainer's past and present rates, newest first, including replaced ones. @throws document/not-found */
export async function readRates(ctx: TenantContext, { trainer }: { trainer: string }): Promise<TrainerRates> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const { rows } = await sql<TrainerRate>`
    select nullif(s."fromDay", '-infinity'::date) as "from", s."cost", s."setAt",
      s."number" < max(s."number") over (partition by s."fromDay") as "isReplaced"
    from ${said(vendorId)} s where s."trainer" = ${trainer} order by s."fromDay" desc, s."number" desc`.execute(trx)
  if (rows.length === 0) throw failure('document/not-found')
  const books = await trx.selectFrom('books').select('closedThrough').where('vendorId', '=', vendorId).executeTakeFirst()
  return { trainer, today, openFrom: openFrom(books?.closedThrough ?? null), rates: rows }
}

type Known = { id: string; updatedAt: string; createdAt: string }

/** The number and cost of a trainer's newest row (0 and null without one), and the trainer's own cost. */
async function newest(trx: Trx, vendorId: string, trainer: string) {
  const { rows } = await sql<{ number: number; cost: number | null; own: number }>`
    select coalesce(r."number", 0) as "number", r."cost", t."cost" as "own" from "trainers" t
    left join lateral (
      select r."number", r."cost" from "trainerRates" r where r."vendorId" = ${vendorId} and r."trainer" = ${trainer} order by r."number" desc limit 1
    ) r on true
    where t."vendorId" = ${vendorId} and t."id" = ${trainer}`.execute(trx)
  return rows[0] ?? { number: 0, cost: null, own: 0 }
}

/**
 * Before a trainer changes, stores the rate for a cost written by the previous version, while the trainer row still
 * shows when it was set.
 * @param before the trainer before the change
 */
export async function storeFormerRate(trx: Trx, vendorId: string, before: Known): Promise<void> {
  const { number, cost, own } = await newest(trx, vendorId, before.id)
  if (number === 0 || cost === own) return
  const fromDay = dayIn({ now: () => Date.parse(before.updatedAt) }, await zoneOf(trx, vendorId))
  const row = { vendorId, trainer: before.id, number: number + 1, fromDay, cost: own, setAt: before.updatedAt }
  await trx.insertInto('trainerRates').values(row).execute()
}

/**
 * Sets what a trainer's sessions cost from a day on; earlier days, and those of a rate that begins later, are
 * unaffected. A rate of the same day is replaced. The books must be locked.
 * @param from the business's current day by default; may be in the future
 * @returns the day, and what its sessions cost until now
 * @throws trainers.costFrom.closed at `costFrom` if the day lies in a closed month
 */
export async function setTrainerRate(
  trx: Trx,
  call: Call,
  before: Known,
  { cost, from }: { cost: number; from?: string | undefined },
): Promise<{ fromDay: string; cost: number }> {
  const { vendorId } = memberOf(call)
  const { closedThrough } = await lockBooks(trx, vendorId)
  const fromDay = from ?? (await todayOf(trx, call.app, vendorId))
  if (closedThrough !== null && fromDay <= closedThrough) throw fieldFailure('costFrom', 'trainers.costFrom.closed')
  const { rows } = await sql<{
    cost: number
  }>`select ${costOn(vendorId, sql`${before.id}::uuid`, sql`${fromDay}::date`)} as "cost"`.execute(trx)
  const { number, own } = await newest(trx, vendorId, before.id)
  const common = { vendorId, trainer: before.id }
  const first = { ...common, number: 1, fromDay: null, cost: own, setAt: before.createdAt }
  const row = { ...common, number: Math.max(number, 1) + 1, fromDay, cost, setAt: instant(call.app) }
  await trx
    .insertInto('trainerRates')
    .values(number === 0 ? [first, row] : [row])
    .execute()
  await trx.updateTable('trainers').set({ cost }).where('vendorId', '=', vendorId).where('id', '=', before.id).execute()
  return { fromDay, cost: rows[0]?.cost ?? own }
}
