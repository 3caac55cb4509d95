import { clientOf } from '#web/client.ts'
import type { attendanceContract } from '#timetable/attendance/attendance.contract.ts'
import type { batchContract } from '#timetable/batches/batch.contract.ts'
import type { sessionAddContract } from '#timetable/sessions/session-add.contract.ts'
import type { sessionContract } from '#timetable/sessions/session.contract.ts'
import type { closureContract } from '#timetable/sessions/closure.contract.ts'
import type { timeOffContract } from '#timetable/timeoff/timeoff.contract.ts'
import type { trainerContract } from '#directory/trainers/trainer.contract.ts'
import type { rateContract } from '#directory/trainers/rate.contract.ts'

/** The API calls of what the calendar adds to a session and to an empty slot, and the permissions of the member's role. */
export const { api, useMay } = clientOf<{
  batches: typeof batchContract
  sessions: typeof sessionContract & typeof sessionAddContract
  closures: typeof closureContract
  attendance: typeof attendanceContract
  timeOff: typeof timeOffContract
  trainers: typeof trainerContract
  payroll: typeof rateContract
}>()
