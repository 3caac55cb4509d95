import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import type { Language } from '#lib/manner.ts'

/**
 * Locks customers who will be written to until the transaction ends, so that no one erases them meanwhile: what is
 * written about them would remain. A caller that writes to many customers locks all of them before the first.
 * @returns how many of them are not erased
 */
export async function lockReaders(trx: Trx, vendorId: string, customers: readonly string[]): Promise<number> {
  if (customers.length === 0) return 0
  const locked = await trx
    .selectFrom('customers')
    .select('erasedAt')
    .where('vendorId', '=', vendorId)
    .where('id', 'in', customers)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return locked.filter(({ erasedAt }) => erasedAt === null).length
}

/** A customer whom a mail can reach. */
export type Reader = { id: string; email: string; language: Language; firstName: string }

/** The customers with the given ids whom a mail can reach, in order of id, locked as by `lockReaders`. */
export async function readersOf(trx: Trx, vendorId: string, customers: readonly string[]): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select "id", "email", "language", "firstName" from "customers"
    where "vendorId" = ${vendorId} and "id" = any(${customers}::uuid[]) and "email" <> '' order by "id" for key share`.execute(trx)
  return rows
}

/** How a business names itself in mails, and its country. */
export async function vendorInMails(trx: Trx, vendorId: string): Promise<{ vendor: string; country: string }> {
  const { name, code: country } = await trx
    .selectFrom('merchants')
    .select(['name', 'code'])
    .where('vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
  return { vendor: name || 'Touchline', country }
}
