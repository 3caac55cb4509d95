/** The kinds of what a line may be: money that the books have already, and documents that it would pay. */
export const enteredKinds = ['payment', 'refund', 'expense', 'trainerPayment', 'payout', 'transfer', 'taxPayment', 'ownerMoney'] as const
export const openKinds = ['bill', 'supplierBill', 'expectedPayout'] as const
export const matchKinds = [...enteredKinds, ...openKinds] as const
export type MatchKind = (typeof matchKinds)[number]

/** The kinds of reasons why a line is proposed for something. */
export const reasonKinds = ['amount', 'name', 'namePart', 'payer', 'part', 'over', 'reference', 'days', 'sum', 'fee'] as const
