import { connectionsEnded } from '#business/accounts/account.events.ts'
import { zoneChanged } from '#business/setup/vendor.events.ts'
import { allows } from '#kernel/base.ts'
import { on, type Subscription } from '#kernel/events.ts'
import { batchSaved } from '#timetable/batches/batch.events.ts'
import type { feedContract } from './feed.contract.ts'
import { removeFeeds } from './feed.server.ts'
import { writePlan } from './session-plan.server.ts'
import { retime } from './retime.server.ts'

/** The events that sessions subscribe to: a saved batch, a changed time zone, and ended connections, which remove the feeds. */
export const sessionSubscribers: readonly Subscription[] = [
  on(zoneChanged, ({ trx, vendorId }, zones) => retime(trx, vendorId, zones)),
  on(connectionsEnded, async (context, actor) => {
    if (allows<{ feeds: typeof feedContract }>(context.call.app, actor.role, 'feeds.remove')) await removeFeeds(context, actor)
  }),
  on(batchSaved, ({ trx, call }, { batch, typed }) => writePlan(trx, call, batch, { typed })),
]
