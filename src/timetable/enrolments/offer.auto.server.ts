import { sql } from 'kysely'
import { mayMailOutside } from '#business/notifications/outside.limits.server.ts'
import { instant, type App } from '#kernel/app.ts'
import { runAs, type TenantContext } from '#kernel/context.ts'
import { describeError } from '#kernel/log.ts'
import { letRequestsIn } from '#kernel/turns.ts'
import { billingRules } from './billing-rules.server.ts'
import { offerFree } from './offer.server.ts'
import { claimWaiting, scanIntervalMs } from './offer-queue.server.ts'
import { isTaken } from './places.server.ts'

/** Whether anybody waits for a place of the business. */
export async function isAnyoneWaiting({ trx, vendorId }: TenantContext): Promise<boolean> {
  const first = await trx
    .selectFrom('enrolments')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('state', '=', 'waitlisted')
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}

/**
 * The open batches with a free place and somebody to offer it to, whatever made the place free: starts from the few who
 * wait rather than from all places. Null if there is nothing to offer until somebody waits again or the rule changes.
 */
async function batchesToOffer(ctx: TenantContext): Promise<string[] | null> {
  const { trx, vendorId, now } = ctx
  if ((await billingRules(ctx)).placeOffers === 'byHand' || !(await isAnyoneWaiting(ctx))) return null
  const today = await ctx.today()
  const { rows } = await sql<{ id: string }>`
    select b."id" from (
      select distinct w."batch" from "enrolments" w
      join "customers" c on c."vendorId" = ${vendorId} and c."id" = w."customer" and c."state" = 'active'
      where w."vendorId" = ${vendorId} and w."state" = 'waitlisted' and w."endDate" >= ${today}::date) q
    join "batches" b on b."vendorId" = ${vendorId} and b."id" = q."batch" and b."state" = 'open' and b."endDate" >= ${today}::date
    where b."totalCandidates" > (select count(*) from "enrolments" e where e."vendorId" = ${vendorId} and e."batch" = b."id" and ${isTaken(now, today)})
    order by b."id"`.execute(trx)
  // Without a verified address no offer could be sent.
  return rows.length > 0 && (await mayMailOutside(trx, vendorId)) ? rows.map(({ id }) => id) : []
}

/**
 * Scans the waiting lists of one business that is due, and offers what is free. A failed scan is repeated and delays
 * no other business.
 * @param isOver whether the process is stopping; what is left is found by the next scan
 * @returns false when no business was due
 */
export async function offerForNext(app: App, isOver: () => boolean = () => false): Promise<boolean> {
  const taken = await claimWaiting(app)
  if (!taken) return false
  const { vendorId } = taken.row
  try {
    const batches = await runAs(app, 'system', vendorId, batchesToOffer)
    if (batches === null) {
      await taken.giveUp('remove')
      return true
    }
    for (const batch of batches) {
      do await letRequestsIn()
      while (!isOver() && (await runAs(app, 'system', vendorId, (ctx) => offerFree(ctx, batch))))
    }
  } catch (error) {
    if (!app.room.noteError(error)) app.log.error('Free places could not be offered and will be again', describeError(error))
  }
  await taken.retryLater(instant(app, scanIntervalMs))
  return true
}

/** Offers the free places of every business that is due. @param isOver stops it between two batches */
export async function offerPlaces(app: App, isOver: () => boolean = () => false): Promise<void> {
  while (!isOver() && (await offerForNext(app, isOver)));
}
