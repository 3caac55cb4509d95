import { clientOf } from '#web/client.ts'
import type { attendanceContract } from './attendance.contract.ts'

/** The calls that screens of attendance make, and what the member's role may. */
export const { api, useMay } = clientOf<{ attendance: typeof attendanceContract }>()
