import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { policies, type CallName } from '#entrance/policy.ts'
import type { Role } from '#lib/roles.ts'
import challenges from '#insight/challenges/text.en.json'
import customers from '#directory/customers/text.en.json'
import { HallList } from '#directory/halls/hall.list.tsx'
import sales from '#money/sales/text.en.json'
import calendar from '#timetable/calendar/text.en.json'
import { SessionPanel } from '#timetable/calendar/session-panel.tsx'
import { Calendar } from '#timetable/sessions/calendar.tsx'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import ChallengePage from './challenge.page.tsx'
import FinancePage from './finance.page.tsx'
import Palette from './palette/palette.tsx'
import palette from './palette/text.en.json'
import SalesPage from './sales.page.tsx'
import { initialState, useRoot } from '#web/state.ts'
import { useInUse } from './use-in-use.ts'
import app from './text.en.json'

/** Records every call; some have an answer, the others stay pending forever. */
const recorded = vi.hoisted(() => ({ calls: [] as string[], answers: {} as Record<string, unknown> }))
vi.mock('#web/server-calls.ts', async (load) => {
  const call = (name: string) => () => {
    recorded.calls.push(name)
    return name in recorded.answers ? Promise.resolve(recorded.answers[name]) : new Promise(() => {})
  }
  const area = (of: string) => new Proxy({}, { get: (_, name) => call(`${of}.${String(name)}`) })
  return { ...(await load<typeof import('#web/server-calls.ts')>()), callsOf: () => new Proxy({}, { get: (_, of) => area(String(of)) }) }
})

