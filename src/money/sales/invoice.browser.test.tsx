import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { readQr } from '#business/setup/qr-reader.sample.ts'
import libAr from '#lib/text.ar.json'
import lib from '#lib/text.en.json'
import type { Role } from '#lib/roles.ts'
import uiAr from '#ui/text.ar.json'
import ui from '#ui/text.en.json'
import { queryClient } from '#web/query.ts'
import { initialState, useRoot } from '#web/state.ts'
import { CreditNote } from './credit-note.tsx'
import type { SaleDetail } from './sale.contract.ts'
import { SaleView } from './sale-view.tsx'
import salesAr from './text.ar.json'
import sales from './text.en.json'
import { readZatca } from './zatca-reader.sample.ts'
import { zatcaText } from './zatca.rules.ts'

vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({ setup: { vendor: () => new Promise(() => {}), progress: () => new Promise(() => {}) } }),
}))

const line: SaleDetail['items'][number] = {
  position: 0,
  kind: 'free',
  text: 'Team day',
  quantity: 3,
  unit: 12_000,
  list: 30_000,
  discount: 3000,
  net: 27_000,
  tax: 5400,
  total: 32_400,
  taxClass: 'standard',
  taxRateThousandths: 20_000,
  commission: 0,
  commissionRule: '',
  enrolment: null,
  batch: null,
  fromDay: '2026-10-05',
  toDay: '2026-10-31',
}
const buyer = { name: 'Harbour & Sons Ltd', address: '14 Quayside\nLeeds LS1 4AP', country: 'GB', taxNumber: 'GB987654321' }
const invoice = {
  title: 'invoice',
  creditNoteTitle: 'creditNote',
  gaps: [],
  code: null,
  labels: null,
  supply: { fromDay: '2026-10-05', toDay: '2026-10-31' },
} satisfies SaleDetail['invoice']
const vendor = {
  name: 'North Star',
  logo: '',
  address: '1 Road',
  postcode: 'N4',
  country: 'GB',
  timeZone: 'UTC',
  taxNumber: 'GB123456789',
}
const bill: SaleDetail = {
  id: 'x',
  version: 1,
  createdAt: '',
  updatedAt: '',
  number: 'S2026-00001',
  day: '2026-10-05',
  soldAt: '2026-10-05T09:00:00.000Z',
  dueOn: '2026-10-12',
  customer: 'c',
  firstName: 'Priya',
  lastName: 'Raman',
  channel: 'desk',
  state: 'open',
  currency: 'GBP',
  exponent: 2,
  text: 'Team day',
  lines: 1,
  list: 30_000,
  discount: 3000,
  net: 27_000,
  tax: 5400,
  total: 32_400,
  paid: 0,
  credited: 0,
  refunded: 0,
  due: 32_400,
  soldBy: '',
  taxRate: 2000,
  taxRateThousandths: 20_000,
  taxIsIncluded: true,
  discountReason: '',
  note: '',
  voidedAt: null,
  voidReason: null,
  items: [line],
  payments: [],
  refunds: [],
  phone: '',
  email: '',
  howToPay: null,
  vendor,
  buyer,
  invoice,
}

const catalogues = { en: { lib, sales, ui }, ar: { lib: libAr, sales: salesAr, ui: uiAr } }

async function show(Screen: () => ReactNode, locale: 'en' | 'ar' = 'en', as: Role = 'owner') {
  useRoot.setState({ auth: { ...initialState.auth, roles: as } })
  const root = createRootRoute()
  const at = (path: string, component: () => ReactNode) => createRoute({ getParentRoute: () => root, path, component })
  const tree = root.addChildren([at('/', Screen), at('/sales/sale', () => null), at('/sales/customer', () => null)])
  const router = createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  const screen = await render(
    <IntlProvider locale={locale} messages={catalogues[locale]} timeZone="UTC">
      <QueryClientProvider client={queryClient}>
        <RouterProvider<typeof router> router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  const paper = screen.getByRole('article')
  await expect.element(paper).toBeVisible()
  return { screen, paper, text: () => paper.element().textContent.replace(/[\u2066-\u2069]/g, '') }
}

/** The modules of a drawn code, by its path of one square per dark module. */
function modulesOf(code: Element): boolean[][] {
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2])
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const dark = code.querySelectorAll('path')[1]?.getAttribute('d') ?? ''
  for (const [, x, y] of dark.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) rows[Number(y)]![Number(x)] = true
  return rows
}

beforeEach(() => queryClient.clear())

test('a bill to a company names it, and shows each line and the sums without tax, with the rate', async () => {
  const { paper, text } = await show(() => <SaleView sale={bill} />)
  await expect.element(paper).toHaveAccessibleName('Invoice S2026-00001')
  for (const part of ['Harbour & Sons Ltd', '14 Quayside', 'Leeds LS1 4AP', 'VAT number GB987654321', 'VAT number GB123456789'])
    expect(text()).toContain(part)
  expect(text()).toContain('Date of supplyOct 5 – 31, 2026')
  const heads = [...paper.element().querySelectorAll('thead th')].map(({ textContent }) => textContent)
  expect(heads).toEqual(['Item', 'Quantity', 'Net price', 'Discount', 'Net', 'Tax', 'Total'])
  const cells = [...paper.element().querySelectorAll('tbody td')].map(({ textContent }) => textContent.replace(/[\u2066-\u2069]/g, ''))
  expect(cells).toEqual(['3', '100.00', '30.00', '270.00', '54.0020%', '£324.00'])
  for (const sum of ['Subtotal£300.00', 'Discount−£30.00', 'Without tax£270.00', 'Tax 20%£54.00', 'Total£324.00'])
    expect(text()).toContain(sum)
})

