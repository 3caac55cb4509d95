import { clientOf } from '#web/client.ts'
import type { effectContract } from './effect.contract.ts'

/** The API client of the screens that show what acts meant in money, and the member's permissions. */
export const { api, useMay } = clientOf<{ effects: typeof effectContract }>()
