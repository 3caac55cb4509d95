import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import payroll from '#money/payroll/text.en.json'
import lib from '#lib/text.en.json'
import { week } from '#lib/fields.ts'
import { moneyText } from '#lib/money.ts'
import { dayBox, expectDay, typeDay } from '#ui/dates/day-typing.sample.ts'
import dates from '#ui/dates/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import '#ui/tokens.css'
import '#ui/base.css'
import type { Trainer } from './trainer.contract.ts'
import { TrainerForm } from './trainer.form.tsx'
import trainers from './text.en.json'

const calls = vi.hoisted(() => ({ update: vi.fn(), rules: vi.fn() }))
const service = '019a0000-0000-7000-8000-000000000002'
vi.mock('#directory/services/service-names.ts', () => ({
  useServiceOptions: () => ({ options: [{ value: service, label: 'Football' }], isReady: true, labelOf: () => 'Football' }),
}))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    trainers: { update: calls.update },
    payroll: { rules: calls.rules },
    setup: {
      vendor: () => Promise.resolve({ timeZone: 'UTC' }),
      progress: () => Promise.resolve({ country: { currency: 'GBP', exponent: 2, firstWeekday: 1, timeZones: ['UTC'] } }),
    },
  }),
}))

const id = '019a0000-0000-7000-8000-000000000001'
const row: Trainer = {
  id,
  version: 3,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  services: [service],
  avatar: `/media/${'e'.repeat(64)}.webp`,
  Fname: 'Carl',
  Lname: 'Weaver',
  cost: 40,
  startingTime: '09:00',
  endingTime: '21:00',
  trainingDays: week(1),
  state: 'active',
}

beforeEach(async () => {
  sessionStorage.clear()
  calls.update.mockReset().mockResolvedValue({ ...row, version: 4 })
  calls.rules.mockReset().mockResolvedValue({
    trainer: id,
    today: '2027-06-10',
    openFrom: '2027-05-01',
    currency: 'GBP',
    exponent: 2,
    rules: [
      {
        from: null,
        service: null,
        unit: 'session',
        amount: 4000,
        share: null,
        minimum: null,
        maximum: null,
        setAt: row.createdAt,
        isReplaced: false,
      },
    ],
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <TrainerForm row={row} /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={{ dates, trainers, payroll, lib, lists, ui }}>
        <RouterProvider<typeof router> router={router} />
      </IntlProvider>
    </QueryClientProvider>,
  )
})

const cost = () => page.getByLabelText('Cost', { exact: true })
const from = () => dayBox(page, 'Cost applies from')
const save = () => page.getByRole('button', { name: 'Save' }).click()

test('a changed cost says from when it counts and what stays, and is sent without a day for the present one', async () => {
  await expectDay(from(), '2027-06-10')
  await cost().fill('80')
  const money = (units: number) => moneyText(units * 100, 'GBP', 2, 'en')
  const effect = `Sessions from Jun 10, 2027 on are paid at ${money(80)}. Earlier ones stay at ${money(40)}.`
  await expect.element(page.getByText(effect)).toBeVisible()
  await save()
  await expect.poll(() => calls.update.mock.calls).toMatchObject([[{ id, version: 3, cost: 80 }]])
  expect(calls.update.mock.calls[0]?.[0]).not.toHaveProperty('costFrom')
})

test('another day is sent with the cost, also where that is as it was', async () => {
  await expectDay(from(), '2027-06-10')
  await typeDay(from(), '2027-07-01')
  await save()
  await expect.poll(() => calls.update.mock.calls).toMatchObject([[{ cost: 40, costFrom: '2027-07-01' }]])
})

test('a change of anything else sends no cost', async () => {
  await page.getByLabelText('First name').fill('Carlo')
  await save()
  await expect.poll(() => calls.update.mock.calls).toMatchObject([[{ Fname: 'Carlo' }]])
  expect(calls.update.mock.calls[0]?.[0]).not.toHaveProperty('cost')
})

test('a day of a closed month is refused at its field before it is sent', async () => {
  await expectDay(from(), '2027-06-10')
  await typeDay(from(), '2027-04-30')
  await expect.element(from()).toHaveAccessibleDescription(expect.stringContaining(trainers.costFrom.closed))
})
