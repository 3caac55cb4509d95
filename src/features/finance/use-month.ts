import { useNavigate, useSearch } from '@tanstack/react-router'
import { useToday } from '#features/setup/here.ts'
import { addDays, addMonths } from '#lib/days.ts'

/** The month that the address shows (`?month=YYYY-MM`, the running one without it), its days, and the ways to the ones beside it. */
export function useMonth() {
  const today = useToday()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { month?: unknown; tab?: string }
  const running = today.slice(0, 7)
  const month = typeof search.month === 'string' && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(search.month) ? search.month : running
  const from = `${month}-01`
  const show = (day: string) => {
    const next = day.slice(0, 7)
    void navigate({ to: '.', search: { ...search, month: next === running ? undefined : next } as never, resetScroll: false })
  }
  return {
    month,
    from,
    to: addDays(addMonths(from, 1), -1),
    isOver: month < running,
    isRunning: month === running,
    previous: () => show(addMonths(from, -1)),
    next: () => show(addMonths(from, 1)),
    now: () => show(today),
  }
}
