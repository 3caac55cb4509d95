import { connectionsEnded } from '#business/accounts/account.events.ts'
import { allows } from '#kernel/base.ts'
import { on, type Subscription } from '#kernel/events.ts'
import type { keyContract } from './key.contract.ts'
import { revokeKeys } from './key.server.ts'
import { removeWebhooks } from './webhook.remove.server.ts'
import type { webhookContract } from './webhook.contract.ts'

type Contracts = { keys: typeof keyContract; webhooks: typeof webhookContract }

/** Subscribes to a member ending program access. */
export const developerSubscribers: readonly Subscription[] = [
  on(connectionsEnded, async (context, actor) => {
    const { app } = context.call
    if (allows<Contracts>(app, actor.role, 'keys.revoke')) await revokeKeys(context, actor)
    if (allows<Contracts>(app, actor.role, 'webhooks.remove')) await removeWebhooks(context, actor)
  }),
]
