import type { BankLine } from './bank-statement.rules.ts'

/** How a file's balances follow from one another, in minor units; `share` is the part of the lines that do, 0 to 1. */
export type BalanceChain = { share: number; opening: number; closing: number }

type Balanced = { amount: number; balance: number }

const isBalanced = (line: { amount: number; balance: number | null }): line is Balanced => line.balance !== null

/** The chain of lines that begin with the oldest. */
function forwards(lines: readonly Balanced[]): BalanceChain {
  const [first, ...later] = lines
  const linked = later.filter(({ amount, balance }, at) => (lines[at]?.balance ?? 0) + amount === balance).length
  return {
    share: later.length === 0 ? 1 : linked / later.length,
    opening: (first?.balance ?? 0) - (first?.amount ?? 0),
    closing: lines.at(-1)?.balance ?? 0,
  }
}

/** The chain of a file's balances, whether its oldest line is the first or the last; null if lines have none. */
export function chainOf(lines: readonly Pick<BankLine, 'amount' | 'balance'>[]): BalanceChain | null {
  const balanced = lines.filter(isBalanced)
  if (balanced.length === 0 || balanced.length < lines.length) return null
  const [oldestFirst, newestFirst] = [forwards(balanced), forwards(balanced.toReversed())]
  return newestFirst.share > oldestFirst.share ? newestFirst : oldestFirst
}
