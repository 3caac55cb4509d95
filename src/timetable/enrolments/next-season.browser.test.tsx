import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import libArabic from '#lib/text.ar.json'
import batches from '#timetable/batches/text.en.json'
import batchesArabic from '#timetable/batches/text.ar.json'
import sessions from '#timetable/sessions/text.en.json'
import sessionsArabic from '#timetable/sessions/text.ar.json'
import '#ui/base.css'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import uiArabic from '#ui/text.ar.json'
import { queryClient } from '#web/query.ts'
import NextSeasonPage from './next-season.page.tsx'

const calls = vi.hoisted(() => ({ get: vi.fn(), nextSeason: vi.fn(), rollOver: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    batches: calls,
    trainers: {
      list: () =>
        Promise.resolve({ rows: [{ id: '01a3c1c0-0000-7000-8000-000000000009', Fname: 'Mariam', Lname: 'Haddad', services: ['s'] }] }),
    },
    halls: { list: () => Promise.resolve({ rows: [{ id: 'h', title: 'North pitch' }] }) },
    setup: {
      vendor: () => Promise.resolve({ timeZone: 'UTC' }),
      progress: () => Promise.resolve({ country: { currency: 'GBP', exponent: 2, timeZones: ['UTC'] } }),
    },
  }),
}))

const [id, trainer] = ['1', '2'].map((last) => `01a3c1c0-0000-7000-8000-00000000000${last}`)
const batch = {
  id,
  version: 3,
  service: 's',
  name: 'Juniors',
  code: 'JUN-1',
  price: 10_000,
  priceUnit: 'month',
  currency: 'GBP',
  startDate: '2099-01-01',
  endDate: '2099-06-30',
  totalCandidates: 2,
  trainer,
  hall: null,
  state: 'open',
}
const place = {
  customer: 'c',
  lastName: 'Karam',
  isWaiting: false,
  exception: null,
  startDate: '2099-07-01',
  price: 10_000,
  priceUnit: 'month',
  billFrom: '2099-07-01',
  billTotal: 10_000,
  hasEmail: true,
}
const conflict = { day: '2099-07-06', startingTime: '17:00', endingTime: '18:00', batchName: 'Guests', part: 'trainer' }
const shown = {
  rows: [
    { ...place, enrolment: 'a', firstName: 'Amal' },
    { ...place, enrolment: 'b', firstName: 'Badr', price: 0, billFrom: null, billTotal: null },
    { ...place, enrolment: 'd', firstName: 'Dana', exception: 'leaving' },
    { ...place, enrolment: 'e', firstName: 'Eman', isWaiting: true, billFrom: null, billTotal: null },
  ],
  currency: 'GBP',
  exponent: 2,
  sessions: 26,
  conflicts: [conflict],
  away: ['2099-07-13'],
  following: [],
}
beforeEach(() => {
  queryClient.clear()
  sessionStorage.clear()
  calls.get.mockReset().mockResolvedValue(batch)
  calls.nextSeason.mockReset().mockResolvedValue(shown)
  calls.rollOver.mockReset().mockResolvedValue({ ...batch, name: 'Juniors' })
})

const messages = {
  en: { batches, lib, sessions, lists, ui },
  ar: { batches: batchesArabic, lib: libArabic, sessions: sessionsArabic, ui: uiArabic },
}

/** The page of the batch, in a router with the page that it leads to. */
function show(language: 'en' | 'ar' = 'en') {
  const root = createRootRoute()
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', component: NextSeasonPage }),
    createRoute({ getParentRoute: () => root, path: '/services/batch', component: () => <p>Batch page</p> }),
  ]
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory({ initialEntries: [`/?id=${id}`] }) })
  return render(
    <IntlProvider locale={language} messages={messages[language]} timeZone="UTC">
      <QueryClientProvider client={queryClient}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}
const words = batches.season

test('the next dates and code are proposed, people are chosen, and what was chosen is sent', async () => {
  const screen = await show()
  await expect.element(screen.getByLabelText(batches.code.label)).toHaveValue('JUN-2')
  await expect.element(screen.getByText('26 sessions')).toBeVisible()
  expect(calls.nextSeason.mock.lastCall?.[0]).toMatchObject({ id, startDate: '2099-07-01', endDate: '2099-12-31', hall: null })
  await expect.element(screen.getByText(/The trainer has Guests/)).toBeVisible()
  await expect.element(screen.getByText('2 people continue. The batch has 2 places · 1 on the waiting list')).toBeVisible()
  const rows = () => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  expect(rows()).toEqual([
    expect.stringMatching(/Amal Karam.*£100\.00.* a month.*£100\.00.*from Jul 1, 2099/),
    expect.stringMatching(/Badr Karam.*Free.*–/),
    expect.stringMatching(/Dana Karam.*Leaving.*–.*–/),
    expect.stringMatching(/Eman Karam.*Waiting list/),
  ])
  await expect.element(screen.getByRole('checkbox', { name: 'Dana Karam' })).not.toBeInTheDocument()
  await screen.getByRole('checkbox', { name: 'Badr Karam' }).click()
  await screen.getByRole('checkbox', { name: words.waiting }).click()
  await expect.element(screen.getByText('1 person continues. The batch has 2 places')).toBeVisible()
  await screen.getByLabelText(batches.trainer.label).selectOptions('Mariam Haddad')
  await screen.getByRole('button', { name: words.save }).click()
  await expect.element(screen.getByText('Batch page')).toBeVisible()
  expect(calls.rollOver).toHaveBeenCalledExactlyOnceWith({
    id,
    copy: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    name: 'Juniors',
    code: 'JUN-2',
    startDate: '2099-07-01',
    endDate: '2099-12-31',
    totalCandidates: 2,
    trainer: '01a3c1c0-0000-7000-8000-000000000009',
    hall: null,
    price: undefined,
    waiting: false,
    tell: true,
    leaveOut: ['b'],
  })
})

test('all are left out and chosen again at once, and too many for the places are said', async () => {
  const screen = await show()
  await screen.getByRole('button', { name: words.none }).click()
  await expect.element(screen.getByText('No one continues. The batch has 2 places')).toBeVisible()
  await screen.getByRole('button', { name: words.all }).click()
  await expect.element(screen.getByRole('checkbox', { name: 'Amal Karam' })).toBeChecked()
  await screen.getByLabelText(batches.totalCandidates.label).fill('1')
  await expect
    .element(screen.getByText('2 people continue. The batch has 1 place · 1 on the waiting list'))
    .toHaveAttribute('data-full', 'true')
})

test.each(['en', 'ar'] as const)('nothing is wider than a phone of 320 px: %s', async (language) => {
  await page.viewport(320, 800)
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  const screen = await show(language)
  await expect.element(screen.getByRole('checkbox', { name: 'Amal Karam' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  document.documentElement.dir = 'ltr'
  await page.viewport(1280, 800)
})
