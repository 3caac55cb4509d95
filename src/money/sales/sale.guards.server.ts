import { sql } from 'kysely'
import { customerDue, customerOwes, customerUsed } from '#directory/customers/customer.guards.ts'
import { todaySql } from '#business/setup/zone.server.ts'
import { express } from '#kernel/expressions.ts'

/** The expressions of sales in statements of rooms below. */
export const saleExpressions = [
  express(
    customerUsed,
    ({ vendorId }, customer) => sql`exists (select 1 from "sales" s where s."vendorId" = ${vendorId} and s."customer" = ${customer})`,
  ),
  express(
    customerDue,
    ({ vendorId }, customer) => sql`(select coalesce(sum(s."total" - s."credited" - s."paid" + s."refunded"), 0)::bigint from "sales" s
      where s."vendorId" = ${vendorId} and s."customer" = ${customer} and s."state" in ('open', 'partiallyPaid'))`,
  ),
  // A list of customers, so that the bills are read once and not for each customer.
  express(
    customerOwes,
    ({ app, vendorId }, { customer, isLate }) => sql`${customer} in (select s."customer" from "sales" s where s."vendorId" = ${vendorId}
      and s."state" in ('open', 'partiallyPaid') ${isLate ? sql`and s."dueOn" < ${todaySql(app, vendorId)}` : sql``})`,
  ),
]
