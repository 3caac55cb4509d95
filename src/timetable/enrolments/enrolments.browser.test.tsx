import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import services from '#directory/services/text.en.json'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import '#ui/tokens.css'
import '#ui/base.css'
import { CustomerEnrolments } from './customer-enrolments.tsx'
import { EnrolmentList } from './enrolment.list.tsx'
import enrolments from './text.en.json'

const calls = vi.hoisted(() => ({ list: vi.fn(), sums: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    enrolments: calls,
    setup: {
      vendor: () => Promise.resolve({ timeZone: 'UTC' }),
      progress: () => Promise.resolve({ country: { exponent: 3, timeZones: ['UTC'] } }),
    },
  }),
}))

const row = {
  id: 'e',
  version: 1,
  customer: 'c',
  firstName: 'Amal',
  lastName: 'Karam',
  batch: 'b',
  batchName: 'Juniors',
  startDate: '2026-10-05',
  endDate: '2026-12-31',
  nextChargeOn: null,
  price: 35_000,
  currency: 'KWD',
  priceUnit: 'month',
  cancelAtPeriodEnd: false,
  freezes: [],
  state: 'completed',
  batchEnd: '2027-12-31',
  isBlocked: false,
  isExpiring: false,
  isUnpriced: false,
  isAutoOffer: false,
  owed: 0,
  bill: null,
  present: 0,
  late: 0,
  absent: 0,
  excused: 0,
}

test('the sums are of all that the filters match, on every page, in the digits of the currency', async () => {
  await page.viewport(1280, 900)
  calls.list.mockResolvedValue({ rows: [row], total: 45, totalIsCapped: false })
  calls.sums.mockImplementation(({ state }: { state: string }) =>
    Promise.resolve({ monthly: state === 'all' ? 1_234_500 : 70_000, owed: 115_250, asOf: '2026-10-05T09:00:00Z' }),
  )
  const root = createRootRoute()
  const tree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: () => <EnrolmentList mayPay start={null} /> }),
  ])
  const router = createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: ['/?search=ama'] }) })
  const screen = await render(
    <IntlProvider locale="en" messages={{ enrolments, lib, services, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } })}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  const shown = () =>
    [...document.querySelectorAll('dl dd')].map(({ textContent }) =>
      textContent.replaceAll(/[\u2066\u2069]/g, '').replaceAll('\u00A0', ' '),
    )
  await expect.poll(shown).toEqual(['KWD 70', 'KWD 115.250'])
  await screen.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => calls.list.mock.lastCall?.[0]).toMatchObject({ page: 2 })
  expect(calls.sums.mock.calls).toEqual([[{ search: 'ama', state: 'current' }]])
  await screen.getByRole('combobox', { name: services.filter.status }).selectOptions('All')
  await expect.poll(shown).toEqual(['KWD 1,234.500', 'KWD 115.250'])
  expect(calls.sums.mock.lastCall).toEqual([{ search: 'ama', state: 'all' }])
})

test.each([1440, 1280, 1024, 768, 360, 320])(
  'what can be done with a place that is past due stands in one line at %i pixels',
  async (width) => {
    await page.viewport(width, 800)
    const due = { ...row, state: 'pastDue', batchName: 'Evening running club', owed: 2500, bill: 's', present: 12, late: 1, absent: 3 }
    calls.list.mockResolvedValue({ rows: [due, { ...due, id: 'f', owed: 0, bill: null, state: 'active' }], total: 2, totalIsCapped: false })
    const root = createRootRoute({ component: () => <CustomerEnrolments customer="c" mayPay /> })
    const screen = await render(
      <IntlProvider locale="en" messages={{ enrolments, lib, services, lists, ui }} timeZone="UTC" onError={() => {}}>
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() }) as never} />
        </QueryClientProvider>
      </IntlProvider>,
    )
    await expect.element(screen.getByRole('link', { name: /Take payment/ })).toBeVisible()
    const middles = (line: Element | undefined) =>
      [...(line?.querySelectorAll('a, button') ?? [])]
        .filter((action) => !/running club/.test(action.textContent ?? ''))
        .map((action) => action.getBoundingClientRect())
        // The items of a closed menu have no size.
        .filter(({ height }) => height > 0)
        .map(({ top, bottom }) => Math.round((top + bottom) / 2))
    const [first, second] = screen.getByRole('listitem').elements()
    expect(middles(first)).toHaveLength(2)
    expect(new Set(middles(first)).size).toBe(1)
    expect(middles(second)).toHaveLength(1)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)
