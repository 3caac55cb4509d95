import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Search } from '#lib/addresses.ts'
import { isDay } from '#lib/days.ts'
import { useDay, useDays } from '#ui/use-day.ts'
import type { RankingPeriod } from './rankings.contract.ts'
import { after, before, rankingSpans, type Period, type RankingSpan } from './rankings.rules.ts'

/** The period in the address, `?span=` and `?day=` (the running one without), and navigation to others. */
export function usePeriod() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const span = rankingSpans.find((known) => known === search.span) ?? 'month'
  const day = isDay(search.day) ? search.day : undefined
  const page = Number(search.page)
  const go = (change: Search) => void navigate({ to: '.', search: { ...search, page: undefined, ...change }, resetScroll: false })
  const show = (period: Period, today: string) => go({ day: today < period.from || today <= period.to ? undefined : period.from })
  return {
    asked: { span, ...(day ? { day } : {}) },
    page: Number.isInteger(page) && page > 0 ? page : 1,
    setSpan: (next: RankingSpan) => go({ span: next === 'month' ? undefined : next }),
    setPage: (next: number) => go({ page: next === 1 ? undefined : next }),
    previous: (shown: RankingPeriod, today: string) => show(before(shown, shown.firstWeekday), today),
    next: (shown: RankingPeriod, today: string) => show(after(shown, shown.firstWeekday), today),
    now: () => go({ day: undefined }),
    /** The search parameters that a link needs to show the same period. */
    keep: { ...(span === 'month' ? {} : { span }), ...(day ? { day } : {}) },
  }
}

/** Formats a period in the reader's language: a month or a year by name, others by their days. */
export function usePeriodName(): (period: Period) => string {
  const day = useDay()
  const days = useDays()
  return ({ span, from, to }) => {
    if (span === 'month') return day(from, { month: 'long', year: 'numeric' })
    return span === 'year' ? day(from, { year: 'numeric' }) : days(from, to)
  }
}
