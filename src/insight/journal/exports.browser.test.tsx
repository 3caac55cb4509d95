import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { useMonth } from '#business/ledger/use-month.ts'
import finance from '#insight/finance/text.en.json'
import lib from '#lib/text.en.json'
import sales from '#money/sales/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import '#ui/tokens.css'
import '#ui/base.css'
import { queryClient } from '#web/query.ts'
import { DrawnRole } from '#web/use-may.ts'
import { codedIn, defaultCode, type ExportFormat } from './account-codes.rules.ts'
import { ExportsTab } from './exports.tsx'
import type { AccountCodes, JournalEntry, JournalTotals } from './journal.contract.ts'
import journal from './text.en.json'

const calls = vi.hoisted(() => ({ totals: vi.fn(), lines: vi.fn(), codes: vi.fn(), saveCodes: vi.fn(), saveDatev: vi.fn() }))
const saveFile = vi.hoisted(() => vi.fn<(name: string, content: Blob) => void>())
vi.mock('#ui/save-file.ts', () => ({ saveFile }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    journal: calls,
    setup: { vendor: () => Promise.resolve({ timeZone: 'UTC' }), progress: () => new Promise(() => {}) },
  }),
}))

const totals: JournalTotals = {
  currency: 'GBP',
  exponent: 2,
  from: '2026-10-01',
  to: '2026-10-31',
  rows: [
    { account: 'till', debit: 30_000, credit: 0 },
    { account: 'revenue', debit: 0, credit: 30_000 },
  ],
  entries: 2,
  through: 7,
  closedThrough: null,
  asOf: '2026-11-05T12:00:00.000Z',
}
const entry: JournalEntry = {
  sequence: 3,
  day: '2026-10-30',
  source: 'payment',
  document: 'S2026-00001',
  debit: 'till',
  credit: 'revenue',
  amount: 15_000,
  currency: 'GBP',
  method: 'cash',
  name: '',
  taxRateThousandths: null,
}
const codesOf = (format: ExportFormat): AccountCodes => ({
  format,
  codes: codedIn(format).map((account) => ({ account, code: defaultCode(format, account, '03'), isDefault: true })),
  version: 4,
  datev: null,
})

beforeEach(() => {
  saveFile.mockReset()
  calls.totals.mockReset().mockResolvedValue(totals)
  calls.codes.mockReset().mockImplementation(({ format }: { format: ExportFormat }) => Promise.resolve(codesOf(format)))
  calls.saveCodes.mockReset().mockImplementation(({ format }: { format: ExportFormat }) => Promise.resolve(codesOf(format)))
  calls.saveDatev.mockReset().mockResolvedValue(codesOf('datev'))
  calls.lines
    .mockReset()
    .mockResolvedValueOnce({ rows: [entry], hasMore: true })
    .mockResolvedValueOnce({ rows: [{ ...entry, sequence: 5 }], hasMore: false })
})

function Tab() {
  return <ExportsTab month={useMonth()} />
}

async function show(format: string, role: 'owner' | 'manager' = 'owner') {
  await page.viewport(320, 900)
  queryClient.clear()
  const root = createRootRoute()
  const finances = createRoute({ getParentRoute: () => root, path: '/finance', component: Tab })
  const history = createMemoryHistory({ initialEntries: [`/finance?tab=exports&month=2026-10${format}`] })
  const router = createRouter({ routeTree: root.addChildren([finances]), history })
  return render(
    <IntlProvider locale="en" messages={{ journal, finance, sales, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={queryClient}>
        <DrawnRole.Provider value={role}>
          <RouterProvider<typeof router> router={router} />
        </DrawnRole.Provider>
      </QueryClientProvider>
    </IntlProvider>,
  )
}

test('the totals of an open month are shown with their codes and a warning, and the file has every page of entries', async () => {
  const screen = await show('')
  await expect.element(screen.getByText(journal.warnings.open)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent.replaceAll(/[\u2066-\u2069]/gu, '')),
  )
  expect(rows).toEqual([
    ['Till', '1000', '£300.00', '–'],
    ['Revenue', '4000', '–', '£300.00'],
  ])
  await screen.getByRole('button', { name: journal.download }).click()
  await expect.poll(() => saveFile.mock.calls.length).toBe(1)
  const [name, content] = saveFile.mock.calls[0] ?? []
  expect(name).toBe('journal-2026-10-01-2026-10-31.csv')
  const lines = (await content?.text())?.split('\r\n') ?? []
  expect(lines.slice(1)).toEqual(
    [3, 5].map((at) => `2026-10-30,${at},S2026-00001,Payment,,1000,Till,4000,Revenue,150.00,GBP,,Cash`).concat(''),
  )
  expect(calls.lines.mock.calls).toEqual([
    [{ from: '2026-10-01', to: '2026-10-31', through: 7, after: 0 }],
    [{ from: '2026-10-30', to: '2026-10-31', through: 7, after: 3 }],
  ])
})

test('DATEV asks for its numbers before it gives a file, within their ranges', async () => {
  const screen = await show('&format=datev')
  await expect.element(screen.getByText(journal.bars.settings)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: journal.download })).toBeDisabled()
  await screen.getByRole('button', { name: journal.datev.open }).click()
  await screen.getByLabelText(journal.datev.consultant.label).fill('1000')
  await screen.getByLabelText(journal.datev.client.label).fill('٥٥٠٠٣')
  await screen.getByRole('button', { name: journal.save, exact: true }).click()
  await expect.element(screen.getByRole('alert').getByText(journal.datev.consultant.range)).toBeVisible()
  await screen.getByLabelText(journal.datev.consultant.label).fill('29098')
  await screen.getByRole('button', { name: journal.save, exact: true }).click()
  await expect
    .poll(() => calls.saveDatev.mock.calls)
    .toEqual([[{ consultant: 29_098, client: 55_003, chart: '03', accountLength: 4, yearStart: 1, version: 0 }]])
})

test('a code that the program refuses stays in the form; a manager reads the codes without changing them', async () => {
  const screen = await show('&format=xero')
  await screen.getByRole('button', { name: journal.changeCodes }).click()
  const revenue = screen.getByLabelText(finance.accounts.revenue, { exact: true })
  await revenue.fill('=200')
  await screen.getByRole('button', { name: journal.save, exact: true }).click()
  await expect.element(screen.getByRole('alert').getByText(journal.code.invalid)).toBeVisible()
  expect(calls.saveCodes).not.toHaveBeenCalled()
  await revenue.fill('210')
  await screen.getByRole('button', { name: journal.save, exact: true }).click()
  await expect.poll(() => calls.saveCodes.mock.calls.length).toBe(1)
  expect(calls.saveCodes.mock.calls[0]?.[0]).toMatchObject({ format: 'xero', version: 4 })
  await screen.unmount()
  const other = await show('&format=xero', 'manager')
  await expect.element(other.getByRole('button', { name: journal.download })).toBeEnabled()
  expect(other.getByRole('button', { name: journal.changeCodes }).elements()).toEqual([])
})
