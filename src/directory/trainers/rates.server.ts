import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { lockBooks } from '#business/ledger/books.server.ts'
import { todayOf, zoneOf, zoneSql } from '#business/setup/zone.server.ts'
import { addDays } from '#lib/days.ts'
import { dayIn, instant } from '#kernel/app.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { PayUnit } from './pay-rule.contract.ts'
import type { TrainerRate, TrainerRates } from './rate.contract.ts'

/** A number above that of every row of a trainer. */
const last = 2_147_483_647

/** The rules by session in whole currency units, for every service: what `trainers.cost` is a copy of. */
const isRate = sql`r."cost" is not null and r."service" is null`

/**
 * Subquery of every rule ever set; the newest of a day has its highest `number`. A trainer whose cost never changed has
 * one, for every day. A cost written by the previous version has no row: it applies from the day on which that
 * version changed the trainer (decision 24).
 */
export const storedRules = (vendorId: string) => sql`(
  select r."trainer", r."number", coalesce(r."fromDay", '-infinity'::date) as "fromDay", r."service", r."unit", r."cost", r."amount", r."share",
    r."minimum", r."maximum", r."setAt"
  from "trainerRates" r where r."vendorId" = ${vendorId}
  union all
  select t."id", ${sql.lit(last)}, case when l."cost" is null then '-infinity'::date else (t."updatedAt" at time zone ${zoneSql(vendorId)})::date end,
    null, 'session', t."cost", null, null, null, null, case when l."cost" is null then t."createdAt" else t."updatedAt" end
  from "trainers" t left join lateral (
    select r."cost" from "trainerRates" r where r."vendorId" = ${vendorId} and r."trainer" = t."id" and ${isRate} order by r."number" desc limit 1
  ) l on true
  where t."vendorId" = ${vendorId} and t."cost" is distinct from l."cost"
)`

/**
 * What pays a trainer's sessions: the rule applies from `fromDay` until before `toDay`, to one service or, if that is null,
 * to those without a rule. `cost` in whole currency units, other amounts in minor units.
 */
export type RuleSpan = {
  trainer: string
  service: string | null
  fromDay: string
  toDay: string
  unit: PayUnit
  cost: number | null
  amount: number | null
  share: number | null
  minimum: number | null
  maximum: number | null
}

/** Subquery of the rules of a business's trainers: exactly one without a service per trainer and day, and at most one for each service. */
export const ruleSpans = (vendorId: string): RawBuilder<RuleSpan> => sql<RuleSpan>`(
  select "trainer", "service", "fromDay", lead("fromDay", 1, 'infinity'::date) over (partition by "trainer", "service" order by "fromDay") as "toDay",
    "unit", "cost", "amount", "share", "minimum", "maximum"
  from (select distinct on ("trainer", "service", "fromDay") * from ${storedRules(vendorId)} s order by "trainer", "service", "fromDay", "number" desc) w
)`

/** SQL for what a trainer's session costs on a day, in whole currency units; null where another rule pays it. */
export const costOn = (vendorId: string, trainer: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql<number | null>`(select r."cost" from ${ruleSpans(vendorId)} r
    where r."trainer" = ${trainer} and r."service" is null and ${day} >= r."fromDay" and ${day} < r."toDay")`

/** The first day from which a rate may apply, since a closed month can't change. Null if no month is closed. */
export const firstOpenDay = (closedThrough: string | null): string | null => (closedThrough === null ? null : addDays(closedThrough, 1))

/** The last closed day; null if no month is closed. */
export async function lastClosedDay({ trx, vendorId }: Pick<TenantContext, 'trx' | 'vendorId'>): Promise<string | null> {
  const books = await trx.selectFrom('books').select('closedThrough').where('vendorId', '=', vendorId).executeTakeFirst()
  return books?.closedThrough ?? null
}

/** A trainer's past and present rates, newest first, including replaced ones. @throws document/not-found */
export async function readRates(ctx: TenantContext, { trainer }: { trainer: string }): Promise<TrainerRates> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const { rows } = await sql<Omit<TrainerRate, 'cost'> & { cost: number | null }>`
    select nullif(s."fromDay", '-infinity'::date) as "from", s."cost", s."setAt",
      s."number" < max(s."number") over (partition by s."fromDay") as "isReplaced"
    from ${storedRules(vendorId)} s where s."trainer" = ${trainer} and s."service" is null order by s."fromDay" desc, s."number" desc`.execute(
    trx,
  )
  if (rows.length === 0) throw failure('document/not-found')
  const rates = rows.flatMap(({ cost, ...rate }) => (cost === null ? [] : [{ ...rate, cost }]))
  return { trainer, today, openFrom: firstOpenDay(await lastClosedDay(ctx)), rates }
}

