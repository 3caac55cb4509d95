import { clientOf } from '#web/client.ts'
import type { historyContract } from './history.contract.ts'

/** The calls that the history screens make. */
export const { api } = clientOf<{ history: typeof historyContract }>()
