import { daysOfPreset, presetNamed, presetOf } from '#lib/day-presets.ts'
import type { Filters } from '#lib/addresses.ts'
import type { ListState } from './list-state.ts'
import type { Filter } from './list-tools.tsx'

/** What a list shows without filters or a chosen order. */
export type PlainList = { sort: string; filters: readonly Filter[]; today: string }

/** What a view calls both days of a list that have a name: “this month” is then each time the present one. */
export const daysKey = 'days'

/** The days of a list's filters: the first and the last; undefined where it has none. */
const daysOf = (filters: readonly Filter[]) => {
  const [first, last] = filters.filter(({ isDay }) => isDay)
  return first && last && { first, last }
}

/** The filters that differ from their defaults, in the order of the list. */
function narrowing(state: ListState, { filters, today }: PlainList): [name: string, value: string][] {
  const days = daysOf(filters)
  const [from = '', to = ''] = days ? [days.first, days.last].map(({ name }) => state.filters[name]) : []
  const preset = presetOf({ from, to }, today)
  const isPreset = (filter: Filter) => preset !== null && filter.isDay
  const chosen = filters.flatMap((filter): [string, string][] => {
    const value = state.filters[filter.name] ?? filter.fallback
    return value === filter.fallback || isPreset(filter) ? [] : [[filter.name, value]]
  })
  return preset ? [...chosen, [daysKey, preset]] : chosen
}

/**
 * A list's filters and order as a view stores them, such as `state=archived&sort=name&direction=asc`; '' for the plain list. Days that
 * have a name, such as this month, are stored by it. The search is not: it often is the name of a person, who may be erased.
 */
export function queryOf(state: ListState, plain: PlainList): string {
  const query = new URLSearchParams(narrowing(state, plain))
  if (state.sort !== plain.sort || state.direction !== 'desc') {
    query.set('sort', state.sort)
    query.set('direction', state.direction)
  }
  return query.toString()
}

/** What a view shows today. Filters that the list no longer has are left out. */
export function stateOf(query: string, { sort, filters, today }: PlainList): Omit<ListState, 'page'> {
  const said = new URLSearchParams(query)
  const chosen: Filters = Object.fromEntries(filters.map(({ name, fallback }) => [name, said.get(name) ?? fallback]))
  const days = daysOf(filters)
  const preset = presetNamed(said.get(daysKey))
  if (days && preset) {
    const { from, to } = daysOfPreset(preset, today)
    chosen[days.first.name] = from
    chosen[days.last.name] = to
  }
  return {
    search: '',
    sort: said.get('sort') ?? sort,
    direction: said.get('direction') === 'asc' ? 'asc' : 'desc',
    filters: chosen,
  }
}
