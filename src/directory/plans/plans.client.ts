import { clientOf } from '#web/client.ts'
import type { planContract } from './plan.contract.ts'

/** The calls that screens of plans make, and what the member's role may. */
export const { api } = clientOf<{ plans: typeof planContract }>()
