import { sql, type RawBuilder } from 'kysely'

/** The bills `s` that a line pays for an enrolment with, and of which something is still to be paid. */
const unpaid = sql`"saleLines" l join "sales" s on s."vendorId" = l."vendorId" and s."id" = l."sale" and s."state" in ('open', 'partiallyPaid')`

const ofOne = sql`${unpaid} where l."vendorId" = e."vendorId" and l."enrolment" = e."id"`

/** What is still to be paid of the bills of the enrolment `e`, in minor units; a bill of two enrolments counts in full for each. */
export const owed = sql<number>`(select coalesce(sum(s."total" - s."credited" - s."paid" + s."refunded"), 0)::bigint from ${ofOne})`

/** What is still to be paid of all bills of a vendor's enrolments `e` that match, each bill once; found by the bills, of which few are unpaid. */
export const owedOf = (vendorId: string, matches: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(s."total" - s."credited" - s."paid" + s."refunded"), 0)::bigint from "sales" s
  where s."vendorId" = ${vendorId} and s."state" in ('open', 'partiallyPaid') and exists (
    select from "saleLines" l join "enrolments" e on e."vendorId" = l."vendorId" and e."id" = l."enrolment"
    where l."vendorId" = s."vendorId" and l."sale" = s."id" and ${matches}))`

/** The id of the bill of the enrolment `e` that is to be paid first. */
export const nextBill = sql<string | null>`(select s."id" from ${ofOne} order by s."dueOn", s."id" limit 1)`

/** Whether a bill of the enrolment `e` is past due on a day: for the few rows that are shown. */
export const isOverdue = (today: string) => sql<boolean>`exists (select from ${ofOne} and s."dueOn" < ${today}::date)`

/** The enrolments with a bill that is past due on a day, found by the bills: for all that a vendor has. */
export const overdue = (vendorId: string, today: string) => sql`(select l."enrolment" from ${unpaid}
  where l."vendorId" = ${vendorId} and s."vendorId" = ${vendorId} and s."dueOn" < ${today}::date and l."enrolment" is not null)`
