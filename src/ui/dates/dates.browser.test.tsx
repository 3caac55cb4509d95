import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import * as z from 'zod/mini'
import { mannerOf, type Locale } from '#lib/manner.ts'
import { day as dayRule } from '#lib/fields.ts'
import libAr from '#lib/text.ar.json'
import lib from '#lib/text.en.json'
import '#ui/tokens.css'
import '#ui/base.css'
import { Dialog } from '../confirm.tsx'
import { DialogForm } from '../dialog-form.tsx'
import ui from '../text.en.json'
import uiAr from '../text.ar.json'
import { useForm } from '../use-form.ts'
import { DateField } from './date-field.tsx'
import { DayPill } from './day-pill.tsx'
import { dayBox, expectDay, typeDay } from './day-typing.sample.ts'
import dates from './text.en.json'
import datesAr from './text.ar.json'

// The browser itself speaks American English: weeks from Sunday, months first.
const london: Locale = `${mannerOf('en', 'GB')}-fw-mon`
const kuwait: Locale = `${mannerOf('ar', 'KW')}-fw-sat`
const saved = vi.fn(() => Promise.resolve())
const changed = vi.fn()

beforeEach(async () => {
  await page.viewport(600, 900)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
  Object.assign(document.documentElement, { lang: 'en', dir: 'ltr' })
})

type Props = { value?: string; min?: string; max?: string; isOff?: boolean }

function Form({ value = '', min, max, isOff = false }: Props) {
  const form = useForm({
    name: 'it',
    initial: { from: value },
    schema: z.object({ from: dayRule({ required: 'lib.fields.required', format: 'lib.fields.invalid' }) }),
    submit: saved,
  })
  return (
    <fieldset disabled={isOff}>
      <DialogForm form={form} save="Save" back="Back" onClose={() => {}}>
        <DateField field={form.field('from')} label="From" hint="A hint" min={min} max={max} />
      </DialogForm>
    </fieldset>
  )
}

const shown = (children: React.ReactNode, locale = london) => {
  const isArabic = locale.startsWith('ar')
  if (isArabic) Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' })
  return render(
    <IntlProvider locale={locale} messages={isArabic ? { lib: libAr, ui: uiAr, dates: datesAr } : { lib, ui, dates }} timeZone="Asia/Tokyo">
      {children}
    </IntlProvider>,
  )
}
const open = async (props: Props = {}, locale = london) => {
  const screen = await shown(<Form {...props} />, locale)
  const box = dayBox(screen, 'From')
  await expect.element(box.getByRole('spinbutton').first()).toBeVisible()
  return { screen, box }
}
/** What the box shows, without the signs that only give a direction. */
const textOf = (box: { element: () => Element }) =>
  [...box.element().querySelectorAll('[data-segment], [aria-hidden=true]:not(svg)')]
    .map(({ textContent }) => textContent)
    .join('')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
const weekdays = () => [...document.querySelectorAll('[role=grid] > [aria-hidden] > *')].map(({ textContent }) => textContent)
const save = () => page.getByRole('button', { name: 'Save' }).click()

test('London writes 23/11/2026 and starts the week on Monday, whatever the browser speaks', async () => {
  expect(navigator.language).toBe('en-US')
  const { screen, box } = await open({ value: '2026-11-23' })
  expect(textOf(box)).toBe('23/11/2026')
  await screen.getByRole('button', { name: `${dates.open} From` }).click()
  await expect.poll(weekdays).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  // Today is the business's: it is the 23rd in Tokyo as well.
  await expect.element(screen.getByRole('button', { name: /Today, Monday, 23 November 2026/ })).toHaveFocus()
})

