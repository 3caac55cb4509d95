import { clientOf } from '#web/client.ts'
import type { expenseContract } from './expense.contract.ts'

/** The calls that the expense screens make, and what the member's role may do. */
export const { api, useMay } = clientOf<{ expenses: typeof expenseContract }>()
