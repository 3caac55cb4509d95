import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { initialState, useRoot } from '#web/state.ts'
import type { Role } from '#lib/roles.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import sales from '#money/sales/text.en.json'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import '#ui/tokens.css'
import '#ui/base.css'
import BatchMoney from './batch-money.tsx'
import type { Profit, ProfitFigures } from './finance-report.contract.ts'
import finance from './text.en.json'

const calls = vi.hoisted(() => ({ profit: vi.fn(), batchMonths: vi.fn(), list: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    finance: { profit: calls.profit, batchMonths: calls.batchMonths },
    sales: { list: calls.list },
    setup: { vendor: () => Promise.resolve({ timeZone: 'UTC' }), progress: () => new Promise(() => {}) },
  }),
}))

const id = '019a0000-0000-7000-8000-000000000001'
const batch = {
  id,
  name: 'Juniors A',
  code: 'J-1',
  state: 'open',
  startDate: '2026-10-05',
  endDate: '2026-12-31',
  createdAt: '2026-09-20T22:00:00.000Z',
} as Batch
const zero: ProfitFigures = {
  sold: 0,
  discounts: 0,
  refunds: 0,
  deferred: 0,
  tax: 0,
  net: 0,
  commission: 0,
  payroll: 0,
  earned: 0,
  expenses: 0,
  result: 0,
}
const now = {
  ...zero,
  sold: 100_000,
  discounts: 5000,
  refunds: 2000,
  net: 93_000,
  payroll: 48_000,
  earned: 12_000,
  expenses: 6000,
  result: 27_000,
}
const terms = { currency: 'GBP', exponent: 2, asOf: '2026-11-02T12:00:00.000Z' }
const report = (figures: ProfitFigures): Profit => ({
  ...terms,
  from: '2026-10-01',
  to: '2026-10-31',
  basis: 'accrual',
  by: 'none',
  before: { from: '2026-08-31', to: '2026-09-30' },
  changedOn: null,
  groups: [],
  total: { now: figures, before: zero },
  money: null,
})

async function open(as: Role = 'owner') {
  useRoot.setState({ auth: { ...initialState.auth, roles: as } })
  const root = createRootRoute()
  const tree = root.addChildren(
    ['/services/batch', '/finance', '/sales', '/sales/add'].map((path) =>
      createRoute({ getParentRoute: () => root, path, component: () => <BatchMoney batch={batch} /> }),
    ),
  )
  const history = createMemoryHistory({ initialEntries: [`/services/batch?id=${id}&tab=money&month=2026-10`] })
  const router = createRouter({ routeTree: tree, history })
  return render(
    <IntlProvider locale="en" messages={{ finance, sales, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

beforeEach(async () => {
  await page.viewport(320, 800)
  for (const call of Object.values(calls)) call.mockReset()
  calls.profit.mockResolvedValue(report(now))
  calls.batchMonths.mockResolvedValue({ ...terms, months: [{ month: '2026-10', figures: now }] })
  calls.list.mockResolvedValue({ rows: [], total: 2, totalIsCapped: false, sums: { total: 0, paid: 0, refunded: 0, due: 12_500 } })
})
afterEach(() => useRoot.setState(initialState, true))

test('a batch’s figures lead to its own entries and to its unpaid bills, for a month or all its time', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('row', { name: /^Net revenue.*£930\.00/ })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /^Result.*£270\.00/ })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /^Trainer pay earned, month still open.*−?£120\.00/ })).toBeVisible()
  const href = (name: string) => screen.getByRole('link', { name, exact: true }).element().getAttribute('href')
  expect(href('Trainer pay')).toBe(`/finance?month=2026-10&tab=transactions&account=payroll&batch=${id}`)
  expect(href('Trainer pay earned, month still open')).toBe('/finance?month=2026-10&tab=payroll')
  expect(href('Expenses')).toBe(`/finance?month=2026-10&tab=transactions&account=expense&batch=${id}`)
  await expect.element(screen.getByRole('row', { name: /^Due now 2 bills.*£125\.00/ })).toBeVisible()
  expect(href('Due now')).toBe(`/sales?tab=sales&state=unpaid&batch=${id}`)
  expect(calls.profit).toHaveBeenCalledWith({ from: '2026-10-01', to: '2026-10-31', batch: id })
  expect(calls.list).toHaveBeenCalledWith({ batch: id, state: 'unpaid', size: 1 })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await screen.getByRole('link', { name: 'All time' }).click()
  // A batch can be sold from the day it was created.
  await expect.poll(() => calls.profit.mock.lastCall?.[0]).toMatchObject({ from: '2026-09-19', batch: id })
})

test('the months of a batch are bars that lead to its figures of the month, with the result', async () => {
  const screen = await open()
  const bar = screen.getByRole('link', { name: /October|Oct/ })
  await expect.element(bar).toHaveAttribute('href', `/services/batch?id=${id}&tab=money&month=2026-10`)
  await expect.element(bar).toHaveAccessibleName(/Net revenue .£930\.00., Trainer pay .£600\.00., Result .£270\.00/)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('days that have not ended yet are headed by those until today', async () => {
  calls.profit.mockResolvedValue({ ...report(now), from: '2020-01-01', to: '2099-12-31' })
  const screen = await open()
  const today = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone: 'UTC' }).format()
  await expect.element(screen.getByRole('columnheader', { name: `1/1/20 – ${today}` })).toBeVisible()
})

test('a batch without money says so, with a way on that the reader may go', async () => {
  calls.profit.mockResolvedValue(report(zero))
  calls.list.mockResolvedValue({ rows: [], total: 0, totalIsCapped: false, sums: { total: 0, paid: 0, refunded: 0, due: 0 } })
  const screen = await open()
  await expect.element(screen.getByText(finance.batch.none)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Sell' })).toHaveAttribute('href', `/sales/add?batch=${id}`)
  await screen.unmount()
  const books = await open('accountant')
  await expect.element(books.getByRole('link', { name: 'By batch' })).toHaveAttribute('href', '/finance?tab=profit&by=batch')
  expect(books.getByRole('link', { name: 'Sell' }).query()).toBeNull()
})
