import { sql } from 'kysely'
import { notify } from '#business/notifications/notify.server.ts'
import { fullName } from '#lib/names.ts'
import type { DailyTask } from '#business/accounts/daily.server.ts'
import { billingRules } from './billing-rules.server.ts'
import { isAnyoneWaiting } from './offer.auto.server.ts'
import { queueOffers } from './offer-queue.server.ts'

/** Days for which an expired offer is still announced, to make up for days that a stopped server missed. */
const newsDays = 3

type Expired = { id: string; batch: string; batchName: string; firstName: string; lastName: string }

/** Notifies of place offers that have recently expired, so that the place can be offered to the next person. */
export const notifyExpiredOffers: DailyTask = ({ run }) =>
  run(async (ctx) => {
    const { trx, vendorId, now } = ctx
    // Also finds who was put on a list by other means, such as the version before.
    if (await isAnyoneWaiting(ctx)) await queueOffers(ctx)
    const { placeOffers: next } = await billingRules(ctx)
    // An offer stored as expired has no end any more, so its last change counts.
    const { rows } = await sql<Expired>`
      select e."id", e."batch", b."name" as "batchName", c."firstName", c."lastName" from "enrolments" e
      join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch"
      join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
      where e."vendorId" = ${vendorId} and b."state" = 'open' and ((e."state" = 'offered' and e."offeredUntil" <= ${now}) or e."state" = 'expired')
        and coalesce(e."offeredUntil", e."updatedAt") > ${now}::timestamptz - make_interval(days => ${newsDays})
      order by e."id"`.execute(trx)
    for (const { id, batch, batchName, ...customer } of rows) {
      const values = { customer: fullName(customer), batch: batchName, next }
      await notify(ctx, { kind: 'offerExpired', cause: id, about: batch, values })
    }
  })
