import { clientOf } from '#web/client.ts'
import type { keyContract } from './key.contract.ts'
import type { webhookContract } from './webhook.contract.ts'

/** The calls of the developers' screens, with the member's permissions. */
export const { api } = clientOf<{ keys: typeof keyContract; webhooks: typeof webhookContract }>()
