import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'

/** Takes the words about a person who is erased out of their places. */
export async function eraseEnrolments({ trx, vendorId }: TenantContext, enrolments: readonly string[]): Promise<void> {
  await sql`update "enrolments" set "reason" = null where "vendorId" = ${vendorId} and "id" = any(${enrolments}::uuid[]) and "reason" is not null`.execute(
    trx,
  )
}
