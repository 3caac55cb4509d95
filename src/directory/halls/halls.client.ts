import { clientOf } from '#web/client.ts'
import type { hallContract } from './hall.contract.ts'

/** The calls that screens of halls make, and what the member's role may. */
export const { api, useMay } = clientOf<{ halls: typeof hallContract }>()
