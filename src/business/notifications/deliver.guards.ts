import { guard } from '#kernel/guards.ts'

/**
 * Customers who are to receive mail. Returns how many of them are not erased and locks them until the transaction
 * ends, so that none is erased meanwhile: what is written about them would remain.
 */
export const mailReaders = guard<{ customers: readonly string[] }, number>('mail.readers')
