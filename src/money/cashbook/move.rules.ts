import type { LedgerAccount, Move, Source } from '#business/ledger/ledger.rules.ts'

/** Money that is moved without a bill, an expense, pay or a payout: between own accounts, to the tax office, the owner or a lender. */
export const recordKinds = ['transfer', 'taxPaid', 'taxRefunded', 'ownerIn', 'ownerOut', 'loanIn', 'loanOut'] as const
export type RecordKind = (typeof recordKinds)[number]

/** All moves; `opening` sets an account's balance against the owner's money, `count` a till's against expenses. */
export const moveKinds = [...recordKinds, 'opening', 'count'] as const
export type MoveKind = (typeof moveKinds)[number]

/** The account of the ledger on the other side of each kind, and the source of its entries; a transfer has cash on both. */
const others: Record<MoveKind, { other: LedgerAccount; source: Source }> = {
  transfer: { other: 'cash', source: 'transfer' },
  taxPaid: { other: 'taxPayable', source: 'taxPayment' },
  taxRefunded: { other: 'taxPayable', source: 'taxPayment' },
  ownerIn: { other: 'owner', source: 'owner' },
  ownerOut: { other: 'owner', source: 'owner' },
  loanIn: { other: 'loan', source: 'loan' },
  loanOut: { other: 'loan', source: 'loan' },
  opening: { other: 'owner', source: 'opening' },
  count: { other: 'expense', source: 'count' },
}

/** Whether money of a kind leaves an account. */
export const leaves = (kind: MoveKind) => ['transfer', 'taxPaid', 'ownerOut', 'loanOut'].includes(kind)

/** Whether money of a kind comes into an account. */
export const comes = (kind: MoveKind) => kind === 'transfer' || !leaves(kind)

/** The source and the move of an amount in minor units; a negative opening balance or count moves the other way. */
export function postingOf(kind: MoveKind, { amount, from, into }: { amount: number; from: string | null; into: string | null }) {
  const { other, source } = others[kind]
  const move: Move = {
    amount,
    debit: into === null ? other : 'cash',
    credit: from === null ? other : 'cash',
    into,
    from,
  }
  return { source, moves: [move] }
}
