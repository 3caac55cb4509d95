import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'

/** Removes the reasons that somebody wrote about erased customers; amounts and days stay. */
export async function eraseEffects({ trx, vendorId }: TenantContext, customers: readonly string[]): Promise<void> {
  await sql`update "effectLines" set "reason" = '–'
    where "vendorId" = ${vendorId} and "customer" = any(${customers}::uuid[]) and "reason" not in ('', '–')`.execute(trx)
}
