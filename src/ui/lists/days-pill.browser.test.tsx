import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import { dayBox, expectDay, typeDay } from '../dates/day-typing.sample.ts'
import dates from '../dates/text.en.json'
import { DaysPill, type DaysChosen } from './days-pill.tsx'
import lists from './text.en.json'

afterEach(() => vi.useRealTimers())

const chosen = vi.fn()

function Filter() {
  const [days, setDays] = useState<DaysChosen>({ from: '', to: '' })
  const change = (next: DaysChosen) => {
    chosen(next)
    setDays(next)
  }
  return <DaysPill days={days} labels={{ from: 'From', to: 'To' }} onChange={change} />
}

test('days are chosen by name as the business counts them, by hand, and removed', async () => {
  // The 1st of December in Tokyo is still November in London.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T20:00:00Z') })
  const screen = await render(
    <IntlProvider locale="en" messages={{ dates, lib, lists }} timeZone="Asia/Tokyo">
      <Filter />
    </IntlProvider>,
  )
  const date = screen.getByRole('combobox', { name: lists.days.label })
  await expect.element(dayBox(screen, 'From')).not.toBeInTheDocument()
  await date.selectOptions(lists.days.thisMonth)
  expect(chosen).toHaveBeenLastCalledWith({ from: '2026-12-01', to: '2026-12-31' })
  await expect.element(date).toHaveValue('thisMonth')
  await expect.element(dayBox(screen, 'From')).not.toBeInTheDocument()
  await date.selectOptions(lists.days.custom)
  // What was chosen by name is where changes by hand begin.
  await expectDay(dayBox(screen, 'From'), '2026-12-01')
  await typeDay(dayBox(screen, 'To'), '2026-12-05')
  expect(chosen).toHaveBeenLastCalledWith({ from: '2026-12-01', to: '2026-12-05' })
  await expect.element(date).toHaveValue('custom')
  await screen.getByRole('button', { name: /^Remove Date: / }).click()
  expect(chosen).toHaveBeenLastCalledWith({ from: '', to: '' })
  await expect.element(date).toHaveValue('all')
})
