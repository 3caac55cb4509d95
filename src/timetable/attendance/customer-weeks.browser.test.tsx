import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { addDays } from '#lib/days.ts'
import '#ui/tokens.css'
import '#ui/base.css'
import { queryClient } from '#web/query.ts'
import { initialState, useRoot } from '#web/state.ts'
import lib from '#lib/text.en.json'
import ui from '#ui/text.en.json'
import enrolments from '#timetable/enrolments/text.en.json'
import type { AttendanceWeeks } from './attendance.contract.ts'
import { CustomerWeeks } from './customer-weeks.tsx'

const calls = vi.hoisted(() => ({ weeks: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({ attendance: calls }),
}))

const session = (id: string, day: string, mark: AttendanceWeeks['batches'][number]['sessions'][number]['mark']) => ({
  session: id,
  day,
  startingTime: '17:00',
  mark,
})

async function shown(batches: AttendanceWeeks['batches']) {
  queryClient.clear()
  calls.weeks.mockResolvedValue({ from: '2026-09-06', to: '2026-11-28', batches } satisfies AttendanceWeeks)
  useRoot.setState({ ...initialState, auth: { ...initialState.auth, roles: 'owner' } })
  const root = createRootRoute({ component: () => <CustomerWeeks customer="c" /> })
  return render(
    <QueryClientProvider client={queryClient}>
      <IntlProvider locale="en-GB" messages={{ lib, ui, enrolments }} timeZone="UTC">
        <RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />
      </IntlProvider>
    </QueryClientProvider>,
  )
}

const judo = {
  batch: 'j',
  batchName: 'Judo',
  surface: 'mat',
  sessions: [session('a', '2026-09-08', 'present'), session('b', '2026-10-20', 'late'), session('c', '2026-11-28', 'booked')],
}
const swim = { batch: 's', batchName: 'Swimming', surface: 'pool', sessions: [session('d', '2026-09-09', 'absent')] }

test('each batch is a lane with a dot for each session, which leads to it and is reached by arrow keys', async () => {
  const screen = await shown([judo, swim])
  await expect.element(screen.getByText('Last 12 weeks: 2 of 3 sessions (67%), late once')).toBeVisible()
  const lane = screen.getByRole('group', { name: 'Judo' })
  expect(lane.getByRole('link').elements()).toHaveLength(3)
  const first = screen.getByRole('link', { name: /^Judo, Tue,? 8 Sept?.*17:00.*: Present$/ })
  await expect.element(first).toHaveAttribute('href', '/services/session?id=a')
  first.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('link', { name: /: Late$/ })).toHaveFocus()
  // The week of each session says where it is: the first, the seventh and the last of twelve.
  const middle = (name: RegExp) => {
    const { left, right } = screen.getByRole('link', { name }).element().getBoundingClientRect()
    return (left + right) / 2
  }
  const [start, end] = [middle(/: Present$/), middle(/: Not marked$/)]
  expect((middle(/: Late$/) - start) / (end - start)).toBeCloseTo(6 / 11, 2)
  const marks = screen.getByRole('list').getByRole('listitem')
  expect(marks.elements().map((one) => one.textContent?.trim())).toEqual(['Not marked', 'Present', 'Late', 'Absent'])
})

test('the same is a table, the newest first', async () => {
  const screen = await shown([judo, swim])
  await screen.getByRole('button', { name: 'Table' }).click()
  await expect.element(screen.getByRole('row', { name: /Swimming Absent/ })).toBeVisible()
  const rows = screen
    .getByRole('row')
    .elements()
    .map((one) => one.textContent ?? '')
  expect(rows.slice(1).map((text) => /Judo|Swimming/.exec(text)?.[0])).toEqual(['Judo', 'Judo', 'Swimming', 'Judo'])
})

test('sessions of two days in a row keep apart on a phone', async () => {
  const twice = Array.from({ length: 12 }, (_, week) =>
    ['2026-09-11', '2026-09-12'].map((day, at) => ({ ...session(`${week}-${at}`, day, 'present'), day: addDays(day, 7 * week) })),
  )
  const screen = await shown([{ ...judo, sessions: twice.flat() }])
  await page.viewport(320, 700)
  await expect.element(screen.getByRole('group', { name: 'Judo' })).toBeVisible()
  const dots = [...screen.container.querySelectorAll('[role="group"] [data-dot]')].map((one) => one.getBoundingClientRect())
  expect(dots).toHaveLength(24)
  expect(dots.slice(1).filter(({ left }, at) => left < (dots[at]?.right ?? 0))).toEqual([])
})

test('without sessions it says so', async () => {
  const screen = await shown([])
  await expect.element(screen.getByText('No sessions in the last twelve weeks.')).toBeVisible()
})
