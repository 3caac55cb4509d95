import { clientOf } from '#web/client.ts'
import type { journalContract } from './journal.contract.ts'

/** The calls that the exports make, and what the member's role may do. */
export const { api, useMay } = clientOf<{ journal: typeof journalContract }>()
