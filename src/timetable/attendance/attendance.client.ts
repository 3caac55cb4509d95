import { clientOf } from '#web/client.ts'
import type { batchContract } from '#timetable/batches/batch.contract.ts'
import type { enrolmentContract } from '#timetable/enrolments/enrolment.contract.ts'
import type { attendanceContract } from './attendance.contract.ts'

/** The API client of the attendance screens, and the member's permissions. */
export const { api, useMay } = clientOf<{
  attendance: typeof attendanceContract
  batches: typeof batchContract
  enrolments: typeof enrolmentContract
}>()
