import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import '../tokens.css'
import '../base.css'
import { List } from './list.tsx'
import { useListQuery } from './list-state.ts'
import { Status } from '../surface.tsx'
import lists from './text.en.json'
import ui from '../text.en.json'

const downloadCsv = vi.hoisted(() => vi.fn())
vi.mock('../csv-file.ts', () => ({ downloadCsv }))

type Person = { id: string; name: string; team: string; owes: number; state: 'active' | 'late' }
/** Thirty people; every third is late. */
const people: Person[] = Array.from({ length: 30 }, (_, at) => ({
  id: `p${at}`,
  name: `Person ${at}`,
  team: at % 2 === 0 ? 'Juniors' : 'Seniors',
  owes: at,
  state: at % 3 === 0 ? 'late' : 'active',
}))
const read = vi.fn(({ search, state, page: at, size = 20 }: { search: string; state?: string; page: number; size?: number }) => {
  const rows = people.filter((one) => one.name.includes(search) && (state === undefined || one.state === state))
  return Promise.resolve({ rows: rows.slice((at - 1) * size, at * size), total: rows.length, totalIsCapped: false })
})
const remind = vi.fn()

type Acts = Pick<ComponentProps<typeof List<Person>>, 'quick' | 'call'>

function People(acts: Acts) {
  const list = useListQuery({ entity: 'people', sort: 'name', filters: { state: 'all' }, read })
  return (
    <List<Person>
      {...list}
      caption="People"
      exportName="people"
      {...acts}
      href={({ id }) => ({ to: '/sales/customer', search: { id } })}
      face={({ name }) => ({ name })}
      empty={{ title: 'None', text: '', action: null }}
      filters={[
        { name: 'state', label: 'Status', fallback: 'all', options: ['all', 'active', 'late'].map((value) => ({ value, label: value })) },
      ]}
      views={[
        { key: 'all', label: 'Everyone in this club', filters: {} },
        { key: 'active', label: 'Those who are active', filters: { state: 'active' } },
        { key: 'late', label: 'Those who are late', filters: { state: 'late' } },
      ]}
      selecting={{
        nameOf: ({ name }) => name,
        sum: (rows) => `${rows.reduce((sum, { owes }) => sum + owes, 0)} owed`,
        verbs: (rows, done) => [
          { key: 'remind', label: 'Remind', run: () => (remind(rows.map(({ id }) => id)), done()) },
          { key: 'never', label: 'Move', reason: 'Not today', run: () => remind('moved') },
        ],
      }}
      columns={[
        { key: 'name', label: 'Name', sort: 'name', csv: ({ name }) => name, cell: ({ name }) => name, detail: ({ team }) => team },
        { key: 'owes', label: 'Owes', isNumber: true, narrow: 'first', csv: ({ owes }) => owes, cell: ({ owes }) => owes },
        { key: 'state', label: 'Status', narrow: 'second', cell: ({ state }) => <Status>{state}</Status> },
      ]}
    />
  )
}

