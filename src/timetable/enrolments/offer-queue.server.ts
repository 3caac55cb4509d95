import { sql } from 'kysely'
import { trialDays } from '#lib/plans.ts'
import { instant, type App } from '#kernel/app.ts'
import type { TenantContext } from '#kernel/context.ts'
import { claim, queueOf } from '#kernel/lease.ts'

/** The time between two scans of a business's waiting lists, in milliseconds. */
export const scanIntervalMs = 45_000

/** How long a business is leased, in milliseconds; after a crash another process scans it then. */
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
 * Schedules a scan of the business's waiting lists in the transaction that adds somebody to one. It raises `tries`, so
 * that a scan under way, which has not seen this person, can't remove the row.
 */
export async function queueOffers({ trx, call, vendorId }: Pick<TenantContext, 'trx' | 'call' | 'vendorId'>): Promise<void> {
  const dueAt = instant(call.app, scanIntervalMs)
  await sql`
    insert into "offerQueue" ("vendorId", "dueAt") values (${vendorId}, ${dueAt})
    on conflict ("vendorId") do update set "dueAt" = least("offerQueue"."dueAt", "excluded"."dueAt"), "tries" = "offerQueue"."tries" + 1`.execute(
    trx,
  )
}
