import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import { listLooksCookie } from '#lib/list-looks.ts'
import { initialState, useRoot } from '#web/state.ts'
import '../tokens.css'
import '../base.css'
import ui from '../text.en.json'
import { ArchiveAction } from './entity-list.tsx'
import { List } from './list.tsx'
import { useListQuery } from './list-state.ts'
import lists from './text.en.json'

const downloadCsv = vi.hoisted(() => vi.fn())
vi.mock('../csv-file.ts', () => ({ downloadCsv }))

type Hall = { id: string; version: number; state: string; title: string; places: number }
const halls: Hall[] = [1, 2, 3].map((at) => ({ id: `h${at}`, version: 1, state: 'active', title: `Hall ${at}`, places: at * 10 }))
const read = () => Promise.resolve({ rows: halls, total: 3, totalIsCapped: false })
const never = () => Promise.reject(new Error('nothing is archived here'))

function Halls() {
  const list = useListQuery({ entity: 'halls', of: 'layout', sort: 'title', filters: {}, read })
  return (
    <List<Hall>
      {...list}
      caption="Halls"
      exportName="halls"
      href={() => null}
      face={({ title }) => ({ name: title })}
      empty={{ title: 'None', text: '', action: null }}
      filters={[]}
      rowActions={(row) => (
        <ArchiveAction
          row={row}
          calls={{ archive: never, restore: never }}
          name={row.title}
          messages={{ archived: '', restored: '' }}
          onChanged={() => Promise.resolve()}
        />
      )}
      selecting={{ nameOf: ({ title }) => title, verbs: () => [] }}
      columns={[
        {
          key: 'title',
          label: 'Title',
          sort: 'title',
          csv: ({ title }) => title,
          cell: ({ title }) => title,
          detail: () => 'A second line',
        },
        { key: 'places', label: 'Places', sort: 'places', isNumber: true, csv: ({ places }) => places, cell: ({ places }) => places },
        { key: 'state', label: 'Status', narrow: 'second', csv: ({ state }) => state, cell: ({ state }) => state },
        { key: 'notes', label: 'Notes', isLesser: true, cell: () => 'A note' },
      ]}
    />
  )
}

/** The list as a member sees it who opens it in this browser. */
async function open(userId = 'member-amal-1') {
  useRoot.setState({ ...initialState, auth: { ...initialState.auth, userId } })
  const router = createRouter({ routeTree: createRootRoute({ component: Halls }), history: createMemoryHistory() })
  const screen = await render(
    <IntlProvider locale="en" messages={{ lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  await expect.element(screen.getByRole('rowheader', { name: /^Hall 1/ })).toBeVisible()
  return screen
}

const opener = () => page.getByRole('button', { name: lists.layout.open, exact: true })
const panel = () => page.getByRole('dialog', { name: lists.layout.open })
const headings = () =>
  [...document.querySelectorAll('thead th')]
    .filter((one) => one.checkVisibility() && !one.querySelector('.hidden-text'))
    .map((one) => one.textContent.replace(/ [↑↓]$/, ''))
const column = (name: string) => panel().getByRole('checkbox', { name, exact: true })
const rowHeight = () => document.querySelector('tbody tr')!.getBoundingClientRect().height

beforeEach(async () => {
  await page.viewport(1280, 900)
  vi.clearAllMocks()
  // Each test has members of its own, since the cookie is read once.
  document.cookie = `${listLooksCookie}=; Path=/; Max-Age=0`
})

test('a member chooses columns by the keyboard, finds them again, and exports all of them', async () => {
  const screen = await open()
  expect(headings()).toEqual(['Title', 'Places', 'Status', 'Notes'])
  opener().element().focus()
  await userEvent.keyboard('{Enter}')
  // The first column names the rows, and is not offered.
  await expect.element(column('Places')).toHaveFocus()
  expect(panel().getByRole('checkbox').elements()).toHaveLength(3)
  await userEvent.keyboard(' ')
  await expect.poll(() => headings()).toEqual(['Title', 'Status', 'Notes'])
  await userEvent.keyboard('{Tab}{Tab} {Escape}')
  await expect.poll(() => headings()).toEqual(['Title', 'Status'])
  await expect.element(opener()).toHaveFocus()
  await screen.getByRole('button', { name: lists.export }).click()
  await expect.poll(() => downloadCsv).toHaveBeenCalledOnce()
  expect(downloadCsv.mock.lastCall?.[1]).toEqual(['Title', 'Places', 'Status'])
  await screen.unmount()
  // Another member at the same desk has the list's own columns, and the first one finds theirs.
  const others = await open('member-ben-22')
  expect(headings()).toEqual(['Title', 'Places', 'Status', 'Notes'])
  await others.unmount()
  await open()
  expect(headings()).toEqual(['Title', 'Status'])
  await opener().click()
  await panel().getByRole('button', { name: lists.layout.reset }).click()
  await expect.poll(() => headings()).toEqual(['Title', 'Places', 'Status', 'Notes'])
  expect(document.cookie).not.toContain(`${listLooksCookie}=`)
})

test('an order whose column is not shown is a pill, and a column chosen in a window that is not wide is shown there', async () => {
  await page.viewport(1100, 900)
  const screen = await open('member-carl-3')
  expect(headings()).toEqual(['Title', 'Places', 'Status'])
  await screen.getByRole('button', { name: 'Places' }).click()
  await opener().click()
  await expect.element(column('Notes')).not.toBeChecked()
  await column('Notes').click()
  await column('Places').click()
  await expect.poll(() => headings()).toEqual(['Title', 'Status', 'Notes'])
  await expect.element(screen.getByRole('combobox', { name: lists.order })).toHaveValue('places asc')
})

test('rows are low for whoever wants them so, with targets that can still be met', async () => {
  await open('member-dana-4')
  expect(rowHeight()).toBe(44)
  await opener().click()
  await panel().getByRole('button', { name: lists.layout.compact }).click()
  await expect.poll(rowHeight).toBe(34)
  await expect.element(panel().getByRole('button', { name: lists.layout.compact, pressed: true })).toBeVisible()
  for (const target of [...document.querySelectorAll('tbody :is(button, label)')].filter((one) => one.checkVisibility())) {
    const { width, height } = target.getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
  }
})

test('where rows are lines only their height is offered, and on a phone nothing', async () => {
  const screen = await open('member-eve-55')
  await opener().click()
  await column('Status').click()
  await panel().getByRole('button', { name: lists.layout.compact }).click()
  await userEvent.keyboard('{Escape}')
  await page.viewport(768, 900)
  // Lines are as the list made them.
  await expect.element(screen.getByText('active', { exact: true }).first()).toBeVisible()
  await screen.getByRole('button', { name: lists.layout.rows, exact: true }).click()
  const rows = page.getByRole('dialog', { name: lists.layout.rows })
  await expect.element(rows.getByRole('checkbox')).not.toBeInTheDocument()
  const low = rowHeight()
  await rows.getByRole('button', { name: lists.layout.comfortable }).click()
  await expect.poll(rowHeight).toBeGreaterThan(low + 8)
  await rows.getByRole('button', { name: lists.layout.compact }).click()
  await page.viewport(390, 844)
  await expect.poll(rowHeight).toBeGreaterThan(low + 8)
  await expect.element(screen.getByRole('button', { name: lists.layout.rows, exact: true })).not.toBeInTheDocument()
})
