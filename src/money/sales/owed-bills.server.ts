import { sql, type RawBuilder } from 'kysely'
import type { DailyTask } from '#business/accounts/daily.server.ts'
import { lockBooks } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { noteOwed } from '#timetable/enrolments/owed.server.ts'

/** The lines `l` that pay for an enrolment, joined with their bills `s` on which an amount is still due. */
const unpaid = (vendorId: string) =>
  sql`"saleLines" l join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale" and s."state" in ('open', 'partiallyPaid')`

/** The amount still due on the bill `s`, in minor units. */
const due = sql`s."total" - s."credited" - s."paid" + s."refunded"`

/** The amounts due for some enrolments, given as a select of `enrolment`; a bill for two enrolments counts in full for each. */
const owing = (vendorId: string, enrolments: RawBuilder<unknown>) => sql`
  select x."enrolment", u."owed", u."since", u."bill" from (${enrolments}) x cross join lateral (
    select coalesce(sum(${due}), 0)::bigint as "owed", min(s."dueOn") as "since", (array_agg(s."id" order by s."dueOn", s."id"))[1] as "bill"
    from ${unpaid(vendorId)} where l."vendorId" = ${vendorId} and l."enrolment" = x."enrolment") u`

/**
 * Updates the amounts due on the enrolments of a bill that was created or changed. The books must be locked, and all
 * batches that the transaction locks: anyone who changes a place locks its batch first.
 */
export async function noteBill(context: TenantContext, sale: string): Promise<void> {
  const { trx, vendorId } = context
  const query = trx.selectFrom('saleLines').select('enrolment').distinct().where('vendorId', '=', vendorId).where('sale', '=', sale)
  await noteLines(context, await query.execute())
}

/** Like `noteBill` for a bill whose lines are known. */
export async function noteLines(context: TenantContext, lines: readonly { enrolment?: string | null }[]): Promise<void> {
  const { vendorId } = context
  const places = [...new Set(lines.flatMap(({ enrolment }) => enrolment ?? []))]
  // By their ids: a join would look at every place of the business for each bill of a night.
  if (places.length > 0) await noteOwed(context, owing(vendorId, sql`select unnest(${places}::uuid[]) as "enrolment"`), places)
}

/** Compares all enrolments with the unpaid bills. @returns the number of enrolments corrected */
async function mend(ctx: TenantContext): Promise<number> {
  const { trx, call, vendorId } = ctx
  await lockBooks(trx, vendorId)
  const all = sql`
    select l."enrolment" from ${unpaid(vendorId)} where l."vendorId" = ${vendorId} and l."enrolment" is not null
    union select e."id" from "enrolments" e where e."vendorId" = ${vendorId} and e."unpaidSince" is not null`
  const mended = await noteOwed(ctx, owing(vendorId, all))
  if (mended > 0) call.app.log.warn('What places owe was mended', { job: 'daily', jobId: vendorId, reason: String(mended) })
  return mended
}

/** Keeps the amounts due on enrolments consistent with the bills, including those that an older version wrote (decision 31). */
export const checkOwed: DailyTask = async ({ run }) => {
  await run(mend)
}

/** The amount still due on all bills of a vendor's enrolments `e` that match, each bill once; driven by the bills, since few are unpaid. */
export const owedOf = (vendorId: string, matches: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(${due}), 0)::bigint from "sales" s
  where s."vendorId" = ${vendorId} and s."state" in ('open', 'partiallyPaid') and exists (
    select 1 from "saleLines" l join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = l."enrolment"
    where l."vendorId" = ${vendorId} and l."sale" = s."id" and ${matches}))`
