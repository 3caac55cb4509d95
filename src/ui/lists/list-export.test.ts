import { expect, test, vi } from 'vitest'
import { allOf, fileNameOf } from './list-export.ts'
import type { ListState } from './list-state.ts'
import type { Filter } from './list-tools.tsx'

const filters: Filter[] = [
  { name: 'from', label: 'From', fallback: '', isDay: true },
  { name: 'to', label: 'To', fallback: '', isDay: true },
]
const shown = (from: string, to: string): ListState => ({
  search: '',
  page: 1,
  sort: 'createdAt',
  direction: 'desc',
  filters: { from, to },
})

test.each([
  ['sales-2026-11-01-to-2026-11-30', shown('2026-11-01', '2026-11-30')],
  ['sales-from-2026-11-01', shown('2026-11-01', '')],
  ['sales-to-2026-11-30', shown('', '2026-11-30')],
  ['sales-2026-11-27', shown('', '')],
])('%s says what the file has and which days', (name, state) => {
  expect(fileNameOf('sales', state, filters, '2026-11-27')).toBe(name)
  expect(fileNameOf('halls', state, [], '2026-11-27')).toBe('halls-2026-11-27')
})

/** Pages of two rows. */
const pages = (count: number, total = count, totalIsCapped = false) =>
  vi.fn((page: number) => {
    const rows = Array.from({ length: count }, (_, at) => at).slice((page - 1) * 2, page * 2)
    return Promise.resolve({ rows, total, totalIsCapped })
  })

test('all pages are read, and each says how far it is', async () => {
  const said: [number, number][] = []
  expect(await allOf(pages(5), (done, total) => said.push([done, total]))).toEqual([0, 1, 2, 3, 4])
  expect(said).toEqual([
    [2, 5],
    [4, 5],
    [5, 5],
  ])
})

test('a total that is capped does not end the reading; a limit does', async () => {
  expect(await allOf(pages(7, 3, true))).toHaveLength(7)
  const read = pages(9)
  expect(await allOf(read, undefined, 3)).toEqual([0, 1, 2])
  expect(read).toHaveBeenCalledTimes(2)
})

test('a list that shrinks while it is read ends with its last page', async () => {
  expect(await allOf(pages(3, 8))).toEqual([0, 1, 2])
})
