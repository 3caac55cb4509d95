import { sql, type RawBuilder } from 'kysely'
import { searchTerms } from '#lib/search.ts'
import { allows, memberOf, type Call } from '#kernel/base.ts'
import { searchPattern } from '#kernel/entity.ts'
import type { customerContract } from './customer.contract.ts'

/** Whether the member may see a customer's identity: an accountant sees the books, not the people (product 4). */
export const seesCustomers = (call: Call): boolean =>
  allows<{ customers: typeof customerContract }>(call.app, memberOf(call).role, 'customers.list')

/** The name of a customer `c` as SQL; null for a member who may not see it. */
export const customerName = (call: Call): RawBuilder<unknown> =>
  seesCustomers(call) ? sql`c."firstName" || ' ' || c."lastName"` : sql`null`

/**
 * Search conditions over documents that have a number and a customer: the number, or the customer's name or phone.
 * Members who may not see customers can't search by them either: a match would reveal who they are.
 * @param paper the query's alias of the table with the number
 * @param bill the alias of the table with the customer, where that is a different one
 */
export function foundBy(call: Call, search: string, paper: string, bill = paper): RawBuilder<unknown>[] {
  const terms = searchTerms(search)
  if (terms.length === 0) return []
  const number = sql`${sql.ref(`${paper}.number`)} ilike ${searchPattern(search.trim())}`
  if (!seesCustomers(call)) return [number]
  const people = sql.join(
    terms.map((term) => sql`n."search" like ${searchPattern(term)}`),
    sql` and `,
  )
  return [
    sql`(${number} or ${sql.ref(`${bill}.customer`)} in (
      select n."id" from "customers" n where n."vendorId" = ${memberOf(call).vendorId} and ${people}))`,
  ]
}
