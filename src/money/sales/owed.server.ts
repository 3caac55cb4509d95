import { sql, type RawBuilder } from 'kysely'

/** The bills `s` that a line pays for an enrolment with, and of which something is still to be paid. */
const unpaid = (vendorId: string) =>
  sql`"saleLines" l join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale" and s."state" in ('open', 'partiallyPaid')`

const ofOne = (vendorId: string) => sql`${unpaid(vendorId)} where l."vendorId" = ${vendorId} and l."enrolment" = e."id"`

/** What is still to be paid of the bills of the enrolment `e`, in minor units; a bill of two enrolments counts in full for each. */
export const owed = (vendorId: string) =>
  sql<number>`(select coalesce(sum(s."total" - s."credited" - s."paid" + s."refunded"), 0)::bigint from ${ofOne(vendorId)})`

/** What is still to be paid of all bills of a vendor's enrolments `e` that match, each bill once; found by the bills, of which few are unpaid. */
export const owedOf = (vendorId: string, matches: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(s."total" - s."credited" - s."paid" + s."refunded"), 0)::bigint from "sales" s
  where s."vendorId" = ${vendorId} and s."state" in ('open', 'partiallyPaid') and exists (
    select 1 from "saleLines" l join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = l."enrolment"
    where l."vendorId" = ${vendorId} and l."sale" = s."id" and ${matches}))`

/** The id of the bill of the enrolment `e` that is to be paid first. */
export const nextBill = (vendorId: string) => sql<string | null>`(select s."id" from ${ofOne(vendorId)} order by s."dueOn", s."id" limit 1)`

/** Whether a bill of the enrolment `e` is past due on a day: for the few rows that are shown. */
export const isOverdue = (vendorId: string, today: string) =>
  sql<boolean>`exists (select 1 from ${ofOne(vendorId)} and s."dueOn" < ${today}::date)`

/** The enrolments with a bill that is past due on a day, found by the bills: for all that a vendor has. */
export const overdue = (vendorId: string, today: string) => sql`(select l."enrolment" from ${unpaid(vendorId)}
  where l."vendorId" = ${vendorId} and s."dueOn" < ${today}::date and l."enrolment" is not null)`