/** What setting a rule needs to know of its trainer. */
export type KnownTrainer = { id: string; updatedAt: string; createdAt: string }

/** The number of a trainer's newest row, 0 without one; the cost of the newest rate, null without one; and the trainer's own cost. */
async function newest(trx: Trx, vendorId: string, trainer: string) {
  const { rows } = await sql<{ number: number; cost: number | null; own: number }>`
    select coalesce((select max(r."number") from "trainerRates" r where r."vendorId" = ${vendorId} and r."trainer" = ${trainer}), 0) as "number",
      (select r."cost" from "trainerRates" r where r."vendorId" = ${vendorId} and r."trainer" = ${trainer} and ${isRate}
        order by r."number" desc limit 1) as "cost", t."cost" as "own"
    from "trainers" t where t."vendorId" = ${vendorId} and t."id" = ${trainer}`.execute(trx)
  return rows[0] ?? { number: 0, cost: null, own: 0 }
}

/** A rule to store; what is left out is null in the table, `unit` is session. */
type NewRule = { cost?: number | null; unit?: PayUnit; service?: string | null } & Partial<
  Record<'amount' | 'share' | 'minimum' | 'maximum', number | null>
>

/**
 * Stores a rule as a trainer's newest row, after the first one, which is the cost of every day before. A rate for every
 * service also becomes the trainer's cost. The books must be locked.
 */
export async function addRule(
  trx: Trx,
  call: Call,
  before: KnownTrainer,
  { fromDay, ...rule }: NewRule & { fromDay: string },
): Promise<void> {
  const { vendorId } = memberOf(call)
  const { number, own } = await newest(trx, vendorId, before.id)
  const common = { vendorId, trainer: before.id }
  const first = { ...common, number: 1, fromDay: null, cost: own, setAt: before.createdAt }
  if (number === 0) await trx.insertInto('trainerRates').values(first).execute()
  const row = { ...common, number: Math.max(number, 1) + 1, fromDay, setAt: instant(call.app), ...rule }
  await trx.insertInto('trainerRates').values(row).execute()
  if (rule.cost && !rule.service)
    await trx.updateTable('trainers').set({ cost: rule.cost }).where('vendorId', '=', vendorId).where('id', '=', before.id).execute()
}

/** The day from which a rate or rule would apply. The books must be locked. @throws trainers.costFrom.closed at `field` in a closed month */
export async function openDay(trx: Trx, call: Call, from: string | undefined, field: string): Promise<string> {
  const { vendorId } = memberOf(call)
  const { closedThrough } = await lockBooks(trx, vendorId)
  const fromDay = from ?? (await todayOf(trx, call.app, vendorId))
  if (closedThrough !== null && fromDay <= closedThrough) throw fieldFailure(field, 'trainers.costFrom.closed')
  return fromDay
}

/**
 * Before a trainer changes, stores the rate for a cost written by the previous version, while the trainer row still
 * shows when it was set.
 * @param before the trainer before the change
 */
export async function storeFormerRate(trx: Trx, vendorId: string, before: KnownTrainer): Promise<void> {
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
 * @returns the day, and what its sessions cost until now, null if another rule paid them
 * @throws trainers.costFrom.closed at `costFrom` if the day lies in a closed month
 */
export async function setTrainerRate(
  trx: Trx,
  call: Call,
  before: KnownTrainer,
  { cost, from }: { cost: number; from?: string | undefined },
): Promise<{ fromDay: string; cost: number | null }> {
  const { vendorId } = memberOf(call)
  const fromDay = await openDay(trx, call, from, 'costFrom')
  const { rows } = await sql<{
    cost: number | null
  }>`select ${costOn(vendorId, sql`${before.id}::uuid`, sql`${fromDay}::date`)} as "cost"`.execute(trx)
  await addRule(trx, call, before, { fromDay, cost })
  return { fromDay, cost: rows[0]?.cost ?? null }
}
