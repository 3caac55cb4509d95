import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ORPCError } from '@orpc/client'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import type { EffectLine } from '#business/acts/act-effects.contract.ts'
import acts from '#business/acts/text.en.json'
import actsAr from '#business/acts/text.ar.json'
import lib from '#lib/text.en.json'
import libAr from '#lib/text.ar.json'
import type { Role } from '#lib/roles.ts'
import { dayBox, expectDay, typeDay } from '#ui/dates/day-typing.sample.ts'
import { Toasts } from '#ui/toast.tsx'
import ui from '#ui/text.en.json'
import uiAr from '#ui/text.ar.json'
import '#ui/tokens.css'
import '#ui/base.css'
import { DrawnRole } from '#web/use-may.ts'
import { BatchPeople } from './batch-people.tsx'
import enrolments from './text.en.json'
import enrolmentsAr from './text.ar.json'

const { chosen } = enrolments
const calls = vi.hoisted(() => ({ list: vi.fn(), changeSeveral: vi.fn(), severalEffects: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    enrolments: calls,
    batches: {
      list: () =>
        Promise.resolve({
          rows: [4, 3, 15].map((enrolled, at) => ({ id: `b${at + 1}`, name: `Under ${10 + 2 * at}`, totalCandidates: 16, enrolled })),
          total: 3,
        }),
    },
    setup: {
      vendor: () => Promise.resolve({ timeZone: 'UTC' }),
      progress: () => Promise.resolve({ country: { exponent: 2, timeZones: ['UTC'] } }),
    },
  }),
}))

const row = (id: string, firstName: string, more: object = {}) => ({
  id,
  version: 3,
  customer: `c-${id}`,
  firstName,
  lastName: '',
  batch: 'b1',
  batchName: 'Under 10',
  batchEnd: '2099-12-31',
  startDate: '2027-04-01',
  endDate: '2099-12-31',
  state: 'active',
  freezes: [],
  isBlocked: false,
  owed: 0,
  bill: null,
  discount: null,
  cancelAtPeriodEnd: false,
  isUnpriced: false,
  isExpiring: false,
  priceUnit: 'month',
  present: 0,
  late: 0,
  absent: 0,
  excused: 0,
  ...more,
})
const people = [
  row('a', 'Amal'),
  row('b', 'Badr', { state: 'frozen' }),
  row('c', 'Celine', { isBlocked: true }),
  row('d', 'Dania', { state: 'offered', offeredUntil: '2099-01-01T00:00:00Z' }),
  row('e', 'Elias', { state: 'pastDue' }),
]
const line = (firstName: string, more: Partial<EffectLine> = {}): EffectLine => ({
  id: `credit:${firstName}:0`,
  kind: 'credit',
  customer: firstName,
  firstName,
  lastName: '',
  payerName: '',
  batch: 'b1',
  batchName: 'Under 10',
  sale: 's',
  number: 'S2027-00001',
  amount: 3333,
  proposed: 3333,
  price: 10_000,
  unit: 'days',
  count: 10,
  of: 30,
  fromDay: '2027-04-21',
  toDay: '2027-04-30',
  method: null,
  reason: '',
  ...more,
})
const shown = (lines: EffectLine[], digest = 'd1') => ({ digest, currency: 'GBP', exponent: 2, lines, mayChange: true, limit: null })

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset()
  calls.list.mockResolvedValue({ rows: people, total: people.length, totalIsCapped: false })
  document.documentElement.dir = 'ltr'
})

async function open({ role = null, language = 'en' }: { role?: Role | null; language?: 'en' | 'ar' } = {}) {
  const texts = { en: { enrolments, acts, lib, ui }, ar: { enrolments: enrolmentsAr, acts: actsAr, lib: libAr, ui: uiAr } }
  const root = createRootRoute({ component: () => <BatchPeople batch="b1" mayPay={false} /> })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const screen = await render(
    <IntlProvider locale={language} messages={texts[language]} timeZone="UTC" onError={() => {}}>
      <QueryClientProvider client={queries}>
        <DrawnRole value={role}>
          <RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() }) as never} />
          <Toasts />
        </DrawnRole>
      </QueryClientProvider>
    </IntlProvider>,
  )
  const words = texts[language].enrolments.chosen
  const one = (name: string) => screen.getByRole('checkbox', { name: words.one.replace('{name}', name), exact: true })
  const all = screen.getByRole('checkbox', { name: words.all, exact: true })
  const bar = screen.getByRole('group', { name: words.label })
  const button = (name: string) => bar.getByRole('button', { name, exact: true })
  await expect.element(screen.getByText(people[0]!.firstName, { exact: true })).toBeVisible()
  return { screen, one, all, bar, button, queries }
}

