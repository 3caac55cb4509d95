import { addDays } from '#lib/days.ts'

/** How long a quote is valid where no one says (product 3), and at most, in days. */
export const usualDays = 7
const mostDays = 366

/** The last day until which a quote of a day may be valid, YYYY-MM-DD. */
export const farthest = (day: string) => addDays(day, mostDays)
