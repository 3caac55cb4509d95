import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import dates from '#ui/dates/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import '#ui/tokens.css'
import '#ui/base.css'
import { queryClient } from '#web/query.ts'
import { DrawnRole } from '#web/use-may.ts'
import { EmptyPaySection } from './empty-pay.form.tsx'
import payroll from './text.en.json'

const calls = vi.hoisted(() => ({ emptyPay: vi.fn(), setEmptyPay: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    payroll: calls,
    setup: {
      vendor: () => Promise.resolve({ timeZone: 'UTC' }),
      progress: () => Promise.resolve({ country: { currency: 'GBP', exponent: 2, timeZones: ['UTC'] } }),
    },
  }),
}))

async function show(role: 'owner' | 'accountant' | 'frontDesk') {
  await page.viewport(320, 800)
  queryClient.clear()
  const settings = { today: '2027-06-10', openFrom: null, rules: [{ from: '2027-06-01', rule: 'nothing' }] }
  calls.emptyPay.mockReset().mockResolvedValue(settings)
  calls.setEmptyPay.mockReset().mockResolvedValue(settings)
  const router = createRouter({ routeTree: createRootRoute({ component: EmptyPaySection }), history: createMemoryHistory() })
  return render(
    <IntlProvider locale="en" messages={{ payroll, dates, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={queryClient}>
        <DrawnRole.Provider value={role}>
          <RouterProvider<typeof router> router={router} />
        </DrawnRole.Provider>
      </QueryClientProvider>
    </IntlProvider>,
  )
}

const example = (screen: Awaited<ReturnType<typeof show>>) =>
  screen
    .getByText(/^Example/)
    .element()
    .textContent.replaceAll(/[\u2066-\u2069]/gu, '')

test('the example is drawn by the rule as it is chosen, which is saved with its day', async () => {
  const screen = await show('owner')
  await expect.poll(() => example(screen)).toContain('earns £0 when no one comes')
  await screen.getByLabelText(payroll.empty.rule.label).selectOptions(payroll.empty.rule.minimum)
  await expect.poll(() => example(screen)).toContain('earns £15 when no one comes')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await screen.getByRole('button', { name: payroll.empty.save }).click()
  await expect.poll(() => calls.setEmptyPay.mock.calls).toEqual([[{ rule: 'minimum', from: '2027-06-10' }]])
})

test('an accountant reads the rule without fields, and the desk nothing', async () => {
  const screen = await show('accountant')
  await expect.poll(() => example(screen)).toContain('earns £0')
  expect(screen.getByRole('button').elements()).toEqual([])
  await screen.unmount()
  const other = await show('frontDesk')
  await expect.element(other.getByText(payroll.empty.title)).not.toBeInTheDocument()
  expect(calls.emptyPay).not.toHaveBeenCalled()
})
