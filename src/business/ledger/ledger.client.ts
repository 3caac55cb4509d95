import { clientOf } from '#web/client.ts'
import type { moneyAccountContract } from './money-account.contract.ts'
import type { taxContract } from './tax.contract.ts'

/** The calls of the ledger's screens, with the member's permissions. */
export const { api, useMay } = clientOf<{ setup: typeof taxContract; cashbook: typeof moneyAccountContract }>()
