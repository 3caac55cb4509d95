import { clientOf } from '#web/client.ts'
import type { payoutContract } from './payout.contract.ts'

/** The calls that the payout screens make, and what the member's role may do. */
export const { api, useMay } = clientOf<{ payouts: typeof payoutContract }>()
