import { sql } from 'kysely'
import { auditMoney } from '#business/ledger/books.server.ts'
import { todayOf } from '#business/setup/zone.server.ts'
import { instant } from '#kernel/app.ts'
import type { TenantContext } from '#kernel/context.ts'

/**
 * Resumes billing of an unblocked customer's places from today. The days in between are not billed, which the money
 * log records. The books must be locked.
 */
export async function resumeBilling({ trx, call, vendorId }: TenantContext, customer: string): Promise<void> {
  const today = await todayOf(trx, call.app, vendorId)
  const rows = await trx
    .selectFrom('enrolments')
    .select(['id', 'batch', 'nextChargeOn'])
    .where('vendorId', '=', vendorId)
    .where('customer', '=', customer)
    .where('state', '=', 'active')
    .where('priceUnit', '=', 'month')
    .where('nextChargeOn', '<', today)
    .where('endDate', '>=', today)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id: target, batch: subject, nextChargeOn } of rows) {
    await trx
      .updateTable('enrolments')
      .set({ nextChargeOn: today, updatedAt: instant(call.app), version: sql<number>`"version" + 1` })
      .where('vendorId', '=', vendorId)
      .where('id', '=', target)
      .execute()
    const [before, after] = [{ nextChargeOn }, { nextChargeOn: today, customer }]
    await auditMoney(trx, call, { action: 'update', entity: 'enrolment', target, subject, before, after })
  }
}
