import { clientOf } from '#web/client.ts'
import type { serviceContract } from './service.contract.ts'

/** The API calls of the service screens, and the permissions of the member's role. */
export const { api, useMay } = clientOf<{ services: typeof serviceContract }>()
