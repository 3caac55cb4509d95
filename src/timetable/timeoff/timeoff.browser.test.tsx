import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import sessions from '#timetable/sessions/text.en.json'
import lib from '#lib/text.en.json'
import { dayBox, typeDay } from '#ui/dates/day-typing.sample.ts'
import dates from '#ui/dates/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import timeoff from './text.en.json'
import { TimeOffForm } from './timeoff.form.tsx'

const calls = vi.hoisted(() => ({ touch: vi.fn(), create: vi.fn(), update: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    timeOff: calls,
    trainers: { list: () => Promise.resolve({ rows: [{ id: away, Fname: 'Mariam', Lname: 'Haddad' }] }) },
  }),
}))

const uuid = (last: number) => `019a0000-0000-7000-8000-00000000000${last}`
const [away, karam, late] = [uuid(1), uuid(2), uuid(3)]
const hit = (last: number, day: string, substitutes: object[]) => ({
  session: { id: uuid(last), batchName: 'Juniors', day, startingTime: '17:00', endingTime: '18:00' },
  substitutes,
})
const hits = [
  hit(4, '2026-11-23', [{ id: karam, name: 'Yousef Karam', isOutside: false }]),
  hit(5, '2026-11-24', [{ id: late, name: 'Nora Late', isOutside: true }]),
  hit(6, '2026-11-25', []),
]

beforeEach(() => {
  calls.touch.mockReset().mockResolvedValue({ hits, count: 3, people: 7 })
  calls.create.mockReset()
})

async function openFor(trainer: string, onClose: () => void) {
  const screen = await render(
    <IntlProvider locale="en" messages={{ dates, timeoff, sessions, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <TimeOffForm row={null} trainer={trainer} day="2026-11-23" onClose={onClose} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  return screen
}

async function open(onClose = () => {}) {
  const screen = await openFor(away, onClose)
  await expect.element(screen.getByRole('status')).toHaveTextContent('3 sessions are on these days · 7 people')
  return screen
}

test('no trainer looks chosen before one is, also where there is one alone', async () => {
  const screen = await openFor('', () => {})
  await expect.element(screen.getByLabelText('Trainer')).toHaveDisplayValue('Please Select')
  await screen.getByLabelText('Trainer').selectOptions('Mariam Haddad')
  await expect.element(screen.getByRole('status')).toHaveTextContent('3 sessions are on these days · 7 people')
})

test('each session that is hit stands by date with what to do for it; suggestions are taken at once, and what is left is told', async () => {
  const onClose = vi.fn()
  calls.create.mockResolvedValue({ version: 1 })
  const screen = await open(onClose)
  await expect.element(screen.getByText('3 sessions still need a trainer.')).toBeVisible()
  await expect.element(screen.getByText('No trainer of this service is free then.')).toBeVisible()
  await screen.getByRole('button', { name: 'Use the suggestions' }).click()
  // Only a trainer within their own hours is suggested.
  await expect.element(screen.getByLabelText('Juniors, Mon, Nov 23', { exact: false })).toHaveValue(karam)
  await expect.element(screen.getByLabelText('Juniors, Tue, Nov 24', { exact: false })).toHaveValue('leave')
  await expect.element(screen.getByText('2 sessions still need a trainer.')).toBeVisible()
  await expect.element(screen.getByLabelText('Message to customers')).not.toBeInTheDocument()
  await screen.getByLabelText('Juniors, Wed, Nov 25', { exact: false }).selectOptions('Cancel the session')
  await expect.element(screen.getByText('1 session still needs a trainer.')).toBeVisible()
  // Customers see the reason, so it is required.
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('link', { name: 'Please add a reason' })).toBeVisible()
  expect(calls.create).not.toHaveBeenCalled()
  await screen.getByLabelText('Message to customers').fill('The trainer is away')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(calls.create.mock.calls[0]?.[0]).toMatchObject({
    trainer: away,
    fromDay: '2026-11-23',
    toDay: '2026-11-23',
    reason: 'holiday',
    cancelReason: 'The trainer is away',
    tell: true,
    changes: [
      { session: uuid(4), substitute: karam },
      { session: uuid(6), substitute: null },
    ],
  })
})

test('other days ask again, and what was chosen for the old ones is gone; a refusal stands at the sessions', async () => {
  const issue = { path: ['changes'], key: 'timeoff.changes.busy', message: '' }
  calls.create.mockRejectedValueOnce(new ORPCError('request/invalid', { status: 400, data: { issues: [issue] } }))
  const screen = await open()
  await screen.getByRole('button', { name: 'Use the suggestions' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('link', { name: timeoff.changes.busy })).toBeVisible()
  await typeDay(dayBox(screen, 'To'), '2026-11-30')
  await expect.element(screen.getByLabelText('Juniors, Mon, Nov 23', { exact: false })).toHaveValue('leave')
  await expect.poll(() => (calls.touch.mock.calls.at(-1)?.[0] as { toDay: string } | undefined)?.toDay).toBe('2026-11-30')
})
