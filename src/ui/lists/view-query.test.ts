import { expect, test } from 'vitest'
import type { ListState } from './list-state.ts'
import type { Filter } from './list-tools.tsx'
import { queryOf, stateOf } from './view-query.ts'

const filters: Filter[] = [
  { name: 'state', label: 'State', fallback: 'current', options: ['current', 'archived'].map((value) => ({ value, label: value })) },
  { name: 'from', label: 'From', fallback: '', isDay: true },
  { name: 'to', label: 'To', fallback: '', isDay: true },
]
const plain = { sort: 'createdAt', filters, today: '2026-11-27' }
const shown = (change: Partial<ListState> = {}): ListState => ({
  search: '',
  page: 1,
  sort: 'createdAt',
  direction: 'desc',
  ...change,
  filters: { state: 'current', from: '', to: '', ...change.filters },
})

const unpaged = ({ search, sort, direction, filters: chosen }: ListState) => ({ search, sort, direction, filters: chosen })

test('the plain list has no query, on whichever page it is', () => {
  expect(queryOf(shown({ page: 3 }), plain)).toBe('')
  expect(stateOf('', plain)).toEqual(unpaged(shown()))
})

test.each([
  ['state=archived', { filters: { state: 'archived' } }],
  ['sort=name&direction=asc', { sort: 'name', direction: 'asc' }],
  ['sort=createdAt&direction=asc', { direction: 'asc' }],
  ['state=archived&from=2026-11-03', { filters: { state: 'archived', from: '2026-11-03' } }],
  ['state=archived&days=thisMonth', { filters: { state: 'archived', from: '2026-11-01', to: '2026-11-30' } }],
  ['days=last7&sort=name&direction=desc', { filters: { from: '2026-11-21', to: '2026-11-27' }, sort: 'name' }],
] satisfies [string, Partial<ListState>][])('%s says what is shown, and shows it again', (query, change) => {
  const state = shown(change)
  expect(queryOf(state, plain)).toBe(query)
  expect(stateOf(query, plain)).toEqual(unpaged(state))
})

test('days that have a name are those of the day on which the view is opened', () => {
  expect(stateOf('days=thisMonth', { ...plain, today: '2027-02-03' }).filters).toMatchObject({ from: '2027-02-01', to: '2027-02-28' })
})

test('what a list no longer has, and what is not a query, shows the plain list', () => {
  expect(stateOf('hall=1&days=someday&direction=up', plain)).toEqual(unpaged(shown()))
})

test('who is searched for is in no view', () => {
  expect(queryOf(shown({ search: 'Layla Haddad', filters: { state: 'archived' } }), plain)).toBe('state=archived')
  expect(stateOf('state=archived&search=Layla', plain).search).toBe('')
})
