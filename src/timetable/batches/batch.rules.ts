import { selectedDays, type TrainingDay } from '#lib/fields.ts'

const dayMs = 86_400_000

/**
 * How many sessions a batch has: the chosen weekdays between two days, both included.
 * @param startDate and endDate YYYY-MM-DD
 */
export function countSessions(startDate: string, endDate: string, days: readonly TrainingDay[]): number {
  const start = Date.parse(startDate)
  const total = Math.floor((Date.parse(endDate) - start) / dayMs) + 1
  if (!(total > 0)) return 0
  const first = new Date(start).getUTCDay()
  return selectedDays(days).reduce((sum, day) => sum + Math.max(Math.floor((total - 1 - ((day - first + 7) % 7)) / 7) + 1, 0), 0)
}

/** Minutes between two wall-clock times HH:mm; 0 when the end is not later. */
export function minutesBetween(startingTime: string, endingTime: string): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  return Math.max(minutes(endingTime) - minutes(startingTime), 0)
}

/** How many months a batch runs, to the nearest. @param startDate and endDate YYYY-MM-DD */
export const monthsRun = (startDate: string, endDate: string): number =>
  Math.round((Date.parse(endDate) - Date.parse(startDate)) / (dayMs * 30.44))

/**
 * What one session costs a candidate, in minor units rounded to the nearest.
 * @param months how many months the batch runs, at least 1
 */
export function pricePerSession(price: number, unit: 'month' | 'term' | 'session', sessions: number, months: number): number | null {
  if (sessions === 0) return null
  if (unit === 'session') return price
  return Math.round((unit === 'term' ? price : price * Math.max(months, 1)) / sessions)
}

/**
 * How many paying candidates cover the cost of the trainer.
 * @param each what one session costs a candidate, minor units
 * @param cost the trainer's cost of one session, minor units
 */
export function breakEven(each: number | null, cost: number): number | null {
  return each === null || each === 0 || cost === 0 ? null : Math.ceil(cost / each)
}

type Prices = { price: number; nextPrice: number | null; nextPriceFrom: string | null }

/** The price of a place of a batch that begins on a day, in minor units. */
export function priceFrom({ price, nextPrice, nextPriceFrom }: Prices, day: string): number {
  return nextPrice !== null && nextPriceFrom !== null && day >= nextPriceFrom ? nextPrice : price
}

type Hours = { startingTime: string; endingTime: string; trainingDays: readonly TrainingDay[] }

/** Whether a batch lies outside someone's hours or days (product 2.12: a warning, not a refusal). Hours may end after midnight. */
export function isOutsideHours(batch: Hours, hours: Hours): boolean {
  if (!batch.startingTime || !batch.endingTime) return false
  const wraps = hours.endingTime <= hours.startingTime
  const inside = wraps
    ? batch.startingTime >= hours.startingTime || batch.endingTime <= hours.endingTime
    : batch.startingTime >= hours.startingTime && batch.endingTime <= hours.endingTime
  const open = selectedDays(hours.trainingDays)
  return !inside || selectedDays(batch.trainingDays).some((day) => !open.includes(day))
}
