import { useEffect } from 'react'
import { useTimeZone, useTranslations } from 'use-intl'
import type { Filters } from '#lib/addresses.ts'
import { hereAt } from '#lib/zones.ts'
import type { NamedCall } from '#web/unsent-call.ts'
import type { View } from './list-views.tsx'
import type { ChangeListState, ListState } from './list-state.ts'
import type { Filter } from './list-tools.tsx'
import { useOwnViews, type ViewCount } from './own-views.ts'
import { rememberView } from './recent-views.ts'
import { useViewCounts } from './view-counts.ts'
import { queryOf, stateOf, type PlainList } from './view-query.ts'

/** Which list views are of, and its default order; as `useListQuery` says it. */
export type ListOf = {
  list: string
  sort: string
  /** The key of the counts of its views, which a change of the entity makes stale. */
  key: readonly string[]
  /** The call that reads what filters find; null where it is no single call. */
  callOf: (filters: Filters) => NamedCall | null
}

/** A view as the list's line shows it; the name of one's own view is what its owner typed. */
type Shown = { key: string; label: string; query: string; isOwn: boolean }

/**
 * The views of a list: those that the product offers and the member's own, and which of them the list shows.
 * Remembers in this browser what the list is narrowed to, if no view says the same.
 * @param of undefined for a list that stores none
 * @param found how many rows the list shows; undefined until they are there
 */
export function useViews({
  of,
  views = [],
  filters,
  state,
  onState,
  found,
}: {
  of: ListOf | undefined
  views: View[] | undefined
  filters: readonly Filter[]
  state: ListState
  onState: ChangeListState
  found?: ViewCount | undefined
}) {
  const t = useTranslations('lists')
  const today = hereAt(new Date(), useTimeZone() ?? 'UTC').day
  const plain: PlainList = { sort: of?.sort ?? state.sort, filters, today }
  const own = useOwnViews(of?.list)
  const now = queryOf(state, plain)
  // The order doesn't make another view of those that the product offers.
  const narrowed = queryOf({ ...state, sort: plain.sort, direction: 'desc' }, plain)
  const fixed = views.map((view): Shown => {
    const shown = { ...stateOf('', plain), page: 1 }
    return { ...view, query: queryOf({ ...shown, filters: { ...shown.filters, ...view.filters } }, plain), isOwn: false }
  })
  const mine = (own?.views ?? []).map(({ name, query }): Shown => ({ key: `own ${name}`, label: name, query, isOwn: true }))
  // The tabs of a list that has only own views begin with all of it.
  const all: Shown[] = fixed.length === 0 && mine.length > 0 ? [{ key: 'all', label: t('all'), query: '', isOwn: false }] : fixed
  const shown = [...all, ...mine]
  const current = mine.find(({ query }) => query === now) ?? all.find(({ query }) => query === narrowed)
  const countOf = useViewCounts(
    of,
    shown.map(({ query }) => query),
    plain,
    found,
  )
  // What the list itself has found is newer than what was counted.
  const countNow = ({ query }: Shown) =>
    found && query === narrowed && state.search === '' && countOf(query) !== undefined ? found : countOf(query)
  const list = of?.list
  const isNew = narrowed !== '' && !shown.some(({ query }) => query === narrowed)
  useEffect(() => {
    if (list !== undefined && isNew) rememberView(list, narrowed)
  }, [list, isNew, narrowed])
  return {
    list,
    plain,
    own,
    shown: shown.map((view) => ({ ...view, count: countNow(view) })),
    narrowed,
    current,
    /** What the list shows now, if it can be stored as a view: something that no view says yet. */
    unsaved: own !== null && now !== '' && current?.query !== now ? now : null,
    choose: (query: string) => onState(stateOf(query, plain)),
  }
}
