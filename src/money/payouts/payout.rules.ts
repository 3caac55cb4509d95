/** `pending → processing → paid | failed → pending` (product 3). */
export const payoutStates = ['pending', 'processing', 'paid', 'failed'] as const
export type PayoutState = (typeof payoutStates)[number]

/** The kinds of payout lines: money received, refunded, or retained as commission. */
export const lineKinds = ['payment', 'refund', 'commission'] as const

/** How long a new bank account waits until it takes effect, in hours (checks M5). */
export const accountHours = 48
