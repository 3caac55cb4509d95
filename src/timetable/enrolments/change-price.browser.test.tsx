import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import batches from '#timetable/batches/text.en.json'
import lib from '#lib/text.en.json'
import ui from '#ui/text.en.json'
import { ChangePrice } from './change-price.tsx'
import enrolments from './text.en.json'

const calls = vi.hoisted(() => ({ changePrice: vi.fn(), withdrawPrice: vi.fn(), priceEffect: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    batches: calls,
    setup: {
      vendor: () => Promise.resolve({ timeZone: 'UTC' }),
      progress: () => Promise.resolve({ country: { exponent: 2, timeZones: ['UTC'] } }),
    },
  }),
}))
beforeEach(() => vi.clearAllMocks())

const batch = {
  id: '01a3c1c0-0000-7000-8000-000000000001',
  version: 3,
  startDate: '2026-10-05',
  endDate: '2099-12-31',
  price: 15_000,
  nextPrice: null,
  nextPriceFrom: null,
  nextPriceForAll: false,
  currency: 'AED',
  priceUnit: 'month',
  state: 'open',
}
const words = enrolments.price
const show = (more: object = {}) =>
  render(
    <IntlProvider locale="en" messages={{ enrolments, batches, lib, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <ChangePrice batch={{ ...batch, ...more } as Batch} />
      </QueryClientProvider>
    </IntlProvider>,
  )
const effect = { customer: 'c', lastName: 'Karam', hasEmail: true, before: 15_000 }

test('the dialog says who pays what from when, and sends what was typed', async () => {
  calls.priceEffect.mockResolvedValue({
    rows: [
      { ...effect, enrolment: 'a', firstName: 'Amal', after: 18_000, from: '2027-07-20', exception: null },
      { ...effect, enrolment: 'b', firstName: 'Badr', after: 15_000, from: null, exception: 'quote' },
    ],
  })
  calls.changePrice.mockResolvedValue({ ...batch, version: 4 })
  const screen = await show()
  await screen.getByRole('button', { name: words.open }).click()
  await screen.getByRole('textbox', { name: words.new }).fill('180')
  await screen.getByRole('dialog').getByLabelText(words.from, { exact: true }).first().fill('2027-07-01')
  await expect.element(screen.getByText('One person pays the new price, one keeps theirs.')).toBeVisible()
  const rows = () => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  await expect
    .poll(rows)
    .toEqual([expect.stringMatching(/Amal Karam.*from Jul 20, 2027.*150\.00.*180\.00/), expect.stringContaining(words.exception.quote)])
  await screen.getByRole('button', { name: words.save }).click()
  const input = { id: batch.id, version: 3, price: 18_000, from: '2027-07-01', isForAll: true, tell: true }
  await expect.poll(() => calls.changePrice.mock.lastCall?.[0]).toEqual(input)
})

test('a price for new enrolments alone asks for no effect; a wrong price is said at its field and stays typed', async () => {
  const screen = await show()
  await screen.getByRole('button', { name: words.open }).click()
  await screen.getByRole('combobox', { name: words.who }).selectOptions('new')
  calls.priceEffect.mockClear()
  const price = screen.getByRole('textbox', { name: words.new })
  await price.fill('a lot')
  await screen.getByRole('button', { name: words.save }).click()
  await expect.element(price).toHaveAccessibleDescription(/number/)
  await expect.element(price).toHaveValue('a lot')
  expect(calls.changePrice).not.toHaveBeenCalled()
  expect(calls.priceEffect).not.toHaveBeenCalled()
})

test('a planned price is withdrawn after a question', async () => {
  calls.withdrawPrice.mockResolvedValue(batch)
  const screen = await show({ nextPrice: 18_000, nextPriceFrom: '2027-07-01', nextPriceForAll: true })
  await screen.getByRole('button', { name: words.withdraw }).click()
  await expect.element(screen.getByText(words.withdrawAll)).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: words.withdraw }).click()
  await expect.poll(() => calls.withdrawPrice.mock.lastCall?.[0]).toEqual({ id: batch.id, version: 3 })
})
