import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { useMonth } from '#business/ledger/use-month.ts'
import finance from '#insight/finance/text.en.json'
import sales from '#money/sales/text.en.json'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import '#ui/tokens.css'
import '#ui/base.css'
import { Payroll } from './payroll.tab.tsx'
import type { PayLine, PayMonth, TrainerMonth } from './payroll.contract.ts'
import trainers from '#directory/trainers/text.en.json'
import payroll from './text.en.json'

const calls = vi.hoisted(() => ({ list: vi.fn(), lines: vi.fn(), pay: vi.fn(), adjust: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({ payroll: calls, setup: { vendor: () => Promise.resolve({ timeZone: 'UTC' }), progress: () => new Promise(() => {}) } }),
}))

const trainer = '019a0000-0000-7000-8000-000000000001'
const row = {
  trainer,
  name: 'Mariam Haddad',
  cost: 120,
  sessions: 5,
  minutes: 750,
  pay: 60_000,
  adjustments: -5,
  paid: 10_000,
  payable: 49_995,
}
const terms = { month: '2026-10', currency: 'GBP', exponent: 2, isFrozen: true, asOf: '2026-11-02T12:00:00.000Z' }
const month: PayMonth = {
  ...terms,
  rows: [row, { ...row, trainer: trainer.replace('1', '2'), name: 'Yousef Karam', payable: 0 }],
  totals: row,
}
const noRule = { unit: null, rate: null, share: null, minimum: null, maximum: null, empty: null, people: null, base: null }
const line = {
  id: trainer,
  why: 'held',
  isFrozen: true,
  session: trainer,
  day: '2026-10-25',
  minutes: 240,
  batchName: 'Nights',
  batchCode: 'N-1',
  cost: 120,
  amount: 12_000,
  reason: '',
  ...noRule,
} as const
const one: TrainerMonth = {
  ...terms,
  row,
  lines: [
    line,
    {
      ...line,
      id: 'b',
      why: 'byHand',
      session: null,
      minutes: 0,
      batchName: null,
      batchCode: null,
      cost: null,
      amount: -5,
      reason: 'A broken ball',
    },
  ],
  payments: [{ id: 'p', trainer, day: '2026-10-30', method: 'cash', account: null, amount: 10_000, reference: '' }],
}

function Tab() {
  return <Payroll month={useMonth(['month'])} />
}

async function open(address = '/finance?tab=payroll&month=2026-10') {
  const root = createRootRoute()
  const tree = root.addChildren(
    ['/finance', '/services/session'].map((path) => createRoute({ getParentRoute: () => root, path, component: Tab })),
  )
  const router = createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: [address] }) })
  return render(
    <IntlProvider locale="en" messages={{ finance, payroll, sales, trainers, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

beforeEach(async () => {
  await page.viewport(320, 800)
  for (const call of Object.values(calls)) call.mockReset()
  calls.list.mockResolvedValue(month)
  calls.lines.mockResolvedValue(one)
  calls.pay.mockResolvedValue({})
  calls.adjust.mockResolvedValue({})
})

/** The page itself does not scroll sideways. */
const fits = () => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)

test('a month stands by trainer with its totals; who is owed something can be paid all of it, once', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('table', { name: 'Trainer pay by trainer' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Mariam Haddad Sessions 5 Hours 12.5 .*120.* .*600.00.* .*−.*0.05/ })).toBeVisible()
  fits()
  expect(screen.getByRole('button', { name: 'Pay Yousef Karam', exact: true }).query()).toBeNull()
  await screen.getByRole('button', { name: 'Pay Mariam Haddad', exact: true }).click()
  await expect.element(screen.getByLabelText('Amount')).toHaveValue('499.95')
  fits()
  await screen.getByLabelText('Amount').fill('500')
  await screen.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect.element(screen.getByText(payroll.amount.over).first()).toBeVisible()
  expect(calls.pay).not.toHaveBeenCalled()
  await screen.getByLabelText('Amount').fill('499.95')
  await screen.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect
    .poll(() => calls.pay.mock.calls)
    .toEqual([[{ id: expect.any(String), trainer, account: null, amount: 49_995, method: 'transfer', reference: '' }]])
})

test('what is taken from a frozen month’s pay counts in the running month', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: 'Adjust the pay of Mariam Haddad' }).click()
  await screen.getByLabelText('Change').selectOptions('Deduct from pay')
  await screen.getByLabelText('Amount').fill('2.50')
  await screen.getByLabelText('Reason').fill('A broken ball')
  await screen.getByRole('button', { name: 'Adjust', exact: true }).click()
  const running = new Date().toISOString().slice(0, 7)
  await expect
    .poll(() => calls.adjust.mock.calls)
    .toEqual([[{ id: expect.any(String), trainer, month: running, amount: -250, reason: 'A broken ball' }]])
})

test('a trainer’s name opens every session and correction behind the figures', async () => {
  const screen = await open()
  await screen.getByRole('link', { name: 'Mariam Haddad' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Mariam Haddad' })).toBeVisible()
  expect(calls.lines).toHaveBeenCalledWith({ month: '2026-10', trainer })
  await expect.element(screen.getByRole('link', { name: 'Nights' })).toHaveAttribute('href', `/services/session?id=${trainer}`)
  await expect.element(screen.getByText('A broken ball')).toBeVisible()
  await expect.element(screen.getByRole('table', { name: 'Payments' })).toBeVisible()
  fits()
  await screen.getByRole('link', { name: 'All trainers' }).click()
  await expect.element(screen.getByRole('table', { name: 'Trainer pay by trainer' })).toBeVisible()
})

test('each line says how its amount follows from its session', async () => {
  const paid = { ...line, ...noRule, cost: null, empty: 'full' } as const
  const lines: PayLine[] = [
    { ...paid, id: '1', unit: 'head', rate: 500, people: 3, amount: 1500 },
    { ...paid, id: '2', unit: 'hour', rate: 3000, minutes: 90, amount: 4500 },
    { ...paid, id: '3', unit: 'share', share: 2000, base: 8400, minimum: 2000, amount: 2000 },
    { ...paid, id: '4', unit: 'session', rate: 4050, maximum: 5000, empty: 'nothing', people: 0, amount: 0 },
    { ...paid, id: '5', unit: 'session', rate: 4050, minimum: 1500, empty: 'minimum', people: 0, amount: 1500 },
    { ...paid, id: '6', why: 'changed', unit: 'head', rate: 500, people: 1, amount: -1000 },
  ]
  calls.lines.mockResolvedValue({ ...one, lines })
  const screen = await open(`/finance?tab=payroll&month=2026-10&trainer=${trainer}`)
  const table = screen.getByRole('table', { name: payroll.lines.caption })
  await expect.element(table).toBeVisible()
  const text = table.element().textContent.replaceAll(/[\u2066-\u2069]/gu, '')
  for (const said of [
    '3 people × £5.00',
    '1.5 h × £30.00',
    '20% of £84.00, at least £20.00',
    'No one present: not paid',
    'No one present: minimum of £15.00',
    '1 person × £5.00',
    payroll.why.changed,
  ])
    expect(text).toContain(said)
  fits()
})
