import { ORPCError } from '@orpc/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { queryClient } from '#web/query.ts'
import type { Notification } from '#business/notifications/notification.contract.ts'
import notifications from '#business/notifications/text.en.json'
import notificationsAr from '#business/notifications/text.ar.json'
import lib from '#lib/text.en.json'
import libAr from '#lib/text.ar.json'
import ui from '#ui/text.en.json'
import uiAr from '#ui/text.ar.json'
import '#ui/tokens.css'
import '#ui/base.css'
import { Bell } from './bell.tsx'
import app from './text.en.json'
import appAr from './text.ar.json'

const calls = vi.hoisted(() => ({ list: vi.fn(), read: vi.fn(), progress: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({ notifications: calls, setup: { vendor: () => Promise.resolve({ timeZone: 'UTC' }), progress: calls.progress } }),
}))
vi.mock('./load-texts.ts', () => ({ addTexts: () => Promise.resolve() }))

const id = (n: number) => `019a0000-0000-7000-8000-00000000000${n}`
const now = Date.now()
const row = (n: number, daysAgo: number, more: Partial<Notification> = {}): Notification => ({
  id: id(n),
  kind: 'payoutFailed',
  about: id(n),
  values: { net: { minor: 12_350, currency: 'AED', exponent: 2 }, from: '2026-10-01', to: '2026-10-31', reason: 'Account closed' },
  at: new Date(now - daysAgo * 86_400_000).toISOString(),
  readAt: null,
  ...more,
})
const rows = [
  row(1, 0),
  row(2, 0, { kind: 'monthClosed', about: null, values: { month: '2026-10' }, readAt: new Date(now).toISOString() }),
  row(3, 2, { kind: 'offerExpired', values: { customer: 'Amal Karam', batch: 'Juniors' } }),
]

