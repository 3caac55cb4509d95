import { clientOf } from '#web/client.ts'
import type { challengeContract } from './challenge.contract.ts'

/** The calls that challenge screens make, and which of them the member's role allows. */
export const { api, useMay } = clientOf<{ challenges: typeof challengeContract }>()
