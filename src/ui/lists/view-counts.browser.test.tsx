import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import type { NamedCall } from '#web/unsent-call.ts'
import { caller } from '#web/server-calls.ts'
import '../tokens.css'
import '../base.css'
import ui from '../text.en.json'
import { List } from './list.tsx'
import { useListQuery, type ListPage } from './list-state.ts'
import { setOwnViews, type OwnView, type ViewCount } from './own-views.ts'
import lists from './text.en.json'

type Person = { id: string; name: string }
type Asked = { state?: string; debt?: string }

/** What the server is asked, and how it answers. */
const sent: NamedCall[] = []
const count = vi.fn<(views: NamedCall[]) => Promise<(ViewCount | null)[]>>()
let own: OwnView[] = []
setOwnViews({
  count,
  read: () => Promise.resolve(own),
  save: () => Promise.resolve(own),
  remove: () => Promise.resolve(own),
  SaveView: () => null,
})

const before = caller.by
beforeAll(() => {
  caller.by = {
    call(path, input) {
      sent.push({ call: path.join('.'), input: { ...(input as object) } })
      return Promise.resolve({ rows: [{ id: 'p1', name: 'Amal Karam' }], total: 1234, totalIsCapped: false })
    },
  }
})
afterAll(() => void (caller.by = before))
afterEach(() => {
  sent.length = 0
  own = []
  count.mockReset()
})

/** Who owes something is known to another call. */
const read = ({ debt, ...input }: Asked) =>
  caller.by.call(debt ? ['sales', 'debtors'] : ['people', 'list'], debt ? { ...input, debt } : input, { context: {} }) as Promise<
    ListPage<Person>
  >

function People() {
  const list = useListQuery({ entity: 'people', of: 'counted', sort: 'name', filters: { state: 'current', debt: 'all' }, read })
  const options = (...values: string[]) => values.map((value) => ({ value, label: value }))
  return (
    <List<Person>
      {...list}
      caption="People"
      exportName="people"
      href={() => null}
      empty={{ title: 'None', text: '', action: null }}
      filters={[
        { name: 'state', label: 'Status', fallback: 'current', options: options('current', 'lapsed', 'lead') },
        { name: 'debt', label: 'Owes', fallback: 'all', options: options('all', 'owes') },
      ]}
      views={[
        { key: 'all', label: 'All', filters: {} },
        { key: 'owes', label: 'Owing', filters: { debt: 'owes' } },
        { key: 'lapsed', label: 'Lapsed', filters: { state: 'lapsed' } },
        { key: 'lead', label: 'Leads', filters: { state: 'lead' } },
      ]}
      columns={[{ key: 'name', label: 'Name', cell: ({ name }) => name }]}
    />
  )
}

async function open(search = '') {
  const routeTree = createRootRoute({ component: People })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [`/${search}`] }) })
  await render(
    <IntlProvider locale="en" messages={{ lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  await expect.element(page.getByText('Amal Karam')).toBeVisible()
}

const tabs = () => [...document.querySelectorAll(`[aria-label="${lists.views}"] button`)]
const placesOf = (all: Element[]) => all.map((one) => one.getBoundingClientRect()).map(({ left, width, top }) => [left, width, top])

test.each([1280, 320])('all views are counted in one call once the rows are there, and nothing moves: %i px', async (width) => {
  await page.viewport(width, 800)
  let answer: (counts: (ViewCount | null)[]) => void = () => {}
  count.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  await open()
  await expect.poll(() => count).toHaveBeenCalledOnce()
  // The list was asked for its rows alone; each view is counted by the call that lists it.
  expect(sent.map(({ call }) => call)).toEqual(['people.list'])
  expect(count.mock.lastCall?.[0]).toEqual([
    { call: 'sales.debtors', input: { state: 'current', debt: 'owes' } },
    { call: 'people.list', input: { state: 'lapsed' } },
    { call: 'people.list', input: { state: 'lead' } },
  ])
  const places = placesOf(tabs())
  answer([{ total: 1204, totalIsCapped: false }, { total: 7, totalIsCapped: false }, null])
  await expect.element(page.getByRole('button', { name: 'Owing 1,204', exact: true })).toBeVisible()
  // What the member may not see has no count, and the whole list needs none.
  expect(tabs().map(({ textContent }) => textContent)).toEqual(['All', 'Owing 1,204', 'Lapsed 7', 'Leads'])
  expect(placesOf(tabs())).toEqual(places)
})

test('the view that the list shows has the number that the list has found, and a refused count leaves none', async () => {
  await page.viewport(1280, 800)
  count.mockRejectedValue(new Error('no connection'))
  await open('?state=lapsed')
  await expect.element(page.getByRole('button', { name: 'Lapsed 1,234', exact: true })).toBeVisible()
  await expect.poll(() => count).toHaveBeenCalled()
  expect(tabs().map(({ textContent }) => textContent)).toEqual(['All', 'Owing', 'Lapsed 1,234', 'Leads'])
})

test('own views are counted as well, up to eight in all', async () => {
  own = Array.from({ length: 9 }, (_, at) => ({ list: 'people.counted', name: `Own ${at}`, query: `debt=own${at}` }))
  count.mockImplementation((views) => Promise.resolve(views.map((_, at) => ({ total: at, totalIsCapped: at === 7 }))))
  await open()
  await expect.element(page.getByRole('button', { name: 'Own 4 7+', exact: true })).toBeVisible()
  expect(tabs().at(-1)?.textContent).toBe('Own 8')
})
