import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import '#ui/tokens.css'
import '#ui/base.css'
import { care } from '#directory/customers/care.sample.ts'
import type { Customer, Family } from '#directory/customers/customer.contract.ts'
import customersAr from '#directory/customers/text.ar.json'
import customers from '#directory/customers/text.en.json'
import { FamilyPart } from '#directory/customers/family-part.tsx'
import libAr from '#lib/text.ar.json'
import lib from '#lib/text.en.json'
import sales from '#money/sales/text.en.json'
import uiAr from '#ui/text.ar.json'
import ui from '#ui/text.en.json'
import { queryClient } from '#web/query.ts'
import { initialState, useRoot } from '#web/state.ts'
import { CustomerCard } from './customer-card.tsx'

const family = vi.hoisted(() => vi.fn())
vi.mock('#web/server-calls.ts', async (load) => {
  const never = () => new Promise(() => {})
  return {
    ...(await load<typeof import('#web/server-calls.ts')>()),
    callsOf: () => ({
      customers: { family },
      attendance: { weeks: never },
      sales: { list: never, unpaid: never, credit: never },
      setup: { progress: never, vendor: never },
    }),
  }
})

const amal: Customer = {
  id: 'c',
  version: 1,
  firstName: 'Amal',
  lastName: 'Karam',
  phone: '',
  email: '',
  dob: null,
  gender: '',
  guardianName: 'Layla Karam',
  guardianPhone: '+971501234567',
  photoConsent: 'notAsked',
  source: 'walkIn',
  language: 'en',
  tags: [],
  notes: '',
  nickname: '',
  consentMarketing: false,
  showInRankings: true,
  companyName: '',
  billingStreet: '',
  billingCity: '',
  billingPostcode: '',
  billingCountry: '',
  taxNumber: '',
  createdAt: '2026-10-05T09:00:00.000Z',
  updatedAt: '2026-10-05T09:00:00.000Z',
  state: 'active',
  lifecycle: 'lead',
  activeUntil: null,
  mergedInto: null,
  enrolled: 0,
  erasedAt: null,
}

async function show(part: React.ReactNode, locale: 'en' | 'ar' = 'en') {
  useRoot.setState({ ...initialState, auth: { ...initialState.auth, roles: 'owner' } })
  const messages = locale === 'ar' ? { customers: customersAr, lib: libAr, ui: uiAr, sales } : { customers, lib, ui, sales }
  const root = createRootRoute({ component: () => part })
  return render(
    <QueryClientProvider client={queryClient}>
      <IntlProvider locale={locale} messages={messages} timeZone="UTC">
        <RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />
      </IntlProvider>
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  queryClient.clear()
  family.mockReset()
})

test('the card shows what to mind and whom to call, each with a link', async () => {
  const screen = await show(<CustomerCard row={{ ...amal, ...care, photoConsent: 'no' }} />)
  const minded = screen.getByRole('region', { name: 'Emergency and health' })
  await expect.element(minded.getByText(care.medicalNote)).toBeVisible()
  await expect.element(minded.getByText('Photo consent')).toBeVisible()
  await expect.element(minded.getByText('No', { exact: true })).toBeVisible()
  const contact = screen.getByRole('region', { name: 'Emergency contact' })
  await expect.element(contact.getByText('Aunt')).toBeVisible()
  await expect.element(contact.getByRole('link', { name: 'Call: Huda Karam' })).toHaveAttribute('href', 'tel:+971507654322')
  await expect.element(screen.getByRole('link', { name: 'Call: Layla Karam' })).toHaveAttribute('href', 'tel:+971501234567')
})

test('what is not known takes no room', async () => {
  const screen = await show(<CustomerCard row={amal} />)
  await expect.element(screen.getByRole('region', { name: 'Guardian' })).toBeVisible()
  expect(screen.getByText('Emergency', { exact: false }).elements()).toEqual([])
  expect(screen.getByText('Photo consent').elements()).toEqual([])
})

const answer: Family = {
  people: [
    { id: 'g', firstName: 'Layla', lastName: 'Karam', relation: 'guardian', owes: 0 },
    { id: 's', firstName: 'Badr', lastName: 'Karam', relation: 'relative', owes: 2300 },
  ],
  owes: 1000,
  total: 3300,
  currency: 'AED',
  exponent: 2,
}

test('the family names each with a link and what they owe, and the sum where several owe', async () => {
  family.mockResolvedValue(answer)
  const screen = await show(<FamilyPart customer="c" />)
  await expect.element(screen.getByRole('link', { name: 'Layla Karam' })).toHaveAttribute('href', '/sales/customer?id=g')
  await expect.element(screen.getByText('Guardian')).toBeVisible()
  await expect.element(screen.getByText(/^Owes .*23\.00/)).toBeVisible()
  await expect.element(screen.getByText(/33\.00/)).toBeVisible()
})

test('one who owes is no sum, and no family is no part', async () => {
  family.mockResolvedValue({ ...answer, owes: 0, total: 2300 })
  const screen = await show(<FamilyPart customer="c" />, 'ar')
  await expect.element(screen.getByRole('link', { name: 'Badr Karam' })).toBeVisible()
  await expect.element(screen.getByText('ولي الأمر')).toBeVisible()
  expect(screen.getByText('المستحق على العائلة').elements()).toEqual([])
  family.mockResolvedValue({ ...answer, people: [] })
  queryClient.clear()
  const alone = await show(<FamilyPart customer="d" />)
  await expect.poll(() => queryClient.getQueryData(['customers', 'family', 'd'])).toBeDefined()
  expect(alone.getByText('Family').elements()).toEqual([])
})
