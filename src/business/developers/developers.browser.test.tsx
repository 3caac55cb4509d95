import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#web/query.ts'
import publicTexts from '#app/public/text.en.json'
import accounts from '#business/accounts/text.en.json'
import lib from '#lib/text.en.json'
import libAr from '#lib/text.ar.json'
import dates from '#ui/dates/text.en.json'
import datesAr from '#ui/dates/text.ar.json'
import ui from '#ui/text.en.json'
import listsAr from '#ui/lists/text.ar.json'
import lists from '#ui/lists/text.en.json'
import uiAr from '#ui/text.ar.json'
import { Toasts } from '#ui/toast.tsx'
import '#ui/tokens.css'
import '#ui/base.css'
import Developers from './developers.tsx'
import ar from './text.ar.json'
import en from './text.en.json'

const at = '2026-10-05T09:00:00.000Z'
const key = {
  id: 'k1',
  name: 'Till',
  scopes: ['read:floor'],
  ending: 'aBcD',
  createdAt: at,
  expiresAt: null,
  lastUsedAt: at,
  isExpired: false,
}
const webhook = {
  id: 'w1',
  url: `https://partner.example/${'hook'.repeat(30)}`,
  events: ['sale.created'],
  state: 'active',
  failingSince: at,
  formerUntil: at,
  waiting: 3,
  createdAt: at,
  updatedAt: at,
  version: 1,
}
const delivery = {
  id: 'd1',
  webhook: 'w1',
  url: webhook.url,
  message: 'm1',
  event: 'sale.created',
  record: '01a10b4a-9680-7847-a048-78ec073928ca',
  state: 'pending',
  tries: 2,
  createdAt: at,
  sentAt: at,
  dueAt: at,
  code: 503,
  ms: 120,
  answer: 'Closed for the night',
}

let asked: { call: string; input: unknown }[]
/** A fake server that returns these rows and creates what it is asked to create. */
function serverHas(rows: { keys?: unknown[]; webhooks?: unknown[]; deliveries?: unknown[] }): void {
  const { keys = [], webhooks = [], deliveries = [] } = rows
  const answers: Record<string, unknown> = {
    'keys/list': keys,
    'webhooks/list': webhooks,
    'webhooks/deliveries': { rows: deliveries, total: deliveries.length, totalIsCapped: false },
    'keys/create': { ...key, secret: 'tlk_secret-of-the-key' },
    'webhooks/test': { count: 1 },
    'webhooks/replay': { count: 1 },
    'keys/revoke': { success: true },
  }
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = new URL(request.url).pathname.replace('/rpc/', '')
    const { json } = (await request.json()) as { json?: unknown }
    asked.push({ call, input: json })
    return Response.json({ json: answers[call] ?? null })
  })
}
const sent = (call: string) => asked.filter((one) => one.call === call).map(({ input }) => input)

function show(language: 'en' | 'ar' = 'en') {
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  const messages =
    language === 'ar'
      ? { developers: ar, dates: datesAr, lib: libAr, lists: listsAr, ui: uiAr }
      : { developers: en, accounts, dates, lib, lists, ui, public: publicTexts }
  const router = createRouter({
    routeTree: createRootRoute({ component: Developers }),
    history: createMemoryHistory({ initialEntries: ['/?tab=developers'] }),
  })
  return render(
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      <QueryClientProvider client={queryClient}>
        <RouterProvider<typeof router> router={router} />
        <Toasts />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

beforeEach(() => {
  asked = []
  queryClient.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.documentElement.removeAttribute('dir')
})

test('nothing yet: each part says what it is for, and has one way on', async () => {
  serverHas({})
  const screen = await show()
  await expect.element(screen.getByText(en.keys.none.title)).toBeVisible()
  await expect.element(screen.getByText(en.webhooks.none.title)).toBeVisible()
  await expect.element(screen.getByText(en.deliveries.none.title)).toBeVisible()
  expect(screen.getByRole('link', { name: en.docs }).element().getAttribute('href')).toBe('/api/docs')
})

test('a new key: what is missing is said at its field, the key is shown once and copied, and is gone afterwards', async () => {
  serverHas({})
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  const screen = await show()
  await screen.getByRole('button', { name: en.keys.add }).click()
  await screen.getByRole('button', { name: en.keys.make }).click()
  await expect.element(screen.getByRole('link', { name: en.keys.scopes.required })).toBeVisible()
  expect(sent('keys/create')).toEqual([])
  await screen.getByLabelText(en.keys.name.label, { exact: true }).fill('Till')
  await screen.getByRole('checkbox', { name: /read:sales/ }).click()
  await screen.getByRole('button', { name: en.keys.make }).click()
  await expect.element(screen.getByText('tlk_secret-of-the-key')).toBeVisible()
  expect(sent('keys/create')).toEqual([{ name: 'Till', scopes: ['read:sales'], expiresOn: null }])
  await screen.getByRole('button', { name: ui.copy.copy }).click()
  expect(copied).toEqual(['tlk_secret-of-the-key'])
  await expect.element(screen.getByText(ui.copy.copied, { exact: true })).toBeVisible()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not over http'))
  await screen.getByRole('button', { name: ui.copy.copy }).click()
  await expect.element(screen.getByText(ui.copy.notCopied)).toBeVisible()
  await screen.getByRole('button', { name: en.once.done }).click()
  expect(document.body.textContent).not.toContain('tlk_secret')
})

test('a test event and a delivery are sent, a key is revoked only after it was named and confirmed', async () => {
  serverHas({ keys: [key], webhooks: [webhook], deliveries: [delivery] })
  const screen = await show()
  await screen.getByRole('button', { name: `${en.webhooks.test}: ${webhook.url}` }).click()
  await expect.poll(() => sent('webhooks/test')).toEqual([{ id: 'w1' }])
  await screen.getByRole('button', { name: new RegExp(`^${en.deliveries.again.do}: sale.created`) }).click()
  await expect.poll(() => sent('webhooks/replay')).toEqual([{ id: 'd1' }])
  await screen.getByRole('button', { name: `${en.keys.revoke}: Till` }).click()
  expect(sent('keys/revoke')).toEqual([])
  await expect.element(screen.getByRole('dialog', { name: 'Revoke “Till”?' })).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: en.keys.revoke }).click()
  await expect.poll(() => sent('keys/revoke')).toEqual([{ id: 'k1' }])
})

test.each(['en', 'ar'] as const)('in %s nothing scrolls sideways at 320 px', async (language) => {
  await page.viewport(320, 800)
  serverHas({
    keys: [key, { ...key, id: 'k2', name: 'Website', isExpired: true, expiresAt: at }],
    webhooks: [webhook],
    deliveries: [delivery],
  })
  const screen = await show(language)
  await expect.element(screen.getByText('503 Closed for the night')).toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
