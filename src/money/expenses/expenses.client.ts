import { clientOf } from '#web/client.ts'
import type { expenseContract } from './expense.contract.ts'

/** The calls that screens of expenses make, and what the member's role may. */
export const { api, useMay } = clientOf<{ expenses: typeof expenseContract }>()
