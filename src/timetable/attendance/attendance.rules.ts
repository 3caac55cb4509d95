/** Most marks per call. Outside the contract, whose schemas the first page load does not need. */
export const markLimit = 200

/** `booked → present | late | absent | excused`, and back (product 3). */
export const attendanceMarks = ['booked', 'present', 'late', 'absent', 'excused'] as const
export type AttendanceMark = (typeof attendanceMarks)[number]
