import { clientOf } from '#web/client.ts'
import type { accountContract } from './account.contract.ts'
import type { passkeyContract } from './passkey.contract.ts'
import type { setupContract } from '#business/setup/vendor.contract.ts'

/** The calls of the accounts' screens, with the member's permissions. */
export const { api } = clientOf<{ accounts: typeof accountContract & typeof passkeyContract; setup: typeof setupContract }>()
