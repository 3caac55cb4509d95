import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { queryClient } from '#web/query.ts'
import { initialState, useRoot } from '#web/state.ts'
import type { Role } from '#lib/roles.ts'
import { Invoices } from '#insight/finance/invoices.tsx'
import finance from '#insight/finance/text.en.json'
import services from '#directory/services/text.en.json'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import type { SaleDetail } from './sale.contract.ts'
import { SaleList } from './sale.list.tsx'
import { SalePayments } from './sale-payments.tsx'
import sales from './text.en.json'

const calls = vi.hoisted(() => ({
  list: vi.fn(),
  get: vi.fn(),
  void: vi.fn(),
  refundEffect: vi.fn(),
  reversePayment: vi.fn(),
  invoices: vi.fn(),
  send: vi.fn(),
}))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    sales: calls,
    finance: calls,
    setup: {
      vendor: () => Promise.resolve({ timeZone: 'UTC' }),
      progress: () => Promise.resolve({ country: { exponent: 2, timeZones: ['UTC'] } }),
    },
  }),
}))

const bill = (more: Partial<SaleDetail>): Partial<SaleDetail> => ({
  id: 'x',
  version: 1,
  number: 'S2026-000001',
  day: '2026-10-05',
  customer: 'c',
  firstName: 'Amal',
  lastName: 'Karam',
  state: 'open',
  currency: 'AED',
  exponent: 2,
  text: 'Juniors',
  lines: 1,
  total: 35_000,
  paid: 0,
  credited: 0,
  refunded: 0,
  due: 35_000,
  items: [],
  payments: [],
  refunds: [],
  ...more,
})
const open = bill({})
const paid = bill({ id: 'y', number: 'S2026-000002', state: 'paid', paid: 35_000, due: 0, customer: null })
const voided = bill({ id: 'z', number: 'S2026-000003', state: 'void', due: 0, customer: null })
const none = { total: 0, credited: 0, paid: 0, refunded: 0, due: 0 }

