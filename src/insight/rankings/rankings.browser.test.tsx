import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import batches from '#timetable/batches/text.en.json'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import '#ui/tokens.css'
import '#ui/base.css'
import type { RankingRow, BoardPage, BusinessRanking } from './rankings.contract.ts'
import RankingsPage from './rankings.page.tsx'
import rankings from './text.en.json'
import RankingsTvPage from './tv.page.tsx'

const calls = vi.hoisted(() => ({ board: vi.fn(), business: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    rankings: calls,
    services: {
      types: () => Promise.resolve([{ id: 'football', nameEn: 'Football', nameAr: 'كرة القدم', category: 'team', surface: 'turf' }]),
    },
    setup: { vendor: () => Promise.resolve({ timeZone: 'UTC' }), progress: () => new Promise(() => {}) },
  }),
}))

const period = {
  span: 'month',
  from: '2026-10-01',
  to: '2026-10-31',
  version: 1,
  frozenAt: '2026-11-02T01:00:00.000Z',
  asOf: '2026-11-22T12:00:00.000Z',
  firstWeekday: 1,
  currency: 'GBP',
  exponent: 2,
} as const
const row = (id: string, name: string, rank: number | null, rankBefore: number | null, there: number): RankingRow => ({
  id,
  name,
  rank,
  rankBefore,
  score: rank === null ? null : 800 - rank * 10,
  sample: rank === null ? 2 : 8,
  inputs: { sessions: { num: there, den: 13 }, attendance: { num: there, den: 8 }, streak: { num: 4, den: 4 } },
})
const customers: BoardPage = {
  period,
  rows: [
    row('a', 'Falcon', 1, 3, 8),
    row('b', 'Badr Karam', 2, 1, 7),
    row('c', '', 2, 2, 7),
    row('d', 'D.', 4, null, 5),
    row('e', 'Eman Saleh', null, null, 2),
  ],
  total: 25,
  ranked: 24,
  own: null,
}
const trainers: BoardPage = {
  period,
  rows: [{ ...row('t', 'Mariam Haddad', 1, 1, 0), inputs: { attendance: { num: 90, den: 100 }, held: { num: 9, den: 10 } } }],
  total: 1,
  ranked: 1,
  own: null,
}
const business: BusinessRanking = {
  period,
  score: 812,
  scoreBefore: 799,
  sample: 40,
  inputs: { fill: { num: 80, den: 100 }, attendance: { num: 90, den: 100 }, retention: { num: 9, den: 10 }, growth: { num: 20, den: 22 } },
  standing: {
    from: '2026-10-01',
    to: '2026-10-31',
    score: 812,
    country: 'GB',
    among: [
      { serviceType: 'football', among: 12, percentile: 72 },
      { serviceType: 'padel', among: null, percentile: null },
    ],
  },
}

async function open(address: string) {
  const root = createRootRoute()
  const tree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/rankings', component: RankingsPage }),
    createRoute({ getParentRoute: () => root, path: '/rankings/tv', component: RankingsTvPage }),
  ])
  const router = createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: [address] }) })
  const screen = await render(
    <IntlProvider locale="en" messages={{ rankings, batches, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  return { screen, router }
}

beforeEach(async () => {
  await page.viewport(320, 800)
  calls.board
    .mockReset()
    .mockImplementation(({ board }: { board: string }) =>
      Promise.resolve(
        board === 'customers' ? customers : board === 'trainers' ? trainers : { ...customers, rows: [], total: 0, ranked: 0 },
      ),
    )
  calls.business.mockReset().mockResolvedValue(business)
})
afterEach(() => vi.useRealTimers())

/** The page itself does not scroll sideways. */
const fits = () => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)

test('a board tells ranks, movement in words, parts, and what would move each row up', async () => {
  const { screen, router } = await open('/rankings?day=2026-10-01')
  const table = screen.getByRole('table', { name: 'Customers' })
  await expect.element(table).toBeVisible()
  const text = (name: RegExp) => screen.getByRole('row', { name })
  await expect.element(text(/^1 .*up 2 ranks.*Falcon 79.0 61.5% 8 of 13 100% 8 of 8/)).toBeVisible()
  await expect.element(text(/^2 .*down 1 rank.*Badr Karam 78.0/)).toBeVisible()
  await expect.element(text(/^2 .*same rank as before.*Not shown/)).toBeVisible()
  await expect.element(text(/^4 new D\. 76.0/)).toBeVisible()
  await expect.element(text(/^–.*Eman Saleh –.*Not yet ranked: 2 of 4 sessions/)).toBeVisible()
  // One session of thirteen at 40 %, against one of eight at 40 %.
  await expect.element(text(/Badr Karam.*1 fewer absence \(100%\): \+5.0 points/)).toBeVisible()
  await expect
    .element(screen.getByText(/Final since .*Formula 1: Sessions attended 40%, Attendance 40%, and Weeks in a row 20%/))
    .toBeVisible()
  await expect.element(screen.getByText('24 ranked, 1 not yet: at least 4 sessions in the period needed')).toBeVisible()
  fits()
  await screen.getByRole('navigation', { name: 'Rankings' }).getByRole('link', { name: 'Trainers' }).click()
  await expect.element(screen.getByRole('row', { name: /Mariam Haddad/ })).toBeVisible()
  expect(router.state.location.search).toMatchObject({ tab: 'trainers', day: '2026-10-01' })
  await screen.getByRole('button', { name: 'Previous' }).first().click()
  await expect.poll(() => router.state.location.search).toMatchObject({ day: '2026-09-01' })
  await screen.getByLabelText('Period').selectOptions('Year')
  await expect.poll(() => calls.board.mock.lastCall?.[0]).toMatchObject({ board: 'trainers', span: 'year', day: '2026-09-01' })
})

test('my business tells its parts, its best step and its place among others', async () => {
  const { screen } = await open('/rankings?tab=business')
  await expect.element(screen.getByText('81.2 of 100 points')).toBeVisible()
  await expect.element(screen.getByText('1.3 points more than the 79.9 of the previous period.')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Retention 25% 90% 9 of 10/ })).toBeVisible()
  await expect
    .element(screen.getByText('Football, United Kingdom, October 2026: ahead of 72% of the others, among 12 businesses.'))
    .toBeVisible()
  await expect.element(screen.getByText(/not ranked yet, since fewer than five/)).toBeVisible()
  fits()
})

test('the TV view shows ranked rows alone, turns by itself, and stops when told to', async () => {
  const { screen } = await open('/rankings/tv')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  expect(screen.getByText('Eman Saleh').query()).toBeNull()
  fits()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const heading = () => document.querySelector('h1')?.textContent
  const next = screen.getByRole('button', { name: 'Next board' }).element() as HTMLElement
  const pause = screen.getByRole('button', { name: 'Pause' }).element() as HTMLElement
  next.click()
  await vi.waitFor(() => expect(heading()).toBe('Trainers'), 60_000)
  await vi.advanceTimersByTimeAsync(12_000)
  // The batches have no one with a rank, so the customers follow.
  await vi.waitFor(() => expect(heading()).toBe('Customers'), 60_000)
  pause.click()
  await vi.waitFor(() => expect(pause.getAttribute('aria-pressed')).toBe('true'), 60_000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(heading()).toBe('Customers')
})
