import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { initialState, useRoot } from '#web/state.ts'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import type { ChallengeDetail } from './challenge.contract.ts'
import type { ChallengeBoardRow } from './entry.contract.ts'
import ChallengesPage from './challenges.page.tsx'
import { Results } from './results.tsx'
import { Entries } from './entries.tsx'
import { ScoreFacts } from './score-facts.tsx'
import challenges from './text.en.json'

const calls = vi.hoisted(() => ({ list: vi.fn(), invitations: vi.fn(), board: vi.fn(), entries: vi.fn(), facts: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    challenges: calls,
    setup: { vendor: () => Promise.resolve({ timeZone: 'UTC' }), progress: () => new Promise(() => {}) },
  }),
}))

const leaderboard = {
  id: 'c',
  mode: 'leaderboard',
  visibility: 'internal',
  state: 'final',
  topN: 2,
  target: null,
  prizes: ['A ball', 'A bottle', 'A badge'],
}
let shown: object = leaderboard

async function open(address: string) {
  const root = createRootRoute()
  const tree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/challenges', component: ChallengesPage }),
    createRoute({ getParentRoute: () => root, path: '/entries', component: () => <Entries challenge={shown as ChallengeDetail} /> }),
    createRoute({ getParentRoute: () => root, path: '/facts', component: () => <ScoreFacts challenge={shown as ChallengeDetail} /> }),
    createRoute({ getParentRoute: () => root, path: '/results', component: () => <Results challenge={shown as ChallengeDetail} /> }),
  ])
  const router = createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: [address] }) })
  const screen = await render(
    <IntlProvider locale="en" messages={{ challenges, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  return { screen, router }
}

beforeEach(() => {
  useRoot.setState({ challenges: initialState.challenges, auth: initialState.auth })
  calls.list.mockReset().mockResolvedValue({ rows: [], total: 0, totalIsCapped: false })
  calls.invitations.mockReset().mockResolvedValue([])
})

test('anyone who looks through the archive stays in it while the filters change', async () => {
  const { screen, router } = await open('/challenges?archived=true')
  await screen.getByLabelText('Session').selectOptions('Weekly')
  await expect.poll(() => calls.list.mock.lastCall?.[0]).toMatchObject({ session: 'weekly', visibility: 'external', state: 'archived' })
  await screen.getByRole('button', { name: 'Show internal' }).click()
  await expect.poll(() => calls.list.mock.lastCall?.[0]).toMatchObject({ session: 'weekly', visibility: 'internal', state: 'archived' })
  expect(router.state.location.search).toEqual({ session: 'Weekly', status: 'Internal Only', allorsingle: 'All', archived: true })
  await screen.getByRole('link', { name: challenges.current }).click()
  await expect.poll(() => calls.list.mock.lastCall?.[0]).toMatchObject({ session: 'weekly', visibility: 'internal', state: 'current' })
})

test('challenges past the first page are led to, and another filter begins again', async () => {
  const row = (at: number) => ({
    id: `c${at}`,
    nameEn: `Contest ${at}`,
    nameAr: '',
    state: 'final',
    startsAt: '2026-10-01',
    endsAt: '2026-10-31',
    visibility: 'external',
    participation: 'single',
    host: '',
    entrants: 0,
    leader: null,
  })
  calls.list.mockReset().mockImplementation(({ page, size }: { page: number; size: number }) => {
    const rows = Array.from({ length: 130 }, (_, at) => row(at + 1)).slice((page - 1) * size, page * size)
    return Promise.resolve({ rows, total: 130, totalIsCapped: false })
  })
  const { screen, router } = await open('/challenges?archived=true')
  await expect.element(screen.getByText('Contest 100', { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Next' }).click()
  await expect.element(screen.getByText('Contest 130', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
  expect(router.state.location.search).toMatchObject({ page: 2, archived: true, status: 'External Only' })
  await screen.getByLabelText('Session').selectOptions('Weekly')
  await expect.poll(() => calls.list.mock.lastCall?.[0]).toMatchObject({ session: 'weekly', state: 'archived', page: 1 })
})

/** Entrants with the given points, best first; no two share a rank. */
const entrants = (points: number[]) =>
  points.map((own, at): ChallengeBoardRow => ({
    id: `e${at + 1}`,
    name: `Runner ${at + 1}`,
    vendorName: '',
    isOwn: true,
    points: own,
    rank: at + 1,
    formerRank: null,
    members: null,
  }))
const winners = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent)

test('the results of a leaderboard are its first ranks and those that have a prize, and no one after them', async () => {
  await page.viewport(1280, 800)
  const rows = entrants([60, 50, 40, 30, 20])
  calls.board.mockReset().mockResolvedValue({ rows, total: rows.length, totalIsCapped: false, revision: 1, own: null })
  const first = await open('/results')
  await expect.element(first.screen.getByRole('row', { name: /^3 Runner 3 40 A badge$/ })).toBeVisible()
  expect(winners()).toEqual(['Runner 1', 'Runner 2', 'Runner 3'])
  await first.screen.unmount()
  shown = { ...leaderboard, topN: 4, prizes: ['A ball'] }
  const second = await open('/results')
  await expect.element(second.screen.getByRole('row', { name: /^4 Runner 4/ })).toBeVisible()
  expect(winners()).toEqual(['Runner 1', 'Runner 2', 'Runner 3', 'Runner 4'])
})

test('the results of a target name all who reached it, however many these are', async () => {
  await page.viewport(1280, 800)
  const all = entrants(Array.from({ length: 230 }, (_, at) => (at < 205 ? 20 : 19)))
  calls.board
    .mockReset()
    .mockImplementation(({ page, size }: { page: number; size: number }) =>
      Promise.resolve({ rows: all.slice((page - 1) * size, page * size), total: all.length, totalIsCapped: false, revision: 1, own: null }),
    )
  shown = { ...leaderboard, mode: 'threshold', topN: null, target: 20, prizes: ['A shirt'] }
  const { screen } = await open('/results')
  await expect.element(screen.getByRole('row', { name: /Runner 205 20 A shirt$/ })).toBeVisible()
  expect(winners()).toHaveLength(205)
})

test('a trainer is offered to score and to take back what they may, and is led to the own sessions alone', async () => {
  useRoot.setState({ auth: { ...initialState.auth, roles: 'trainer' } })
  shown = { id: 'c', metric: 'manual', state: 'live', participation: 'single', lateJoin: true }
  const entrant = { version: 1, state: 'active', points: 40, reason: null, countsFrom: null, team: null, teamName: null }
  const rows = ['Amal', 'Stranger'].map((name) => ({ ...entrant, id: name, name, boardName: name, mayScore: name === 'Amal' }))
  calls.entries.mockResolvedValue({ rows, total: 2, totalIsCapped: false })
  const first = await open('/entries')
  await expect.element(first.screen.getByRole('link', { name: 'Stranger' })).toBeVisible()
  const scored = first.screen.getByRole('button', { name: /^Score/ }).elements()
  expect(scored.map((button) => button.ariaLabel)).toEqual([challenges.entries.scoreNamed.replace('{name}', 'Amal')])
  await first.screen.unmount()

  const fact = { day: '2026-10-12', units: 4, points: 40, note: '', by: 'coach@example.com', voidReason: null, session: null }
  const facts = [
    { ...fact, id: 'f1', source: 'manual', name: 'Amal', batchName: '', mayScore: true },
    { ...fact, id: 'f2', source: 'manual', name: 'Stranger', batchName: '', mayScore: false },
    { ...fact, id: 'f3', source: 'attendance', name: 'Amal', batchName: 'Juniors', session: 's', mayScore: true },
    { ...fact, id: 'f4', source: 'attendance', name: 'Amal', batchName: 'Karate', mayScore: true },
  ]
  calls.facts.mockResolvedValue({ rows: facts, total: 4, totalIsCapped: false })
  const second = await open('/facts')
  await expect.element(second.screen.getByText('Karate')).toBeVisible()
  const table = second.screen.getByRole('table')
  expect(
    table
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Juniors'])
  const back = () => table.getByRole('button', { name: /^Void/ }).elements()
  expect(back().map((button) => button.ariaLabel)).toEqual([challenges.facts.voidNamed.replace('{name}', 'Amal')])
  await second.screen.unmount()
  // An archived challenge can no longer be changed.
  shown = { ...shown, state: 'archived' }
  const third = await open('/facts')
  await expect.element(third.screen.getByText('Karate')).toBeVisible()
  expect(third.screen.getByRole('button', { name: /^Void/ }).elements()).toEqual([])
})
