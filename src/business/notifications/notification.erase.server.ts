import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { withdrawJobs } from '#kernel/outbox.ts'

/**
 * Removes erased people from what was sent and shown, and drops what is still waiting to be sent.
 * @param about the ids of everything that members were notified about: the customers, their enrolments, bills and quotes
 */
export async function eraseDeliveries(
  { trx, vendorId, now }: TenantContext,
  customers: readonly string[],
  about: readonly string[],
): Promise<void> {
  // A quote, bill or enrolment is named by its id, sometimes with a version after it.
  const { rows } = await sql<{ id: string }>`
    update "deliveries" set "address" = case when "customer" is null then "address" else '' end,
      "values" = case when "values" ? 'customer' then "values" || '{"customer": "–"}' else "values" end,
      "state" = case when "state" in ('queued', 'failed') then 'dropped' else "state" end, "stateAt" = ${now}
    where "vendorId" = ${vendorId} and ("customer" = any(${customers}::uuid[])
      or ("userId" is not null and "values" ? 'customer' and ("about" = any(${about}::uuid[]) or split_part("cause", ':', 1) = any(${about}::text[]))))
    returning "id"`.execute(trx)
  const ids = rows.map(({ id }) => id)
  await withdrawJobs(trx, vendorId, ids)
}
