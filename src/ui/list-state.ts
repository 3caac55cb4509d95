import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Filters, Search } from '#lib/addresses.ts'
import { pageLimit } from '#lib/calls.ts'

/** What a list shows, as the URL says it: search, page, sort and filters. */
export type ListState = { search: string; page: number; sort: string; direction: 'asc' | 'desc'; filters: Filters }

/** A list's state out of the URL's search parameters; what is missing or wrong takes its default. */
function readListState(raw: { [name: string]: unknown }, sort: string, filters: Filters): ListState {
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

/** One page of a list, and how many rows the filters match. */
export type ListPage<Row> = { rows: Row[]; total: number; totalIsCapped: boolean }

/** Changes what the list shows; every change is a step of the browser's history, and defaults leave the address. */
export type ChangeListState = (change: Partial<ListState>) => void

/** The key of the newest first, which a list starts with where it says nothing else. */
const newest = 'createdAt'

/** What an address has to say, without what it would show anyway. */
function withoutDefaults<Said extends object>(said: Said, defaults: Said): Said {
  const next = { ...said }
  for (const name in next) if (next[name] === undefined || next[name] === defaults[name]) delete next[name]
  return next
}

function useListState(defaults: Filters, sort: string): [ListState, ChangeListState] {
  const said = useSearch({ strict: false })
  const navigate = useNavigate()
  return [
    readListState(said, sort, defaults),
    ({ filters = {}, ...change }) => {
      // Any other page, filter or order starts at the first page again.
      const next: Search = { ...said, page: undefined, ...change, ...filters }
      const search = withoutDefaults(next, { search: '', page: 1, sort, direction: 'desc', ...defaults })
      void navigate({ to: '.', search, replace: change.search !== undefined, resetScroll: false })
    },
  ]
}

/** What an address asks of a call: an address may say anything, and the server refuses what the call does not know. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
export const inputSaid = <Input>(said: object) => said as Input

/**
 * What a list shows: its state, the page that the server has for it, and every page for the export.
 * @param entity begins the query's key, so that a change of the entity reads the list again
 * @param of which of the entity's lists it is and of what record, so that no two of them share rows
 * @param sort the key that the list starts with, its largest first
 * @param filters each filter's default value; one that is `all` by default is sent only when it is another
 * @param read the entity's list call
 * @returns what `<List>` takes of it
 */
export function useListQuery<Input, Found extends ListPage<unknown>>({
  entity,
  of = 'list',
  filters,
  sort = newest,
  read,
}: {
  entity: string
  of?: string
  filters: Filters
  sort?: string
  read: (input: Input) => Promise<Found>
}) {
  const [state, onState] = useListState(filters, sort)
  const { filters: chosen, ...asked } = state
  const whole = Object.entries(filters).flatMap(([name, fallback]) => (fallback === 'all' ? [name] : []))
  const narrowing = Object.entries(chosen).filter(([name, value]) => value !== 'all' || !whole.includes(name))
  const input = { ...asked, ...Object.fromEntries(narrowing) }
  const readAs = (said: object) => read(inputSaid<Input>(said))
  const query = useQuery({
    queryKey: [entity, of, input],
    queryFn: () => readAs(input),
    // The page before stays until the next is there, but another list's never stands in for this one's.
    placeholderData: (found, before) => (before?.queryKey[1] === of ? found : undefined),
  })
  return { state, onState, query, readPage: (page: number) => readAs({ ...input, page, size: pageLimit }) }
}
