import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import batches from '#timetable/batches/text.en.json'
import lib from '#lib/text.en.json'
import { dayBox, typeDay } from '#ui/dates/day-typing.sample.ts'
import dates from '#ui/dates/text.en.json'
import lists from '#ui/lists/text.en.json'
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
beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset()
})

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
    <IntlProvider locale="en" messages={{ dates, enrolments, batches, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <ChangePrice batch={{ ...batch, ...more } as Batch} />
      </QueryClientProvider>
    </IntlProvider>,
  )
const effect = { customer: 'c', lastName: 'Karam', hasEmail: true, before: 15_000, until: null, nextBill: null }
const amal = { ...effect, enrolment: 'a', firstName: 'Amal', after: 18_000, from: '2027-07-20', exception: null }
const digest = 'd'.repeat(64)

test('the dialog says who pays what from when, and sends what was typed', async () => {
  calls.priceEffect.mockResolvedValue({
    digest,
    rows: [
      { ...amal, until: '2027-09-20', nextBill: { fromDay: '2027-06-20', amount: 15_100 } },
      { ...effect, enrolment: 'b', firstName: 'Badr', after: 15_000, from: null, exception: 'quote' },
    ],
  })
  calls.changePrice.mockResolvedValue({ ...batch, version: 4 })
  const screen = await show()
  await screen.getByRole('button', { name: words.open }).click()
  await screen.getByRole('textbox', { name: words.new }).fill('180')
  await typeDay(dayBox(screen.getByRole('dialog').first(), words.from), '2027-07-01')
  await expect.element(screen.getByText('One person pays the new price, one keeps theirs.')).toBeVisible()
  const rows = () => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  await expect
    .poll(rows)
    .toEqual([
      expect.stringMatching(
        /Amal Karam.*from Jul 20, 2027.*another price from Sep 20, 2027 stays.*150\.00.*180\.00.*151\.00.*Jun 20, 2027/,
      ),
      expect.stringContaining(words.exception.quote),
    ])
  await screen.getByRole('button', { name: words.save }).click()
  const input = { id: batch.id, version: 3, price: 18_000, from: '2027-07-01', isForAll: true, tell: true, decision: { digest } }
  await expect.poll(() => calls.changePrice.mock.lastCall?.[0]).toEqual(input)
})

test('where something else is meant by now, the new preview is shown, what was typed stays, and the second attempt agrees to it', async () => {
  calls.priceEffect
    .mockResolvedValueOnce({ digest, rows: [amal] })
    .mockResolvedValueOnce({ digest, rows: [amal] })
    .mockResolvedValue({ digest: 'e'.repeat(64), rows: [{ ...amal, after: 16_200 }] })
  calls.changePrice
    .mockRejectedValueOnce(new ORPCError('effects/changed', { status: 409, data: {} }))
    .mockResolvedValueOnce({ ...batch, version: 4 })
  const screen = await show()
  await screen.getByRole('button', { name: words.open }).click()
  const price = screen.getByRole('textbox', { name: words.new })
  await price.fill('180')
  await expect.element(screen.getByText('180.00', { exact: false })).toBeVisible()
  const save = screen.getByRole('button', { name: words.save })
  await save.click()
  await expect.element(screen.getByText(lib.failures['effects/changed'])).toBeVisible()
  await expect.element(screen.getByText('162.00', { exact: false })).toBeVisible()
  await expect.element(price).toHaveValue('180.00')
  await save.click()
  await expect.poll(() => calls.changePrice.mock.lastCall?.[0]).toMatchObject({ decision: { digest: 'e'.repeat(64) } })
})

test('a price whose preview did not arrive is not changed unseen', async () => {
  calls.priceEffect.mockRejectedValueOnce(new ORPCError('server/error', { status: 500 })).mockResolvedValue({ digest, rows: [amal] })
  calls.changePrice.mockResolvedValue({ ...batch, version: 4 })
  const screen = await show()
  await screen.getByRole('button', { name: words.open }).click()
  const again = screen.getByRole('button', { name: ui.failed.retry })
  await expect.element(again).toBeVisible()
  const save = screen.getByRole('button', { name: words.save })
  await save.click()
  expect(calls.changePrice).not.toHaveBeenCalled()
  await again.click()
  await expect.element(screen.getByRole('rowheader', { name: 'Amal Karam', exact: false })).toBeVisible()
  await save.click()
  await expect.poll(() => calls.changePrice.mock.lastCall?.[0]).toMatchObject({ price: 15_000, decision: { digest } })
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
