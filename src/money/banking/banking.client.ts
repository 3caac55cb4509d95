import type { moneyAccountContract } from '#business/ledger/money-account.contract.ts'
import type { expenseContract } from '#money/expenses/expense.contract.ts'
import type { saleContract } from '#money/sales/sale.contract.ts'
import { clientOf } from '#web/client.ts'
import type { bankingContract } from './banking.contract.ts'

/** The calls that the reconciliation screens make, and what the member's role may do. */
export const { api, useMay } = clientOf<{
  banking: typeof bankingContract
  cashbook: typeof moneyAccountContract
  expenses: typeof expenseContract
  sales: typeof saleContract
}>()