test('who runs can be chosen, one by one or all; who is blocked or only offered a place can’t', async () => {
  const { screen, one, all, bar, button } = await open()
  expect(screen.getByRole('checkbox').elements()).toHaveLength(4)
  for (const name of ['Celine', 'Dania']) await expect.element(one(name)).not.toBeInTheDocument()
  await expect.element(bar).not.toBeInTheDocument()
  await one('Amal').click()
  await expect.element(bar.getByText('1 selected')).toBeVisible()
  await expect.element(all).toBePartiallyChecked()
  await all.click()
  await expect.element(bar.getByText('3 selected')).toBeVisible()
  await expect.element(all).toBeChecked()
  await one('Badr').click()
  await expect.element(bar.getByText('2 selected')).toBeVisible()
  await button(chosen.clear).click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(all).toHaveFocus()
  for (const name of ['Amal', 'Badr', 'Elias']) await expect.element(one(name)).not.toBeChecked()
})

test('who may not act on places has no checkboxes', async () => {
  const { screen } = await open({ role: 'accountant' })
  await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument()
  await screen.unmount()
  const { one } = await open({ role: 'frontDesk' })
  await expect.element(one('Amal')).toBeVisible()
})

test('the chosen move as it is shown, by keyboard alone, and nobody is chosen afterwards', async () => {
  calls.severalEffects.mockResolvedValue(shown([line('Amal'), line('Elias')]))
  calls.changeSeveral.mockResolvedValue({ rows: [row('n', 'Amal', { batchName: 'Under 12' }), row('m', 'Elias')] })
  const { screen, one, all, bar, button } = await open()
  one('Amal').element().focus()
  await userEvent.keyboard(' ')
  one('Elias').element().focus()
  await userEvent.keyboard(' ')
  await expect.element(bar.getByText('2 selected')).toBeVisible()
  button(chosen.move).element().focus()
  await userEvent.keyboard('{Enter}')
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('heading', { name: 'Move 2 people to another batch' })).toBeVisible()
  const batch = dialog.getByRole('combobox')
  // Where they are is no choice.
  expect([...batch.element().querySelectorAll('option')].map(({ value }) => value)).toEqual(['', 'b2', 'b3'])
  await batch.selectOptions('b3')
  await expect.element(dialog.getByText('This batch has 1 free place for 2 people.')).toBeVisible()
  await batch.selectOptions('b2')
  await expect.element(dialog.getByText('for 2 people', { exact: false })).not.toBeInTheDocument()
  const money = dialog.getByRole('region', { name: acts.label })
  await expect.element(money.getByText('2 people')).toBeVisible()
  await dialog.getByRole('button', { name: chosen.move, exact: true }).click()
  await expect.element(screen.getByText('2 people moved to Under 12')).toBeVisible()
  expect(calls.severalEffects.mock.lastCall).toEqual([{ act: 'move', places: ['a', 'e'], batch: 'b2' }])
  const places = ['a', 'e'].map((id) => ({ id, version: 3 }))
  expect(calls.changeSeveral).toHaveBeenCalledExactlyOnceWith({ act: 'move', places, batch: 'b2', decision: { digest: 'd1', lines: [] } })
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(all).toHaveFocus()
})

test('another last day names whom each amount is for, also where it is for one of them', async () => {
  calls.severalEffects.mockResolvedValue(shown([line('Badr')]))
  calls.changeSeveral.mockResolvedValue({ rows: people.slice(0, 2) })
  const { screen, one, button } = await open()
  for (const name of ['Amal', 'Badr']) await one(name).click()
  await button(chosen.dates).click()
  const dialog = screen.getByRole('dialog')
  const day = dayBox(dialog, chosen.lastDay)
  // They have the same last day, so nothing is asked until another is chosen.
  await expectDay(day, '2099-12-31')
  expect(calls.severalEffects).not.toHaveBeenCalled()
  await typeDay(day, '2098-04-20')
  await expect.element(dialog.getByRole('region', { name: acts.label }).getByText('Badr')).toBeVisible()
  await dialog.getByRole('button', { name: chosen.save, exact: true }).click()
  await expect.element(screen.getByText('Last day changed for 2 people')).toBeVisible()
  expect(calls.changeSeveral.mock.lastCall).toMatchObject([{ act: 'dates', endDate: '2098-04-20', decision: { digest: 'd1', lines: [] } }])
})

