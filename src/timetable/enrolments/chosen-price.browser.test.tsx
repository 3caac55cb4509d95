import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ORPCError } from '@orpc/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import libAr from '#lib/text.ar.json'
import type { Role } from '#lib/roles.ts'
import batches from '#timetable/batches/text.en.json'
import batchesAr from '#timetable/batches/text.ar.json'
import { typeDay } from '#ui/dates/day-typing.sample.ts'
import datesAr from '#ui/dates/text.ar.json'
import dates from '#ui/dates/text.en.json'
import { Toasts } from '#ui/toast.tsx'
import ui from '#ui/text.en.json'
import uiAr from '#ui/text.ar.json'
import '#ui/tokens.css'
import '#ui/base.css'
import { DrawnRole } from '#web/use-may.ts'
import { ChosenPlaces } from './chosen-places.tsx'
import type { Enrolment } from './enrolment.contract.ts'
import enrolments from './text.en.json'
import enrolmentsAr from './text.ar.json'

const { chosen, price: words } = enrolments
const calls = vi.hoisted(() => ({ setPrice: vi.fn(), priceEffect: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    enrolments: calls,
    setup: {
      vendor: () => Promise.resolve({ timeZone: 'UTC' }),
      progress: () => Promise.resolve({ country: { exponent: 2, timeZones: ['UTC'] } }),
    },
  }),
}))

const place = (id: string, firstName: string, more: object = {}) =>
  ({
    id,
    version: 3,
    firstName,
    lastName: '',
    batch: 'b1',
    batchEnd: '2099-12-31',
    price: 10_000,
    currency: 'AED',
    ...more,
  }) as Enrolment
const people = [place('a', 'Amal'), place('b', 'Badr')]
const effect = (enrolment: string, firstName: string, more: object = {}) => ({
  enrolment,
  customer: `c-${enrolment}`,
  firstName,
  lastName: '',
  hasEmail: true,
  before: 10_000,
  after: 12_000,
  from: '2098-07-20',
  until: null,
  nextBill: { fromDay: '2098-06-20', amount: 9900 },
  exception: null,
  ...more,
})
const shown = (rows = [effect('a', 'Amal'), effect('b', 'Badr')], digest = 'd1') => ({ digest, rows })
const seen = (...ids: string[]) => ids.map((id) => ({ id, version: 3 }))

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset()
  calls.priceEffect.mockResolvedValue(shown())
  calls.setPrice.mockResolvedValue({ rows: people })
  document.documentElement.dir = 'ltr'
})

async function open({ rows = people, role = 'owner', language = 'en' }: { rows?: Enrolment[]; role?: Role; language?: 'en' | 'ar' } = {}) {
  const texts = {
    en: { dates, enrolments, batches, lib, ui },
    ar: { dates: datesAr, enrolments: enrolmentsAr, batches: batchesAr, lib: libAr, ui: uiAr },
  }
  const screen = await render(
    <IntlProvider locale={language} messages={texts[language]} timeZone="UTC">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <DrawnRole value={role}>
          <ChosenPlaces rows={rows} onClear={() => {}} />
          <Toasts />
        </DrawnRole>
      </QueryClientProvider>
    </IntlProvider>,
  )
  const t = texts[language].enrolments
  const button = screen.getByRole('button', { name: t.chosen.price, exact: true })
  const dialog = screen.getByRole('dialog')
  return {
    screen,
    button,
    dialog,
    price: dialog.getByRole('textbox', { name: t.price.new }),
    day: dialog.getByLabelText(t.price.from, { exact: true }).first(),
    save: dialog.getByRole('button', { name: t.chosen.save, exact: true }),
  }
}

test('the chosen get the price that is shown for each, by keyboard alone', async () => {
  const { screen, button, dialog, price, day } = await open()
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('heading', { name: 'Change the price of 2 places' })).toBeVisible()
  // They pay the same, so that is where typing begins.
  await expect.element(price).toHaveValue('100.00')
  price.element().focus()
  await userEvent.keyboard('{Control>}a{/Control}120')
  await typeDay(day, '2098-07-01')
  // What is typed is asked about once typing has paused, and can't be saved before.
  await expect.poll(() => calls.priceEffect.mock.lastCall).toEqual([{ batch: 'b1', places: ['a', 'b'], price: 12_000, from: '2098-07-01' }])
  await expect.element(dialog.getByText('2 people pay the new price.')).toBeVisible()
  await expect
    .poll(() => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent))
    .toEqual(
      ['Amal', 'Badr'].map((name): unknown =>
        expect.stringMatching(new RegExp(`${name}.*from Jul 20, 2098.*100\\.00.*120\\.00.*99\\.00.*Jun 20, 2098`)),
      ),
    )
  price.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Price changed for 2 people')).toBeVisible()
  const input = {
    batch: 'b1',
    places: seen('a', 'b'),
    price: 12_000,
    from: '2098-07-01',
    reason: '',
    tell: true,
    decision: { digest: 'd1' },
  }
  expect(calls.setPrice).toHaveBeenCalledExactlyOnceWith(input)
})

