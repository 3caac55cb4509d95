/** The accounts of the ledger (product 3). What a debit raises is an asset or a cost, what a credit raises a debt or an income. */
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
] as const
export type LedgerAccount = (typeof accounts)[number]

/** Those that what leaves them raises: incomes and debts. */
export const raisedByCredit: readonly LedgerAccount[] = ['revenue', 'taxPayable', 'payrollPayable']

/** What an entry comes from; `sourceId` names the row. */
export const entrySources = ['sale', 'payment', 'refund', 'void', 'commission', 'expense', 'payroll', 'payout', 'adjustment'] as const
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
 * An amount that leaves one account for another: what `debit` gains, `credit` gives, so each
 * entry balances by itself. Integer minor units; 0 is left out, a negative one goes the other way.
 */
export type Move = About & { debit: LedgerAccount; credit: LedgerAccount; amount: number; method?: string | null }

/** Moves as entries may be: none of 0, and each amount positive. */
export function asEntries(moves: readonly Move[]): Move[] {
  return moves
    .filter(({ amount }) => amount !== 0)
    .map((move) => (move.amount > 0 ? move : { ...move, debit: move.credit, credit: move.debit, amount: -move.amount }))
}

/** The same moves the other way round, as a correction needs them. */
export function reversed(moves: readonly Move[]): Move[] {
  return moves.map((move) => ({ ...move, debit: move.credit, credit: move.debit }))
}
