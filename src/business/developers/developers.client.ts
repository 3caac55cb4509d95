import { clientOf } from '#web/client.ts'
import type { keyContract } from './key.contract.ts'
import type { webhookContract } from './webhook.contract.ts'

/** The calls that screens of developers make, and what the member's role may. */
export const { api } = clientOf<{ keys: typeof keyContract; webhooks: typeof webhookContract }>()
