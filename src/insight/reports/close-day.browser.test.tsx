import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import sales from '#money/sales/text.en.json'
import lib from '#lib/text.en.json'
import { dayBox, expectDay, typeDay } from '#ui/dates/day-typing.sample.ts'
import dates from '#ui/dates/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import { CloseDay } from './close-day.tsx'
import cashbook from '#money/cashbook/text.en.json'
import reports from './text.en.json'

const calls = vi.hoisted(() => ({ dayExpected: vi.fn(), closeDay: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({ reports: calls, setup: { vendor: () => Promise.resolve({ timeZone: 'UTC' }), progress: () => new Promise(() => {}) } }),
}))

const expected = (day: string, cash: number) => ({
  day,
  currency: 'AED',
  exponent: 2,
  asOf: `${day}T10:00:00Z`,
  last: null,
  tills: [] as { id: string; name: string }[],
  till: null as string | null,
  methods: ['cash', 'card', 'transfer', 'wallet'].map((method) => {
    const amount = method === 'cash' ? cash : 0
    return { method, taken: amount, back: 0, expected: amount, count: amount ? 1 : 0 }
  }),
})

beforeEach(() => {
  calls.dayExpected
    .mockReset()
    .mockImplementation(({ day }: { day: string }) => Promise.resolve(expected(day, day === '2026-01-15' ? 5000 : 100)))
  calls.closeDay.mockReset().mockResolvedValue({})
})

const show = async (onClose: () => void) =>
  render(
    <IntlProvider locale="en" messages={{ dates, reports, sales, lib, lists, ui, cashbook }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <CloseDay onClose={onClose} />
      </QueryClientProvider>
    </IntlProvider>,
  )

test('the day can be typed, and what was counted stays; what is expected is of that day alone', async () => {
  const onClose = vi.fn()
  const screen = await show(onClose)
  for (const method of ['Cash', 'Card', 'Bank transfer', 'Wallet'])
    await screen.getByRole('textbox', { name: method }).fill(method === 'Cash' ? '50' : '0')
  const day = dayBox(screen, 'Day')
  // After its first digit the 15th is already a valid day.
  await typeDay(day, '2026-01-15')
  await expectDay(day, '2026-01-15')
  await expect.element(screen.getByRole('textbox', { name: 'Cash' })).toHaveValue('50.00')
  await expect.element(screen.getByText(/AED.50\.00.*from 1 entry/)).toBeVisible()
  await screen.getByRole('button', { name: 'Cash up' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(calls.closeDay.mock.calls[0]?.[0]).toMatchObject({ day: '2026-01-15', cash: 5000, card: 0 })
  expect(calls.dayExpected.mock.calls.map(([input]) => (input as { day: string }).day)).not.toContain('2026-01-01')
})

const two = '019a0000-0000-7000-8000-000000000002'

test('a till is counted by what is in it, and the second one by its cash alone', async () => {
  const tills = [
    { id: '019a0000-0000-7000-8000-000000000001', name: '' },
    { id: two, name: 'Second desk' },
  ]
  calls.dayExpected.mockImplementation(({ day, till = null }: { day: string; till?: string | null }) => {
    const all = { ...expected(day, till === two ? 700 : 21_000), tills, till }
    return Promise.resolve(till === two ? { ...all, methods: all.methods.slice(0, 1) } : all)
  })
  const onClose = vi.fn()
  const screen = await show(onClose)
  await expect.element(screen.getByText(/AED.210\.00/)).toBeVisible()
  await screen.getByLabelText('Till', { exact: true }).selectOptions('Second desk')
  await expect.element(screen.getByText(/AED.7\.00/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Card' }).elements()).toEqual([])
  await screen.getByRole('textbox', { name: 'Cash in the till' }).fill('7')
  await screen.getByRole('button', { name: 'Cash up' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(calls.closeDay.mock.calls[0]?.[0]).toMatchObject({ till: two, cash: 700, card: 0, transfer: 0, wallet: 0 })
})
