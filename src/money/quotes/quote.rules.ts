import { addDays } from '#lib/days.ts'

/** Days that a quote is valid by default (product 3), and at most. */
export const usualDays = 7
const mostDays = 366

/** The latest day until which a quote of a day may be valid, YYYY-MM-DD. */
export const farthest = (day: string) => addDays(day, mostDays)