async function show(search = '', first = 'Person 1', acts: Acts = {}) {
  const root = createRootRoute()
  const tree = root.addChildren(
    ['/', '/sales/customer'].map((path) => createRoute({ getParentRoute: () => root, path, component: () => <People {...acts} /> })),
  )
  const router = createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: [`/${search}`] }) })
  const screen = await render(
    <IntlProvider locale="en" messages={{ lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  await expect.element(screen.getByText(first, { exact: true })).toBeVisible()
  return { screen, router }
}

const bar = () => page.getByRole('region', { name: lists.selection.bar })
const box = (name: string) => page.getByRole('checkbox', { name, exact: true })

afterEach(async () => {
  vi.clearAllMocks()
  await page.viewport(1280, 900)
})

test('rows are chosen over several pages, summed, acted on together, and let go by Escape', async () => {
  await page.viewport(1280, 900)
  const { screen } = await show()
  await expect.element(bar()).not.toBeInTheDocument()
  await box('Select Person 1').click()
  await box('Select Person 4').click()
  await expect.element(bar().getByRole('status')).toHaveTextContent('2 selected 5 owed')
  await screen.getByRole('button', { name: 'Next' }).click()
  await box('Select Person 25').click()
  await expect.element(bar().getByRole('status')).toHaveTextContent('3 selected 30 owed')
  await screen.getByRole('button', { name: 'Remind' }).click()
  expect(remind).toHaveBeenCalledExactlyOnceWith(['p1', 'p4', 'p25'])
  await expect.element(bar()).not.toBeInTheDocument()
  await box('Select all rows on this page').click()
  await expect.element(bar().getByRole('status')).toHaveTextContent('10 selected 245 owed')
  // What is not possible says why, and does nothing.
  await screen.getByRole('button', { name: 'Move' }).click({ force: true })
  expect(remind).toHaveBeenCalledOnce()
  await expect.element(screen.getByRole('button', { name: 'Move' })).toHaveAccessibleDescription('Not today')
  await userEvent.keyboard('{Escape}')
  await expect.element(bar()).not.toBeInTheDocument()
  await expect.element(box('Select all rows on this page')).toHaveFocus()
})

test('the chosen rows alone are exported, and another filter lets them go', async () => {
  const { screen } = await show()
  await box('Select Person 3').click()
  await bar().getByRole('button', { name: 'Export CSV' }).click()
  await expect
    .poll(() => downloadCsv)
    .toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^people-\d{4}-\d\d-\d\d$/), ['Name', 'Owes'], [['Person 3', 3]])
  await screen.getByRole('combobox', { name: 'Status' }).selectOptions('late')
  await expect.element(screen.getByRole('status').filter({ hasText: '10 found' })).toBeVisible()
  await expect.element(bar()).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Remove Status: late' }).click()
  await expect.element(screen.getByText('1–20 of 30')).toBeVisible()
  await expect.element(box('Select Person 3')).not.toBeChecked()
  await screen.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => downloadCsv).toHaveBeenCalledTimes(2)
  expect(downloadCsv.mock.calls[1]?.[2]).toHaveLength(30)
})

test.each([
  [1280, 1],
  [899, 2],
  [320, 2],
])('at %i px a row takes %i lines, and nothing is wider than the window', async (width, lines) => {
  await page.viewport(width, 900)
  const { screen } = await show()
  const row = screen.getByRole('row', { name: /Person 1 / }).element()
  const top = (cell: Element | null) => Math.round(cell?.getBoundingClientRect().top ?? 0)
  const isBelow = top(row.querySelector('[data-label="Status"]')) > top(row.querySelector('[data-label="Owes"]')) + 8
  expect(isBelow).toBe(lines === 2)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  if (lines === 1) return
  // Check boxes appear once rows are to be chosen.
  await expect.element(box('Select Person 1')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: lists.selection.choose }).click()
  await box('Select Person 1').click()
  await expect.element(bar().getByRole('status')).toHaveTextContent('1 selected 1 owed')
})

test('on a phone the filters are a sheet that says how many rows it finds', async () => {
  await page.viewport(320, 800)
  const { screen } = await show()
  await screen.getByRole('button', { name: 'Filters' }).click()
  const sheet = screen.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('combobox', { name: 'Status' }).selectOptions('late')
  await sheet.getByRole('button', { name: 'Show 10 results' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
})

test('where the headings have no room, those that order the rows appear under the keyboard', async () => {
  await page.viewport(700, 900)
  const { screen } = await show()
  const sort = screen.getByRole('button', { name: /^Name/ })
  const widthOf = () => sort.element().closest('thead')!.getBoundingClientRect().width
  expect(widthOf()).toBe(1)
  sort.element().focus()
  expect(widthOf()).toBeGreaterThan(30)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => read).toHaveBeenLastCalledWith(expect.objectContaining({ sort: 'name', direction: 'asc' }))
})

test('an empty list shows neither filters nor views, and a chosen row is no bolder than others', async () => {
  await page.viewport(1280, 900)
  const { screen } = await show()
  const weight = () =>
    getComputedStyle(
      screen
        .getByRole('row', { name: /Person 1 / })
        .element()
        .querySelector('[data-label="Owes"]')!,
    ).fontWeight
  const before = weight()
  await box('Select Person 1').click()
  expect(weight()).toBe(before)
  await screen.unmount()
  read.mockResolvedValueOnce({ rows: [], total: 0, totalIsCapped: false })
  const { screen: empty } = await show('', 'None')
  await expect.element(empty.getByRole('group', { name: lists.views })).not.toBeInTheDocument()
  await expect.element(empty.getByRole('searchbox')).not.toBeInTheDocument()
})

test('on a phone the current view and the box of a chosen row are in sight', async () => {
  await page.viewport(320, 800)
  const { screen } = await show('?state=late', 'Person 0')
  const views = screen.getByRole('group', { name: lists.views }).element()
  const current = screen.getByRole('button', { name: 'Those who are late', pressed: true }).element()
  expect(views.scrollWidth).toBeGreaterThan(views.clientWidth)
  expect(current.getBoundingClientRect().right).toBeLessThanOrEqual(views.getBoundingClientRect().right + 1)
  await screen.getByRole('button', { name: lists.selection.choose }).click()
  // The box takes the place of the picture, and the name stays.
  const name = screen.getByRole('link', { name: 'Person 0', exact: true }).element().getBoundingClientRect()
  const check = box('Select Person 0').element().getBoundingClientRect()
  expect(check.right).toBeLessThan(name.left)
  expect(name.left).toBeLessThan(80)
})

test('the whole list is printed, however many pages it has, and the page returns afterwards', async () => {
  await page.viewport(1280, 900)
  const { screen } = await show()
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  await screen.getByRole('button', { name: lists.print, exact: true }).click()
  await expect.poll(() => print).toHaveBeenCalledOnce()
  expect(screen.getByRole('row').elements()).toHaveLength(31)
  await expect.element(screen.getByText('1–30 of 30')).toBeVisible()
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => screen.getByRole('row').elements()).toHaveLength(21)
  print.mockRestore()
})

