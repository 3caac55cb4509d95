import { sql } from 'kysely'
import { trialDays } from '#lib/plans.ts'
import { instant, type App } from '#kernel/app.ts'
import type { TenantContext } from '#kernel/context.ts'
import { claim, queueOf } from '#kernel/lease.ts'

/** The pause between two looks at the waiting lists of one business, in milliseconds. */
export const lookPauseMs = 45_000

/** How long a business is leased, in milliseconds; after a crash another process looks at it then. */
const leaseMs = 2 * 60_000

/**
 * Businesses whose waiting lists are due, the longest-waiting first. Those whose trial has expired without a plan are
 * left out until they have one, since they may not write (product 2.1).
 */
const waitingVendors = (app: App) =>
  queueOf('offerQueue', {
    key: ['vendorId'],
    reads: [],
    isDue: (now) => sql`"dueAt" <= ${now} and exists (select 1 from "vendorPlans" p where p."vendorId" = "offerQueue"."vendorId"
      and (p."plan" is not null or p."trialStartedAt" is null or p."trialStartedAt" > ${instant(app, -trialDays * 86_400_000)}))`,
    order: sql`"dueAt"`,
    due: 'dueAt',
    lease: 'dueAt',
    leaseMs,
    tries: 'tries',
  })

/** Claims the business whose waiting lists are due first. */
export const claimWaiting = (app: App) => claim(app, waitingVendors(app))

/**
 * Has the waiting lists of the business looked at from now on, in the transaction that puts somebody on one. Counting up
 * the tries stops a look that is under way from removing the row: it has not seen this person.
 */
export async function queueOffers({ trx, call, vendorId }: Pick<TenantContext, 'trx' | 'call' | 'vendorId'>): Promise<void> {
  const dueAt = instant(call.app, lookPauseMs)
  await sql`
    insert into "offerQueue" ("vendorId", "dueAt") values (${vendorId}, ${dueAt})
    on conflict ("vendorId") do update set "dueAt" = least("offerQueue"."dueAt", "excluded"."dueAt"), "tries" = "offerQueue"."tries" + 1`.execute(
    trx,
  )
}
