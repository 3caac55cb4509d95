import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import dates from '#ui/dates/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import { queryClient } from '#web/query.ts'
import { company } from './company.sample.ts'
import { CompanyFacts } from './company-facts.tsx'
import { CustomerForm } from './customer.form.tsx'
import type { Customer } from './customer.contract.ts'
import customers from './text.en.json'

const calls = vi.hoisted(() => ({ create: vi.fn(), update: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    customers: calls,
    setup: {
      countries: () =>
        Promise.resolve([
          { id: 'AE', nameEn: 'United Arab Emirates', nameAr: 'الإمارات' },
          { id: 'GB', nameEn: 'United Kingdom', nameAr: 'المملكة المتحدة' },
          { id: 'SA', nameEn: 'Saudi Arabia', nameAr: 'السعودية' },
        ]),
      progress: () => Promise.resolve({ country: { id: 'AE', timeZones: ['Asia/Dubai'] } }),
      vendor: () => new Promise(() => {}),
    },
  }),
}))

const amal: Customer = {
  id: 'c',
  version: 3,
  firstName: 'Amal',
  lastName: '',
  phone: '+971501234567',
  email: '',
  dob: null,
  gender: '',
  guardianName: '',
  guardianPhone: '',
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

async function show(row: Customer) {
  const root = createRootRoute()
  const at = (path: string, component: () => React.ReactNode) => createRoute({ getParentRoute: () => root, path, component })
  const tree = root.addChildren([at('/', () => <CustomerForm row={row} />), at('/sales/customer', () => <p>Saved</p>)])
  const router = createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  const screen = await render(
    <IntlProvider locale="en" messages={{ customers, dates, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={queryClient}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  const part = screen.getByText('Bills go to a company')
  await expect.element(part).toBeVisible()
  return { screen, part, save: screen.getByRole('button', { name: 'Save' }) }
}

beforeEach(() => {
  sessionStorage.clear()
  queryClient.clear()
  for (const call of Object.values(calls)) call.mockReset()
  calls.update.mockResolvedValue(amal)
})

test('the part is folded for a person; the business’s own country is chosen with the company’s name', async () => {
  const { screen, part, save } = await show(amal)
  expect(screen.getByLabelText('Company name').elements()).toEqual([])
  await part.click()
  const country = screen.getByLabelText('Country')
  await expect.element(country).toHaveValue('')
  await screen.getByLabelText('Company name').fill('Gulf Swim')
  await expect.element(country).toHaveValue('AE')
  await screen.getByLabelText('Tax number').fill('100123456700003')
  await save.click()
  await expect.element(screen.getByText('Saved')).toBeVisible()
  expect(calls.update.mock.calls[0]?.[0]).toMatchObject({
    id: 'c',
    companyName: 'Gulf Swim',
    billingCountry: 'AE',
    taxNumber: '100123456700003',
  })
})

test('a company is open at once; a wrong tax number is refused at its field, until its country takes it', async () => {
  const { screen, save } = await show({ ...amal, ...company })
  await expect.element(screen.getByLabelText('Company name')).toHaveValue('Gulf Swim & Sons LLC')
  await screen.getByLabelText('Country').selectOptions('GB')
  await save.click()
  await expect.element(screen.getByRole('alert').getByRole('link', { name: 'Tax numbers of this country look different' })).toBeVisible()
  await expect.element(screen.getByLabelText('Tax number')).toHaveAttribute('aria-invalid', 'true')
  expect(calls.update).not.toHaveBeenCalled()
  await screen.getByLabelText('Tax number').fill('GB 123 4567 89')
  await expect.element(screen.getByLabelText('Tax number')).toHaveAttribute('aria-invalid', 'false')
  await save.click()
  await expect.element(screen.getByText('Saved')).toBeVisible()
})

test('a part that was folded again opens where it is refused', async () => {
  const { screen, part, save } = await show(amal)
  await part.click()
  await screen.getByLabelText('Tax number').fill('123')
  await part.click()
  await expect.element(screen.getByRole('group').last()).not.toHaveAttribute('open')
  await save.click()
  await screen.getByRole('alert').getByRole('link', { name: 'Enter the company’s name' }).click()
  await expect.element(screen.getByLabelText('Company name')).toHaveFocus()
})

test('the company of a customer is shown as text, with its address in one line', async () => {
  const shown = { ...company, companyName: '<img src=x onerror=alert(1)>', billingCountry: 'GB' }
  const screen = await render(
    <IntlProvider locale="en" messages={{ customers }} timeZone="UTC">
      <CompanyFacts company={shown} />
    </IntlProvider>,
  )
  await expect.element(screen.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await expect.element(screen.getByText('Sheikh Zayed Road 12, Dubai 00000, United Kingdom')).toBeVisible()
})
