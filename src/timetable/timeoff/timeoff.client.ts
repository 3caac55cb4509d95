import { clientOf } from '#web/client.ts'
import type { trainerContract } from '#directory/trainers/trainer.contract.ts'
import type { timeOffContract } from './timeoff.contract.ts'
import type { sessionContract } from '#timetable/sessions/session.contract.ts'
import type { closureContract } from '#timetable/sessions/closure.contract.ts'

/** The API client of the time-off screens, and the member's permissions. */
export const { api, useMay } = clientOf<{
  trainers: typeof trainerContract
  timeOff: typeof timeOffContract
  sessions: typeof sessionContract
  closures: typeof closureContract
}>()
