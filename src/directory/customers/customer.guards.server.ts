import { mailReaders } from '#business/notifications/deliver.guards.ts'
import { answer } from '#kernel/guards.ts'
import { lockReaders } from './readers.server.ts'

/** The answers of customers to guards of rooms below. */
export const customerAnswers = [answer(mailReaders, ({ trx, vendorId }, { customers }) => lockReaders(trx, vendorId, customers))]
