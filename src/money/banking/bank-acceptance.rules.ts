import type { BankProposal, MatchInput } from './banking.contract.ts'

/** What accepting a proposal as it is says of its line. */
export const acceptanceOf = ({ items }: BankProposal): Omit<MatchInput, 'id' | 'version'> => ({
  entries: items.flatMap(({ entries }) => entries),
  documents: items.flatMap(({ kind, id }) => (kind === 'bill' || kind === 'supplierBill' ? [{ kind, id }] : [])),
  expense: null,
  move: null,
})
