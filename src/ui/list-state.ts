import { useNavigate, useSearch } from '@tanstack/react-router'

/** What a list shows, as the URL says it: search, page, sort and filters. */
export type ListState = { search: string; page: number; sort: string; direction: 'asc' | 'desc'; filters: Record<string, string> }

type Raw = Record<string, unknown>

/** A list's state out of the URL's search parameters; what is missing or wrong takes its default. */
export function readListState(raw: Raw, sort: string, filters: Record<string, string>): ListState {
  const page = Number(raw['page'])
  return {
    search: typeof raw['search'] === 'string' || typeof raw['search'] === 'number' ? String(raw['search']).slice(0, 40) : '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    sort: typeof raw['sort'] === 'string' ? raw['sort'] : sort,
    direction: raw['direction'] === 'asc' ? 'asc' : 'desc',
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, fallback]) => [name, typeof raw[name] === 'string' && raw[name] !== '' ? raw[name] : fallback]),
    ),
  }
}

/**
 * The list's state and how to change it; every change is a step of the browser's history, and
 * defaults leave the address.
 * @param defaults the first sort key, and each filter's default value
 */
export function useListState(defaults: {
  sort: string
  filters: Record<string, string>
}): [ListState, (change: Partial<Omit<ListState, 'filters'>> & { filters?: Record<string, string> }) => void] {
  const raw = useSearch({ strict: false }) as Raw
  const navigate = useNavigate()
  const state = readListState(raw, defaults.sort, defaults.filters)
  return [
    state,
    ({ filters = {}, ...change }) => {
      // Any other page, filter or order starts at the first page again.
      const next: Raw = { ...raw, page: undefined, ...change, ...filters }
      for (const [name, fallback] of Object.entries({ search: '', page: 1, sort: defaults.sort, direction: 'desc', ...defaults.filters })) {
        if (next[name] === fallback || next[name] === undefined) delete next[name]
      }
      void navigate({ to: '.', search: next as never, replace: change.search !== undefined, resetScroll: false })
    },
  ]
}
