import { clientOf } from '#web/client.ts'
import type { planContract } from './plan.contract.ts'

/** The API calls of the plan screens, and the permissions of the member's role. */
export const { api } = clientOf<{ plans: typeof planContract }>()
