import type { Trx } from '#db/tenant.ts'

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
