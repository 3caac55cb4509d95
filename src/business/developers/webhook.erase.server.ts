import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'

/** Removes what webhooks were sent about records of a person who is erased; that they were erased is shown by a message of its own. */
export async function eraseMessages({ trx, vendorId }: TenantContext, about: readonly string[]): Promise<void> {
  await sql`delete from "webhookDeliveries" where "vendorId" = ${vendorId} and "record" = any(${about}::text[])`.execute(trx)
}