async function open(language: 'en' | 'ar' = 'en') {
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  const root = createRootRoute({ component: Bell })
  const tree = root.addChildren(
    ['/', '/finance', '/finance/payout', '/services/batch', '/notifications'].map((path) =>
      createRoute({ getParentRoute: () => root, path }),
    ),
  )
  const router = createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  const messages =
    language === 'ar' ? { app: appAr, notifications: notificationsAr, lib: libAr, ui: uiAr } : { app, notifications, lib, ui }
  const screen = await render(
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      <QueryClientProvider client={queryClient}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  return { screen, router }
}

beforeEach(async () => {
  await page.viewport(320, 800)
  queryClient.clear()
  for (const call of Object.values(calls)) call.mockReset()
  calls.progress.mockResolvedValue({ unread: 2, country: { timeZones: ['UTC'] } })
  calls.list.mockResolvedValue({ rows, total: 3, totalIsCapped: false })
  calls.read.mockResolvedValue({ read: 1 })
})
afterEach(() => {
  document.documentElement.dir = 'ltr'
})

test('the bell says how many are unread and asks for nothing more until it is opened', async () => {
  const { screen } = await open()
  await expect.element(screen.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible()
  expect(calls.list).not.toHaveBeenCalled()
  calls.progress.mockResolvedValue({ unread: 0 })
  await queryClient.invalidateQueries()
  await expect.element(screen.getByRole('button', { name: 'Notifications, none unread' })).toBeVisible()
  calls.progress.mockResolvedValue({ unread: 100 })
  await queryClient.invalidateQueries()
  await expect.element(screen.getByRole('button', { name: 'Notifications, more than 99 unread' })).toBeVisible()
  await expect.element(screen.getByText('99+')).toBeVisible()
})

test('by keyboard: it opens, arrows move, Enter opens a page and counts as read, Escape gives the focus back', async () => {
  const { screen, router } = await open()
  const bell = screen.getByRole('button', { name: /^Notifications, / })
  const panel = screen.getByRole('dialog', { name: 'Notifications' })
  await expect.element(bell).toBeVisible()
  await userEvent.tab()
  await expect.element(bell).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect.element(panel.getByRole('heading', { level: 2 })).toHaveFocus()
  // Unread is shown by a word, a mark and the font weight, not by colour.
  await expect.element(panel.getByRole('link', { name: /^Unread: Payout failed.*123.50.*Account closed/ })).toBeVisible()
  await expect.element(panel.getByRole('link', { name: /^Month closed.*October 2026/ })).toBeVisible()
  expect(document.querySelectorAll('section h3')).toHaveLength(2)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.element(panel.getByRole('link', { name: /Offer expired/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(panel.getByRole('link', { name: /Payout failed/ })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(bell).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByRole('heading', { level: 2 })).toHaveFocus()
  await userEvent.keyboard('{End}{Enter}')
  await expect.poll(() => router.state.location.href).toBe(`/services/batch?id=${id(3)}&tab=waitlist`)
  expect(calls.read.mock.calls).toEqual([[{ id: id(3) }]])
  await expect.element(panel).not.toBeInTheDocument()
})

test('what tells of the plan leaves the shell, which does not draw the plans', async () => {
  calls.list.mockResolvedValue({
    rows: [row(1, 0, { kind: 'trialEnds', about: null, values: { days: 3 } })],
    total: 1,
    totalIsCapped: false,
  })
  const { screen, router } = await open()
  await screen.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  const link = screen.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: /^Unread: / })
  await expect.element(link).toHaveAttribute('href', '/plans')
  const isFollowed = new Promise<boolean>((resolve) => {
    window.addEventListener(
      'click',
      (event) => {
        resolve(!event.defaultPrevented)
        // Keeps the test page from navigating.
        event.preventDefault()
      },
      { once: true },
    )
  })
  await link.click()
  expect(await isFollowed).toBe(true)
  expect(router.state.location.href).toBe('/')
  await expect.poll(() => calls.read.mock.calls).toEqual([[{ id: id(1) }]])
})

test('one or all are marked as read, and the count follows', async () => {
  const { screen } = await open()
  await screen.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  const panel = screen.getByRole('dialog', { name: 'Notifications' })
  calls.progress.mockResolvedValue({ unread: 1 })
  await panel.getByRole('button', { name: 'Mark as read: Payout failed' }).click()
  await expect.poll(() => calls.read.mock.calls).toEqual([[{ id: id(1) }]])
  await expect
    .poll(() => document.querySelector('[popovertarget="bell-panel"]')?.getAttribute('aria-label'))
    .toBe('Notifications, 1 unread')
  await expect.element(panel.getByRole('heading', { level: 2 })).toHaveFocus()
  calls.list.mockResolvedValue({ rows: rows.map((one) => ({ ...one, readAt: one.at })), total: 3, totalIsCapped: false })
  calls.progress.mockResolvedValue({ unread: 0 })
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(() => calls.read.mock.calls.at(-1)).toEqual([{}])
  await expect.element(panel.getByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument()
  expect(panel.getByText('Unread').query()).toBeNull()
})

test('none yet and failed are two texts; a failed one can be tried again', async () => {
  calls.list.mockRejectedValueOnce(new ORPCError('permission/denied', { status: 403 }))
  const { screen } = await open()
  await screen.getByRole('button', { name: /^Notifications, / }).click()
  calls.list.mockResolvedValue({ rows: [], total: 0, totalIsCapped: false })
  await screen.getByRole('button', { name: ui.failed.retry }).click()
  await expect.element(screen.getByText('No notifications yet')).toBeVisible()
})

test('in Arabic the panel stands at the left, below the bell, in Arabic', async () => {
  const { screen } = await open('ar')
  await screen.getByRole('button', { name: /^الإشعارات، / }).click()
  const panel = screen.getByRole('dialog', { name: 'الإشعارات' })
  await expect.element(panel.getByRole('link', { name: /فشل تحويل/ })).toBeVisible()
  expect(Math.round(panel.element().getBoundingClientRect().left)).toBe(16)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
