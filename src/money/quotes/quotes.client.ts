import { clientOf } from '#web/client.ts'
import type { quoteContract } from './quote.contract.ts'
import type { customerContract } from '#directory/customers/customer.contract.ts'

/** The calls that screens of quotes make, and what the member's role may. */
export const { api, useMay } = clientOf<{ quotes: typeof quoteContract; customers: typeof customerContract }>()
