import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { queryClient } from '#web/query.ts'
import { privacyUrl, termsUrl } from '#lib/links.ts'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import '#ui/tokens.css'
import '#ui/base.css'
import { useMoment } from '#ui/use-moment.ts'
import { Shell } from './shell.tsx'
import { initialState, useRoot } from '#web/state.ts'
import app from './text.en.json'

const calls = vi.hoisted(() => ({ vendor: vi.fn(), progress: vi.fn(), current: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({ setup: { vendor: calls.vendor, progress: calls.progress }, plans: { current: calls.current } }),
}))

const day = 86_400_000
const logo = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const startedDaysAgo = (days: number) => ({
  plan: null,
  trialStartedAt: new Date(Date.now() - days * day).toISOString(),
  daysLeft: Math.max(30 - days, 0),
  isExpired: days >= 30,
})

async function show() {
  const root = createRootRoute({ component: Shell })
  const paths = ['/', '/services', '/sales', '/staff', '/finance', '/challenges', '/rankings', '/setup']
  const Screen = () => <p>{useMoment()('2026-11-23T22:30:00Z')}</p>
  const tree = root.addChildren(paths.map((path) => createRoute({ getParentRoute: () => root, path, component: Screen })))
  const router = createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  return render(
    <IntlProvider locale="en" messages={{ app, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={queryClient}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

beforeEach(async () => {
  await page.viewport(1280, 800)
  queryClient.clear()
  const country = { nameEn: 'Kuwait', nameAr: 'الكويت', timeZones: ['UTC'] }
  calls.vendor.mockResolvedValue({ name: 'Al Noor', logo, timeZone: 'UTC' })
  calls.progress.mockResolvedValue({ percent: 60, unread: 0, country })
  calls.current.mockResolvedValue(startedDaysAgo(0))
  useRoot.setState({ auth: { ...initialState.auth, authData: { id: 'u1', email: 'malik@example.com', status: 'active' } } })
})
afterEach(() => useRoot.setState(initialState, true))

test('the avatar is the photo, and its menu has logo, country, name, e-mail, badge, ways and links', async () => {
  const screen = await show()
  await expect.element(screen.getByText(/^(?:Morning|Afternoon|Evening), Al Noor$/)).toBeVisible()
  const avatar = screen.getByRole('button', { name: 'Account menu' })
  await expect.poll(() => avatar.element().querySelector('img')?.src).toBe(logo)
  await avatar.click()
  const menu = document.querySelector<HTMLElement>('#avatar-menu')
  expect(menu?.querySelector('img')?.src).toBe(logo)
  for (const text of ['Kuwait', 'malik@example.com', 'Pro']) await expect.element(screen.getByText(text)).toBeVisible()
  await expect.element(screen.getByText('v.0.1 Beta', { exact: false })).toBeVisible()
  await expect.element(screen.getByText(/^Al Noor Pro$/)).toBeVisible()
  await expect.element(screen.getByRole('menuitem', { name: 'Edit Profile' })).toHaveAttribute('href', '/setup')
  await expect.element(screen.getByRole('menuitem', { name: 'Subscription' })).toHaveAttribute('href', '/sales')
  await expect.element(screen.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  for (const [name, url] of [
    ['Terms', termsUrl],
    ['Privacy', privacyUrl],
  ] as const) {
    await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', url)
    await expect.element(screen.getByRole('link', { name })).toHaveAttribute('target', '_blank')
  }
})

test('without a profile the name is "Youth" and the avatar the first letter of the e-mail', async () => {
  calls.vendor.mockResolvedValue(null)
  const screen = await show()
  await expect.element(screen.getByText(/^(?:Morning|Afternoon|Evening), Youth$/)).toBeVisible()
  const avatar = screen.getByRole('button', { name: 'Account menu' })
  await expect.element(avatar).toHaveTextContent('M')
  await avatar.click()
  await expect.element(screen.getByText(/^Youth Pro$/)).toBeVisible()
})

test.each([
  [0, '30 days left'],
  [12, '18 days left'],
  [29, '1 day left'],
  [30, '0 days left'],
])('after %i days the block of the trial says %j, its bar the share that has passed, and leads to the plans', async (days, label) => {
  calls.current.mockResolvedValue(startedDaysAgo(days))
  const screen = await show()
  const block = screen.getByRole('link', { name: /Trial Accelerator Plan/ })
  await expect.element(block.getByText(label, { exact: true })).toBeVisible()
  await expect.element(block).toHaveAttribute('href', '/plans')
  const bar = block.element().querySelector('progress')
  expect([bar?.value, bar?.max]).toEqual([days, 30])
})

test('T2 a device whose clock is two days ahead shows the days that the server counts', async () => {
  calls.current.mockResolvedValue({ ...startedDaysAgo(2), daysLeft: 30 })
  const screen = await show()
  const block = screen.getByRole('link', { name: /Trial Accelerator Plan/ })
  await expect.element(block.getByText('30 days left', { exact: true })).toBeVisible()
  expect(block.element().querySelector('progress')?.value).toBe(0)
})

test('a bar says that something is loading as long as it does, and so does the state', async () => {
  let answer: (vendor: object) => void = () => {}
  calls.vendor.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  const screen = await show()
  await expect.element(screen.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  expect(useRoot.getState().loader).toBe(true)
  answer({ name: 'Al Noor', logo, timeZone: 'UTC' })
  await expect.element(screen.getByRole('progressbar', { name: 'Loading' })).not.toBeInTheDocument()
  expect(useRoot.getState().loader).toBe(false)
})

test('Setup bears the percentage', async () => {
  const screen = await show()
  await expect.element(screen.getByRole('link', { name: /Setup/ }).getByText('60%', { exact: true })).toBeVisible()
})

test('instants are told as where the business is, wherever they are read', async () => {
  calls.vendor.mockResolvedValue({ name: 'Al Noor', logo, timeZone: 'Asia/Kuwait' })
  const screen = await show()
  await expect.element(screen.getByText(/Nov 24, 2026, 1:30\sAM/)).toBeVisible()
})
