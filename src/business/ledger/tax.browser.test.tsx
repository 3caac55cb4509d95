import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { IntlProvider } from 'use-intl'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#web/query.ts'
import libAr from '#lib/text.ar.json'
import lib from '#lib/text.en.json'
import dates from '#ui/dates/text.en.json'
import datesAr from '#ui/dates/text.ar.json'
import uiAr from '#ui/text.ar.json'
import ui from '#ui/text.en.json'
import { TaxSection } from './tax.form.tsx'
import setupAr from '#business/setup/text.ar.json'
import setup from '#business/setup/text.en.json'

const calls = vi.hoisted(() => ({ tax: vi.fn(), saveTax: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({ setup: { ...calls, progress: () => new Promise(() => {}) } }),
}))

const now = { rate: 888, rateThousandths: 8875, reducedThousandths: null, isIncluded: false, number: '', validFrom: '2026-10-05' }
const settings = { today: '2026-10-05', now, later: [], version: 1 }

/** The section, in a router so that its form can block navigation. */
function show(locale: 'en' | 'ar') {
  const routeTree = createRootRoute({ component: TaxSection })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  return render(
    <IntlProvider
      locale={locale}
      messages={locale === 'ar' ? { setup: setupAr, dates: datesAr, lib: libAr, ui: uiAr } : { setup, dates, lib, ui }}
      timeZone="UTC"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
}

beforeEach(() => {
  queryClient.clear()
  calls.tax.mockResolvedValue(settings)
  calls.saveTax.mockReset().mockResolvedValue(settings)
})

test('a rate is shown and typed with three decimals; a fourth one is refused at the field', async () => {
  const screen = await show('en')
  await expect.element(screen.getByText('Today: 8.875% added to prices.')).toBeVisible()
  const rate = screen.getByLabelText('Rate in percent')
  await expect.element(rate).toHaveValue('8.875')
  await rate.fill('9.9755')
  await screen.getByRole('button', { name: 'Save tax' }).click()
  await expect.element(rate).toHaveAccessibleDescription('A rate is from 0 to 100, with three decimals at most')
  expect(calls.saveTax).not.toHaveBeenCalled()
  await rate.fill('9.975')
  await screen.getByRole('button', { name: 'Save tax' }).click()
  await expect
    .poll(() => calls.saveTax)
    .toHaveBeenCalledWith(expect.objectContaining({ rateThousandths: 9975, reducedThousandths: null, version: 1 }))
})

test('a reduced rate is optional, shown beside the standard one, and checked at its field', async () => {
  calls.tax.mockResolvedValue({ ...settings, now: { ...now, reducedThousandths: 2500 } })
  const screen = await show('en')
  await expect.element(screen.getByText('Today: 8.875% and 2.5% added to prices.')).toBeVisible()
  const reduced = screen.getByLabelText('Reduced rate in percent')
  await expect.element(reduced).toHaveValue('2.5')
  await reduced.fill('101')
  await screen.getByRole('button', { name: 'Save tax' }).click()
  await expect.element(reduced).toHaveAccessibleDescription(/A rate is from 0 to 100/)
  await reduced.fill('')
  await screen.getByRole('button', { name: 'Save tax' }).click()
  await expect.poll(() => calls.saveTax).toHaveBeenCalledWith(expect.objectContaining({ reducedThousandths: null }))
})

test('a rate is typed with Arabic digits and their decimal sign', async () => {
  const screen = await show('ar')
  await screen.getByLabelText('النسبة المئوية').fill('٩٫٩٧٥')
  await screen.getByRole('button', { name: setupAr.tax.save }).click()
  await expect.poll(() => calls.saveTax).toHaveBeenCalledWith(expect.objectContaining({ rateThousandths: 9975 }))
})
