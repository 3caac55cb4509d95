import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ORPCError } from '@orpc/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import type { EffectLine } from '#business/acts/act-effects.contract.ts'
import acts from '#business/acts/text.en.json'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import type { Enrolment } from './enrolment.contract.ts'
import { CancelEnrolment, MoveEnrolment } from './enrolment-dialogs.tsx'
import enrolments from './text.en.json'

const calls = vi.hoisted(() => ({ effects: vi.fn(), cancel: vi.fn(), move: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    enrolments: calls,
    batches: { list: () => Promise.resolve({ rows: [{ id: 'b2', name: 'Under 12', totalCandidates: 16, enrolled: 3 }], total: 1 }) },
    setup: {
      vendor: () => Promise.resolve({ timeZone: 'UTC' }),
      progress: () => Promise.resolve({ country: { exponent: 2, timeZones: ['UTC'] } }),
    },
  }),
}))

const line = (more: Partial<EffectLine>): EffectLine => ({
  id: 'credit:s:0',
  kind: 'credit',
  customer: 'c',
  firstName: 'Amal',
  lastName: '',
  payerName: '',
  batch: 'b1',
  batchName: 'Under 10',
  sale: 's',
  number: 'S2027-00001',
  amount: 5000,
  proposed: 5000,
  price: 10_000,
  unit: 'days',
  count: 15,
  of: 30,
  fromDay: '2027-04-16',
  toDay: '2027-04-30',
  method: null,
  reason: '',
  ...more,
})
const shown = (lines: EffectLine[], more: object = {}) => ({
  digest: 'd1',
  currency: 'GBP',
  exponent: 2,
  lines,
  mayChange: true,
  limit: null,
  ...more,
})
const charge = line({
  id: 'charge:s:0',
  kind: 'charge',
  batchName: 'Under 12',
  proposed: 7500,
  amount: 7500,
  price: 15_000,
  sale: null,
  number: null,
})

const row: Partial<Enrolment> = {
  id: 'e',
  version: 3,
  batch: 'b1',
  state: 'active',
  startDate: '2027-04-01',
  endDate: '2099-12-31',
  nextChargeOn: '2027-05-01',
  billedThrough: '2027-04-30',
  priceUnit: 'month',
  freezes: [],
  billingDay: 1,
}
const onDone = vi.fn()

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset()
  onDone.mockReset()
})

