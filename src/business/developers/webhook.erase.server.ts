import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'

/** Removes the webhook messages about an erased person's records; a separate message reports the erasure. */
export async function eraseMessages({ trx, vendorId }: TenantContext, about: readonly string[]): Promise<void> {
  await sql`delete from "webhookDeliveries" where "vendorId" = ${vendorId} and "record" = any(${about}::text[])`.execute(trx)
}
