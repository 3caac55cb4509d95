import { todayOf } from '#business/setup/zone.server.ts'
import { customerWaits } from '#directory/customers/customer.guards.ts'
import { instant } from '#kernel/app.ts'
import { fieldFailure } from '#kernel/failure.ts'
import { answer, type Asking } from '#kernel/guards.ts'
import { batchShrinks } from '#timetable/batches/batch.guards.ts'
import { freePlaces, lockBatch } from './places.server.ts'

/** Places can be taken away only while nobody has them. @throws request/invalid at `totalCandidates` */
async function assertFree({ trx, call: { app }, vendorId }: Asking, id: string, totalCandidates: number): Promise<void> {
  const moment = { now: instant(app), today: await todayOf(trx, app, vendorId) }
  const batch = await lockBatch(trx, vendorId, id, moment)
  if ((await freePlaces(trx, vendorId, { ...batch, totalCandidates })) < 0)
    throw fieldFailure('totalCandidates', 'batches.totalCandidates.taken')
}

async function isWaiting({ trx, call: { app }, vendorId }: Asking, customer: string): Promise<boolean> {
  const waiting = await trx
    .selectFrom('enrolments')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('customer', '=', customer)
    .where((where) =>
      where.or([where('state', '=', 'waitlisted'), where.and([where('state', '=', 'offered'), where('offeredUntil', '>', instant(app))])]),
    )
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/** What enrolments say to rooms below. */
export const enrolmentAnswers = [
  answer(batchShrinks, (asking, { batch, totalCandidates }) => assertFree(asking, batch, totalCandidates)),
  answer(customerWaits, (asking, { customer }) => isWaiting(asking, customer)),
]
