import { clientOf } from '#web/client.ts'
import type { accountContract } from './account.contract.ts'
import type { setupContract } from '#business/setup/vendor.contract.ts'

/** The calls that screens of accounts make, and what the member's role may. */
export const { api } = clientOf<{ accounts: typeof accountContract; setup: typeof setupContract }>()