test('Kuwait writes the day first, in Arabic, and starts the week on Saturday', async () => {
  const { screen, box } = await open({ value: '2026-11-23' }, kuwait)
  expect(textOf(box)).toBe('23/11/2026')
  await screen.getByRole('button', { name: `${datesAr.open} From` }).click()
  await expect.poll(() => weekdays()[0]).toBe('السبت')
  await expect.element(screen.getByRole('combobox', { name: 'الشهر' })).toHaveDisplayValue('نوفمبر')
  // Saturday is on the right.
  const [first, last] = [
    document.querySelectorAll('[role=grid] > [aria-hidden] > *')[0]!,
    document.querySelectorAll('[role=grid] > [aria-hidden] > *')[6]!,
  ]
  expect(first.getBoundingClientRect().left).toBeGreaterThan(last.getBoundingClientRect().left)
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  await expectDay(box, '2026-11-24')
  // Digits of an Arabic keyboard.
  box.element().querySelector<HTMLElement>('[data-segment=day]')!.focus()
  await userEvent.keyboard('٢٥')
  await expectDay(box, '2026-11-25')
})

test('a day is typed, and two digits of a year are enough', async () => {
  const { box } = await open()
  expect(textOf(box)).toBe('dd/mm/yyyy')
  await typeDay(box, '2026-12-05')
  await expectDay(box, '2026-12-05')
  await save()
  expect(saved).toHaveBeenLastCalledWith({ from: '2026-12-05' })
  await typeDay(box, '27-01-31')
  await userEvent.tab()
  await expectDay(box, '2027-01-31')
  // Enter in a part saves, as in any other field.
  box.element().querySelector<HTMLElement>('[data-segment=day]')!.focus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => saved.mock.lastCall).toEqual([{ from: '2027-01-30' }])
})

test('what is half typed or no day is refused, stays, and is never the day before it', async () => {
  const { screen, box } = await open({ value: '2026-11-23' })
  box.element().querySelector<HTMLElement>('[data-segment=day]')!.focus()
  await userEvent.keyboard('{Backspace}{Backspace}')
  expect(textOf(box)).toBe('dd/11/2026')
  await save()
  expect(saved).not.toHaveBeenCalled()
  const problem = screen.getByRole('link', { name: lib.fields.invalid })
  await expect.element(problem).toBeVisible()
  await problem.click()
  await expect.element(box.getByRole('spinbutton').first()).toHaveFocus()
  await expect.element(box.getByRole('spinbutton').first()).toHaveAttribute('aria-invalid', 'true')
  await expect.element(box).toHaveAccessibleDescription(`A hint ${lib.fields.invalid}`)
  await typeDay(box, '2026-02-30')
  await userEvent.tab()
  expect(textOf(box)).toBe('30/02/2026')
  await save()
  expect(saved).not.toHaveBeenCalled()
  await typeDay(box, '2026-02-28')
  await save()
  expect(saved).toHaveBeenLastCalledWith({ from: '2026-02-28' })
})

test('a whole date is pasted, and copied again', async () => {
  const { box } = await open()
  const part = box.getByRole('spinbutton').first()
  const put = (text: string) => {
    const data = new DataTransfer()
    data.setData('text', text)
    part.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }
  for (const [text, day] of [
    ['2026-11-23', '2026-11-23'],
    ['5/12/2026', '2026-12-05'],
    ['٦ ديسمبر ٢٠٢٦', '2026-12-06'],
  ] as const) {
    put(text)
    await expectDay(box, day)
  }
  put('tomorrow')
  await expectDay(box, '2026-12-06')
  const data = new DataTransfer()
  part.element().dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }))
  expect(data.getData('text')).toBe('2026-12-06')
})

