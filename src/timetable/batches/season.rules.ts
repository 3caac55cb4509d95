import { addDays, addMonths, daysIn, earlier, monthsBetween } from '#lib/days.ts'
import { latestEndDate } from './batch.contract.ts'

type Dates = { startDate: string; endDate: string }

/**
 * The dates that follow a batch's: from the day after its last, as many whole months as it has, else as many days, and
 * at most 12 months. If that is over too, the same from today.
 * @param today YYYY-MM-DD
 */
export function nextDates({ startDate, endDate }: Dates, today: string): Dates {
  const after = addDays(endDate, 1)
  const months = monthsBetween(startDate, after)
  const isWhole = months > 0 && addMonths(startDate, months) === after
  const from = (start: string): Dates => {
    const end = isWhole ? addDays(addMonths(start, months), -1) : addDays(start, daysIn({ from: startDate, to: endDate }) - 1)
    return { startDate: start, endDate: earlier(end, latestEndDate(start)) }
  }
  const next = from(after)
  return next.endDate < today ? from(today) : next
}

/** The longest code of a batch. */
const codeLimit = 30

/** The code after a batch's: its last number plus one, as wide as it was; without a number it gets one. */
export function nextCode(code: string): string {
  const last = /^(.*?)(\d{1,9})(\D*)$/su.exec(code)
  if (!last) return `${code.slice(0, codeLimit - 2)}-2`
  const [, before = '', number = '', after = ''] = last
  const next = `${before}${String(Number(number) + 1).padStart(number.length, '0')}${after}`
  return next.length > codeLimit ? code : next
}