const open = (dialog: typeof CancelEnrolment | typeof MoveEnrolment) => {
  const Dialog = dialog
  return render(
    <IntlProvider locale="en" messages={{ enrolments, acts, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <Dialog row={row as Enrolment} onClose={() => undefined} onDone={onDone} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

/** The text of an element without the marks of direction around amounts. */
const textOf = (element: { element: () => Element }) => (element.element().textContent ?? '').replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '')

test('a move shows what is credited and charged with its formula, and is performed as shown', async () => {
  calls.effects.mockResolvedValue(shown([line({}), charge]))
  calls.move.mockResolvedValue({ id: 'n' })
  const screen = await open(MoveEnrolment)
  await screen.getByRole('combobox').selectOptions('b2')
  const money = screen.getByRole('region', { name: acts.label })
  await expect.poll(() => textOf(money)).toContain('Under 1015 of 30 days not used (Apr 16 – 30) £100.00 ÷ 30 × 15 −£50.00')
  expect(textOf(money)).toContain('£150.00 ÷ 30 × 15 £75.00')
  expect(textOf(money)).toContain('To pay£25.00')
  await screen.getByRole('button', { name: enrolments.move.open, exact: true }).click()
  expect(calls.effects).toHaveBeenCalledExactlyOnceWith({ id: 'e', act: 'move', batch: 'b2' })
  expect(calls.move).toHaveBeenCalledExactlyOnceWith({ id: 'e', version: 3, batch: 'b2', decision: { digest: 'd1', lines: [] } })
})

test('another amount needs a reason; the total follows it', async () => {
  calls.effects.mockResolvedValue(shown([line({})]))
  calls.cancel.mockResolvedValue(row)
  const screen = await open(CancelEnrolment)
  await screen.getByRole('combobox').selectOptions('now')
  await screen.getByRole('button', { name: acts.change }).click()
  const amount = screen.getByRole('textbox', { name: /^Amount for Amal/ })
  await amount.fill('20')
  const money = screen.getByRole('region', { name: acts.label })
  await expect.poll(() => textOf(money)).toContain('was £50.00')
  expect(textOf(money)).toContain('Credit£20.00')
  const confirm = screen.getByRole('button', { name: enrolments.cancel.confirm, exact: true })
  await confirm.click()
  await expect.poll(() => textOf(money)).toContain(acts.required)
  expect(calls.cancel).not.toHaveBeenCalled()
  await screen.getByRole('textbox', { name: acts.reason }).fill('As agreed')
  await confirm.click()
  expect(calls.cancel).toHaveBeenCalledExactlyOnceWith({
    id: 'e',
    version: 3,
    when: 'now',
    reason: '',
    decision: { digest: 'd1', lines: [{ id: 'credit:s:0', amount: 2000, reason: 'As agreed' }] },
  })
})

test('a credit is refunded instead, with a reason, one by one or all', async () => {
  calls.effects.mockResolvedValue(shown([line({}), line({ id: 'credit:s:1', batchName: 'Swimming', proposed: 3000, amount: 3000 })]))
  calls.cancel.mockResolvedValue(row)
  const screen = await open(CancelEnrolment)
  await screen.getByRole('combobox').selectOptions('now')
  await screen.getByRole('button', { name: acts.change }).click()
  await screen.getByRole('combobox', { name: acts.creditOrRefundAll }).selectOptions('transfer')
  await screen
    .getByRole('combobox', { name: /^Credit or refund for Amal/ })
    .last()
    .selectOptions('credit')
  await expect.element(screen.getByRole('combobox', { name: acts.creditOrRefundAll })).toHaveDisplayValue(acts.creditChoices.mixed)
  const confirm = screen.getByRole('button', { name: enrolments.cancel.confirm, exact: true })
  await confirm.click()
  expect(calls.cancel).not.toHaveBeenCalled()
  await screen.getByRole('textbox', { name: acts.reason }).fill('Moves away')
  await confirm.click()
  await expect.poll(() => calls.cancel).toHaveBeenCalledOnce()
  const lines = [{ id: 'credit:s:0', amount: 5000, method: 'transfer', reason: 'Moves away' }]
  expect(calls.cancel.mock.calls[0]?.[0]).toMatchObject({ decision: { digest: 'd1', lines } })
})

test('who may not change amounts only sees them; an act that means nothing says so', async () => {
  calls.effects.mockResolvedValue(shown([line({})], { mayChange: false }))
  const screen = await open(CancelEnrolment)
  await screen.getByRole('combobox').selectOptions('now')
  await expect.element(screen.getByText(/−£50\.00/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: acts.change })).not.toBeInTheDocument()
  await screen.unmount()
  calls.effects.mockResolvedValue(shown([]))
  const nothing = await open(CancelEnrolment)
  await nothing.getByRole('combobox').selectOptions('now')
  await expect.element(nothing.getByText(acts.none)).toBeVisible()
})

test('where it means something else by now, the dialog says so and shows that', async () => {
  calls.effects
    .mockResolvedValueOnce(shown([line({})]))
    .mockResolvedValueOnce(shown([line({ proposed: 4000, amount: 4000 })], { digest: 'd2' }))
  calls.cancel.mockRejectedValueOnce(new ORPCError('effects/changed', { status: 409, data: {} })).mockResolvedValueOnce(row)
  const screen = await open(CancelEnrolment)
  await screen.getByRole('combobox').selectOptions('now')
  await expect.element(screen.getByText(/−£50\.00/)).toBeVisible()
  const confirm = screen.getByRole('button', { name: enrolments.cancel.confirm, exact: true })
  await confirm.click()
  await expect.element(screen.getByText(lib.failures['effects/changed'])).toBeVisible()
  await expect.element(screen.getByText(/−£40\.00/)).toBeVisible()
  expect(onDone).not.toHaveBeenCalled()
  await confirm.click()
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
  expect(calls.cancel.mock.calls[1]?.[0]).toMatchObject({ decision: { digest: 'd2' } })
})