test('a bill to a person, and one of a business without a tax number, are as before', async () => {
  const person = await show(() => <SaleView sale={{ ...bill, buyer: null }} />)
  expect([...person.paper.element().querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual([
    'Item',
    'Quantity',
    'Price',
    'Discount',
    'Tax',
    'Total',
  ])
  expect(person.text()).toContain('Of which tax, 20%£54.00')
  await person.screen.unmount()
  const items = [{ ...line, tax: 0, taxRateThousandths: 0 }]
  const untaxed = { ...bill, items, invoice: null, vendor: { ...vendor, taxNumber: '' }, taxRate: 0, taxRateThousandths: 0 }
  const general = await show(() => <SaleView sale={untaxed} />)
  await expect.element(general.paper).toHaveAccessibleName('Bill S2026-00001')
  expect(general.text()).toContain('Harbour & Sons Ltd')
  expect(general.text()).not.toMatch(/tax|Net/)
})

test('an accountant reads the company and not the person', async () => {
  const { text, screen } = await show(() => <SaleView sale={{ ...bill, firstName: '', lastName: '' }} />, 'en', 'accountant')
  expect(text()).toContain('Harbour & Sons Ltd')
  expect(screen.getByRole('link').elements()).toEqual([])
  expect(text()).not.toContain('To correct it')
})

test('a member who can correct a company reads how, and what the law asks for and the bill lacks', async () => {
  const gaps = ['sellerAddress', 'buyerAddress'] as ('sellerAddress' | 'buyerAddress')[]
  const { screen, text } = await show(() => <SaleView sale={{ ...bill, invoice: { ...invoice, gaps } }} />)
  await expect.element(screen.getByText(/void this bill or refund it, and bill again/)).toBeVisible()
  for (const gap of gaps) expect(text()).toContain(sales.invoice.gaps[gap])
  await expect.element(screen.getByRole('link', { name: 'Edit customer' })).toHaveAttribute('href', '/sales/customer/edit?id=c')
})

const facts = { name: 'أكاديمية الشاطئ', taxNumber: '300000000000003', at: bill.soldAt, exponent: 2 }
const saudi: SaleDetail = {
  ...bill,
  currency: 'SAR',
  vendor: { ...vendor, name: facts.name, country: 'SA', taxNumber: facts.taxNumber },
  invoice: {
    ...invoice,
    title: 'taxInvoice',
    code: zatcaText({ ...facts, total: bill.total, tax: bill.tax }),
    labels: {
      'invoice.titles.taxInvoice': 'فاتورة ضريبية',
      'bill.total': 'المجموع',
      'columns.tax': 'الضريبة',
      'invoice.titles.creditNote': 'إشعار دائن',
    },
  },
}
const note: SaleDetail['refunds'][number] = {
  id: 'n',
  number: 'C2026-00001',
  day: '2026-10-06',
  at: '2026-10-06T10:00:00.000Z',
  amount: 12_000,
  tax: 2000,
  taxes: [{ taxClass: 'standard', taxRateThousandths: 20_000, net: 10_000, tax: 2000 }],
  paidBack: 0,
  method: null,
  reason: 'One person ill',
  releasesSeat: false,
  code: zatcaText({ ...facts, at: '2026-10-06T10:00:00.000Z', total: 12_000, tax: 2000 }),
}

test.each<[string, () => ReactNode, string[]]>([
  ['bill', () => <SaleView sale={saudi} />, ['2026-10-05T09:00:00Z', '324.00', '54.00']],
  ['credit note', () => <CreditNote sale={saudi} note={note} />, ['2026-10-06T10:00:00Z', '120.00', '20.00']],
])('a camera reads the five values from the code of a Saudi %s', async (_name, Screen, values) => {
  const { screen } = await show(Screen)
  const code = screen.getByRole('img', { name: sales.invoice.code })
  await expect.element(code).toBeVisible()
  expect(readZatca(readQr(modulesOf(code.element())))).toEqual([facts.name, facts.taxNumber, ...values])
})

test('a Saudi bill has its labels in Arabic too, and once where the reader’s language is Arabic', async () => {
  const english = await show(() => <SaleView sale={saudi} />)
  await expect.element(english.paper).toHaveAccessibleName(/^Tax invoice · .*فاتورة ضريبية.* S2026-00001$/)
  expect(english.text()).toContain('Total · المجموع')
  expect([...english.paper.element().querySelectorAll('thead th')].map(({ textContent }) => textContent)).toContain('Tax الضريبة')
  await english.screen.unmount()
  const arabic = await show(() => <SaleView sale={saudi} />, 'ar')
  await expect.element(arabic.paper).toHaveAccessibleName('فاتورة ضريبية S2026-00001')
  expect(arabic.text()).not.toContain(' · المجموع')
  await arabic.screen.unmount()
  const credit = await show(() => <CreditNote sale={saudi} note={note} />)
  await expect.element(credit.paper).toHaveAccessibleName(/^Credit note · .*إشعار دائن.* C2026-00001$/)
  expect(credit.text()).toContain('Harbour & Sons Ltd')
})

test('a company’s name of any length and direction stays text within the document', async () => {
  const long = { ...buyer, name: `<b>شركة</b> ${'Longest'.repeat(16)}` }
  const { paper, text } = await show(() => (
    <div style={{ inlineSize: 288 }}>
      <SaleView sale={{ ...bill, buyer: long }} />
    </div>
  ))
  expect(text()).toContain(long.name)
  expect(paper.element().querySelectorAll('b')).toHaveLength(0)
  expect(paper.element().scrollWidth).toBeLessThanOrEqual(paper.element().clientWidth)
})
