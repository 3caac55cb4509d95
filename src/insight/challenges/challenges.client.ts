import { clientOf } from '#web/client.ts'
import type { challengeContract } from './challenge.contract.ts'

/** The calls that screens of challenges make, and what the member's role may. */
export const { api, useMay } = clientOf<{ challenges: typeof challengeContract }>()