test('a day is picked by keyboard and mouse, cleared, and set to today', async () => {
  const { screen, box } = await open({ value: '2026-11-23' })
  const opener = screen.getByRole('button', { name: `${dates.open} From` })
  box.element().querySelector<HTMLElement>('[data-segment=day]')!.focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.element(screen.getByRole('button', { name: /23 November 2026/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}')
  await expectDay(box, '2026-12-01')
  await expect.element(screen.getByRole('grid')).not.toBeInTheDocument()
  await opener.click()
  await screen.getByRole('combobox', { name: 'year' }).selectOptions('1998')
  await screen.getByRole('combobox', { name: 'month' }).selectOptions('March')
  await screen.getByRole('button', { name: /Tuesday,? 3 March 1998/ }).click()
  await expectDay(box, '1998-03-03')
  await opener.click()
  await screen.getByRole('button', { name: dates.clear }).click()
  await expectDay(box, '')
  expect(textOf(box)).toBe('dd/mm/yyyy')
  await opener.click()
  await screen.getByRole('button', { name: dates.today, exact: true }).click()
  await expectDay(box, '2026-11-23')
  // Escape closes the calendar and changes nothing.
  await opener.click()
  await userEvent.keyboard('{ArrowRight}{Escape}')
  await expect.element(screen.getByRole('grid')).not.toBeInTheDocument()
  await expectDay(box, '2026-11-23')
})

test('days outside the limits can not be picked, and are reported at the field when typed', async () => {
  const { screen, box } = await open({ min: '2026-11-20', max: '2026-11-27' })
  await screen.getByRole('button', { name: `${dates.open} From` }).click()
  await expect.element(screen.getByRole('button', { name: /28 November 2026/ })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Escape}')
  await typeDay(box, '2026-11-28')
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(screen.getByText('Choose 27 Nov 2026 or earlier')).toBeVisible()
  await expectDay(box, '2026-11-28')
  await typeDay(box, '2026-11-19')
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(screen.getByText('Choose 20 Nov 2026 or later')).toBeVisible()
  await typeDay(box, '2026-11-20')
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(screen.getByText(/or later/)).not.toBeInTheDocument()
})

test('a field that may only be looked at takes no keys and opens no calendar', async () => {
  const { screen, box } = await open({ value: '2026-11-23', isOff: true })
  await expect.element(box).toHaveAttribute('aria-disabled', 'true')
  await expect.element(screen.getByRole('button', { name: `${dates.open} From` })).toBeDisabled()
  expect(box.element().querySelector('[contenteditable=true]')).toBeNull()
})

test('in a dialog the calendar is above it, and Escape closes only the calendar', async () => {
  const close = vi.fn()
  const screen = await shown(
    <Dialog title="Freeze" onClose={close}>
      <Form value="2026-11-23" />
    </Dialog>,
  )
  const box = dayBox(screen, 'From')
  // The dialog opens with the focus in its first field, whose editor loads then: it has it once, and lets it go.
  await expect.element(box.getByRole('spinbutton').first()).toHaveFocus()
  await typeDay(box, '2026-11-24')
  await expectDay(box, '2026-11-24')
  await screen.getByRole('button', { name: `${dates.open} From` }).click()
  await expect.element(screen.getByRole('button', { name: /24 November 2026/ })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('grid')).not.toBeInTheDocument()
  expect(close).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: `${dates.open} From` }).click()
  await screen.getByRole('button', { name: /25 November 2026/ }).click()
  await expectDay(box, '2026-11-25')
})

function Pill() {
  const [day, setDay] = useState('2026-11-23')
  return (
    <DayPill
      label="To"
      value={day}
      min="2026-11-01"
      onChange={(next) => {
        changed(next)
        setDay(next)
      }}
    />
  )
}

test('a day outside a form applies once it is whole and within its limits', async () => {
  const screen = await shown(<Pill />)
  const box = dayBox(screen, 'To')
  await typeDay(box, '2027-01-05')
  await expect.poll(() => changed.mock.lastCall).toEqual(['2027-01-05'])
  expect(changed.mock.calls.flat().every((day: string) => day >= '2026-11-01')).toBe(true)
  await typeDay(box, '2026-10-05')
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(box).toHaveAttribute('data-invalid', 'true')
  expect(changed).not.toHaveBeenCalledWith('2026-10-05')
})
