import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Filters, Search } from '#lib/addresses.ts'
import { pageLimit } from '#lib/calls.ts'
import { unsentCall } from '#web/unsent-call.ts'
import type { ListOf } from './use-views.ts'

/** A list's state in the URL: search, page, sort and filters. */
export type ListState = { search: string; page: number; sort: string; direction: 'asc' | 'desc'; filters: Filters }

/** Reads a list's state from the URL's search parameters; missing or invalid ones get their default. */
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

/** One page of a list, and the number of rows that match the filters. */
export type ListPage<Row> = { rows: Row[]; total: number; totalIsCapped: boolean }

/** Changes the list's state; every change is a history entry, and defaults are left out of the URL. */
export type ChangeListState = (change: Partial<ListState>) => void

/** The sort key for newest first, the default order. */
export const newest = 'createdAt'

/** Removes search parameters that equal their defaults. */
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
      // Any change other than of the page returns to the first page.
      const next: Search = { ...said, page: undefined, ...change, ...filters }
      const search = withoutDefaults(next, { search: '', page: 1, sort, direction: 'desc', ...defaults })
      void navigate({ to: '.', search, replace: change.search !== undefined, resetScroll: false })
    },
  ]
}

/** Casts search parameters to a call's input: an address may contain anything, and the server refuses unknown input. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
export const inputSaid = <Input>(said: object) => said as Input

/**
 * A list's data: its state, the current page from the server, and a reader of every page for the export.
 * @param entity the first part of the query key, so that a change of the entity refetches the list
 * @param of which of the entity's lists this is, and of which record, so that no two share rows
 * @param sort the default sort key, in descending order
 * @param filters each filter's default; one that defaults to `all` is sent only if it has another value
 * @param read the entity's list call
 * @returns the props that `<List>` needs
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
  const whole = Object.entries(filters).flatMap(([name, fallback]) => (fallback === 'all' ? [name] : []))
  const inputOf = <Asked extends { filters: Filters }>({ filters: chosen, ...asked }: Asked) => ({
    ...asked,
    ...Object.fromEntries(Object.entries(chosen).filter(([name, value]) => value !== 'all' || !whole.includes(name))),
  })
  const input = inputOf(state)
  const readAs = (said: object) => read(inputSaid<Input>(said))
  const query = useQuery({
    queryKey: [entity, of, input],
    queryFn: () => readAs(input),
    // The previous page stays visible until the next arrives, but another list's page never stands in for it.
    placeholderData: (found, before) => (before?.queryKey[1] === of ? found : undefined),
  })
  return {
    /** What its views are of: the views of a record's list are those of all such records. */
    of: {
      list: `${entity}.${of.split(' ')[0]}`,
      sort,
      key: [entity, 'counts', of],
      callOf: (chosen: Filters) => unsentCall(() => readAs(inputOf({ filters: { ...filters, ...chosen } }))),
    } satisfies ListOf,
    state,
    onState,
    query,
    readPage: (page: number) => readAs({ ...input, page, size: pageLimit }),
  }
}
