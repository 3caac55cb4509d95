import type { moneyAccountContract } from '#business/ledger/money-account.contract.ts'
import { clientOf } from '#web/client.ts'
import type { cashbookContract } from './cashbook.contract.ts'

/** The calls that the account screens make, and what the member's role may do. */
export const { api, useMay } = clientOf<{ cashbook: typeof moneyAccountContract & typeof cashbookContract }>()
