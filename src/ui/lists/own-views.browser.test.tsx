import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import { initialState, useRoot } from '#web/state.ts'
import '../tokens.css'
import '../base.css'
import { Toasts } from '../toast.tsx'
import ui from '../text.en.json'
import { List } from './list.tsx'
import { useListQuery } from './list-state.ts'
import { setOwnViews, type OwnView } from './own-views.ts'
import lists from './text.en.json'

type Hall = { id: string; title: string }
const read = () => Promise.resolve({ rows: [{ id: 'h1', title: 'North pitch' }], total: 1, totalIsCapped: false })

let stored: OwnView[] = []
const store = (views: OwnView[]) => Promise.resolve((stored = views))
setOwnViews({
  count: (views) => Promise.resolve(views.map(() => null)),
  read: () => Promise.resolve(stored),
  save: (view) => store([...stored, view]),
  remove: ({ name }) => store(stored.filter((view) => view.name !== name)),
  SaveView: ({ list, query, onSave, onClose }) => (
    <button type="button" onClick={() => void onSave({ list, query, name: 'Mine' }).then(onClose)}>
      Store it
    </button>
  ),
})

function Halls() {
  const list = useListQuery({ entity: 'halls', of: 'kit', filters: { state: 'current', audience: 'all' }, read })
  const options = (...values: string[]) => values.map((value) => ({ value, label: value }))
  return (
    <List<Hall>
      {...list}
      caption="Halls"
      exportName="halls"
      href={() => null}
      empty={{ title: 'None', text: '', action: null }}
      filters={[
        { name: 'state', label: 'Status', fallback: 'current', options: options('current', 'archived') },
        { name: 'audience', label: 'For', fallback: 'all', options: options('all', 'women', 'men') },
      ]}
      columns={[{ key: 'title', label: 'Title', isHead: true, sort: 'title', cell: ({ title }) => title }]}
    />
  )
}

/** The list at an address of the member. */
async function open(search = '', userId = 'u1') {
  useRoot.setState({ ...initialState, auth: { ...initialState.auth, userId } })
  const routeTree = createRootRoute({ component: Halls })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [`/${search}`] }) })
  const screen = await render(
    <IntlProvider locale="en" messages={{ lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider<typeof router> router={router} />
        <Toasts />
      </QueryClientProvider>
    </IntlProvider>,
  )
  await expect.element(screen.getByText('North pitch')).toBeVisible()
  return { screen, search: () => router.state.location.search }
}

/** Opens the menu of views. */
const openMenu = () => page.getByRole('button', { name: lists.viewTools }).click()

beforeEach(async () => {
  localStorage.clear()
  stored = []
  await page.viewport(1280, 900)
})

test('what a list shows is saved as a view, shown again by it, and deleted with a way back', async () => {
  const { screen, search } = await open()
  await expect.element(screen.getByRole('button', { name: lists.saveView })).not.toBeInTheDocument()
  await screen.getByRole('combobox', { name: 'Status' }).selectOptions('archived')
  await screen.getByRole('button', { name: 'Title' }).click()
  await screen.getByRole('button', { name: lists.saveView }).click()
  await screen.getByRole('button', { name: 'Store it' }).click()
  const mine = screen.getByRole('button', { name: 'Mine', exact: true })
  await expect.element(mine).toHaveAttribute('aria-pressed', 'true')
  await expect.element(screen.getByRole('button', { name: lists.saveView })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: lists.all, exact: true }).click()
  await expect.poll(() => search()).toEqual({})
  await mine.click()
  await expect.poll(() => search()).toEqual({ state: 'archived', sort: 'title', direction: 'asc' })
  await openMenu()
  await screen.getByRole('menuitem', { name: 'Delete view “Mine”' }).click()
  await expect.element(mine).not.toBeInTheDocument()
  await expect.poll(() => search()).toEqual({})
  await screen.getByRole('button', { name: ui.undo }).click()
  await expect.element(mine).toBeVisible()
})

test('what a list was narrowed to is offered again to the same member alone, without its search', async () => {
  const { screen } = await open('?state=archived&audience=women&search=north')
  await screen.unmount()
  const { screen: later, search } = await open()
  await openMenu()
  await later.getByRole('menuitem', { name: 'Recent: Status: archived · For: women' }).click()
  await expect.poll(() => search()).toEqual({ state: 'archived', audience: 'women' })
  await later.unmount()
  const { screen: others } = await open('', 'u2')
  await openMenu()
  await expect.element(others.getByRole('menuitem', { name: lists.copyLink })).toBeVisible()
  expect(others.getByRole('menuitem', { name: /Recent/ }).elements()).toEqual([])
})

test('at most five are remembered, the newest first, none twice', async () => {
  const address = (at: number) => `?state=archived&audience=a${at}`
  for (const at of [1, 2, 3, 4, 5, 6, 3]) await (await open(address(at))).screen.unmount()
  const { screen } = await open()
  await openMenu()
  const names = screen.getByRole('menuitem', { name: /Recent/ }).elements()
  expect(names.map(({ textContent }) => textContent)).toEqual([3, 6, 5, 4, 2].map((at) => `Recent: Status: archived · For: a${at}`))
})

test('the link of what a list shows is copied', async () => {
  const { screen } = await open('?state=archived')
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openMenu()
  await userEvent.keyboard('{End}')
  await screen.getByRole('menuitem', { name: lists.copyLink }).click()
  expect(writeText).toHaveBeenCalledWith(window.location.href)
  await expect.element(screen.getByText(ui.copy.copied)).toBeVisible()
})
