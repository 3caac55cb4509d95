import { sql, type Selectable } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { setActiveUntil } from '#directory/customers/customer.write.server.ts'
import { failure } from '#kernel/failure.ts'
import type { Schema } from '#db/schema.gen.ts'
import type { TenantContext } from '#kernel/context.ts'

/** A batch whose places are being assigned. */
export type OpenBatch = Pick<
  Selectable<Schema['batches']>,
  | 'id'
  | 'name'
  | 'code'
  | 'state'
  | 'startDate'
  | 'endDate'
  | 'price'
  | 'nextPrice'
  | 'nextPriceFrom'
  | 'nextPriceForAll'
  | 'currency'
  | 'priceUnit'
  | 'totalCandidates'
>

/** The transaction and the time at which places are read. */
type At = Pick<TenantContext, 'trx' | 'vendorId' | 'now' | 'today'>

/**
 * Locks a batch, so that decisions about its places are made one after the other, and stores what dates have decided
 * since: expired offers and enrolments past their end.
 * @param missing the error for a batch that is not the vendor's
 */
export async function lockBatch(ctx: At, id: string, missing: () => Error = () => failure('document/not-found')): Promise<OpenBatch> {
  const { trx, vendorId } = ctx
  const batch = await trx
    .selectFrom('batches')
    .select(['id', 'name', 'code', 'state', 'startDate', 'endDate', 'price', 'nextPrice', 'nextPriceFrom', 'nextPriceForAll'])
    .select(['currency', 'priceUnit', 'totalCandidates'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!batch) throw missing()
  await updateActiveUntil(ctx, { batch: id })
  return batch
}

/** Locks the batch of an enrolment. @throws document/not-found */
export async function lockBatchOf(ctx: At, enrolment: string): Promise<OpenBatch> {
  const { trx, vendorId } = ctx
  const query = trx.selectFrom('enrolments').select('batch').where('vendorId', '=', vendorId).where('id', '=', enrolment)
  const place = await query.executeTakeFirst()
  if (!place) throw failure('document/not-found')
  return lockBatch(ctx, place.batch)
}

/** Locks batches in the order of their ids, so that two acts on the same ones can't wait for each other. @param missing as `lockBatch` */
export async function lockBatches(ctx: At, ids: readonly string[], missing?: () => Error): Promise<void> {
  for (const id of [...new Set(ids)].toSorted()) await lockBatch(ctx, id, missing)
}

/** Stores what dates have decided about the enrolments of a batch or of some customers: expired offers, and enrolments past their end. */
async function updateActiveUntil(ctx: At, of: { batch: string } | { customers: string[] }): Promise<void> {
  const { trx, vendorId, now } = ctx
  const today = await ctx.today()
  await sql`
    update "enrolments" set "state" = case when "state" = 'offered' then 'expired' else 'completed' end, "offeredUntil" = null,
      "updatedAt" = ${now}, "version" = "version" + 1
    where "vendorId" = ${vendorId} and ${'batch' in of ? sql`"batch" = ${of.batch}` : sql`"customer" = any(${of.customers}::uuid[])`}
      and (("state" = 'offered' and "offeredUntil" <= ${now}) or ("state" = 'active' and "endDate" < ${today}))`.execute(trx)
}

/**
 * Reassigns one customer's enrolments to another. If both have one in the same batch, the stronger stays (a place
 * before an offer before waiting, else the target's) and the other ends today.
 */
export async function joinEnrolments(ctx: TenantContext, { target, source }: { target: string; source: string }): Promise<void> {
  const { trx, vendorId, now } = ctx
  await updateActiveUntil(ctx, { customers: [target, source] })
  const today = await ctx.today()
  const rank = (name: 'e' | 'k') =>
    sql`array_position(array['waitlisted', 'offered', 'active'], ${sql.ref(`${name}.state`)}), ${sql.ref(`${name}.customer`)} = ${target}`
  await sql`
    update "enrolments" e set "state" = 'cancelled', "offeredUntil" = null, "updatedAt" = ${now}, "version" = e."version" + 1,
      "endDate" = case when e."state" = 'active' then greatest(e."startDate", least(e."endDate", ${today}::date)) else e."startDate" end
    where e."vendorId" = ${vendorId} and e."customer" in (${target}, ${source}) and e."state" in ('waitlisted', 'offered', 'active')
      and exists (select 1 from "enrolments" k where k."vendorId" = ${vendorId} and k."batch" = e."batch" and k."customer" in (${target}, ${source})
        and k."state" in ('waitlisted', 'offered', 'active') and (${rank('k')}) > (${rank('e')}))`.execute(trx)
  await trx.updateTable('enrolments').set({ customer: target }).where('vendorId', '=', vendorId).where('customer', '=', source).execute()
}

/** Whether the enrolment `e` takes a place: it is running, or offered and can still be accepted. */
export const isTaken = (now: string, today: string) =>
  sql<boolean>`((e."state" = 'offered' and e."offeredUntil" > ${now}) or (e."state" = 'active' and e."endDate" >= ${today}::date))`

/** The number of free places, after `lockBatch`. */
export async function freePlaces(trx: Trx, vendorId: string, batch: OpenBatch): Promise<number> {
  const { count } = await trx
    .selectFrom('enrolments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vendorId', '=', vendorId)
    .where('batch', '=', batch.id)
    .where('state', 'in', ['offered', 'active'])
    .executeTakeFirstOrThrow()
  return batch.totalCandidates - count
}

/** Stores the last day of each customer's enrolments, from which leads, active, expiring and lapsed customers are derived. */
export async function refreshActiveUntil(trx: Trx, vendorId: string, customers: readonly string[]): Promise<void> {
  if (customers.length === 0) return
  const lastDay = sql<string | null>`(
    select max(case when e."state" = 'cancelled' then e."endDate" - 1 else e."endDate" end) from "enrolments" e
    where e."vendorId" = ${vendorId} and e."customer" = "customers"."id" and e."state" in ('active', 'completed', 'cancelled')
      and (e."state" <> 'cancelled' or e."endDate" > e."startDate"))`
  await setActiveUntil(trx, vendorId, customers, lastDay)
}

/** Ends a batch's running enrolments, waiting list and open offers when the batch ends. */
export async function endEnrolments(
  trx: Trx,
  vendorId: string,
  batch: string,
  end: { state: 'completed' | 'cancelled'; reason: string | null; today: string; now: string },
): Promise<number> {
  const { rows } = await sql<{ customer: string | null }>`
    update "enrolments" set
      "state" = case when "state" = 'active' then ${end.state} else 'cancelled' end, "reason" = coalesce(${end.reason}::text, "reason"),
      "endDate" = case when "state" = 'active' then greatest("startDate", least("endDate", ${end.today}::date)) else "startDate" end,
      "offeredUntil" = null, "updatedAt" = ${end.now}, "version" = "version" + 1
    where "vendorId" = ${vendorId} and "batch" = ${batch} and "state" in ('waitlisted', 'offered', 'active')
    returning "customer"`.execute(trx)
  await refreshActiveUntil(trx, vendorId, [...new Set(rows.flatMap(({ customer }) => customer ?? []))])
  return rows.length
}
