import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import { CheckField, SelectField, TextField, type TextProps } from './field.tsx'
import { binding } from './kit.fields.sample.tsx'
import { ListTools } from './lists/list-tools.tsx'
import lists from '#ui/lists/text.en.json'
import ui from './text.en.json'
import './tokens.css'
import './base.css'

function Typed(props: Partial<TextProps>) {
  const [value, setValue] = useState('')
  return <TextField field={binding(value, setValue)} label="It" {...props} />
}

const show = (screen: React.ReactNode) =>
  render(
    <IntlProvider locale="en" messages={{ lists, ui, lib }} timeZone="UTC">
      {screen}
    </IntlProvider>,
  )

test('a text field takes 50 characters unless told otherwise', async () => {
  const screen = await show(<Typed />)
  await screen.getByLabelText('It').click()
  await userEvent.keyboard('x'.repeat(53))
  await expect.element(screen.getByLabelText('It')).toHaveValue('x'.repeat(50))
})

test.each([
  ['letters', 'Ana 7 María_9 نور!', 'Ana  María نور'],
  ['lettersDigits', 'Ana 7 María_9 نور!', 'Ana 7 María9 نور'],
] as const)('a field for %s alone leaves out all else as it is typed', async (allow, typed, accepted) => {
  const screen = await show(<Typed allow={allow} />)
  await screen.getByLabelText('It').fill(typed)
  await expect.element(screen.getByLabelText('It')).toHaveValue(accepted)
})

test('a list of choices says "Please Select" while nothing is chosen, where its form asks for that', async () => {
  const screen = await show(
    <SelectField field={binding('', () => {})} label="It" options={[{ value: 'a', label: 'A' }]} placeholder="Please Select" />,
  )
  await expect.element(screen.getByRole('option', { name: 'Please Select', selected: true })).toBeInTheDocument()
})

test('the search box says "Search here" and takes 40 characters', async () => {
  const state = { search: '', filters: {} } as never
  const screen = await show(
    <ListTools
      state={state}
      onState={() => {}}
      filters={[]}
      total={null}
      onPrint={() => Promise.resolve()}
      onExport={() => Promise.resolve()}
    />,
  )
  const box = screen.getByRole('searchbox')
  await expect.element(box).toHaveAttribute('placeholder', 'Search here')
  await box.click()
  await userEvent.keyboard('x'.repeat(43))
  await expect.element(box).toHaveValue('x'.repeat(40))
})

test('a box that must be ticked is red while it is refused, and only then', async () => {
  const colours = async (error?: string) => {
    const screen = await show(<CheckField field={binding(false, () => {}, error)} label="Terms" />)
    const box = screen.getByRole('checkbox').element()
    const found = [getComputedStyle(box).borderTopColor, getComputedStyle(box.parentElement as Element).color]
    await screen.unmount()
    return found
  }
  const probe = document.createElement('i')
  probe.style.color = 'var(--danger)'
  document.body.append(probe)
  const red = getComputedStyle(probe).color
  probe.remove()
  expect(await colours('lib.fields.required')).toEqual([red, red])
  expect(await colours()).not.toContain(red)
})
