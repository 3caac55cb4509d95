import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { initialState, useRoot } from '#web/state.ts'
import type { Role } from '#lib/roles.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import batches from '#timetable/batches/text.en.json'
import ui from '#ui/text.en.json'
import '#ui/tokens.css'
import '#ui/base.css'
import { BatchSummary } from './batch-summary.tsx'

const profit = vi.hoisted(() => vi.fn())
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    finance: { profit },
    sessions: { list: () => Promise.resolve({ rows: [] }) },
    setup: { vendor: () => Promise.resolve({ timeZone: 'UTC' }), progress: () => new Promise(() => {}) },
    plans: { current: () => Promise.resolve({ isExpired: false }) },
  }),
}))

const id = '019a0000-0000-7000-8000-000000000001'
const open = async (of: Partial<Batch>, as: Role = 'owner') => {
  useRoot.setState({ auth: { ...initialState.auth, roles: as } })
  const batch = {
    id,
    name: 'Juniors A',
    state: 'open',
    startDate: '2026-10-05',
    endDate: '2099-12-31',
    price: 2500,
    priceUnit: 'month',
    enrolled: 14,
    totalCandidates: 25,
    waitlisted: 0,
    ...of,
  } as Batch
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <BatchSummary batch={batch} surface="track" /> }),
    history: createMemoryHistory({ initialEntries: [`/services/batch?id=${id}`] }),
  })
  return render(
    <IntlProvider locale="en" messages={{ batches, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

/** Without the marks that isolate amounts. */
const textOf = (one: Element) => (one.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '')

beforeEach(async () => {
  await page.viewport(320, 800)
  profit.mockReset()
  const now = { net: 30_000, commission: 1000, payroll: 4000, earned: 7400, expenses: 600, result: 17_000 }
  profit.mockResolvedValue({ currency: 'GBP', exponent: 2, asOf: '2026-11-02T12:00:00.000Z', total: { now } })
})
afterEach(() => useRoot.setState(initialState, true))

test('who sees money sees what the places earn this month, what is left of it, and what free places would bring', async () => {
  const screen = await open({})
  const part = screen.getByRole('region', { name: 'What this batch’s places earn' })
  await expect.element(part.getByText('Trainer pay', { exact: true })).toBeVisible()
  expect(textOf(part.element())).toMatch(/£300 [A-Z][a-z]+ so far/)
  for (const said of [
    'Trainer pay−£114.00',
    'Commission and expenses−£16.00',
    'Result£170.00',
    '£21.43 for each of 14 places taken',
    '11 free places would bring in another £275 a month',
  ])
    expect(textOf(part.element())).toContain(said)
  await expect.element(part.getByRole('link', { name: 'Result' })).toHaveAttribute('href', `/services/batch?id=${id}&tab=money`)
  const month = new Date().toISOString().slice(0, 7)
  expect(profit).toHaveBeenCalledWith(expect.objectContaining({ from: `${month}-01`, batch: id }))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('a batch without people has no share of a place, a full one no free places', async () => {
  const empty = await open({ enrolled: 0, totalCandidates: 1, priceUnit: 'session' })
  await expect.element(empty.getByText(/1 free place would bring in another .£25. a session/)).toBeVisible()
  expect(empty.getByText('for each of').elements()).toEqual([])
  await empty.unmount()
  const full = await open({ enrolled: 25 })
  await expect.element(full.getByText(/£12. for each of 25 places taken/)).toBeVisible()
  expect(full.getByText('would bring in').elements()).toEqual([])
})

test('the front desk and trainers see places and sessions without money, and ask for none', async () => {
  for (const role of ['frontDesk', 'trainer'] as const) {
    const screen = await open({}, role)
    await expect.element(screen.getByRole('heading', { name: 'Places taken' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'What this batch’s places earn' }).elements()).toEqual([])
    await screen.unmount()
  }
  expect(profit).not.toHaveBeenCalled()
})
