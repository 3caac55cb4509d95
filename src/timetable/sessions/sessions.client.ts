import { clientOf } from '#web/client.ts'
import type { hallContract } from '#directory/halls/hall.contract.ts'
import type { trainerContract } from '#directory/trainers/trainer.contract.ts'
import type { batchContract } from '#timetable/batches/batch.contract.ts'
import type { sessionContract } from './session.contract.ts'
import type { closureContract } from './closure.contract.ts'
import type { feedContract } from './feed.contract.ts'

/** The API calls of the session screens, and the permissions of the member's role. */
export const { api, useMay } = clientOf<{
  halls: typeof hallContract
  trainers: typeof trainerContract
  batches: typeof batchContract
  sessions: typeof sessionContract
  closures: typeof closureContract
  feeds: typeof feedContract
}>()
