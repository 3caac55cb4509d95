import { clientOf } from '#web/client.ts'
import type { enrolmentContract } from './enrolment.contract.ts'
import type { customerContract } from '#directory/customers/customer.contract.ts'

/** The calls that screens of enrolments make, and what the member's role may. */
export const { api } = clientOf<{ enrolments: typeof enrolmentContract; customers: typeof customerContract }>()
