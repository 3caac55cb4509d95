import { clientOf } from '#web/client.ts'
import type { hallContract } from './hall.contract.ts'

/** The API calls of the hall screens, and the permissions of the member's role. */
export const { api, useMay } = clientOf<{ halls: typeof hallContract }>()