test('what is done most often with a row is on it while a mouse is there, and on a phone a call', async () => {
  const { screen } = await show('', 'Person 1', {
    quick: ({ state }) => (state === 'late' ? { label: 'Collect', place: { to: '/sales/add' } } : null),
    call: ({ name }) => ({ phone: '050', label: `Call: ${name}` }),
  })
  const links = [...screen.container.querySelectorAll<HTMLElement>('td a[tabindex="-1"]')]
  // Twenty rows, of which every third is late.
  expect(links).toHaveLength(7)
  const [first] = links
  expect(first?.getAttribute('href')).toBe('/sales/add')
  const isShown = () => getComputedStyle(first!).opacity
  await userEvent.hover(screen.getByText('Person 1', { exact: true }))
  await expect.poll(isShown).toBe('0')
  await userEvent.hover(screen.getByText('Person 0', { exact: true }))
  await expect.poll(isShown).toBe('1')
  await page.viewport(640, 900)
  await expect.poll(() => first?.checkVisibility()).toBe(false)
  const call = screen.getByRole('link', { name: 'Call: Person 0', exact: true })
  await expect.element(call).not.toBeInTheDocument()
  await page.viewport(390, 844)
  await expect.element(call).toHaveAttribute('href', 'tel:050')
})

test('once a page is chosen, all rows that the filters match can be, and are acted on', async () => {
  const { screen } = await show()
  const rest = screen.getByRole('button', { name: 'Select all 30', exact: true })
  await box('Select Person 3').click()
  await expect.element(rest).not.toBeInTheDocument()
  await box('Select all rows on this page').click()
  await rest.click()
  await expect.element(bar().getByRole('status')).toHaveTextContent('30 selected 435 owed')
  await expect.element(rest).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Remind' }).click()
  expect(remind).toHaveBeenCalledOnce()
  expect(new Set(remind.mock.lastCall?.[0])).toEqual(new Set(people.map(({ id }) => id)))
})

test('another filter ends a choice that is still being read', async () => {
  const { screen } = await show()
  await box('Select all rows on this page').click()
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  read.mockImplementationOnce(() => waiting.then(() => ({ rows: people, total: 30, totalIsCapped: false })))
  await screen.getByRole('button', { name: 'Select all 30', exact: true }).click()
  await screen.getByRole('combobox', { name: 'Status' }).selectOptions('late')
  await expect.element(screen.getByText('Person 1', { exact: true })).not.toBeInTheDocument()
  answer()
  await expect.element(bar()).not.toBeInTheDocument()
})

test('who is let go while all are being read stays out, and nothing is read twice', async () => {
  const { screen } = await show()
  await box('Select all rows on this page').click()
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  read.mockImplementationOnce(() => waiting.then(() => ({ rows: people, total: 30, totalIsCapped: false })))
  const rest = screen.getByRole('button', { name: 'Select all 30', exact: true })
  await rest.click()
  await expect.element(rest).not.toBeInTheDocument()
  await box('Select Person 3').click()
  answer()
  await expect.element(bar().getByRole('status')).toHaveTextContent('19 selected 187 owed')
  await expect.element(box('Select Person 3')).not.toBeChecked()
})
