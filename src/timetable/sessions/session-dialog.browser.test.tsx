import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import batches from '#timetable/batches/text.en.json'
import lib from '#lib/text.en.json'
import dates from '#ui/dates/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import { SessionDialog } from './session-dialog.tsx'
import type { Session } from './session.contract.ts'
import sessions from './text.en.json'

const calls = vi.hoisted(() => ({ touch: vi.fn(), change: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    sessions: calls,
    batches: { get: () => Promise.resolve({ service: 's' }) },
    trainers: { list: () => Promise.resolve({ rows: [{ id: trainer, Fname: 'Aisha', Lname: 'Kamal', services: ['s'] }] }) },
    halls: { list: () => Promise.resolve({ rows: [] }) },
  }),
}))

const trainer = '019a0000-0000-7000-8000-000000000001'
const session = {
  id: '019a0000-0000-7000-8000-000000000002',
  version: 3,
  batch: '019a0000-0000-7000-8000-000000000003',
  day: '2026-11-21',
  startingTime: '09:00',
  endingTime: '10:00',
  trainer,
  hall: null,
  capacity: 10,
} as Session

const conflict = { day: '2026-11-21', startingTime: '09:30', endingTime: '10:30', batchName: 'Seniors', part: 'trainer' as const }
const issue = { path: ['trainer'], key: 'batches.trainer.busy', message: '' }

async function open() {
  const screen = await render(
    <IntlProvider locale="en" messages={{ batches, dates, lib, lists, ui, sessions }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <SessionDialog session={session} onClose={() => {}} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  await expect.element(screen.getByRole('status')).toHaveTextContent('1 session · 4 people')
  return screen
}

beforeEach(() => {
  calls.touch.mockReset().mockResolvedValue({ sessions: 1, people: 4, reachable: 3, conflicts: [], away: [] })
  calls.change.mockReset()
})

test('a refusal’s conflicts are shown although the preview knew of none, until something is changed', async () => {
  calls.change.mockRejectedValueOnce(new ORPCError('request/invalid', { status: 400, data: { issues: [issue], conflicts: [conflict] } }))
  const screen = await open()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('The trainer has Seniors', { exact: false })).toBeVisible()
  await screen.getByLabelText('Starting time').fill('11:00')
  await expect.element(screen.getByText('The trainer has Seniors', { exact: false })).not.toBeInTheDocument()
})

test('after someone else’s change a second try goes through, with the version of now', async () => {
  calls.change
    .mockRejectedValueOnce(new ORPCError('request/stale', { status: 409, data: { current: { version: 9 } } }))
    .mockResolvedValueOnce({ ...session, version: 10 })
  const screen = await open()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(lib.failures['request/stale'])).toBeVisible()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => calls.change.mock.calls.map(([input]) => (input as Session).version)).toEqual([3, 9])
})

test('people are told of another time unless it is unticked, of another trainer alone where it is ticked', async () => {
  calls.change.mockResolvedValue({ ...session, version: 4 })
  const screen = await open()
  const box = screen.getByRole('checkbox', { name: 'Notify the 3 enrolled people who have an email address' })
  await expect.element(box).not.toBeChecked()
  await screen.getByLabelText('Starting time').fill('09:30')
  await expect.element(box).toBeChecked()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => calls.change.mock.calls).toHaveLength(1)
  await box.click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => calls.change.mock.calls.map(([input]) => (input as { tell: boolean }).tell)).toEqual([true, false])
})

test('nothing is asked where no one who can be reached would be told', async () => {
  calls.touch.mockResolvedValue({ sessions: 1, people: 4, reachable: 0, conflicts: [], away: [] })
  const screen = await open()
  await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument()
})
