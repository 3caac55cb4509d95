import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import { dayBox, typeDay } from '#ui/dates/day-typing.sample.ts'
import dates from '#ui/dates/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import type { Enrolment } from './enrolment.contract.ts'
import { DrawnRole } from '#web/use-may.ts'
import { FreezeEnrolment } from './enrolment-dialogs.tsx'
import enrolments from './text.en.json'

vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({ setup: { vendor: () => Promise.resolve({ timeZone: 'UTC' }), progress: () => new Promise(() => {}) } }),
}))

const place: Partial<Enrolment> = {
  id: 'e',
  version: 1,
  startDate: '2098-03-01',
  endDate: '2098-03-31',
  batchEnd: '2098-04-02',
  billedThrough: '2098-03-31',
  freezes: [],
}

/** The dialog of a place. */
async function open(row: Partial<Enrolment>, role: 'owner' | 'frontDesk' = 'owner') {
  const Dialog = () => <FreezeEnrolment row={row as Enrolment} onClose={() => {}} onDone={() => {}} />
  const router = createRouter({ routeTree: createRootRoute({ component: Dialog }), history: createMemoryHistory() })
  return render(
    <IntlProvider locale="en" messages={{ dates, enrolments, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <DrawnRole value={role}>
          <RouterProvider<typeof router> router={router} />
        </DrawnRole>
      </QueryClientProvider>
    </IntlProvider>,
  )
}

test('a freeze says how many billed days the batch has no days left for', async () => {
  const screen = await open(place)
  await typeDay(dayBox(screen, enrolments.freeze.from), '2098-03-10')
  await typeDay(dayBox(screen, enrolments.freeze.to), '2098-03-11')
  await expect.element(screen.getByText(/^2 days: the end is/)).toBeVisible()
  expect(screen.getByText(/billed day/).elements()).toEqual([])
  await typeDay(dayBox(screen, enrolments.freeze.to), '2098-03-14')
  await expect.element(screen.getByText('The batch ends before 3 billed days can be made up. They are credited.')).toBeVisible()
})

test('days that are over ask for a reason, and say what comes of the paid ones', async () => {
  const screen = await open({ ...place, startDate: '2025-03-01', endDate: '2098-03-31' })
  await expect.element(dayBox(screen, enrolments.freeze.from)).toHaveAttribute('data-min', '2025-03-01')
  expect(screen.getByLabelText(enrolments.freeze.reason).elements()).toEqual([])
  await typeDay(dayBox(screen, enrolments.freeze.from), '2025-03-10')
  await expect.element(screen.getByLabelText(enrolments.freeze.reason)).toBeVisible()
  await expect.element(screen.getByText(enrolments.freeze.past)).toBeVisible()
})

test('a front desk freezes days to come alone', async () => {
  const screen = await open({ ...place, startDate: '2025-03-01' }, 'frontDesk')
  const today = new Date().toISOString().slice(0, 10)
  await expect.element(dayBox(screen, enrolments.freeze.from)).toHaveAttribute('data-min', today)
  await typeDay(dayBox(screen, enrolments.freeze.from), '2025-03-10')
  expect(screen.getByLabelText(enrolments.freeze.reason).elements()).toEqual([])
})