test('nobody is moved unseen where the preview was asked for too often', async () => {
  calls.severalEffects
    .mockRejectedValueOnce(new ORPCError('auth/too-many-requests', { status: 429, data: { retryAfter: 5 } }))
    .mockResolvedValue(shown([line('Amal')]))
  calls.changeSeveral.mockResolvedValue({ rows: [row('n', 'Amal', { batchName: 'Under 12' })] })
  const { screen, one, button } = await open()
  await one('Amal').click()
  await button(chosen.move).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('combobox').selectOptions('b2')
  const again = dialog.getByRole('region', { name: acts.label }).getByRole('button')
  await expect.element(again).toBeVisible()
  const save = dialog.getByRole('button', { name: chosen.move, exact: true })
  await save.click()
  expect(calls.changeSeveral).not.toHaveBeenCalled()
  await again.click()
  await expect.element(dialog.getByText('33.33', { exact: false }).first()).toBeVisible()
  await save.click()
  await expect.poll(() => calls.changeSeveral.mock.lastCall).toMatchObject([{ decision: { digest: 'd1' } }])
})

test('a dialog keeps whom it was opened for and what was typed, whatever becomes of the list', async () => {
  calls.severalEffects.mockResolvedValue(shown([line('Amal')]))
  calls.changeSeveral.mockResolvedValue({ rows: [row('n', 'Amal', { batchName: 'Under 12' })] })
  const { screen, one, bar, button, queries } = await open()
  await one('Amal').click()
  await button(chosen.move).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('combobox').selectOptions('b2')
  calls.list.mockResolvedValueOnce({ rows: people.slice(1), total: 4, totalIsCapped: false }).mockRejectedValue(new Error('No connection'))
  await queries.invalidateQueries({ queryKey: ['enrolments', 'list'] })
  await expect.element(one('Amal')).not.toBeInTheDocument()
  await queries.invalidateQueries({ queryKey: ['enrolments', 'list'] })
  await expect.element(dialog.getByRole('combobox')).toHaveValue('b2')
  await dialog.getByRole('button', { name: chosen.move, exact: true }).click()
  await expect.poll(() => calls.changeSeveral.mock.lastCall).toMatchObject([{ places: [{ id: 'a', version: 3 }], batch: 'b2' }])
  await expect.element(bar).not.toBeInTheDocument()
})

test('a refusal says whom it is about, and a second attempt sends the newer version', async () => {
  const place = { id: 'b', firstName: 'Badr', lastName: '' }
  const issues = [{ path: ['places', 1], key: 'enrolments.customer.enrolled', message: '' }]
  calls.severalEffects
    .mockRejectedValueOnce(new ORPCError('request/invalid', { status: 400, data: { issues, place } }))
    .mockResolvedValue(shown([]))
  calls.changeSeveral
    .mockRejectedValueOnce(new ORPCError('request/stale', { status: 409, data: { current: { id: 'b', version: 5 }, place } }))
    .mockResolvedValueOnce({ rows: people.slice(0, 2) })
  const { screen, one, button } = await open()
  await one('Amal').click()
  await one('Badr').click()
  await button(chosen.move).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('combobox').selectOptions('b2')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(`Not possible for Badr: ${enrolments.customer.enrolled}`)
  await dialog.getByRole('combobox').selectOptions('b3')
  await expect.element(dialog.getByText(acts.none)).toBeVisible()
  const save = dialog.getByRole('button', { name: chosen.move, exact: true })
  await save.click()
  await expect.element(dialog.getByText(`Not possible for Badr: ${lib.failures['request/stale']}`)).toBeVisible()
  await save.click()
  await expect.poll(() => calls.changeSeveral).toHaveBeenCalledTimes(2)
  expect(calls.changeSeveral.mock.lastCall).toMatchObject([
    {
      places: [
        { id: 'a', version: 3 },
        { id: 'b', version: 5 },
      ],
    },
  ])
})

test.each([
  ['en', 320],
  ['ar', 320],
  ['ar', 1280],
] as const)('in %s at %i pixels everything stays in the window, and each checkbox is before its name', async (language, width) => {
  await page.viewport(width, 800)
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  const { screen, one, all, bar } = await open({ language })
  await all.click()
  await expect.element(bar).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  for (const button of bar.getByRole('button').elements()) {
    const { left, right } = button.getBoundingClientRect()
    expect([left >= 0, right <= width]).toEqual([true, true])
  }
  const box = one('Amal').element().getBoundingClientRect()
  const name = screen.getByText('Amal', { exact: true }).first().element().getBoundingClientRect()
  expect(language === 'ar' ? box.left > name.right - 1 : box.right < name.left + 1).toBe(true)
})
