import { clientOf } from '#web/client.ts'
import type { importContract } from './import.contract.ts'
import type { customerContract } from './customer.contract.ts'

/** The calls that screens of customers make, and what the member's role may. */
export const { api, useMay } = clientOf<{ imports: typeof importContract; customers: typeof customerContract }>()
