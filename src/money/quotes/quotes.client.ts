import { clientOf } from '#web/client.ts'
import type { quoteContract } from './quote.contract.ts'
import type { customerContract } from '#directory/customers/customer.contract.ts'

/** The API client of the quote screens, and the member's permissions. */
export const { api, useMay } = clientOf<{ quotes: typeof quoteContract; customers: typeof customerContract }>()
