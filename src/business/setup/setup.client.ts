import { clientOf } from '#web/client.ts'
import type { setupContract } from './vendor.contract.ts'

/** The calls of the setup screens, with the member's permissions. */
export const { api, useMay } = clientOf<{ setup: typeof setupContract }>()
