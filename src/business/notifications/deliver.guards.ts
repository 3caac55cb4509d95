import { guard } from '#kernel/guards.ts'

/**
 * Customers who are to be written to. Answered with how many of them are not erased, and they are held until the
 * transaction ends, so that no one erases them meanwhile: what is written about them would stay.
 */
export const mailReaders = guard<{ customers: readonly string[] }, number>('mail.readers')
