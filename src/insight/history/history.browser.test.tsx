import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import type { HistoryEntry } from './history.contract.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { serviceTypesQuery } from '#directory/services/service.queries.ts'
import batchesAr from '#timetable/batches/text.ar.json'
import batches from '#timetable/batches/text.en.json'
import customersAr from '#directory/customers/text.ar.json'
import customers from '#directory/customers/text.en.json'
import enrolmentsAr from '#timetable/enrolments/text.ar.json'
import enrolments from '#timetable/enrolments/text.en.json'
import { week } from '#lib/fields.ts'
import { History } from './history.tsx'
import historyAr from './text.ar.json'
import history from './text.en.json'

const catalogues = {
  en: { history, batches, customers, enrolments },
  ar: { history: historyAr, batches: batchesAr, customers: customersAr, enrolments: enrolmentsAr },
}

/** What the page lists for one change. */
async function said(locale: 'en' | 'ar', entity: string, before: HistoryEntry['before'], after: HistoryEntry['after']): Promise<string[]> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(progressQuery.queryKey, { country: { currency: 'KWD', exponent: 3, firstWeekday: 0 } } as never)
  client.setQueryData(serviceTypesQuery.queryKey, [{ id: 'swimming', nameEn: 'Swimming', nameAr: 'السباحة' }] as never)
  const entry = { id: '1', at: '2026-11-21T10:00:00Z', actor: '', role: 'owner', action: 'update', entity, target: '', before, after }
  client.setQueryData(['history', 'it'], { pages: [{ rows: [entry], hasMore: false }], pageParams: [1] })
  const screen = await render(
    <IntlProvider locale={locale} messages={catalogues[locale]} timeZone="UTC">
      <QueryClientProvider client={client}>
        <History of="it" />
      </QueryClientProvider>
    </IntlProvider>,
  )
  // Direction marks and the width of spaces are only visual.
  const plain = (text: string) => text.replaceAll(/[\u2066-\u2069\u200E\u200F]/g, '').replaceAll(/\s/g, ' ')
  return [...screen.container.querySelectorAll('li li')].map((line) => plain(line.textContent ?? ''))
}

test('a batch’s change is told in words, days and amounts', async () => {
  const before = {
    price: 12_500,
    priceUnit: 'month',
    state: 'draft',
    startDate: '2026-11-21',
    trainingDays: week(0),
    hall: 'x',
    hallTitle: 'A',
  }
  const after = {
    price: 13_250,
    priceUnit: 'term',
    state: 'open',
    startDate: '2026-12-01',
    trainingDays: week(0, 2),
    hall: null,
    hallTitle: null,
  }
  expect(await said('en', 'batch', { ...before, serviceType: null }, { ...after, serviceType: 'swimming' })).toEqual([
    'Price KWD 12.500 → KWD 13.250',
    'Charged per A month → Full term',
    'Status Draft → Open',
    'Start Nov 21, 2026 → Dec 1, 2026',
    'Training days Sun → Sun, Tue',
    'Hall A → –',
    'Service – → Swimming',
  ])
})

test('a customer’s change is told in the reader’s language', async () => {
  const before = { gender: '', source: 'walkIn', consentMarketing: false, tags: [], dob: null }
  const after = { gender: 'female', source: 'referral', consentMarketing: true, tags: ['أ', 'ب'], dob: '2015-05-03' }
  const lines = await said('ar', 'customer', before, after)
  expect(lines).toHaveLength(5)
  expect(lines[0]).toBe(`${customersAr.gender.label} – ← ${customersAr.gender.female}`)
  expect(lines[2]).toBe(`${customersAr.consentMarketing} لا ← نعم`)
  expect(lines[3]).toBe(`${customersAr.tags.label} – ← أ، ب`)
})

test('an enrolment’s freeze names its days; what stayed and what has no words is left out', async () => {
  const before = { freezes: [], endDate: '2026-12-31', offeredUntil: null, reason: null }
  const after = {
    freezes: '[{"from":"2026-11-21","to":"2026-11-25"}]',
    endDate: '2026-12-31',
    offeredUntil: null,
    reason: '',
    customer: 'c',
  }
  expect(await said('en', 'enrolment', before, after)).toEqual(['Frozen – → Nov 21 – 25, 2026'])
})
