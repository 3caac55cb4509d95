import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import payroll from '#money/payroll/text.en.json'
import sales from '#money/sales/text.en.json'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import '#ui/tokens.css'
import '#ui/base.css'
import type { EntriesFound, EntriesInput, LedgerEntry } from './finance.contract.ts'
import finance from './text.en.json'
import { Transactions } from './transactions.tsx'
import { useMonth } from '#business/ledger/use-month.ts'

const calls = vi.hoisted(() => ({ entries: vi.fn() }))
const downloadCsv = vi.hoisted(() => vi.fn())
vi.mock('#ui/csv-file.ts', () => ({ downloadCsv }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    finance: calls,
    setup: { vendor: () => Promise.resolve({ timeZone: 'UTC' }), progress: () => new Promise(() => {}) },
    services: { types: () => Promise.resolve([]) },
  }),
}))

const id = '019a0000-0000-7000-8000-000000000001'
const names = { batch: 'Juniors A', service: null, hall: null, trainer: null }
const found: EntriesFound = { total: 3, amount: 60_000, in: 1000, out: 31_000, names, asOf: '2026-10-31T12:00:00.000Z' }
const entry: LedgerEntry = {
  id: 'a',
  sequence: 3,
  day: '2026-10-30',
  at: '2026-10-30T12:00:00.000Z',
  source: 'sale',
  debit: 'customerReceivable',
  credit: 'revenue',
  amount: 30_000,
  currency: 'GBP',
  exponent: 2,
  method: null,
  sale: id,
  number: 'S2026-00001',
  expense: null,
  payout: null,
  trainer: null,
  trainerName: null,
}
const bare = { sale: null, number: null }
const [paid, payout]: LedgerEntry[] = [
  {
    ...entry,
    ...bare,
    id: 'b',
    sequence: 2,
    source: 'payroll',
    debit: 'payrollPayable',
    credit: 'cash',
    method: 'cash',
    trainer: id,
    trainerName: 'Mariam Haddad',
  },
  { ...entry, ...bare, id: 'c', sequence: 1, source: 'payout', debit: 'cash', credit: 'payoutClearing', payout: id },
] as [LedgerEntry, LedgerEntry]

function Tab() {
  return <Transactions month={useMonth()} />
}

async function open(search: string) {
  const root = createRootRoute()
  const tree = root.addChildren(
    ['/finance', '/finance/payout', '/sales/sale'].map((path) => createRoute({ getParentRoute: () => root, path, component: Tab })),
  )
  const history = createMemoryHistory({ initialEntries: [`/finance?tab=transactions&month=2026-10${search}`] })
  const router = createRouter({ routeTree: tree, history })
  const screen = await render(
    <IntlProvider locale="en" messages={{ finance, payroll, sales, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  return { screen, address: () => router.state.location.search as Record<string, string> }
}

beforeEach(async () => {
  await page.viewport(900, 800)
  downloadCsv.mockReset()
  calls.entries.mockReset()
  calls.entries.mockImplementation(({ before }: EntriesInput) =>
    Promise.resolve(before ? { rows: [paid, payout], hasMore: false, found: null } : { rows: [entry], hasMore: true, found }),
  )
})

const days = { from: '2026-10-01', to: '2026-10-31' }

test('each filter of the address is a chip of its own, and taking one off leaves the others and the month', async () => {
  const { screen, address } = await open(`&account=revenue&batch=${id}&hall=none`)
  await expect.element(screen.getByRole('button', { name: 'Remove Batch: Juniors A' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Remove Without a hall' })).toBeVisible()
  await expect.element(screen.getByText('3 found')).toBeVisible()
  expect(calls.entries).toHaveBeenCalledWith({ ...days, account: 'revenue', batch: id, hall: 'none' })
  // Revenue grows by credits. The marks that isolate an amount's direction are removed.
  const sums = () =>
    screen
      .getByLabelText('Totals of all entries')
      .first()
      .element()
      .textContent.replaceAll(/[\u2066\u2069]/g, ' ')
  await expect.poll(sums).toBe('Debit: Revenue £10.00 Credit: Revenue £310.00 Change £300.00 ')
  await screen.getByRole('button', { name: 'Remove Account: Revenue' }).click()
  await expect.poll(address).toEqual({ tab: 'transactions', month: '2026-10', batch: id, hall: 'none' })
  await expect.poll(sums).toBe('Total £600.00 Money in £10.00 Money out £310.00 Change −£300.00 ')
  await screen.getByLabelText('Source', { exact: true }).selectOptions('Trainer pay')
  await expect.poll(() => address()['source']).toBe('payroll')
  await expect.element(screen.getByRole('button', { name: 'Remove Source: Trainer pay' })).toBeVisible()
})

test('the file has every page of what is asked for, and pay and payouts lead to their rows', async () => {
  const { screen } = await open('&source=payroll')
  await expect.element(screen.getByText('1 of 3')).toBeVisible()
  calls.entries.mockClear()
  await screen.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => downloadCsv.mock.calls.length).toBe(1)
  expect(calls.entries.mock.calls).toEqual([[{ ...days, source: 'payroll' }], [{ ...days, source: 'payroll', before: 3 }]])
  expect(downloadCsv.mock.calls[0]).toEqual([
    'entries-2026-10-01-2026-10-31',
    ['Day', 'Source', 'Document', 'Debit account', 'Credit account', 'Method', 'Amount', 'Currency'],
    [
      ['2026-10-30', 'Sale', 'S2026-00001', 'Owed by customers', 'Revenue', '', 300, 'GBP'],
      ['2026-10-30', 'Trainer pay', 'Mariam Haddad', 'Owed to trainers', 'Cash and bank', 'Cash', 300, 'GBP'],
      ['2026-10-30', 'Payout', '', 'Cash and bank', 'Payouts in transit', '', 300, 'GBP'],
    ],
  ])
  await screen.getByRole('button', { name: 'Show more' }).click()
  await expect
    .element(screen.getByRole('link', { name: 'Mariam Haddad' }))
    .toHaveAttribute('href', `/finance?tab=payroll&month=2026-10&trainer=${id}`)
  await expect.element(screen.getByRole('link', { name: 'Payout' })).toHaveAttribute('href', `/finance/payout?id=${id}`)
  await expect.element(screen.getByText('3 of 3')).toBeVisible()
})

test('filters that match nothing say so and can be taken off at once', async () => {
  calls.entries.mockResolvedValue({ rows: [], hasMore: false, found: { ...found, total: 0, amount: 0, in: 0, out: 0 } })
  const { screen, address } = await open('&source=payout&method=card')
  await screen.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(address).toEqual({ tab: 'transactions', month: '2026-10' })
  await expect.element(screen.getByText(finance.entries.none)).toBeVisible()
})
