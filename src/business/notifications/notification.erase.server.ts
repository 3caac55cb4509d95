import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { withdrawJobs } from '#kernel/outbox.ts'

/**
 * Takes people who are erased out of what was sent and shown, and drops what still waits to be sent.
 * @param about the ids of all that members were notified of: the customers, their places, bills and quotes
 */
export async function eraseDeliveries(
  { trx, vendorId, now }: TenantContext,
  customers: readonly string[],
  about: readonly string[],
): Promise<void> {
  // Members are notified of a quote, a bill or a place by its id, at times with a version behind it.
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
