import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import '#ui/tokens.css'
import '#ui/base.css'
import { policies } from '#entrance/policy.ts'
import { setPolicies } from '#web/use-may.ts'
import lib from '#lib/text.en.json'
import sessions from '#timetable/sessions/text.en.json'
import trainers from '#directory/trainers/text.en.json'
import ui from '#ui/text.en.json'
import { TrialOver } from '#ui/trial-over.tsx'
import { SessionPanel } from './session-panel.tsx'
import calendar from './text.en.json'

const calls = vi.hoisted(() => ({ touch: vi.fn(), change: vi.fn(), get: vi.fn() }))
const [own, free, busy, away] = ['t1', 't2', 't3', 't4']
const substitutes = {
  rows: [
    { id: free, name: 'Samuel Okafor', avatar: '', taken: 6, isOutside: false, busy: null },
    {
      id: busy,
      name: 'Emma Clarke',
      avatar: '',
      taken: 0,
      isOutside: false,
      busy: { kind: 'session', batchName: 'Learn to swim', startingTime: '16:00', endingTime: '16:45' },
    },
    { id: away, name: 'Marcus Johnson', avatar: '', taken: 1, isOutside: false, busy: { kind: 'away', until: '2026-12-02' } },
  ],
  notified: [own],
}
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    sessions: calls,
    attendance: { roster: () => new Promise(() => {}) },
    trainers: { list: () => new Promise(() => {}) },
    batches: { get: () => Promise.resolve({ service: 'football' }) },
    timeOff: { substitutes: () => Promise.resolve(substitutes) },
    payroll: {
      rules: () =>
        Promise.resolve({
          currency: 'GBP',
          exponent: 2,
          rules: [
            { from: null, service: null, unit: 'session', amount: 3800, share: null, minimum: null, maximum: null, isReplaced: false },
          ],
        }),
    },
  }),
}))

const session = {
  id: 's',
  version: 3,
  batch: 'b',
  batchName: 'Football under 12',
  surface: 'turf',
  day: '2026-11-30',
  startingTime: '16:00',
  endingTime: '17:00',
  trainer: own,
  trainerName: 'Daniel Hughes',
  hallTitle: 'Pitch A',
  capacity: 16,
  booked: 12,
  state: 'scheduled',
  reason: null,
}

async function show(isOver = false) {
  setPolicies(policies)
  const rootRoute = createRootRoute({
    component: () => (
      <TrialOver value={isOver}>
        <SessionPanel id="s" known={undefined} onClose={() => {}} />
      </TrialOver>
    ),
  })
  return render(
    <IntlProvider locale="en" messages={{ calendar, lib, sessions, trainers, ui }} timeZone="UTC" onError={() => {}}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={createRouter({ routeTree: rootRoute, history: createMemoryHistory() })} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

beforeEach(() => {
  calls.get.mockReset().mockResolvedValue(session)
  calls.touch.mockReset().mockResolvedValue({ sessions: 1, people: 12, reachable: 11, conflicts: [], away: [] })
  calls.change.mockReset()
})

test('free trainers can be chosen; busy ones say why and cannot', async () => {
  const screen = await show()
  await expect.element(screen.getByRole('radio', { name: /Samuel Okafor Took this batch 6 times Free/ })).toBeEnabled()
  await expect.element(screen.getByRole('radio', { name: /Emma Clarke Learn to swim, .*16:00–16:45.* Busy/ })).toBeDisabled()
  await expect.element(screen.getByRole('radio', { name: /Marcus Johnson Away until Dec 2 Time off/ })).toBeDisabled()
  expect(screen.getByRole('button', { name: /substitute/ }).elements()).toHaveLength(0)
})

test('what the change means stands above its button, and people are notified only on request', async () => {
  calls.change.mockResolvedValue({ ...session, version: 4 })
  const screen = await show()
  await screen.getByRole('radio', { name: /Samuel/ }).click()
  const meaning = screen.getByText('Samuel Okafor takes this session.').element().parentElement
  await expect.poll(() => meaning?.textContent).toContain('38.00')
  expect(meaning?.textContent).toContain('Notifies Daniel Hughes.')
  await screen.getByRole('button', { name: 'Make Samuel substitute' }).click()
  await expect.poll(() => calls.change.mock.calls).toEqual([[{ id: 's', version: 3, trainer: free, scope: 'this', tell: false }]])
})

test('conflicts of the following sessions lock the button, this session alone does not have them', async () => {
  calls.touch.mockImplementation(({ scope }: { scope: string }) =>
    Promise.resolve({
      sessions: scope === 'this' ? 1 : 9,
      people: 12,
      reachable: 0,
      away: [],
      conflicts:
        scope === 'this' ? [] : [{ day: '2026-12-07', startingTime: '16:30', endingTime: '17:30', batchName: 'Seniors', part: 'trainer' }],
    }),
  )
  const screen = await show()
  await screen.getByRole('radio', { name: /Samuel/ }).click()
  await screen.getByRole('button', { name: 'This and following' }).click()
  await expect.element(screen.getByText('The trainer has Seniors', { exact: false })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Make Samuel substitute' })).toBeDisabled()
  await screen.getByRole('button', { name: 'This session' }).click()
  await expect.element(screen.getByRole('button', { name: 'Make Samuel substitute' })).toBeEnabled()
})

test('after the trial the verbs lead to the plans', async () => {
  const screen = await show(true)
  await expect.element(screen.getByRole('link', { name: /Move/ })).toHaveAttribute('href', '/plans')
  await screen.getByRole('radio', { name: /Samuel/ }).click()
  await expect.element(screen.getByRole('link', { name: /Make Samuel substitute/ })).toHaveAttribute('href', '/plans')
})
