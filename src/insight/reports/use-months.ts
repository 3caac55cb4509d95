import { useNavigate, useSearch } from '@tanstack/react-router'
import { useToday } from '#business/setup/here.ts'
import { addMonths, isMonth } from '#lib/days.ts'
import { figures, monthLimit, monthsIn, type SubscriptionFigure } from './subscription.rules.ts'

/** The number of months that a report shows by default. */
const usualMonths = 6

/** The months, batch and figure in the address, and functions to show others; invalid values fall back to the default. */
export function useMonths() {
  const running = useToday().slice(0, 7)
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const to = isMonth(search.to) && search.to <= running ? search.to : running
  const usual = addMonths(`${to}-01`, 1 - usualMonths).slice(0, 7)
  const asked = isMonth(search.from) ? search.from : usual
  const from = asked <= to && monthsIn(asked, to) <= monthLimit ? asked : usual
  const batch = typeof search.batch === 'string' && search.batch !== '' ? search.batch : undefined
  // A single requested batch has no others to compare it with.
  const isByBatch = search.by === 'batch' && batch === undefined
  const figure = figures.find((known) => known === search.figure)
  const after = Number(search.after)
  const shown: { figure: SubscriptionFigure; month: string; of: string | undefined; after: number | undefined } | null =
    figure && isMonth(search.month)
      ? {
          figure,
          month: search.month,
          of: typeof search.of === 'string' ? search.of : batch,
          after: Number.isInteger(after) && after > 0 ? after : undefined,
        }
      : null
  return {
    from,
    to,
    running,
    batch,
    isByBatch,
    shown,
    /** The address's own months, batch and detail, which a figure's link retains. */
    base: {
      ...(search.from ? { from: search.from } : {}),
      ...(search.to ? { to: search.to } : {}),
      ...(search.batch ? { batch: search.batch } : {}),
      ...(search.by ? { by: search.by } : {}),
    },
    show: (change: { from?: string; to?: string; batch?: string | undefined; by?: string | undefined }) => {
      const { figure: _f, month: _m, of: _o, after: _a, ...rest } = search
      void navigate({ to: '.', search: { ...rest, ...change }, resetScroll: false })
    },
  }
}
