import type { Trx } from '#db/tenant.ts'

/**
 * Lets one change of a vendor's timetable or images follow the other: many at once would wait for each
 * other's sessions in a circle, which PostgreSQL ends by a deadlock after a second each. The
 * constraints refuse an overlap also without it.
 */
export async function lockVendor(trx: Trx, vendorId: string): Promise<void> {
  await trx.selectFrom('merchants').select('vendorId').where('vendorId', '=', vendorId).forUpdate().executeTakeFirst()
}
