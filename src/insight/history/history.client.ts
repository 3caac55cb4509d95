import { clientOf } from '#web/client.ts'
import type { historyContract } from './history.contract.ts'

/** The calls that screens of history make, and what the member's role may. */
export const { api } = clientOf<{ history: typeof historyContract }>()
