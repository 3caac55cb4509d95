/** How a desk takes and returns money. */
export const deskMethods = ['cash', 'card', 'transfer', 'wallet'] as const

/** How a bill is paid later; `credit` is what the business owes the customer. */
export const billMethods = [...deskMethods, 'credit'] as const

/** How money is paid and refunded (product 3). */
export const methods = [...deskMethods, 'marketplace', 'credit'] as const
