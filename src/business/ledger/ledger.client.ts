import { clientOf } from '#web/client.ts'
import type { taxContract } from './tax.contract.ts'

/** The calls that screens of ledger make, and what the member's role may. */
export const { api, useMay } = clientOf<{ setup: typeof taxContract }>()
