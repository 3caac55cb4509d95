import { clientOf } from '#web/client.ts'
import type { erasureContract } from './erasure.contract.ts'

/** The calls that the erasure screens make. */
export const { api } = clientOf<{ customers: typeof erasureContract }>()
