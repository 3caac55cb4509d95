/** Marks of one call at most. Apart from the contract, whose schemas no first load needs. */
export const markLimit = 200

/** `booked → present | late | absent | excused`, and back (product 3). */
export const attendanceMarks = ['booked', 'present', 'late', 'absent', 'excused'] as const
export type AttendanceMark = (typeof attendanceMarks)[number]
