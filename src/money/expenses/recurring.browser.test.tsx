import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { DueNow } from './recurring.form.tsx'
import expensesAr from './text.ar.json'
import expenses from './text.en.json'

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
client.setQueryData<object>(progressQuery.queryKey, { country: { currency: 'GBP', exponent: 2 } })

const rent = {
  supplier: 'Finsbury Estates',
  category: 'rent',
  amount: 240_000,
  tax: 0,
  method: 'transfer',
  hall: '',
  batch: '',
  note: '',
  monthDay: '1',
  fromDay: '2026-09-15',
  untilDay: '',
  isPaused: false,
}

const show = (locale: 'en' | 'ar', values: Partial<Parameters<typeof DueNow>[0]['values']>) =>
  render(
    <IntlProvider locale={locale} messages={{ expenses: locale === 'ar' ? expensesAr : expenses }} timeZone="UTC">
      <QueryClientProvider client={client}>
        <DueNow values={{ ...rent, ...values }} today="2026-11-29" />
        <p>–</p>
      </QueryClientProvider>
    </IntlProvider>,
  )

test.each([
  ['two months that have passed', 'en', {}, 'Saving records 2 expenses: £4,800'],
  ['nothing before the month’s last day', 'en', { fromDay: '2026-11-29', monthDay: 'last' }, null],
  ['its first day, today', 'en', { fromDay: '2026-11-29', monthDay: '29' }, 'Saving records 1 expense: £2,400'],
  ['one', 'en', { fromDay: '2026-11-01' }, 'Saving records 1 expense: £2,400'],
  ['two in Arabic', 'ar', {}, 'يُسجَّل عند الحفظ مصروفان: 4,800 UK£'],
  ['nothing before its first day', 'en', { fromDay: '2026-12-01' }, null],
  ['nothing while the amount is not typed', 'en', { amount: '' }, null],
  ['nothing where it begins too early, which is refused', 'en', { fromDay: '2025-11-28' }, null],
] as const)('a new monthly expense says what saving it records: %s', async (_name, locale, values, text) => {
  const screen = await show(locale, values)
  await expect.element(screen.getByText('–')).toBeVisible()
  const status = screen.getByRole('status')
  if (text === null) return expect(status.query()).toBeNull()
  await expect.element(status).toBeVisible()
  expect(
    status
      .element()
      .textContent.replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '')
      .replaceAll('\u00a0', ' '),
  ).toBe(text)
})
