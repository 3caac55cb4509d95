import { clientOf } from '#web/client.ts'
import type { attendanceContract } from './attendance.contract.ts'

/** The API client of the attendance screens, and the member's permissions. */
export const { api, useMay } = clientOf<{ attendance: typeof attendanceContract }>()
