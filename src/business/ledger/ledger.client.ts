import { clientOf } from '#web/client.ts'
import type { setupContract } from '#business/setup/vendor.contract.ts'

/** The calls that screens of ledger make, and what the member's role may. */
export const { api, useMay } = clientOf<{ setup: typeof setupContract }>()