async function show(Screen: () => ReactNode, as: Role, address = '/') {
  useRoot.setState({ auth: { ...initialState.auth, roles: as } })
  const root = createRootRoute()
  const tree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: Screen })])
  const router = createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: [address] }) })
  return render(
    <IntlProvider
      locale="en"
      messages={{ app, calendar, challenges, customers, lib, lists, palette, sales, ui }}
      timeZone="UTC"
      onError={() => {}}
    >
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

/** The calls made that the role may not make. */
const denied = (as: Role) =>
  recorded.calls.filter((name) => {
    const { who } = policies[name as CallName]
    return who !== 'public' && !(who as readonly string[]).includes(as)
  })

beforeEach(() => {
  recorded.calls = []
  recorded.answers = { 'services.types': [] }
})
afterEach(() => useRoot.setState(initialState, true))

test('the palette finds a trainer the own batches, and offers nothing that the role may not do', async () => {
  recorded.answers['batches.list'] = { rows: [{ id: 'b', name: 'Juniors' }], total: 1 }
  const screen = await show(() => <Palette onClose={() => {}} />, 'trainer')
  await expect.element(screen.getByRole('option', { name: /Challenges/ })).toBeVisible()
  expect(screen.getByRole('option', { name: /Add|Import|report/ }).elements()).toEqual([])
  await screen.getByRole('combobox').fill('juni')
  await expect.element(screen.getByRole('option', { name: /Juniors/ })).toBeVisible()
  expect(denied('trainer')).toEqual([])
})

test.each([
  ['trainer', '/?tab=customers', []],
  ['accountant', '/', ['Bills', 'Quotes', 'Billing runs']],
  ['accountant', '/?tab=customers', ['Bills', 'Quotes', 'Billing runs']],
  ['frontDesk', '/?tab=customers', ['Subscriptions', 'Bills', 'Customers', 'Quotes']],
  ['manager', '/?tab=customers', ['Subscriptions', 'Bills', 'Customers', 'Quotes', 'Billing runs']],
] as const)("a %s's sales at %s ask for nothing that the role may not see", async (role, address, tabs) => {
  const screen = await show(SalesPage, role, address)
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible()
  const shown = screen.getByRole('navigation', { name: sales.tabs.label }).getByRole('link')
  expect(shown.elements().map(({ textContent }) => textContent)).toEqual(tabs)
  if (tabs.length === 0) await expect.element(screen.getByText(lib.failures['permission/denied'])).toBeVisible()
  // In the menu, which is closed.
  const imports = screen.getByRole('menuitem', { name: /import/i, includeHidden: true })
  expect(imports.elements()).toHaveLength(role === 'manager' ? 1 : 0)
  expect(denied(role)).toEqual([])
})

test.each(['frontDesk', 'trainer', 'accountant'] as const)("a %s's finance asks for nothing that the role may not see", async (role) => {
  const screen = await show(FinancePage, role)
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  if (role === 'frontDesk') await expect.element(screen.getByText(lib.failures['permission/denied'])).toBeVisible()
  expect(denied(role)).toEqual([])
})

test.each([
  ['trainer', 1],
  ['frontDesk', 3],
] as const)("a %s's calendar offers %i choices, and asks for nothing that the role may not see", async (role, count) => {
  await page.viewport(1280, 900)
  recorded.answers['sessions.list'] = { rows: [], isCapped: false }
  const screen = await show(() => <Calendar canEdit={false} />, role)
  await expect.element(screen.getByRole('heading', { level: 2 })).toBeVisible()
  expect(screen.getByRole('combobox').elements()).toHaveLength(count)
  expect(denied(role)).toEqual([])
})

test.each([
  ['manager', ['Take attendance', 'Move', 'Substitute']],
  ['frontDesk', ['Take attendance']],
  ['trainer', ['Take attendance']],
  ['accountant', []],
] as const)('a %s may do this with a session next to the calendar, and asks for nothing that the role may not see', async (role, verbs) => {
  recorded.answers['sessions.get'] = {
    id: 's',
    version: 1,
    batch: 'b',
    batchName: 'Juniors',
    surface: 'turf',
    day: '2026-11-30',
    startingTime: '09:00',
    endingTime: '10:00',
    trainer: 't',
    trainerName: 'Aisha Kamal',
    hallTitle: null,
    capacity: 4,
    booked: 1,
    state: 'scheduled',
    reason: null,
  }
  recorded.answers['timeOff.substitutes'] = { rows: [], notified: [] }
  const screen = await show(() => <SessionPanel id="s" known={undefined} onClose={() => {}} />, role)
  await expect.element(screen.getByRole('heading', { name: 'Juniors' })).toBeVisible()
  const offered = ['Take attendance', 'Move', 'Substitute'].filter((name) =>
    [...screen.container.ownerDocument.querySelectorAll('a, button, legend')].some((one) => one.textContent === name),
  )
  expect(offered).toEqual(verbs)
  expect(denied(role)).toEqual([])
})

const Halls = () => <HallList inUse={useInUse('hall')} />

test.each([
  ['manager', 1],
  ['frontDesk', 0],
  ['accountant', 0],
] as const)('a %s is offered %i ways to archive a hall', async (role, count) => {
  const hall = { id: 'h', version: 1, title: 'North pitch', size: 400, totalCandidates: 20, audience: 'mixed', state: 'active' }
  recorded.answers['halls.list'] = { rows: [hall], total: 1, totalIsCapped: false }
  const screen = await show(Halls, role)
  await expect.element(screen.getByText('North pitch')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Actions: North pitch' }).elements()).toHaveLength(count)
})

test('a hall in which a batch meets says why it cannot be archived; another one can be', async () => {
  const hall = { id: 'h', version: 1, title: 'North pitch', size: 400, totalCandidates: 20, audience: 'mixed', state: 'active' }
  recorded.answers['halls.list'] = { rows: [hall, { ...hall, id: 'free', title: 'South pitch' }], total: 2, totalIsCapped: false }
  recorded.answers['batches.list'] = { rows: [{ id: 'b', hall: 'h', trainer: 't' }], total: 1, totalIsCapped: false }
  const screen = await show(Halls, 'owner')
  const open = async (title: string) => {
    const actions = screen.getByRole('button', { name: `Actions: ${title}` })
    await expect.element(actions).toBeInTheDocument()
    // Its row shows it when it is pointed at.
    actions.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }
  await open('North pitch')
  const used = screen.getByRole('menuitem', { name: `Archive ${lib.failures['hall/in-use']}` })
  await expect.element(used).toHaveAttribute('aria-disabled', 'true')
  await open('South pitch')
  await expect.element(screen.getByRole('menuitem', { name: 'Archive', exact: true })).not.toHaveAttribute('aria-disabled')
})

test('a guest who was removed from a challenge is not led to its board', async () => {
  const challenge = { id: 'c', nameEn: 'Autumn sweat', nameAr: '', host: 'Noor', state: 'cancelled', reason: '', teams: [], guests: [] }
  const days = { today: '2026-10-08', startsAt: '2026-10-05', endsAt: '2026-10-31' }
  const rules = { visibility: 'external', participation: 'single', metric: 'sessionsAttended', mode: 'leaderboard', prizes: [], max: null }
  recorded.answers['challenges.get'] = { ...challenge, ...days, ...rules, entrants: 0, leader: null }
  const screen = await show(ChallengePage, 'owner', '/?id=c')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Autumn sweat' })).toBeVisible()
  const tabs = screen.getByRole('navigation', { name: challenges.tabs.label }).getByRole('link')
  expect(tabs.elements().map(({ textContent }) => textContent)).toEqual(['Score log', 'Entries', 'History'])
  expect(recorded.calls.filter((name) => name.startsWith('challenges.'))).toEqual(['challenges.get', 'challenges.facts'])
})
