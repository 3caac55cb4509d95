import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { DrawnRole } from '#web/use-may.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import lib from '#lib/text.en.json'
import { dayBox, typeDay } from '#ui/dates/day-typing.sample.ts'
import dates from '#ui/dates/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import { EnrolDialog } from './enrol-dialog.tsx'
import enrolments from './text.en.json'

const calls = vi.hoisted(() => ({ enrol: vi.fn() }))
const billing = vi.hoisted((): { billingDay: number | null; proration: string } => ({ billingDay: null, proration: 'days' }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    enrolments: { ...calls, billing: () => Promise.resolve(billing) },
    batches: { list: () => Promise.resolve({ rows: [], total: 0 }) },
    setup: {
      vendor: () => Promise.resolve({ timeZone: 'UTC' }),
      progress: () => Promise.resolve({ country: { exponent: 2, timeZones: ['UTC'] } }),
    },
  }),
}))

const batch = {
  id: '01a3c1c0-0000-7000-8000-000000000001',
  startDate: '2026-10-05',
  endDate: '2099-12-31',
  enrolled: 0,
  totalCandidates: 5,
  price: 35_000,
  currency: 'AED',
  priceUnit: 'month',
}
const customer = { id: '01a3c1c0-0000-7000-8000-000000000002', firstName: 'Amal', lastName: 'Karam' }

afterEach(() => {
  billing.billingDay = null
  vi.useRealTimers()
})

const dialog = (role: 'owner' | 'manager' | 'frontDesk') =>
  render(
    <IntlProvider locale="en" messages={{ dates, enrolments, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <DrawnRole.Provider value={role}>
          <EnrolDialog batch={batch as Batch} customer={customer} onClose={() => undefined} />
        </DrawnRole.Provider>
      </QueryClientProvider>
    </IntlProvider>,
  )

test.each([
  ['owner', ['Bill now', 'Bill from a day', 'Free']],
  ['manager', ['Bill now', 'Bill from a day', 'Free']],
  ['frontDesk', ['Bill now', 'Bill from a day']],
] as const)('%s chooses among the terms of the role', async (role, labels) => {
  const screen = await dialog(role)
  const field = screen.getByRole('combobox', { name: enrolments.terms.label })
  await expect.element(field).toHaveValue('bill')
  expect([...(field.element() as HTMLSelectElement).options].map(({ label }) => label)).toEqual(labels)
})

test('who bills now reads what is billed', async () => {
  const screen = await dialog('frontDesk')
  await expect.element(screen.getByText(/AED\s350\u2069 for the first month, then each month$/)).toBeVisible()
  await screen.getByRole('combobox', { name: enrolments.terms.label }).selectOptions('from')
  await expect.element(screen.getByText(/for the first month/)).not.toBeInTheDocument()
})

test('a part of a month is shown with its days and its price, and a place that ends within it is billed once', async () => {
  vi.useFakeTimers({ now: Date.parse('2027-04-28T09:00:00Z'), toFake: ['Date'] })
  billing.billingDay = 1
  const screen = await dialog('frontDesk')
  await expect.element(screen.getByText(/AED\s35\u2069 now for Apr 28.*30.*, then .*AED\s350\u2069 each month$/)).toBeVisible()
  await typeDay(dayBox(screen, enrolments.endDate.label), '2027-04-29')
  await expect.element(screen.getByText(/AED\s23\.33\u2069 for Apr 28.*29.*, and nothing after it$/)).toBeVisible()
})

test('who gives a place for free says why, and only that is sent', async () => {
  calls.enrol.mockResolvedValue({ id: 'e', state: 'active', firstName: 'Amal', lastName: 'Karam' })
  const screen = await dialog('manager')
  const terms = screen.getByRole('combobox', { name: enrolments.terms.label })
  await terms.selectOptions('free')
  await screen.getByRole('textbox', { name: enrolments.reason.free }).fill('Scholarship')
  await screen.getByRole('button', { name: enrolments.enrol.save }).click()
  await expect.poll(() => calls.enrol.mock.lastCall?.[0]).toMatchObject({ terms: 'free', reason: 'Scholarship', nextChargeOn: null })
})

test.each([
  ['manager', enrolments.reason.free, enrolments.nextChargeOn.right],
  ['frontDesk', enrolments.nextChargeOn.right, enrolments.reason.free],
] as const)('before a later first charge %s is asked why, or told who may', async (role, shown, hidden) => {
  const screen = await dialog(role)
  await screen.getByRole('combobox', { name: enrolments.terms.label }).selectOptions('from')
  const field = dayBox(screen, enrolments.nextChargeOn.label)
  await expect.element(field).toBeVisible()
  expect(screen.getByText(shown).elements()).toEqual([])
  await typeDay(field, '2098-01-01')
  await expect.element(screen.getByText(shown)).toBeVisible()
  expect(screen.getByText(hidden).elements()).toEqual([])
})

test('a recurring discount shows what the first bill comes to, asks for its reason, and is sent in hundredths of a percent', async () => {
  calls.enrol.mockClear()
  calls.enrol.mockResolvedValue({ id: 'e', state: 'active', firstName: 'Amal', lastName: 'Karam' })
  const screen = await dialog('manager')
  await screen.getByRole('combobox', { name: enrolments.discount.label }).selectOptions('percent')
  const size = screen.getByRole('textbox', { name: enrolments.discount.size })
  await size.fill('150')
  await screen.getByRole('button', { name: enrolments.enrol.save }).click()
  await expect.element(screen.getByText(enrolments.discount.value).first()).toBeVisible()
  await size.fill('12.5')
  await expect.element(screen.getByText(/AED\s306\.25\u2069 for the first month/)).toBeVisible()
  await expect.element(screen.getByText(enrolments.discount.reason).first()).toBeVisible()
  await screen.getByRole('textbox', { name: enrolments.discount.why }).fill('Second child')
  await typeDay(dayBox(screen, enrolments.discount.until), '2027-01-31')
  await screen.getByRole('button', { name: enrolments.enrol.save }).click()
  const discount = { kind: 'percent', value: 1250, until: '2027-01-31', reason: 'Second child' }
  await expect.poll(() => calls.enrol.mock.lastCall?.[0]).toMatchObject({ terms: 'bill', discount })
  // Nothing of it is sent for a free place.
  await screen.getByRole('combobox', { name: enrolments.terms.label }).selectOptions('free')
  await expect.element(screen.getByRole('combobox', { name: enrolments.discount.label })).not.toBeInTheDocument()
})
