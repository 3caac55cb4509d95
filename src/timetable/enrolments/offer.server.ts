import { notify } from '#business/notifications/notify.server.ts'
import { fullName } from '#lib/names.ts'
import { instant } from '#kernel/app.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { billingRules } from './billing-rules.server.ts'
import type { Enrolment } from './enrolment.contract.ts'
import { readEnrolment } from './enrolment.row.server.ts'
import { write } from './enrolment.write.server.ts'
import { mailPlaceOffer } from './offer.mail.server.ts'
import { freePlaces, lockBatch, type OpenBatch } from './places.server.ts'

/** The id of the first person on a batch's waiting list; null without any. Blocked customers, and who waited for days that are over, are passed over. */
async function firstWaiting(ctx: TenantContext, batch: string): Promise<string | null> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const first = await trx
    .selectFrom('enrolments')
    .innerJoin('customers', (join) => join.on('customers.vendorId', '=', vendorId).onRef('customers.id', '=', 'enrolments.customer'))
    .select('enrolments.id')
    .where('enrolments.vendorId', '=', vendorId)
    .where('batch', '=', batch)
    .where('enrolments.state', '=', 'waitlisted')
    .where('enrolments.endDate', '>=', today)
    .where('customers.state', '=', 'active')
    .orderBy('queuedAt')
    .orderBy('enrolments.id')
    .limit(1)
    .executeTakeFirst()
  return first?.id ?? null
}

/**
 * Offers a place of a locked batch to a waiting person for the hours of the business's rule, and notifies them by email.
 * Without one the desk is notified, since somebody has to call them.
 */
async function offerTo(ctx: TenantContext, batch: OpenBatch, id: string, isAutoOffer: boolean): Promise<Enrolment> {
  const row = await readEnrolment(ctx, id)
  const { offerHours } = await billingRules(ctx)
  const offeredUntil = instant(ctx.call.app, offerHours * 3_600_000)
  if (!(await mailPlaceOffer(ctx, row, offeredUntil))) {
    const values = { customer: fullName(row), batch: batch.name, until: offeredUntil }
    await notify(ctx, { kind: 'offerUnmailed', cause: id, about: batch.id, values })
  }
  return write(ctx, 'offer', row, { state: 'offered', offeredUntil, isAutoOffer })
}

/** Offers a free place to the first person on the waiting list. @throws batch/not-open, batch/full, document/not-found where no one waits */
export async function offerNext(ctx: TenantContext, { batch: id }: { batch: string }): Promise<Enrolment> {
  const batch = await lockBatch(ctx, id)
  if (batch.state !== 'open') throw failure('batch/not-open')
  if ((await freePlaces(ctx.trx, ctx.vendorId, batch)) <= 0) throw failure('batch/full')
  const first = await firstWaiting(ctx, id)
  if (first === null) throw failure('document/not-found')
  return offerTo(ctx, batch, first, false)
}

/**
 * Offers a free place of a batch to the next person on its waiting list. The lock on the batch makes scans at one time
 * take turns, so that there are never more offers than places. Each offer is a transaction of its own, since it locks a
 * customer and the business's turn to mail.
 * @returns whether a place was offered, so that there may be another
 */
export async function offerFree(ctx: TenantContext, id: string): Promise<boolean> {
  const batch = await lockBatch(ctx, id)
  if (batch.state !== 'open' || (await freePlaces(ctx.trx, ctx.vendorId, batch)) <= 0) return false
  const first = await firstWaiting(ctx, id)
  if (first === null) return false
  await offerTo(ctx, batch, first, true)
  return true
}
