import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import libArabic from '#lib/text.ar.json'
import dates from '#ui/dates/text.en.json'
import datesAr from '#ui/dates/text.ar.json'
import ui from '#ui/text.en.json'
import uiArabic from '#ui/text.ar.json'
import '#ui/tokens.css'
import '#ui/base.css'
import { DrawnRole } from '#web/use-may.ts'
import type { PayRule } from './pay-rule.contract.ts'
import { PayRuleList } from './pay-rules.tsx'
import arabic from './text.ar.json'
import trainers from './text.en.json'

const calls = vi.hoisted(() => ({ rules: vi.fn(), setRule: vi.fn() }))
const service = '019a0000-0000-7000-8000-000000000002'
vi.mock('#directory/services/service-names.ts', () => ({
  useServiceOptions: () => ({ options: [{ value: service, label: 'Football' }], isReady: true, labelOf: () => 'Football' }),
}))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({ payroll: calls, setup: { vendor: () => Promise.resolve({ timeZone: 'UTC' }) } }),
}))

const id = '019a0000-0000-7000-8000-000000000001'
const rule: PayRule = {
  from: null,
  service: null,
  unit: 'session',
  amount: 4000,
  share: null,
  minimum: null,
  maximum: null,
  setAt: '2027-01-01T00:00:00Z',
  isReplaced: false,
}

async function show(role: 'owner' | 'accountant', locale: 'en' | 'ar' = 'en') {
  const root = createRootRoute({ component: () => <PayRuleList trainer={id} /> })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })
  document.documentElement.dir = locale === 'ar' ? 'rtl' : 'ltr'
  const messages = locale === 'ar' ? { trainers: arabic, dates: datesAr, lib: libArabic, ui: uiArabic } : { trainers, dates, lib, ui }
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale={locale} timeZone="UTC" messages={messages}>
        <DrawnRole.Provider value={role}>
          <RouterProvider<typeof router> router={router} />
        </DrawnRole.Provider>
      </IntlProvider>
    </QueryClientProvider>,
  )
}

beforeEach(async () => {
  await page.viewport(320, 800)
  calls.setRule.mockReset().mockResolvedValue({ ...rule, from: '2027-06-10' })
  calls.rules.mockReset().mockResolvedValue({
    trainer: id,
    today: '2027-06-10',
    openFrom: '2027-05-01',
    currency: 'GBP',
    exponent: 2,
    rules: [{ ...rule, from: '2027-06-01', service, unit: 'share', amount: null, share: 2000, minimum: 2000 }, rule],
  })
})

/** What is drawn, without the marks of direction. */
const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/[\u2066-\u2069]/gu, '')
/** The page itself does not scroll sideways. */
const fits = () => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)

test('the rules say what they pay; a new one is drawn in money as it is typed, and sent with its limits', async () => {
  const screen = await show('owner')
  await expect.poll(() => plain(screen.container.textContent)).toContain('20% of net revenue, at least £20.00')
  expect(plain(screen.container.textContent)).toContain('£40.00 per session')
  fits()
  await screen.getByRole('button', { name: 'Set pay rule' }).click()
  await screen.getByLabelText('Pay is calculated').selectOptions('Per hour')
  await screen.getByLabelText('Amount', { exact: true }).fill('30')
  const example = screen.getByText(/^Example/)
  await expect.poll(() => plain(example.element().textContent)).toContain('pays £45.00')
  await screen.getByLabelText('Minimum per session').fill('50')
  await expect.poll(() => plain(example.element().textContent)).toContain('pays £50.00')
  await screen.getByLabelText('Maximum per session').fill('49')
  await screen.getByRole('button', { name: 'Save rule' }).click()
  await expect.element(screen.getByText(trainers.rule.maximum.order).first()).toBeVisible()
  expect(calls.setRule).not.toHaveBeenCalled()
  fits()
  await screen.getByLabelText('Maximum per session').fill('')
  await screen.getByRole('button', { name: 'Save rule' }).click()
  await expect
    .poll(() => calls.setRule.mock.calls)
    .toEqual([[{ trainer: id, unit: 'hour', amount: 3000, minimum: 5000, from: '2027-06-10' }]])
})

test('a share is typed in percent, and only a service’s rule can be ended', async () => {
  const screen = await show('owner')
  await screen.getByRole('button', { name: 'Set pay rule' }).click()
  await screen.getByLabelText('Pay is calculated').selectOptions('Share of net revenue')
  await screen.getByLabelText('Share', { exact: true }).fill('20')
  await expect.poll(() => plain(screen.getByText(/^Example/).element().textContent)).toContain('pays £18.00')
  expect(screen.getByRole('option', { name: 'Same as all services' }).query()).toBeNull()
  await screen.getByLabelText('Service').selectOptions('Football')
  await screen.getByRole('button', { name: 'Save rule' }).click()
  await expect.poll(() => calls.setRule.mock.calls).toEqual([[{ trainer: id, unit: 'share', share: 2000, service, from: '2027-06-10' }]])
})

test('an accountant reads the rules without a button, and they fit in Arabic', async () => {
  const screen = await show('accountant', 'ar')
  await expect.poll(() => plain(screen.container.textContent)).toContain('من صافي الإيراد، بحد أدنى')
  expect(screen.getByRole('button').elements()).toEqual([])
  fits()
})
