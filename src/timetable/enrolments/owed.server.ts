import { sql, type RawBuilder } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'

/**
 * Stores the amounts still due for enrolments, as calculated from the bills of a higher room (decision 31). This does
 * not change the enrolment, so its record version stays the same.
 * @param owing a select of `enrolment`, `owed` in minor units, `since`, the day by which the first of its bills is
 * due, and `bill`, that bill's id
 * @param places the enrolments that it selects; all by default
 * @returns the number of enrolments updated
 */
export async function noteOwed({ trx, vendorId }: TenantContext, owing: RawBuilder<unknown>, places?: readonly string[]): Promise<number> {
  const among = places ? sql`and e."id" = any(${places}::uuid[])` : sql``
  const { numAffectedRows } = await sql`
    update "enrolments" e set "owed" = o."owed", "unpaidSince" = o."since", "unpaidBill" = o."bill" from (${owing}) o
    where e."vendorId" = ${vendorId} and e."id" = o."enrolment" ${among}
      and (e."owed", e."unpaidSince", e."unpaidBill") is distinct from (o."owed", o."since", o."bill")`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
