import { sql } from 'kysely'
import { customerUsed } from '#directory/customers/customer.guards.ts'
import { express } from '#kernel/expressions.ts'

/** The expressions of sales in statements of rooms below. */
export const saleExpressions = [
  express(
    customerUsed,
    ({ vendorId }, customer) => sql`exists (select 1 from "sales" s where s."vendorId" = ${vendorId} and s."customer" = ${customer})`,
  ),
]
