import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { queryClient } from '#web/query.ts'
import { initialState, useRoot } from '#web/state.ts'
import type { Role } from '#lib/roles.ts'
import lib from '#lib/text.en.json'
import ui from '#ui/text.en.json'
import { TrialOver } from '#ui/trial-over.tsx'
import { CustomerMoney } from './customer-money.tsx'
import sales from './text.en.json'

const calls = vi.hoisted(() => ({ list: vi.fn(), credit: vi.fn(), remind: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    sales: calls,
    setup: {
      vendor: () => Promise.resolve({ timeZone: 'UTC' }),
      progress: () => Promise.resolve({ country: { exponent: 2, timeZones: ['UTC'] } }),
    },
  }),
}))

const currency = { currency: 'AED', exponent: 2 }
const bill = (id: string, dueOn: string, due: number) => ({ ...currency, id, dueOn, due })
beforeEach(() => {
  queryClient.clear()
  calls.credit.mockResolvedValue({ ...currency, balance: 1250, rows: [] })
})

async function shown(rows: object[], due: number, role: Role = 'owner', isOver = false) {
  calls.list.mockResolvedValue({ rows, total: rows.length, sums: { due } })
  useRoot.setState({ ...initialState, auth: { ...initialState.auth, roles: role } })
  const root = createRootRoute({
    component: () => (
      <TrialOver value={isOver}>
        <CustomerMoney customer="c" />
      </TrialOver>
    ),
  })
  return render(
    <QueryClientProvider client={queryClient}>
      <IntlProvider locale="en-GB" messages={{ lib, ui, sales }} timeZone="UTC">
        <RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />
      </IntlProvider>
    </QueryClientProvider>,
  )
}

test('the sum of all bills is owed, and the oldest of them is the one to take', async () => {
  const screen = await shown([bill('b', '2999-03-01', 5000), bill('a', '2999-02-01', 6750)], 11_750)
  await expect.element(screen.getByText(/117\.50/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /^Take .*67\.50/ })).toHaveAttribute('href', '/sales/sale?id=a&act=pay')
  await expect.element(screen.getByText('2 unpaid bills; this takes the oldest')).toBeVisible()
  // Nothing is late yet.
  expect(screen.getByRole('button', { name: 'Send reminder' }).elements()).toHaveLength(0)
  await expect.element(screen.getByText(/12\.50/)).toBeVisible()
})

test('once the trial is over, taking money and reminding lead to the plans', async () => {
  const screen = await shown([bill('a', '2026-01-01', 6750)], 6750, 'owner', true)
  await expect.element(screen.getByRole('link', { name: /^Take .*67\.50/ })).toHaveAttribute('href', '/plans')
  await expect.element(screen.getByRole('link', { name: /^Send reminder/ })).toHaveAttribute('href', '/plans')
})

test('a late bill can be reminded of, and who may not take money sees what is owed alone', async () => {
  const late = [bill('a', '2026-01-01', 6750)]
  const desk = await shown(late, 6750)
  await expect.element(desk.getByText(/^past due since/)).toBeVisible()
  await expect.element(desk.getByRole('button', { name: 'Send reminder' })).toBeVisible()
  await desk.unmount()
  const reader = await shown(late, 6750, 'accountant')
  await expect.element(reader.getByText('Owes')).toBeVisible()
  expect(reader.getByRole('link').elements()).toHaveLength(0)
  expect(reader.getByRole('button').elements()).toHaveLength(0)
})

test('a customer without an email address cannot be reminded, and the button says so', async () => {
  const screen = await shown([{ ...bill('a', '2026-01-01', 6750), hasEmail: false }], 6750)
  const remind = screen.getByRole('button', { name: 'Send reminder' })
  await expect.element(remind).toBeDisabled()
  await expect.element(remind).toHaveAttribute('title', sales.receipt.noAddress)
})

test('who owes nothing is said to', async () => {
  const screen = await shown([], 0)
  await expect.element(screen.getByText('Nothing to pay')).toBeVisible()
  expect(screen.getByRole('link').elements()).toHaveLength(0)
})
