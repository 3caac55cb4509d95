import { clientOf } from '#web/client.ts'
import type { notificationContract } from './notification.contract.ts'

/** The calls that screens of notifications make, and what the member's role may. */
export const { api, useMay } = clientOf<{ notifications: typeof notificationContract }>()
