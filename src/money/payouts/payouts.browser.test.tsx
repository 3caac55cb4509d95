import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import type { Payout, PayoutSummary } from './payout.contract.ts'
import { Payouts } from './payouts.tsx'
import payouts from './text.en.json'

const calls = vi.hoisted(() => ({ list: vi.fn(), summary: vi.fn() }))
const downloadCsv = vi.hoisted(() => vi.fn())
vi.mock('#ui/csv-file.ts', () => ({ downloadCsv }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    payouts: calls,
    setup: { vendor: () => Promise.resolve({ timeZone: 'UTC' }), progress: () => new Promise(() => {}) },
  }),
}))

const money = { currency: 'KWD', exponent: 3 }
const summary: PayoutSummary = {
  ...money,
  available: 0,
  underWay: 0,
  failed: 0,
  account: null,
  coming: null,
  asOf: '2026-11-03T09:00:00.000Z',
}
const payout: Payout = {
  ...money,
  id: 'p',
  version: 1,
  createdAt: '2026-11-03T09:00:00.000Z',
  updatedAt: '2026-11-03T09:00:00.000Z',
  fromDay: '2026-10-01',
  toDay: '2026-10-31',
  gross: 100_000,
  refunds: 5000,
  commission: 9500,
  net: 85_500,
  state: 'paid',
  stateAt: '2026-11-03T09:00:00.000Z',
  reference: '=B-1',
  failureReason: null,
}

async function show(rows: Payout[]) {
  calls.list.mockResolvedValue({ rows, total: rows.length, totalIsCapped: false })
  calls.summary.mockResolvedValue(summary)
  const root = createRootRoute()
  const at = (path: string) => createRoute({ getParentRoute: () => root, path, component: Payouts })
  const tree = root.addChildren(['/', '/finance/payout', '/sales'].map(at))
  const router = createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  return render(
    <IntlProvider locale="en" messages={{ lib, lists, ui, payouts }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

test('a file of payouts has the days apart, each amount as a number, and their currency', async () => {
  const screen = await show([payout])
  await screen.getByRole('button', { name: 'Filters' }).click()
  await screen.getByRole('button', { name: lists.export }).click()
  await expect.poll(() => downloadCsv).toHaveBeenCalledOnce()
  const [name, header, rows] = downloadCsv.mock.lastCall as [string, string[], unknown[][]]
  expect(name).toMatch(/^payouts-\d{4}-\d\d-\d\d$/)
  expect(new Set(header).size).toBe(header.length)
  const row = Object.fromEntries(header.map((heading, at) => [heading, rows[0]?.[at]]))
  const { gross, net } = payouts.columns
  expect(row).toMatchObject({ From: '2026-10-01', To: '2026-10-31', [gross]: 100, [net]: 85.5, Currency: 'KWD' })
})

test('without payouts there is nothing to search, filter or export', async () => {
  const screen = await show([])
  await expect.element(screen.getByRole('heading', { name: payouts.empty.title })).toBeVisible()
  await expect.element(screen.getByRole('searchbox')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: lists.export })).not.toBeInTheDocument()
})
