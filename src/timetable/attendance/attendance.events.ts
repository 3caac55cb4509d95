import { event } from '#kernel/events.ts'

/** Marks of sessions were created or corrected. */
export const attendanceMarked = event<{ sessions: readonly string[] }>('attendance.marked')
