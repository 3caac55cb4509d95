import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import type { Role } from '#lib/roles.ts'
import { initialState, useRoot } from '#web/state.ts'
import app from '../text.en.json'
import challenges from '#insight/challenges/text.en.json'
import developers from '#business/developers/text.en.json'
import finance from '#insight/finance/text.en.json'
import lib from '#lib/text.en.json'
import notifications from '#business/notifications/text.en.json'
import quotes from '#money/quotes/text.en.json'
import rankings from '#insight/rankings/text.en.json'
import sales from '#money/sales/text.en.json'
import services from '#directory/services/text.en.json'
import setup from '#business/setup/text.en.json'
import team from '#directory/team/text.en.json'
import ui from '#ui/text.en.json'
import { Shortcuts } from '../shortcuts.tsx'
import palette from './text.en.json'

const recorded = vi.hoisted(() => ({ asked: [] as [name: string, input: unknown][], answers: {} as Record<string, unknown> }))
vi.mock('#web/server-calls.ts', async (load) => {
  const call = (name: string) => (input: unknown) => {
    recorded.asked.push([name, input])
    return Promise.resolve(recorded.answers[name] ?? { rows: [], total: 0 })
  }
  const area = (of: string) => new Proxy({}, { get: (_, name) => call(`${of}.${String(name)}`) })
  return { ...(await load<typeof import('#web/server-calls.ts')>()), callsOf: () => new Proxy({}, { get: (_, of) => area(String(of)) }) }
})
vi.mock('../load-texts.ts', async (load) => ({ ...(await load<typeof import('../load-texts.ts')>()), addTexts: () => Promise.resolve() }))

beforeEach(() => {
  localStorage.clear()
  recorded.asked.length = 0
  recorded.answers = { 'services.types': [] }
})
afterEach(() => useRoot.setState(initialState))

const messages = { app, challenges, developers, finance, lib, notifications, palette, quotes, rankings, sales, services, setup, team, ui }

async function show(as: Role, address = '/') {
  useRoot.setState({ auth: { ...initialState.auth, roles: as } })
  const root = createRootRoute({ component: Shortcuts, notFoundComponent: Shortcuts })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [address] }) })
  const screen = await render(
    <IntlProvider locale="en" messages={messages} timeZone="UTC" onError={() => {}}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  await expect.poll(() => router.state.status).toBe('idle')
  return { screen, router }
}

const bill = {
  id: 's1',
  number: 'S2026-01420',
  firstName: 'Amal',
  lastName: 'Karam',
  total: 6200,
  currency: 'GBP',
  exponent: 2,
  state: 'open',
}

async function type(screen: Awaited<ReturnType<typeof show>>['screen'], text: string) {
  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.getByRole('combobox').fill(text)
}

test.each([
  ['expense', 'Add expense', '/finance/expense', {}],
  ['refund', 'Refund a bill', '/sales', { tab: 'sales', state: 'paid' }],
  ['close the day', 'Cash up', '/sales/audit-report', { tab: 'days', close: 'day' }],
  ['tax', 'Tax Finance', '/finance', { tab: 'tax' }],
  ['profit', 'Profit and loss Finance', '/finance', { tab: 'profit' }],
  ['finance invoices', 'Invoices Finance', '/finance', { tab: 'invoices' }],
] as const)('“%s” finds %s', async (typed, name, path, search) => {
  const { screen, router } = await show('owner')
  await type(screen, typed)
  await expect.element(screen.getByRole('option', { name }).first()).toBeVisible()
  await screen.getByRole('option', { name }).first().click()
  await expect.poll(() => router.state.location.pathname).toBe(path)
  expect(router.state.location.search).toEqual(search)
  await screen.unmount()
})

test('a bill is found by its number, with its customer, amount and state', async () => {
  recorded.answers['sales.list'] = { rows: [bill], total: 1 }
  const { screen, router } = await show('owner')
  await type(screen, 'S2026-01420')
  const found = screen.getByRole('group', { name: 'Records' }).getByRole('option', { name: /S2026-01420 ?Amal Karam · .?£62.? · Open/ })
  await expect.element(found).toBeVisible()
  expect(recorded.asked).toContainEqual(['sales.list', { search: 'S2026-01420', size: 4 }])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.href).toBe('/sales/sale?id=s1')
  await screen.unmount()
})

