import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import { mannerOf, type Locale } from '#lib/manner.ts'
import '#ui/tokens.css'
import '#ui/base.css'
import { MonthPicker } from './month-picker.tsx'
import { MonthPill } from './month-pill.tsx'
import dates from './text.en.json'
import datesAr from './text.ar.json'

const london: Locale = mannerOf('en', 'GB')
const kuwait: Locale = mannerOf('ar', 'KW')
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

const shown = (children: ReactNode, locale = london) => {
  const isArabic = locale === kuwait
  if (isArabic) Object.assign(document.documentElement, { lang: 'ar', dir: 'rtl' })
  return render(
    <IntlProvider locale={locale} messages={{ dates: isArabic ? datesAr : dates }} timeZone="Asia/Tokyo">
      {children}
    </IntlProvider>,
  )
}

test('a month is picked from its name, up to the last one', async () => {
  const screen = await shown(<MonthPicker month="2026-11" max="2026-11" onChange={changed} />)
  await screen.getByRole('button', { name: 'November 2026' }).click()
  await expect.element(screen.getByRole('button', { name: 'December 2026' })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'November 2026' }).nth(1)).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  expect(changed).toHaveBeenLastCalledWith('2026-10')
  await screen.getByRole('button', { name: 'November 2026' }).click()
  await screen.getByRole('button', { name: dates.yearBefore }).click()
  await screen.getByRole('button', { name: 'May 2025' }).click()
  expect(changed).toHaveBeenLastCalledWith('2025-05')
})

function Months({ month: first = '2026-11' }: { month?: string }) {
  const [month, setMonth] = useState(first)
  return (
    <MonthPill
      label="From"
      month={month}
      min="2026-02"
      max="2026-11"
      onChange={(next) => {
        changed(next)
        setMonth(next)
      }}
    />
  )
}

test('a month is typed over its name, stepped with the arrows, and applies with Enter or when it is left', async () => {
  const screen = await shown(<Months />)
  const box = screen.getByRole('textbox', { name: 'From' })
  await expect.element(box).toHaveValue('November 2026')
  await userEvent.tab()
  await userEvent.keyboard('3/26')
  expect(changed).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(changed).toHaveBeenLastCalledWith('2026-03')
  await expect.element(box).toHaveValue('March 2026')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(box).toHaveValue('May 2026')
  await userEvent.tab()
  expect(changed).toHaveBeenLastCalledWith('2026-05')
  await box.fill('Feb')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(box).toHaveValue('February 2026')
  await userEvent.keyboard('{Escape}')
  await expect.element(box).toHaveValue('May 2026')
  await userEvent.tab()
  expect(changed).toHaveBeenCalledTimes(2)
})

test('what is no month, or one outside the limits, stays as typed with what is wrong below it', async () => {
  const screen = await shown(<Months />)
  const box = screen.getByRole('textbox', { name: 'From' })
  for (const [text, problem] of [
    ['soon', 'Type a month, such as 11/2026 or Nov 2026'],
    ['12/2026', 'Choose November 2026 or earlier'],
    ['1/2026', 'Choose February 2026 or later'],
  ] as const) {
    await box.fill(text)
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('alert')).toHaveTextContent(problem)
    await expect.element(box).toHaveAccessibleDescription(problem)
    await expect.element(box).toHaveAttribute('aria-invalid', 'true')
    await expect.element(box).toHaveValue(text)
  }
  expect(changed).not.toHaveBeenCalled()
  await box.fill('')
  await userEvent.tab()
  await expect.element(box).toHaveValue('November 2026')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('a typed month is picked as well, and its months return the focus', async () => {
  const screen = await shown(<Months />)
  await screen.getByRole('textbox', { name: 'From' }).click()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.element(screen.getByRole('button', { name: 'November 2026' })).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: 'January 2026' })).toBeDisabled()
  await userEvent.keyboard('{ArrowUp}{Enter}')
  expect(changed).toHaveBeenLastCalledWith('2026-08')
  await expect.element(screen.getByRole('group', { name: 'month' })).not.toBeInTheDocument()
  expect(document.activeElement).not.toBe(document.body)
  await screen.getByRole('button', { name: `${dates.open} From` }).click()
  await expect.element(screen.getByRole('button', { name: 'August 2026' })).toHaveFocus()
})

test('a month is typed in Arabic, in any digits', async () => {
  const screen = await shown(<Months />, kuwait)
  const box = screen.getByRole('textbox', { name: 'From' })
  await box.fill('٦/٢٠٢٦')
  await userEvent.keyboard('{Enter}')
  await expect.element(box).toHaveValue('يونيو 2026')
  await box.fill('أبريل')
  await userEvent.keyboard('{Enter}')
  expect(changed).toHaveBeenLastCalledWith('2026-04')
  await box.fill('غدًا')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() =>
      screen
        .getByRole('alert')
        .element()
        .textContent?.replaceAll(/[\u200e\u200f]/g, '')
        .replaceAll(/\s/g, ' '),
    )
    .toBe('اكتب شهرًا، مثل 11/2026 أو نوفمبر 2026')
})

test('behind its name a month is typed too, from wherever the focus is among the months', async () => {
  const screen = await shown(<MonthPicker month="2026-11" max="2026-11" onChange={changed} />)
  const opener = screen.getByRole('button', { name: 'November 2026' }).first()
  await opener.click()
  await expect.element(screen.getByRole('button', { name: 'November 2026' }).nth(1)).toHaveFocus()
  await userEvent.keyboard('12/2026{Enter}')
  const box = screen.getByRole('textbox', { name: dates.typeMonth })
  await expect.element(box).toHaveFocus()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Choose November 2026 or earlier')
  await userEvent.keyboard('{Control>}a{/Control}Mar 2025{Enter}')
  expect(changed).toHaveBeenLastCalledWith('2025-03')
  await expect.element(box).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
