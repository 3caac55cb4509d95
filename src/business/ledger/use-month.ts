import { useNavigate, useSearch } from '@tanstack/react-router'
import { useToday } from '#business/setup/here.ts'
import type { Days } from '#lib/addresses.ts'
import { daysOfPreset, presetOf, type DayPreset } from '#lib/day-presets.ts'
import { addDays, addMonths, isDay, isMonth, spanStart } from '#lib/days.ts'

/** The number of months in each span that can be shown; `custom` uses the typed days. */
const months = { month: 1, quarter: 3, year: 12 } as const
export const reportSpans = ['month', 'quarter', 'year', 'custom'] as const
export type ReportSpan = (typeof reportSpans)[number]

/** The span that shows each named range of days. */
const spanOfPreset: Record<DayPreset, ReportSpan> = {
  today: 'custom',
  last7: 'custom',
  last30: 'custom',
  thisMonth: 'month',
  lastMonth: 'month',
  thisQuarter: 'quarter',
  thisYear: 'year',
  lastYear: 'year',
}

/**
 * The days that the URL selects, with the ways to change them: `?month=YYYY-MM` (the current month without it),
 * `span=quarter|year` for the one that contains it, `span=custom` for `from` to `to`.
 * @param choices the spans that the page can show; a monthly page shows only months
 */
export function useMonth(choices: readonly ReportSpan[] = reportSpans) {
  const today = useToday()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const running = today.slice(0, 7)
  const month = isMonth(search.month) ? search.month : running
  const span = choices.find((known) => known === search.span) ?? 'month'
  const count = span === 'custom' ? 1 : months[span]
  const first = spanStart(`${month}-01`, count)
  const calendar = { from: first, to: addDays(addMonths(first, count), -1) }
  const typed = { from: isDay(search.from) ? search.from : calendar.from, to: isDay(search.to) ? search.to : calendar.to }
  const { from, to } = span === 'custom' ? typed : calendar
  const go = (change: Days) => void navigate({ to: '.', search: { ...search, ...change }, resetScroll: false })
  const monthOf = (day: string) => (day.slice(0, 7) === running ? undefined : day.slice(0, 7))
  const show = (day: string) => go({ month: monthOf(day) })
  const named = presetOf({ from, to }, today)
  return {
    month,
    span,
    choices,
    from,
    to: to < from ? from : to,
    isOver: to < today,
    isRunning: from <= today && today <= to,
    previous: () => show(addMonths(first, -count)),
    next: () => show(addMonths(first, count)),
    now: () => show(today),
    setSpan: (next: ReportSpan) =>
      go(next === 'custom' ? { span: next, from, to } : { span: next === 'month' ? undefined : next, from: undefined, to: undefined }),
    /** The period by name; null for others, and for days that were chosen by hand. */
    preset: named && spanOfPreset[named] === span ? named : null,
    setPreset(preset: DayPreset) {
      const days = daysOfPreset(preset, today)
      const its = spanOfPreset[preset]
      go(
        its === 'custom'
          ? { span: its, ...days }
          : { span: its === 'month' ? undefined : its, month: monthOf(days.from), from: undefined, to: undefined },
      )
    },
    /** Shows a month, YYYY-MM. */
    setMonth: show,
    setDays: (days: { from?: string; to?: string }) => go(days),
    /** The search parameters that a link needs to show the same days. */
    keep: {
      ...(month === running ? {} : { month }),
      ...(span === 'month' ? {} : { span }),
      ...(span === 'custom' ? { from, to } : {}),
    },
  }
}
