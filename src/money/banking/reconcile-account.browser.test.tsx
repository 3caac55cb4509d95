import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { IntlProvider } from 'use-intl'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import cashbook from '#money/cashbook/text.en.json'
import expenses from '#money/expenses/text.en.json'
import { newRecordId } from '#lib/record-ids.ts'
import { queryClient } from '#web/query.ts'
import lib from '#lib/text.en.json'
import dates from '#ui/dates/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import type { BankLineRow } from './banking.contract.ts'
import ReconcileAccount from './reconcile-account.tsx'
import banking from './text.en.json'

const calls = vi.hoisted(() => ({
  lines: vi.fn(),
  balance: vi.fn(),
  accept: vi.fn(),
  acceptSure: vi.fn(),
  undo: vi.fn(),
  files: vi.fn(),
  removeFile: vi.fn(),
  bills: vi.fn(),
  expenses: vi.fn(),
  check: vi.fn(),
  importFile: vi.fn(),
}))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    banking: calls,
    cashbook: { choices: async () => [] },
    setup: { vendor: async () => null, progress: () => new Promise(() => {}) },
  }),
}))
vi.mock('#web/client.ts', async (load) => ({
  ...(await load<typeof import('#web/client.ts')>()),
  clientOf: () => ({
    api: { banking: calls, cashbook: { choices: async () => [] }, sales: { list: calls.bills }, expenses: { list: calls.expenses } },
    useMay: () => true,
  }),
}))

const account = { id: 'bank', kind: 'bank' as const, name: 'Current', number: '' }
const terms = { currency: 'GBP', exponent: 2, asOf: '2026-10-05T09:00:00Z' }
const nothing = { count: 0, amount: 0, rows: [] }

/** An open line, with its proposal unless nothing is like it. */
const line = (id: string, amount: number, isFound = true): BankLineRow => {
  const item = {
    id: `payment-${id}`,
    kind: 'payment' as const,
    day: '2026-10-05',
    amount,
    entries: [`entry-${id}`],
    name: id,
    number: null,
  }
  const reasons = [{ kind: 'amount' as const, value: null }]
  const proposal = { items: [{ ...item, account: null, sale: null, expense: null }], confidence: 99, isSure: true, difference: 0, reasons }
  const row = { id, day: '2026-10-05', amount, name: id, text: '', reference: '', version: 1, matchedAt: null, items: [] }
  return { ...row, proposal: isFound ? proposal : null }
}

