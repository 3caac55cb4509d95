import { sql } from 'kysely'
import { customerUsed } from '#directory/customers/customer.guards.ts'
import { express } from '#kernel/expressions.ts'

/** Expressions that challenges contribute to statements of the rooms below. */
export const challengeExpressions = [
  express(
    customerUsed,
    ({ vendorId }, customer) =>
      sql`exists (select 1 from "challengeEntries" n where n."vendorId" = ${vendorId} and n."customer" = ${customer})`,
  ),
]
