import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'

/** Removes free text about an erased person from their enrolments, and ends the links to their offers. */
export async function eraseEnrolments({ trx, vendorId }: TenantContext, enrolments: readonly string[]): Promise<void> {
  await sql`update "enrolments" set "reason" = null where "vendorId" = ${vendorId} and "id" = any(${enrolments}::uuid[]) and "reason" is not null`.execute(
    trx,
  )
  await sql`update "enrolmentTerms" set "reason" = '–' where "vendorId" = ${vendorId} and "enrolment" = any(${enrolments}::uuid[])
    and "reason" is not null`.execute(trx)
  await sql`delete from "offerLinks" where "vendorId" = ${vendorId} and "enrolment" = any(${enrolments}::uuid[])`.execute(trx)
}
