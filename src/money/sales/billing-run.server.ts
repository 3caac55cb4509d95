import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import { earlier } from '#lib/days.ts'

/**
 * The billing run of today (decision 44): that of an interrupted night goes on.
 * @returns its id, null before its first bill; whether it was voided and is not to be billed again today; and whether the
 * business has ever voided one
 */
export async function todaysRun(ctx: TenantContext): Promise<{ id: string | null; isVoid: boolean; hasVoided: boolean }> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const { rows } = await sql<{ id: string | null; voidStartedAt: string | null; billAgainAt: string | null; hasVoided: boolean }>`
    select r."id", r."voidStartedAt", r."billAgainAt",
      exists (select 1 from "billingRuns" v where v."vendorId" = ${vendorId} and v."voidedAt" is not null) as "hasVoided"
    from (values (1)) one left join lateral (
      select l."id", l."voidStartedAt", l."billAgainAt" from "billingRuns" l where l."vendorId" = ${vendorId} and l."day" = ${today}::date
      order by l."startedAt" desc, l."id" desc limit 1) r on true`.execute(trx)
  const { id = null, voidStartedAt = null, billAgainAt = null, hasVoided = false } = rows[0] ?? {}
  if (id === null || voidStartedAt === null) return { id, isVoid: false, hasVoided }
  return { id: null, isVoid: billAgainAt === null, hasVoided }
}

/** Whether a run that was voided had billed a place from a day on. */
export async function wasVoided({ trx, vendorId }: TenantContext, enrolment: string, fromDay: string): Promise<boolean> {
  const line = await trx
    .selectFrom('saleLines')
    .innerJoin('sales', (join) => join.on('sales.vendorId', '=', vendorId).onRef('sales.id', '=', 'saleLines.sale'))
    .select('saleLines.sale')
    .where('saleLines.vendorId', '=', vendorId)
    .where('saleLines.enrolment', '=', enrolment)
    .where('saleLines.fromDay', '=', fromDay)
    .where('sales.run', 'is not', null)
    .where('sales.voidedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

/** Whether today's run was voided, so that no bill is issued by itself today. */
export const isBillingVoid = async (ctx: TenantContext): Promise<boolean> => (await todaysRun(ctx)).isVoid

/**
 * Starts today's run, with its first bill. The books must be locked.
 * @param since the day after which a place had to end for the run to bill it
 */
export async function startRun(ctx: TenantContext, since: string): Promise<string> {
  const { trx, call, vendorId, now } = ctx
  const id = newId(call.app.now())
  await trx
    .insertInto('billingRuns')
    .values({ vendorId, id, day: await ctx.today(), startedAt: now, endedAfter: since })
    .execute()
  return id
}

/**
 * The day after which a place had to end to be billed today: that of the runs that were voided since the last night
 * whose bills are complete, if it is earlier, so that a place that has ended meanwhile is billed after all.
 * @param since the day without them: the last whose bills are complete
 */
export async function endedAfter({ trx, vendorId }: TenantContext, since: string): Promise<string> {
  const { rows } = await sql<{ day: string | null }>`
    select min(r."endedAfter") as "day" from "billingRuns" r
    where r."vendorId" = ${vendorId} and r."voidedAt" is not null and r."voidedAt" > coalesce((
      select max(o."startedAt") from "billingRuns" o
      where o."vendorId" = ${vendorId} and o."voidStartedAt" is null and o."day" <= ${since}::date), '-infinity')`.execute(trx)
  const day = rows[0]?.day
  return day ? earlier(since, day) : since
}
