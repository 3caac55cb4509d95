import { clientOf } from '#web/client.ts'
import type { serviceContract } from '#directory/services/service.contract.ts'
import type { batchContract } from './batch.contract.ts'
import type { sessionPlanContract } from './session-plan.contract.ts'

/** The API calls of the batch screens, and the permissions of the member's role. */
export const { api, useMay } = clientOf<{
  services: typeof serviceContract
  batches: typeof batchContract
  sessions: typeof sessionPlanContract
}>()
