import { sql, type RawBuilder } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'

/**
 * Notes what is still to be paid for enrolments, as the bills of a higher room say (decision 31). It is no change of
 * the enrolment: its version and what was seen of it stand.
 * @param owing a select of `enrolment`, `owed` in minor units, `since`, the day by which the first of its bills is to be
 * paid, and `bill`, that bill's id
 * @returns how many said otherwise until now
 */
export async function noteOwed({ trx, vendorId }: TenantContext, owing: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    update "enrolments" e set "owed" = o."owed", "unpaidSince" = o."since", "unpaidBill" = o."bill" from (${owing}) o
    where e."vendorId" = ${vendorId} and e."id" = o."enrolment"
      and (e."owed", e."unpaidSince", e."unpaidBill") is distinct from (o."owed", o."since", o."bill")`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
