import { clientOf } from '#web/client.ts'
import type { setupContract } from './vendor.contract.ts'

/** The calls that screens of setup make, and what the member's role may. */
export const { api, useMay } = clientOf<{ setup: typeof setupContract }>()
