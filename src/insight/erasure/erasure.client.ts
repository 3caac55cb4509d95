import { clientOf } from '#web/client.ts'
import type { erasureContract } from './erasure.contract.ts'

/** The calls that screens of erasure make, and what the member's role may. */
export const { api } = clientOf<{ customers: typeof erasureContract }>()
