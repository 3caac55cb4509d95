import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import acts from '#business/acts/text.en.json'
import lib from '#lib/text.en.json'
import enrolments from '#timetable/enrolments/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import { PeopleDialog } from './people-dialog.tsx'
import type { QuoteDetail } from './quote.contract.ts'
import quotes from './text.en.json'

const calls = vi.hoisted(() => ({ effects: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    quotes: calls,
    setup: {
      vendor: () => Promise.resolve({ timeZone: 'UTC' }),
      progress: () => Promise.resolve({ country: { exponent: 2, timeZones: ['UTC'] } }),
    },
  }),
}))

const effect = {
  digest: 'd1',
  currency: 'GBP',
  exponent: 2,
  total: 48_999,
  tax: 0,
  credit: 9000,
  fromDay: '2027-04-01',
  toDay: '2027-04-30',
  nextBill: { fromDay: '2027-05-01', toDay: '2027-05-31', total: 16_333 },
}
const sold = { id: 'q', version: 4, customer: 'c', candidates: 3 } as QuoteDetail
const submit = vi.fn()
const onClose = vi.fn()
beforeEach(() => {
  for (const call of [calls.effects, submit, onClose]) call.mockReset()
})

const open = () =>
  render(
    <IntlProvider locale="en" messages={{ acts, enrolments, lib, quotes, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <PeopleDialog
          title="Who?"
          text="Three places"
          save="Sell"
          places={3}
          start={[{ id: 'c', firstName: 'Amal', lastName: '' }]}
          sold={sold}
          submit={submit}
          onClose={onClose}
        />
      </QueryClientProvider>
    </IntlProvider>,
  )
const textOf = (element: { element: () => Element }) => (element.element().textContent ?? '').replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '')

test('what will be billed is shown before the sale, which is performed as shown', async () => {
  calls.effects.mockResolvedValue(effect)
  submit.mockResolvedValue(undefined)
  const screen = await open()
  const billed = screen.getByRole('region', { name: quotes.effect.title })
  await expect.poll(() => textOf(billed)).toContain('£489.99')
  expect(textOf(billed)).toContain('−£90.00')
  expect(textOf(billed)).toContain('£399.99')
  expect(textOf(billed)).toContain('£163.33')
  await screen.getByRole('button', { name: 'Sell', exact: true }).click()
  expect(submit).toHaveBeenCalledExactlyOnceWith(['c'], { digest: 'd1' })
  expect(calls.effects).toHaveBeenCalledExactlyOnceWith({ id: 'q', customers: ['c'] })
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
})

test('a sale that would be refused says so at once and once, and keeps the people', async () => {
  const refused = new ORPCError('quote/places', { status: 409, data: { free: 2, candidates: 3 } })
  calls.effects.mockRejectedValue(refused)
  submit.mockRejectedValue(refused)
  const screen = await open()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(lib.failures['quote/places'])
  await screen.getByRole('button', { name: 'Sell', exact: true }).click()
  await expect.poll(() => submit.mock.calls.length).toBe(1)
  await expect.element(screen.getByRole('button', { name: 'Sell', exact: true })).not.toHaveAttribute('aria-busy')
  expect(screen.getByRole('alert').elements()).toHaveLength(1)
  expect(onClose).not.toHaveBeenCalled()
  await expect.element(screen.getByRole('list', { name: quotes.people.label }).getByText('Amal')).toBeVisible()
})
