import { sql } from 'kysely'
import { customerUsed } from '#directory/customers/customer.guards.ts'
import { express } from '#kernel/expressions.ts'

/** The expressions of quotes in statements of rooms below. */
export const quoteExpressions = [
  express(
    customerUsed,
    ({ vendorId }, customer) => sql`exists (select 1 from "quotes" q where q."vendorId" = ${vendorId} and q."customer" = ${customer})`,
  ),
]
