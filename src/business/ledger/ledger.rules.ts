import type { TaxClass } from './tax.rules.ts'

/**
 * The accounts of the ledger (product 3). A debit raises assets and costs, a credit raises debts and income. `cash` is
 * all money of the business's own tills, banks, card terminals and wallets; `supplierPayable` is owed for expenses.
 * `deferral` is the part of revenue that months defer to later ones, `opening` what was there before an account was kept.
 */
export const accounts = [
  'cash',
  'marketplaceReceivable',
  'customerReceivable',
  'revenue',
  'discount',
  'taxPayable',
  'commission',
  'refund',
  'payroll',
  'payrollPayable',
  'expense',
  'payoutClearing',
  'customerCredit',
  'deferredRevenue',
  'deferral',
  'opening',
  'owner',
  'loan',
  'supplierPayable',
] as const
export type LedgerAccount = (typeof accounts)[number]

/** The accounts that a credit raises: income, debts and opening balances. */
export const raisedByCredit: readonly LedgerAccount[] = [
  'revenue',
  'taxPayable',
  'payrollPayable',
  'customerCredit',
  'deferredRevenue',
  'opening',
  'owner',
  'loan',
  'supplierPayable',
]

/** The source of an entry; `sourceId` names its row. */
export const entrySources = [
  'sale',
  'payment',
  'refund',
  'void',
  'commission',
  'expense',
  'payroll',
  'payout',
  'adjustment',
  'deferral',
  'transfer',
  'taxPayment',
  'owner',
  'loan',
  'opening',
  'count',
] as const
export type Source = (typeof entrySources)[number]

/** What an entry is about, for reports by service, batch, hall and trainer. */
export type About = {
  customer?: string | null
  batch?: string | null
  service?: string | null
  hall?: string | null
  trainer?: string | null
}

/**
 * An amount moved from one account to another: `debit` gains what `credit` loses, so each entry balances on its own.
 * Integer minor units; 0 is dropped, a negative amount is moved the other way. `into` and `from` are the money accounts
 * of a side that is `cash`; without one it is the first account that the method uses. The move of a bill's line has its
 * class of tax, and its rate in thousandths of a percent.
 */
export type Move = About & {
  debit: LedgerAccount
  credit: LedgerAccount
  amount: number
  method?: string | null
  into?: string | null
  from?: string | null
  taxClass?: TaxClass | null
  taxRateThousandths?: number | null
}

/** The same move in the other direction. */
const turned = ({ debit, credit, into, from, ...move }: Move): Move => ({
  ...move,
  debit: credit,
  credit: debit,
  ...(from !== undefined && { into: from }),
  ...(into !== undefined && { from: into }),
})

/** The moves as valid entries: zeros dropped, each amount positive. */
export function asEntries(moves: readonly Move[]): Move[] {
  return moves.filter(({ amount }) => amount !== 0).map((move) => (move.amount > 0 ? move : { ...turned(move), amount: -move.amount }))
}

/** The same moves in the other direction, for a correction. */
export function reversed(moves: readonly Move[]): Move[] {
  return moves.map(turned)
}
