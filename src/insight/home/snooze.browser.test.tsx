import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import { dayBox, expectDay, typeDay } from '#ui/dates/day-typing.sample.ts'
import dates from '#ui/dates/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import '#ui/tokens.css'
import '#ui/base.css'
import type { Need, Needs, NeedsOfKind } from './needs.contract.ts'
import { NeedsYou } from './needs.tsx'
import home from './text.en.json'

const calls = vi.hoisted(() => ({ snooze: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({ home: calls }),
}))

const bill = '019a0000-0000-7000-8000-000000000001'
const need: Need = {
  id: bill,
  target: bill,
  name: 'Abdulrahman Al Muhannadi and his four brothers',
  text: 'Juniors, October and November',
  day: '2026-10-01',
  age: 4,
  people: 0,
  free: 0,
  money: 35_000,
  until: null,
  by: '',
}
const none: NeedsOfKind = { count: 0, total: null, rows: [], snoozed: [] }
const sleeper: Need = {
  ...need,
  id: bill.replace(/1$/, '2'),
  name: 'Badr',
  until: '2026-10-20',
  by: 'a.colleague.with.a.long.address@example.com',
}
const needs: Needs = {
  unmarked: none,
  quotes: none,
  unnamed: none,
  payouts: none,
  waiting: none,
  expiring: none,
  unpriced: none,
  pastDue: { count: 7, total: 123_400, rows: [need], snoozed: [sleeper] },
}

async function open(maySnooze = true) {
  const component = () => <NeedsYou needs={needs} currency={{ currency: 'AED', exponent: 2 }} today="2026-10-05" maySnooze={maySnooze} />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory({ initialEntries: ['/'] }) })
  return render(
    <IntlProvider locale="en" messages={{ dates, home, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

beforeEach(async () => {
  await page.viewport(320, 800)
  calls.snooze.mockReset()
  calls.snooze.mockImplementation((input: unknown) => Promise.resolve(input))
})

const fits = () => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)

test('a bill shows its age and what is at stake, and is put off for three days from the menu', async () => {
  const screen = await open()
  const past = screen.getByRole('region', { name: 'Past due' })
  await expect.element(past).toMatchTextContent(/7 · .*AED\s1,234/)
  await expect.element(past).toMatchTextContent(/Juniors, October and November, .*AED\s350.*, 4 days late/)
  fits()
  await screen.getByRole('button', { name: `Snooze ${need.name}` }).click()
  await screen.getByRole('menuitem', { name: 'For 3 days' }).click()
  await expect.poll(() => calls.snooze.mock.calls).toEqual([[{ kind: 'pastDue', about: bill, until: '2026-10-08' }]])
  await expect.element(screen.getByRole('status')).toHaveTextContent('Snoozed for everyone until Thu, Oct 8.')
  await expect.element(screen.getByRole('heading', { name: 'Needs attention' })).toHaveFocus()
})

test('a date is asked for, and a wrong one is told at its field', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: `Snooze ${need.name}` }).click()
  await screen.getByRole('menuitem', { name: 'Until a date' }).click()
  await expectDay(dayBox(screen, 'Comes back on'), '2026-10-19')
  fits()
  await screen.getByRole('button', { name: `${dates.open} Comes back on` }).click()
  await screen.getByRole('button', { name: dates.clear }).click()
  await screen.getByRole('button', { name: 'Snooze', exact: true }).click()
  await expect.element(screen.getByText(home.snooze.required).first()).toBeVisible()
  expect(calls.snooze).not.toHaveBeenCalled()
  await typeDay(dayBox(screen, 'Comes back on'), '2026-11-01')
  await screen.getByRole('button', { name: 'Snooze', exact: true }).click()
  await expect.poll(() => calls.snooze.mock.calls).toEqual([[{ kind: 'pastDue', about: bill, until: '2026-11-01' }]])
  await expect.poll(() => dayBox(screen, 'Comes back on').query()).toBeNull()
})

test('what is put off says until when and by whom, and is woken', async () => {
  const screen = await open()
  await screen.getByText('Snoozed (1)').click()
  await expect.element(screen.getByText(/Past due, until Oct 20, by a.colleague/)).toBeVisible()
  fits()
  await screen.getByRole('button', { name: 'Unsnooze Badr' }).click()
  await expect.poll(() => calls.snooze.mock.calls).toEqual([[{ kind: 'pastDue', about: sleeper.id, until: null }]])
})

test('who may not put off sees what waits and no menu', async () => {
  const screen = await open(false)
  await expect.element(screen.getByRole('link', { name: /Take payment/ })).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})
