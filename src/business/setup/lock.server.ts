import type { Trx } from '#db/tenant.ts'

/**
 * Serialises changes of a vendor's timetable or images: concurrent ones would wait for each other's sessions in a
 * cycle, which PostgreSQL resolves by a deadlock error after a second each. The constraints prevent an overlap
 * even without this lock.
 */
export async function lockVendor(trx: Trx, vendorId: string): Promise<void> {
  await trx.selectFrom('merchants').select('vendorId').where('vendorId', '=', vendorId).forUpdate().executeTakeFirst()
}
