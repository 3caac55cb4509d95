import { clientOf } from '#web/client.ts'
import type { notificationContract } from './notification.contract.ts'

/** The calls of the notifications' screens, with the member's permissions. */
export const { api, useMay } = clientOf<{ notifications: typeof notificationContract }>()
