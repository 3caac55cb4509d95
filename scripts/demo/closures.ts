import { addDays } from '#lib/days.ts'
import type { PlannedClosure } from './business.ts'

const hijri = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', { month: 'numeric', day: 'numeric', timeZone: 'UTC' })

function begins({ on }: PlannedClosure, day: string): boolean {
  if (typeof on === 'string') return day.slice(5) === on
  const parts = Object.fromEntries(hijri.formatToParts(Date.parse(day)).map(({ type, value }) => [type, value]))
  return Number(parts['month']) === on[0] && Number(parts['day']) === on[1]
}

/** The closures that begin between two days, both inclusive. */
export function closuresBetween(
  planned: readonly PlannedClosure[],
  from: string,
  to: string,
): { label: string; fromDay: string; toDay: string }[] {
  const found: { label: string; fromDay: string; toDay: string }[] = []
  for (let day = from; day <= to; day = addDays(day, 1))
    for (const closure of planned)
      if (begins(closure, day)) found.push({ label: closure.label, fromDay: day, toDay: addDays(day, closure.days - 1) })
  return found
}
