import { calendarMonth } from '#lib/fields.ts'

/** A month of the books, YYYY-MM. */
export const month = () => calendarMonth('finance.month.required')
