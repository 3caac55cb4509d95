import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import ui from '#ui/text.en.json'
import type { Enrolment } from './enrolment.contract.ts'
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

test('a freeze says how many billed days the batch has no days left for', async () => {
  const Dialog = () => <FreezeEnrolment row={place as Enrolment} onClose={() => {}} onDone={() => {}} />
  const router = createRouter({ routeTree: createRootRoute({ component: Dialog }), history: createMemoryHistory() })
  const screen = await render(
    <IntlProvider locale="en" messages={{ enrolments, lib, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  await screen.getByLabelText(enrolments.freeze.from).fill('2098-03-10')
  await screen.getByLabelText(enrolments.freeze.to).fill('2098-03-11')
  await expect.element(screen.getByText(/^2 days: the end is/)).toBeVisible()
  expect(screen.getByText(/billed day/).elements()).toEqual([])
  await screen.getByLabelText(enrolments.freeze.to).fill('2098-03-14')
  await expect.element(screen.getByText('The batch ends before 3 billed days can be made up. They are credited.')).toBeVisible()
})
