import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { DrawnRole } from '#web/use-may.ts'
import { queryClient } from '#web/query.ts'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import { BillingSection } from './billing-rules.form.tsx'
import enrolments from './text.en.json'

const calls = vi.hoisted(() => ({ billing: vi.fn(), saveBilling: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    enrolments: calls,
    setup: {
      vendor: () => Promise.resolve({ timeZone: 'UTC' }),
      progress: () => Promise.resolve({ country: { currency: 'GBP', exponent: 2, timeZones: ['UTC'] } }),
    },
  }),
}))

const settings = {
  billingDay: null,
  proration: 'days',
  cancelledSessions: 'nothing',
  visits: 'byHand',
  placeOffers: 'auto',
  offerHours: 48,
  version: 0,
}

/** The section, in a router so that its form can block navigation. */
function show(role: 'owner' | 'frontDesk' | 'trainer') {
  queryClient.clear()
  calls.billing.mockResolvedValue(settings)
  calls.saveBilling.mockReset().mockResolvedValue({ ...settings, version: 1 })
  const router = createRouter({ routeTree: createRootRoute({ component: BillingSection }), history: createMemoryHistory() })
  return render(
    <IntlProvider locale="en" messages={{ enrolments, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={queryClient}>
        <DrawnRole.Provider value={role}>
          <RouterProvider<typeof router> router={router} />
        </DrawnRole.Provider>
      </QueryClientProvider>
    </IntlProvider>,
  )
}

/** The bills of the example, as drawn. */
const drawn = (screen: Awaited<ReturnType<typeof show>>) =>
  screen
    .getByRole('listitem')
    .elements()
    .map((one) => one.textContent.replaceAll(/[\u2066-\u2069]/gu, ''))

test('the example is drawn by the rules as they are chosen, which are saved with their version', async () => {
  const screen = await show('owner')
  await expect
    .poll(() => drawn(screen))
    .toEqual([expect.stringMatching(/^£100\.00Apr 28.*May 27/), expect.stringMatching(/^£45\.16May 28.*Jun 10/)])
  await screen.getByLabelText(enrolments.billing.day.label).selectOptions('Day 1 of each month')
  const parts = [/^£10\.00Apr 28.*30/, /^£100\.00May 1.*31/, /^£33\.33Jun 1.*10/]
  expect(drawn(screen)).toEqual(parts.map((part) => expect.stringMatching(part)))
  await expect.element(screen.getByText(enrolments.billing.running)).toBeVisible()
  await screen.getByLabelText(enrolments.billing.proration.label).selectOptions('Half or a full month')
  expect(drawn(screen).map((text) => text.split('.')[0])).toEqual(['£50', '£100', '£50'])
  await screen.getByRole('button', { name: 'Save billing' }).click()
  await expect.poll(() => calls.saveBilling.mock.lastCall?.[0]).toMatchObject({ billingDay: 1, proration: 'halfMonths', version: 0 })
})

test('the desk reads the example without fields, and a trainer nothing', async () => {
  const screen = await show('frontDesk')
  await expect.poll(() => drawn(screen)).toHaveLength(2)
  expect(screen.getByRole('button').elements()).toEqual([])
  await screen.unmount()
  const other = await show('trainer')
  await expect.element(other.getByText(enrolments.billing.title)).not.toBeInTheDocument()
})
