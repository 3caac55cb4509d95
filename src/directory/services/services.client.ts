import { clientOf } from '#web/client.ts'
import type { serviceContract } from './service.contract.ts'

/** The calls that screens of services make, and what the member's role may. */
export const { api, useMay } = clientOf<{ services: typeof serviceContract }>()
