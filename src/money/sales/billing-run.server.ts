import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import { earlier } from '#lib/days.ts'

/**
 * The billing run of today (decision 44): that of an interrupted night goes on.
 * @returns its id, null before its first bill; and whether it was voided and is not to be billed again today
 */
export async function todaysRun(ctx: TenantContext): Promise<{ id: string | null; isVoid: boolean }> {
  const { trx, vendorId } = ctx
  const last = await trx
    .selectFrom('billingRuns')
    .select(['id', 'voidStartedAt', 'billAgainAt'])
    .where('vendorId', '=', vendorId)
    .where('day', '=', await ctx.today())
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.voidStartedAt === null) return { id: last?.id ?? null, isVoid: false }
  return { id: null, isVoid: last.billAgainAt === null }
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
 * The day after which a place had to end to be billed today: that of the runs that were voided since the last run that
 * counts, if it is earlier, so that a place that has ended meanwhile is billed after all.
 * @param since the day without them
 */
export async function endedAfter({ trx, vendorId }: TenantContext, since: string): Promise<string> {
  const { rows } = await sql<{ day: string | null }>`
    select min(r."endedAfter") as "day" from "billingRuns" r
    where r."vendorId" = ${vendorId} and r."voidedAt" is not null and r."startedAt" > coalesce(
      (select max(o."startedAt") from "billingRuns" o where o."vendorId" = ${vendorId} and o."voidStartedAt" is null), '-infinity')`.execute(
    trx,
  )
  const day = rows[0]?.day
  return day ? earlier(since, day) : since
}