test('what was opened is offered again by its present name; a role sees only what it may open', async () => {
  recorded.answers['sales.get'] = bill
  localStorage.setItem('recents', JSON.stringify([{ to: '/sales/sale', id: 's1' }]))
  const owner = await show('owner')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(owner.screen.getByRole('group', { name: 'Recent' }).getByRole('option', { name: /S2026-01420/ })).toBeVisible()
  await owner.screen.unmount()
  recorded.asked.length = 0
  const trainer = await show('trainer')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(trainer.screen.getByRole('group', { name: 'Pages' })).toBeVisible()
  expect(trainer.screen.getByRole('group', { name: 'Recent' }).elements()).toEqual([])
  await expect.element(trainer.screen.getByRole('option', { name: 'Finance' })).toBeVisible()
  expect(trainer.screen.getByRole('option', { name: 'Sales' }).elements()).toEqual([])
  expect(recorded.asked.filter(([name]) => name.startsWith('sales.'))).toEqual([])
  await trainer.screen.unmount()
})

test('what arrives later moves no choice, and an earlier text’s records are not opened', async () => {
  let answer: (value: unknown) => void = () => {}
  recorded.answers['sales.get'] = new Promise((resolve) => (answer = resolve))
  localStorage.setItem('recents', JSON.stringify([{ to: '/sales/sale', id: 's1' }]))
  const { screen, router } = await show('owner')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(screen.getByRole('option', { name: 'Sell' })).toHaveAttribute('aria-selected', 'true')
  answer(bill)
  await expect.element(screen.getByRole('group', { name: 'Recent' })).toBeVisible()
  await expect.element(screen.getByRole('option', { name: 'Sell' })).toHaveAttribute('aria-selected', 'true')
  recorded.answers['sales.list'] = { rows: [bill], total: 1 }
  await screen.getByRole('combobox').fill('S2026')
  await expect.element(screen.getByRole('option', { name: /S2026-01420/ })).toBeVisible()
  await screen.getByRole('combobox').fill('S2027')
  await userEvent.keyboard('{Enter}')
  expect(router.state.location.pathname).toBe('/')
  await screen.unmount()
})

test('a customer who was erased is not offered again', async () => {
  recorded.answers['customers.get'] = { id: 'c1', firstName: '–', lastName: '', phone: '', email: '', erasedAt: '2026-11-01T00:00:00Z' }
  recorded.answers['sales.get'] = bill
  localStorage.setItem(
    'recents',
    JSON.stringify([
      { to: '/sales/customer', id: 'c1' },
      { to: '/sales/sale', id: 's1' },
    ]),
  )
  const { screen } = await show('owner')
  await userEvent.keyboard('{Control>}k{/Control}')
  const offered = screen.getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect.element(screen.getByRole('option', { name: /S2026-01420/ })).toBeVisible()
  await expect.poll(() => recorded.asked.some(([name]) => name === 'customers.get')).toBe(true)
  expect(offered.elements()).toHaveLength(1)
  await screen.unmount()
})

test('two letters lead to a page, also where they are Arabic; not while typing, too late or switched off', async () => {
  const { screen, router } = await show('owner')
  await userEvent.keyboard('gc')
  await expect.poll(() => router.state.location.href).toBe('/sales?tab=customers')
  const press = (code: string, key: string) =>
    window.dispatchEvent(new KeyboardEvent('keydown', { code, key, bubbles: true, cancelable: true }))
  press('KeyN', 'ى')
  press('KeyS', 'س')
  await expect.poll(() => router.state.location.pathname).toBe('/sales/add')
  // An Arabic keyboard writes two letters with this key.
  press('KeyG', 'ل')
  press('KeyB', 'لا')
  await expect.poll(() => router.state.location.href).toBe('/services?tab=batches')
  press('KeyN', 'ى')
  press('KeyS', 'س')
  await expect.poll(() => router.state.location.pathname).toBe('/sales/add')
  localStorage.setItem('singleKeys', 'off')
  await userEvent.keyboard('gh')
  localStorage.setItem('singleKeys', 'on')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(screen.getByRole('combobox')).toBeVisible()
  await userEvent.keyboard('gh')
  await expect.element(screen.getByRole('combobox')).toHaveValue('gh')
  await userEvent.keyboard('{Escape}')
  const real = Date.now
  press('KeyG', 'g')
  vi.spyOn(Date, 'now').mockImplementation(() => real() + 5000)
  press('KeyH', 'h')
  vi.restoreAllMocks()
  expect(router.state.location.pathname).toBe('/sales/add')
  await screen.unmount()
})
