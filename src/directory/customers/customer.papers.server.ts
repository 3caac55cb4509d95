import { sql, type RawBuilder } from 'kysely'
import { searchTerms } from '#lib/search.ts'
import { allows, memberOf, type Call } from '#kernel/base.ts'
import { searchPattern } from '#kernel/entity.ts'
import type { customerContract } from './customer.contract.ts'

/** Whether the member may see who a customer is: an accountant keeps the books, not the people (product 4). */
export const seesCustomers = (call: Call): boolean =>
  allows<{ customers: typeof customerContract }>(call.app, memberOf(call).role, 'customers.list')

/**
 * What a search asks of papers that have a number and a customer, for a list of conditions: the number, or the
 * customer's name or phone. Who may not see customers does not find them either: a guess would tell who they are.
 * @param paper the name in the query of what has the number
 * @param bill the name of what has the customer, where that is another
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