test('who can’t have the price is shown with the reason and left out; where no one can, the refusal says why', async () => {
  const unpriced = (id: string, name: string, exception: string) => effect(id, name, { after: 10_000, from: null, exception })
  calls.priceEffect.mockResolvedValue(shown([effect('a', 'Amal'), unpriced('b', 'Badr', 'quote')]))
  calls.setPrice.mockResolvedValue({ rows: people.slice(0, 1) })
  const first = await open()
  await first.button.click()
  await expect.element(first.dialog.getByText(words.exception.quote)).toBeVisible()
  await expect.element(first.dialog.getByText('One person pays the new price, one keeps theirs.')).toBeVisible()
  await first.save.click()
  await expect.poll(() => calls.setPrice.mock.lastCall).toMatchObject([{ places: seen('a'), decision: { digest: 'd1' } }])
  await first.screen.unmount()
  calls.priceEffect.mockResolvedValue(shown([unpriced('b', 'Badr', 'free')]))
  const issues = [{ path: ['places', 0], key: 'enrolments.price.exception.free', message: '' }]
  const refused = { issues, place: { id: 'b', firstName: 'Badr', lastName: '' } }
  calls.setPrice.mockRejectedValue(new ORPCError('request/invalid', { status: 400, data: refused }))
  const second = await open({ rows: people.slice(1) })
  await second.button.click()
  await expect.element(second.dialog.getByText(words.exception.free)).toBeVisible()
  await second.save.click()
  await expect.element(second.dialog.getByText(`Not possible for Badr: ${words.exception.free}`)).toBeVisible()
  expect(calls.setPrice.mock.lastCall).toMatchObject([{ places: seen('b') }])
})

test('a price of nothing asks for the reason, and what was typed stays where it is refused', async () => {
  const { button, dialog, price, save } = await open({ rows: [people[0]!, place('b', 'Badr', { price: 9000 })] })
  await button.click()
  // They pay different prices, so none is proposed, and nothing is asked.
  await expect.element(price).toHaveValue('')
  await save.click()
  await expect.element(price).toHaveAccessibleDescription(batches.price.required)
  expect(calls.priceEffect).not.toHaveBeenCalled()
  await price.fill('0')
  const reason = dialog.getByRole('textbox', { name: enrolments.price.why })
  await expect.element(reason).toBeVisible()
  await save.click()
  await expect.element(reason).toHaveAccessibleDescription(enrolments.price.whyRequired)
  expect(calls.setPrice).not.toHaveBeenCalled()
  await reason.fill('Coach’s children')
  const issues = [{ path: ['from'], key: 'batches.newPrice.late', message: '' }]
  calls.setPrice.mockRejectedValueOnce(new ORPCError('request/invalid', { status: 400, data: { issues } }))
  await expect.element(dialog.getByText('2 people pay the new price.')).toBeVisible()
  await save.click()
  await expect.element(dialog.getByText(batches.newPrice.late).first()).toBeVisible()
  await expect.element(price).toHaveValue('0.00')
  await expect.element(reason).toHaveValue('Coach’s children')
  await dialog.getByRole('checkbox', { name: words.tell }).click()
  await save.click()
  await expect.poll(() => calls.setPrice.mock.lastCall).toMatchObject([{ price: 0, reason: 'Coach’s children', tell: false }])
})

test('what changed meanwhile is shown anew, and only then agreed to; an older version is sent once', async () => {
  calls.priceEffect
    .mockResolvedValueOnce(shown())
    .mockResolvedValue(shown([effect('a', 'Amal', { after: 10_800 }), effect('b', 'Badr')], 'd2'))
  calls.setPrice
    .mockRejectedValueOnce(
      new ORPCError('request/stale', {
        status: 409,
        data: { current: { id: 'b', version: 5 }, place: { id: 'b', firstName: 'Badr', lastName: '' } },
      }),
    )
    .mockRejectedValueOnce(new ORPCError('effects/changed', { status: 409, data: {} }))
    .mockResolvedValueOnce({ rows: people })
  const { screen, button, dialog, save } = await open()
  await button.click()
  await expect.element(dialog.getByText('2 people pay the new price.')).toBeVisible()
  await save.click()
  await expect.element(dialog.getByText(`Not possible for Badr: ${lib.failures['request/stale']}`)).toBeVisible()
  await save.click()
  await expect.element(dialog.getByText(lib.failures['effects/changed'])).toBeVisible()
  await expect.element(dialog.getByText('108.00', { exact: false })).toBeVisible()
  await save.click()
  await expect.element(screen.getByText('Price changed for 2 people')).toBeVisible()
  const places = [
    { id: 'a', version: 3 },
    { id: 'b', version: 5 },
  ]
  expect(calls.setPrice.mock.calls.map(([sent]: { places: unknown; decision: unknown }[]) => [sent?.places, sent?.decision])).toEqual([
    [seen('a', 'b'), { digest: 'd1' }],
    [places, { digest: 'd1' }],
    [places, { digest: 'd2' }],
  ])
})

test('the front desk acts on places, and changes no price', async () => {
  const { screen, button } = await open({ role: 'frontDesk' })
  await expect.element(screen.getByRole('button', { name: chosen.move, exact: true })).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
})

test.each([
  ['en', 320],
  ['ar', 320],
  ['ar', 1280],
] as const)('in %s at %i pixels the dialog stays in the window with all that it shows', async (language, width) => {
  await page.viewport(width, 800)
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  calls.priceEffect.mockResolvedValue(
    shown([
      effect('a', 'Amal Karam of a very long name', { until: '2098-09-01' }),
      effect('b', 'Badr', { after: 10_000, from: null, nextBill: null, exception: 'later' }),
    ]),
  )
  const { button, dialog, save } = await open({ language })
  await button.click()
  const t = { en: words, ar: enrolmentsAr.price }[language]
  await expect.element(dialog.getByText(t.exception.later)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  const table = dialog.getByRole('table').element()
  for (const element of [table, ...table.querySelectorAll('td, th'), save.element(), ...dialog.getByRole('textbox').elements()]) {
    const { left, right } = element.getBoundingClientRect()
    expect([left >= 0, right <= width]).toEqual([true, true])
  }
})