function show() {
  const routeTree = createRootRoute({ component: () => <ReconcileAccount account={account} /> })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  return render(
    <IntlProvider locale="en" messages={{ banking, cashbook, expenses, dates, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={queryClient}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

/** The open lines that the server has. */
function serve(rows: BankLineRow[]): void {
  let open = rows
  const counts = () => ({
    open: open.length,
    matched: rows.length - open.length,
    sure: open.filter(({ proposal }) => proposal?.isSure).length,
  })
  calls.lines.mockImplementation(async () => ({ ...terms, rows: open, total: open.length, ...counts() }))
  calls.accept.mockImplementation(async ({ id }: { id: string }) => {
    open = open.filter((row) => row.id !== id)
  })
}

beforeEach(() => {
  queryClient.clear()
  vi.clearAllMocks()
  const none = { bank: 9_000, ledger: 9_000, atStart: 0, missing: 0, lines: nothing, entries: nothing }
  calls.balance.mockResolvedValue({ ...terms, day: '2026-10-05', startedOn: '2026-10-05', importedThrough: '2026-10-05', ...none })
})

test('Enter accepts the line in focus and moves on, and arrows move among lines', async () => {
  serve([line('Jane', 6_000), line('Sara', 4_500), line('Omar', 7_500, false)])
  const screen = await show()
  const button = (name: RegExp) => screen.getByRole('button', { name })
  await expect.element(button(/^Accept .£60/)).toBeVisible()
  await expect.element(button(/^Enter manually: .£75/)).toHaveTextContent('Enter manually')
  button(/^Accept .£60/)
    .element()
    .focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button(/^Accept .£45/)).toHaveFocus()
  await expect
    .poll(() => calls.accept)
    .toHaveBeenCalledWith({
      id: 'Jane',
      version: 1,
      entries: ['entry-Jane'],
      documents: [],
      expense: null,
      move: null,
    })
  await expect.element(button(/^Accept .£60/)).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(button(/^Enter manually: .£75/)).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(button(/^Accept .£45/)).toHaveFocus()
})

test('all sure lines are accepted in as many calls as it takes', async () => {
  serve([line('Jane', 6_000), line('Sara', 4_500)])
  calls.acceptSure.mockResolvedValueOnce({ accepted: 1, left: 1 }).mockResolvedValueOnce({ accepted: 1, left: 0 })
  calls.acceptSure.mockResolvedValue({ accepted: 0, left: 0 })
  const screen = await show()
  await screen.getByRole('button', { name: 'Accept all 2 high-confidence matches' }).click()
  await expect.poll(() => calls.acceptSure).toHaveBeenCalledTimes(3)
})

test('a line whose call fails is shown again', async () => {
  serve([line('Jane', 6_000)])
  calls.accept.mockRejectedValue(new Error('away'))
  const screen = await show()
  await screen.getByRole('button', { name: /^Accept .£60/ }).click()
  await expect.poll(() => calls.accept).toHaveBeenCalled()
  await expect.element(screen.getByRole('button', { name: /^Accept .£60/ })).toBeVisible()
})

test('a file is read in the browser, and only its new lines are sent', async () => {
  serve([])
  calls.check.mockResolvedValue({ known: [1], doubles: [] })
  calls.importFile.mockResolvedValue({ id: 'file', added: 1, known: 0 })
  const screen = await show()
  await expect.element(screen.getByText('No bank file yet')).toBeVisible()
  await screen.getByRole('button', { name: 'Import bank file' }).click()
  const csv = 'Date,Description,Amount\n01/10/2026,JANE OAK,60.00\n02/10/2026,RENT,-12.50\n'
  await screen.getByLabelText('Bank file').upload(new File([csv], 'october.csv', { type: 'text/csv' }))
  await screen.getByRole('button', { name: 'Import 1 line' }).click()
  await expect.poll(() => calls.importFile).toHaveBeenCalledOnce()
  expect(calls.importFile.mock.calls[0]?.[0]).toMatchObject({
    account: 'bank',
    name: 'october.csv',
    lines: [{ position: 2, day: '2026-10-02', amount: -1_250, text: 'RENT', occurrence: 1 }],
  })
})

test('a file of which nothing is matched is removed once that is confirmed', async () => {
  serve([line('Jane', 6_000)])
  const file = { fromDay: '2026-10-01', toDay: '2026-10-31', at: '2026-11-01T08:00:00.000Z', importedBy: 'owner@north.example', lines: 3 }
  const rows = [
    { ...file, id: 'october', name: 'october.csv', matched: 0 },
    { ...file, id: 'september', name: 'september.csv', matched: 2 },
  ]
  calls.files.mockResolvedValue({ rows })
  calls.removeFile.mockResolvedValue({ id: 'october', lines: 3 })
  const screen = await show()
  await screen.getByRole('button', { name: 'Imported files' }).click()
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'september.csv' }).getByText('Undo its matches first')).toBeVisible()
  await screen.getByRole('button', { name: 'Remove' }).click()
  const confirm = screen.getByRole('dialog', { name: 'Remove this file?' })
  await expect.element(confirm.getByText(/october.csv and the 3 lines that it added are removed/)).toBeVisible()
  expect(calls.removeFile).not.toHaveBeenCalled()
  await confirm.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => calls.removeFile).toHaveBeenCalledWith({ id: 'october' })
})

test('a line without a proposal pays an open bill of at least its amount, or an unpaid expense of its amount', async () => {
  const [trust, holding, large, same, small, rent] = Array.from({ length: 6 }, newRecordId)
  serve([
    { ...line('Trust', 6_000, false), id: trust! },
    { ...line('Holding', -900, false), id: holding! },
  ])
  const bill = { firstName: 'Jane', lastName: 'Oak' }
  const bills = [
    { ...bill, id: large, number: 'S2026-00043', due: 9_000 },
    { ...bill, id: same, number: 'S2026-00042', due: 6_000 },
    { ...bill, id: small, number: 'S2026-00041', due: 1_000 },
  ]
  calls.bills.mockResolvedValue({ rows: bills })
  calls.expenses.mockResolvedValue({ rows: [{ id: rent, supplier: 'Corniche Estates', day: '2026-10-01', amount: 900 }] })
  const screen = await show()
  await screen.getByRole('button', { name: /^Enter manually: .£60/ }).click()
  await screen.getByLabelText('Type').selectOptions('Payment of an open bill')
  const choice = screen.getByLabelText('Open bill')
  await expect.poll(() => choice.element().textContent).toMatch(/^S2026-00042.*S2026-00043 · Jane Oak · .£90.$/)
  await choice.selectOptions(large!)
  await screen.getByRole('button', { name: 'Enter and match' }).click()
  const sent = { version: 1, entries: [], expense: null, move: null }
  await expect.poll(() => calls.accept).toHaveBeenCalledWith({ ...sent, id: trust, documents: [{ kind: 'bill', id: large }] })
  await screen.getByRole('button', { name: /^Enter manually: .−£9/ }).click()
  await screen.getByLabelText('Type').selectOptions('Payment of an unpaid expense')
  await screen.getByRole('button', { name: 'Enter and match' }).click()
  const documents = [{ kind: 'supplierBill', id: rent }]
  await expect.poll(() => calls.accept).toHaveBeenCalledWith({ ...sent, id: holding, documents })
})
