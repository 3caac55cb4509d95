import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { failure } from '#server/failure.ts'

/** A batch whose places are being given out. */
export type OpenBatch = {
  id: string
  name: string
  state: string
  startDate: string
  endDate: string
  price: number
  currency: string
  priceUnit: string
  totalCandidates: number
}

/**
 * Locks a batch, so that one decision about its places follows the other, and writes down what
 * dates have decided since: offers that ran out and enrolments past their end.
 * @param missing the error of a batch that is not the vendor's
 */
export async function lockBatch(
  trx: Trx,
  vendorId: string,
  id: string,
  { today, now }: { today: string; now: string },
  missing: () => Error = () => failure('document/not-found'),
): Promise<OpenBatch> {
  const batch = await trx
    .selectFrom('batches')
    .select(['id', 'name', 'state', 'startDate', 'endDate', 'price', 'currency', 'priceUnit', 'totalCandidates'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!batch) throw missing()
  await sql`
    update "enrolments" set "state" = case when "state" = 'offered' then 'expired' else 'completed' end, "offeredUntil" = null,
      "updatedAt" = ${now}, "version" = "version" + 1
    where "vendorId" = ${vendorId} and "batch" = ${id}
      and (("state" = 'offered' and "offeredUntil" <= ${now}) or ("state" = 'active' and "endDate" < ${today}))`.execute(trx)
  return batch
}

/** Places that are still free, after `lockBatch`. */
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

/** The last day of each customer's enrolments, from which leads, active, expiring and lapsed ones are told. */
export async function keepActiveUntil(trx: Trx, vendorId: string, customers: readonly string[]): Promise<void> {
  if (customers.length === 0) return
  await sql`
    update "customers" set "activeUntil" = (
      select max(case when e."state" = 'cancelled' then e."endDate" - 1 else e."endDate" end) from "enrolments" e
      where e."vendorId" = ${vendorId} and e."customer" = "customers"."id" and e."state" in ('active', 'completed', 'cancelled')
        and (e."state" <> 'cancelled' or e."endDate" > e."startDate"))
    where "vendorId" = ${vendorId} and "id" = any(${customers}::uuid[])`.execute(trx)
}

/** Ends what a batch's end ends: its running enrolments, its queue and its open offers. */
export async function endEnrolments(
  trx: Trx,
  vendorId: string,
  batch: string,
  end: { state: 'completed' | 'cancelled'; reason: string | null; today: string; now: string },
): Promise<number> {
  const { rows } = await sql<{ customer: string }>`
    update "enrolments" set
      "state" = case when "state" = 'active' then ${end.state} else 'cancelled' end, "reason" = coalesce(${end.reason}::text, "reason"),
      "endDate" = case when "state" = 'active' then greatest("startDate", least("endDate", ${end.today}::date)) else "endDate" end,
      "offeredUntil" = null, "updatedAt" = ${end.now}, "version" = "version" + 1
    where "vendorId" = ${vendorId} and "batch" = ${batch} and "state" in ('waitlisted', 'offered', 'active')
    returning "customer"`.execute(trx)
  await keepActiveUntil(trx, vendorId, [...new Set(rows.map(({ customer }) => customer))])
  return rows.length
}
