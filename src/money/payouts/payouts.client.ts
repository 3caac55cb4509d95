import { clientOf } from '#web/client.ts'
import type { payoutContract } from './payout.contract.ts'

/** The calls that screens of payouts make, and what the member's role may. */
export const { api, useMay } = clientOf<{ payouts: typeof payoutContract }>()
