import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import acts from '#business/acts/text.en.json'
import lib from '#lib/text.en.json'
import dates from '#ui/dates/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import type { Closure } from './closure.contract.ts'
import { ClosureForm } from './closure.form.tsx'
import sessions from './text.en.json'

const calls = vi.hoisted(() => ({ touch: vi.fn(), effects: vi.fn(), create: vi.fn(), update: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({ closures: calls, halls: { list: () => Promise.resolve({ rows: [{ id: hall, title: 'North pitch' }] }) } }),
}))

const hall = '019a0000-0000-7000-8000-000000000001'
const [day, hours] = ['2026-11-23', { startingTime: '14:00', endingTime: '16:00' }]
const span = { fromDay: day, toDay: day, ...hours, hall }

beforeEach(() => {
  sessionStorage.clear()
  for (const call of Object.values(calls)) call.mockReset()
  calls.touch.mockResolvedValue({ sessions: [], count: 2, people: 7, restored: 0 })
  calls.effects.mockResolvedValue({ digest: 'seen', currency: 'GBP', exponent: 2, lines: [], mayChange: true, limit: null })
})

async function open(form: Parameters<typeof ClosureForm>[0]) {
  return render(
    <IntlProvider locale="en" messages={{ acts, dates, lib, lists, ui, sessions }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <ClosureForm {...form} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

test('a slot fills in its hours and hall, and what closing them means is shown before', async () => {
  const closed = vi.fn()
  const screen = await open({ proposed: { day, ...hours, hall }, onClose: closed })
  await expect.element(screen.getByRole('status')).toHaveTextContent('2 sessions are cancelled · 7 people')
  expect(calls.touch.mock.lastCall).toEqual([span])
  await expect.element(screen.getByLabelText('Applies to')).toHaveValue(hall)
  await screen.getByLabelText('Reason').fill('Repairs')
  await screen.getByRole('button', { name: 'Close these hours' }).click()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect(calls.create.mock.lastCall?.[0]).toMatchObject({ ...span, label: 'Repairs', tell: true, decision: { digest: 'seen' } })
})

test('what was typed for a slot is there when it is opened again, and gone once its reader went back', async () => {
  const typed = { proposed: { day, ...hours }, onClose: () => {} }
  const first = await open(typed)
  await first.getByLabelText('Reason').fill('Repairs')
  await first.unmount()
  const other = await open({ ...typed, proposed: { day, startingTime: '10:00', endingTime: '11:00' } })
  await expect.element(other.getByLabelText('Reason')).toHaveValue('')
  await other.unmount()
  const again = await open(typed)
  await expect.element(again.getByLabelText('Reason')).toHaveValue('Repairs')
  await again.getByRole('button', { name: 'Back' }).click()
  await again.unmount()
  await expect.element((await open(typed)).getByLabelText('Reason')).toHaveValue('')
})

test('hours that end before they begin are refused at their field and not asked about; a whole day has none', async () => {
  const screen = await open({ proposed: { day, ...hours }, onClose: () => {} })
  await expect.element(screen.getByRole('status')).toHaveTextContent('2 sessions are cancelled · 7 people')
  await screen.getByLabelText('Ending time').fill('13:00')
  await screen.getByLabelText('Reason').fill('Repairs')
  await screen.getByRole('button', { name: 'Close these hours' }).click()
  await expect.element(screen.getByLabelText('Ending time')).toHaveAccessibleDescription('Ending time must be later than starting time')
  await expect.element(screen.getByRole('status')).toHaveTextContent('')
  expect([calls.touch.mock.calls.length, calls.create.mock.calls.length]).toEqual([1, 0])
  await screen.getByLabelText('All day').click()
  await expect.poll(() => calls.touch.mock.lastCall).toEqual([{ ...span, startingTime: null, endingTime: null, hall: null }])
  await screen.getByRole('button', { name: 'Close these days' }).click()
  await expect.poll(() => calls.create.mock.lastCall?.[0]).toMatchObject({ startingTime: null, endingTime: null, hall: null })
})

test('a closure that is changed says which one it is, in the version that was read', async () => {
  const row = { id: '019a0000-0000-7000-8000-000000000002', version: 3, ...span, hallTitle: 'North pitch', label: 'Repairs', cancelled: 2 }
  calls.update.mockResolvedValue({ ...row, version: 4 })
  const screen = await open({ row: row as Closure, onClose: () => {} })
  await expect.element(screen.getByLabelText('Starting time')).toHaveValue('14:00')
  await screen.getByLabelText('Starting time').fill('13:30')
  await expect.poll(() => calls.effects.mock.lastCall).toEqual([{ ...span, startingTime: '13:30', id: row.id }])
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => calls.update.mock.lastCall?.[0])
    .toMatchObject({ ...span, startingTime: '13:30', id: row.id, version: 3, label: 'Repairs' })
})

test('a closure is changed above the list of closures, which is a form too: each field has its own label', async () => {
  const row = { id: '019a0000-0000-7000-8000-000000000002', version: 3, ...span, hallTitle: 'Old hall', label: 'Repairs', cancelled: 2 }
  calls.touch.mockResolvedValue({ sessions: [], count: 0, people: 0, restored: 3 })
  await open({ proposed: { day }, onClose: () => {} })
  const above = await open({ row: { ...row, hall: row.id } as Closure, onClose: () => {} })
  await expect.element(above.getByText(/3 sessions are scheduled again/).last()).toBeVisible()
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  // A hall that was archived is still what it closes.
  await expect.element(above.getByLabelText('Applies to').last()).toHaveDisplayValue('Old hall')
  expect(calls.touch.mock.lastCall?.[0]).toMatchObject({ id: row.id })
})
