import { clientOf } from '#web/client.ts'
import type { importContract } from './import.contract.ts'
import type { customerContract } from './customer.contract.ts'

/** The API calls of the customer screens, and the permissions of the member's role. */
export const { api, useMay } = clientOf<{ imports: typeof importContract; customers: typeof customerContract }>()