async function show(Screen: () => ReactNode, as: Role, rows: object[], sums = none) {
  useRoot.setState({ auth: { ...initialState.auth, roles: as } })
  calls.list.mockResolvedValue({ rows, total: rows.length, totalIsCapped: false, sums })
  calls.invoices.mockResolvedValue({ rows, total: rows.length, totalIsCapped: false, sums, asOf: '2026-10-05T09:00:00Z' })
  const root = createRootRoute()
  const at = (path: string, component: () => ReactNode) => createRoute({ getParentRoute: () => root, path, component })
  const tree = root.addChildren([at('/', Screen), at('/sales/sale', () => <p>The bill alone</p>), at('/sales/add', () => null)])
  const router = createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  const screen = await render(
    <IntlProvider locale="en" messages={{ finance, lib, sales, services, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={queryClient}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  /** Opens a bill's menu and returns its items. */
  const menu = async (number: string) => {
    await screen.getByRole('button', { name: `Actions for ${number}` }).click()
    const items = screen.getByRole('menu', { name: `Actions for ${number}` }).getByRole('menuitem')
    await expect.poll(() => items.elements().length).toBeGreaterThan(0)
    return items.elements().map(({ textContent }) => textContent)
  }
  return { screen, router, menu }
}

beforeEach(() => {
  queryClient.clear()
  for (const call of Object.values(calls)) call.mockReset()
  calls.get.mockResolvedValue(open)
})

test.each<[Role, string[], string[], string[]]>([
  ['owner', ['Receipt', 'Take payment', 'Refund', 'Void', 'Send by email'], ['Receipt', 'Refund'], ['Receipt']],
  ['frontDesk', ['Receipt', 'Take payment', 'Refund', 'Send by email'], ['Receipt', 'Refund'], ['Receipt']],
  ['accountant', ['Receipt'], ['Receipt'], ['Receipt']],
])("a %s's menus of an open, a paid and a void bill offer what its state and the role allow", async (role, ofOpen, ofPaid, ofVoid) => {
  const { menu } = await show(SaleList, role, [open, paid, voided])
  expect(await menu('S2026-000001')).toEqual(ofOpen)
  await userEvent.keyboard('{Escape}')
  expect(await menu('S2026-000002')).toEqual(ofPaid)
  await userEvent.keyboard('{Escape}')
  expect(await menu('S2026-000003')).toEqual(ofVoid)
})

test('the sums of a list add up as they are read: bills, what credit notes took off, paid, given back, due', async () => {
  const shown = async (sums: typeof none) => {
    const { screen } = await show(SaleList, 'owner', [paid], sums)
    const list = screen.getByLabelText('Totals of these bills')
    await expect.element(list).toBeVisible()
    const words = (name: 'dt' | 'dd') =>
      [...list.element().querySelectorAll(name)].map(({ textContent }) => textContent.replace(/[^\w.− ]/g, ''))
    const [names, amounts] = [words('dt'), words('dd')]
    await screen.unmount()
    queryClient.clear()
    return names.map((name, at) => `${name} ${amounts[at]?.replace('AED', '')}`)
  }
  expect(await shown({ total: 70_905, credited: 5045, paid: 40_950, refunded: 5045, due: 35_000 })).toEqual([
    'Total 759.50',
    'Credit notes −50.45',
    'Paid 409.50',
    'Refunded 50.45',
    'Due 350.00',
  ])
  expect((await shown({ ...none, total: 70_950 })).map((text) => text.split(' ')[0])).toEqual(['Total', 'Paid', 'Refunded', 'Due'])
})

test('the amounts of a column have the same digits after the point, and nothing is a dash', async () => {
  const { screen } = await show(SaleList, 'owner', [open, bill({ id: 'w', number: 'S2026-000004', paid: 10_050, due: 24_950 })])
  const amounts = (number: string) =>
    [...(screen.getByText(number).element().closest('tr')?.querySelectorAll('[class*=number]') ?? [])].map((cell) =>
      cell.textContent.replace(/[^\d.–]/g, ''),
    )
  await expect.element(screen.getByText('S2026-000001')).toBeVisible()
  expect(amounts('S2026-000001')).toEqual(['350.00', '–', '350.00'])
  expect(amounts('S2026-000004')).toEqual(['350.00', '100.50', '249.50'])
})

test('a bill is read before it is voided from its row, and the list is read again after', async () => {
  const { screen, menu } = await show(SaleList, 'owner', [open])
  calls.void.mockResolvedValue(voided)
  await menu('S2026-000001')
  await screen.getByRole('menuitem', { name: 'Void' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Void S2026-000001?' })
  await expect.element(dialog).toBeVisible()
  expect(calls.get.mock.calls).toEqual([[{ id: 'x' }]])
  await dialog.getByLabelText('Reason').fill('Sold twice')
  await dialog.getByRole('button', { name: 'Void the bill' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(calls.void.mock.calls).toEqual([[{ id: 'x', reason: 'Sold twice' }]])
  await expect.poll(() => calls.list.mock.calls.length).toBeGreaterThan(1)
})

test('a bill that was paid since its row was read is not asked to be voided; the list shows it as it is', async () => {
  const { screen, menu } = await show(SaleList, 'owner', [open])
  calls.get.mockResolvedValue(bill({ state: 'paid', paid: 35_000, due: 0 }))
  await menu('S2026-000001')
  await screen.getByRole('menuitem', { name: 'Void' }).click()
  await expect.poll(() => calls.list.mock.calls.length).toBeGreaterThan(1)
  expect(screen.getByRole('dialog').elements()).toEqual([])
})

const took = {
  id: 'p',
  day: '2026-10-05',
  at: '2026-10-05T09:00:00Z',
  method: 'cash',
  account: null,
  amount: 20_000,
  reference: 'Cheque 17',
} as const
const stands = { ...took, reverses: null, reason: null, reversedOn: null }
const reversed = { ...stands, reversedOn: '2026-10-08' }
const entry = { ...stands, id: 'q', day: '2026-10-08', amount: -20_000, reverses: 'p', reason: 'It bounced' }

test('a payment is reversed from its row after a reason, and shows when and why', async () => {
  const sale = bill({ state: 'paid', paid: 35_000, due: 0, payments: [stands] }) as SaleDetail
  const { screen } = await show(() => <SalePayments sale={sale} />, 'manager', [])
  calls.reversePayment.mockResolvedValue(sale)
  await screen.getByRole('button', { name: /^Reverse payment: .*200\.00.*, Cash$/ }).click()
  const dialog = screen.getByRole('dialog', { name: /^Reverse the payment of .*200\.00/ })
  await dialog.getByRole('button', { name: 'Reverse payment' }).click()
  await expect.element(dialog.getByRole('link', { name: 'A reason is required' })).toBeVisible()
  expect(calls.reversePayment.mock.calls).toEqual([])
  await dialog.getByLabelText('Reason').fill('It bounced')
  await dialog.getByRole('button', { name: 'Reverse payment' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(calls.reversePayment.mock.calls).toEqual([[{ id: expect.any(String), sale: 'x', payment: 'p', reason: 'It bounced' }]])
})

test.each<[string, Role, Partial<SaleDetail>]>([
  ['a reversed payment', 'owner', { payments: [reversed, entry] }],
  ['money that went back', 'owner', { payments: [stands], refunded: 100 }],
  ['the marketplace', 'owner', { payments: [{ ...stands, method: 'marketplace' }] }],
  ['the front desk', 'frontDesk', { payments: [stands] }],
  ['the accountant', 'accountant', { payments: [stands] }],
])('nothing is offered to reverse for %s', async (_name, role, more) => {
  const { screen } = await show(() => <SalePayments sale={bill(more) as SaleDetail} />, role, [])
  await expect.element(screen.getByText('Cheque 17').first()).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
  const isReversed = more.payments?.length === 2
  expect(screen.getByText('It bounced').elements()).toHaveLength(isReversed ? 1 : 0)
  expect(screen.getByText(/^Reversed on/).elements()).toHaveLength(isReversed ? 1 : 0)
})

test('the receipt of a row is its bill', async () => {
  const { screen, router, menu } = await show(SaleList, 'accountant', [open])
  await menu('S2026-000001')
  await screen.getByRole('menuitem', { name: 'Receipt' }).click()
  await expect.element(screen.getByText('The bill alone')).toBeVisible()
  expect(router.state.location.search).toEqual({ id: 'x' })
})

test.each([
  ['sales', SaleList, 'owner', 1],
  ['sales', SaleList, 'accountant', 0],
  ['invoices', Invoices, 'manager', 1],
  ['invoices', Invoices, 'accountant', 0],
] as const)('where there are no %s yet, %o offers the %s %i ways to sell', async (_name, Screen, role, count) => {
  const { screen } = await show(Screen, role, [])
  await expect.element(screen.getByText(Screen === SaleList ? sales.empty.sales.title : finance.invoices.none)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Sell' }).elements()).toHaveLength(count)
})

test('a bill whose customer has no e-mail address says so in its menu, and sends nothing', async () => {
  const { screen, menu } = await show(SaleList, 'owner', [bill({ hasEmail: false })])
  await menu('S2026-000001')
  const send = screen.getByRole('menuitem', { name: /Send by email/ })
  await expect.element(send).toHaveAttribute('aria-disabled', 'true')
  expect(send.element().textContent).toContain(sales.receipt.noAddress)
  ;(send.element() as HTMLElement).click()
  expect(calls.send).not.toHaveBeenCalled()
})
