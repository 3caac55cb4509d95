import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import { CustomerField } from './customer-field.tsx'
import enrolments from './text.en.json'

const calls = vi.hoisted(() => ({ list: vi.fn(), create: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({ customers: calls }),
}))

beforeEach(() => {
  calls.list.mockReset().mockResolvedValue({ rows: [], total: 0, totalIsCapped: false })
  calls.create.mockReset()
})

function Field() {
  const [person, setPerson] = useState<{ id: string; firstName: string; lastName: string }>()
  const field = { name: 'customer', id: 'customer', value: '', error: undefined, onChange() {}, onBlur() {} }
  return <CustomerField field={field} person={person} onPerson={setPerson} />
}

const show = () =>
  render(
    <IntlProvider locale="en" messages={{ enrolments, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <Field />
      </QueryClientProvider>
    </IntlProvider>,
  )

test('Enter twice makes one customer, and a try after a lost answer is the same one', async () => {
  const lost = Promise.withResolvers<never>()
  calls.create.mockReturnValueOnce(lost.promise)
  const screen = await show()
  await screen.getByRole('combobox').fill('Sara Karam 0501234567')
  await expect.element(screen.getByRole('option')).toBeVisible()
  await userEvent.keyboard('{Enter}{Enter}')
  expect(calls.create).toHaveBeenCalledTimes(1)
  expect(calls.create.mock.calls[0]?.[0]).toMatchObject({ firstName: 'Sara', lastName: 'Karam', phone: '0501234567' })
  lost.reject(new TypeError('Failed to fetch'))
  calls.create.mockImplementation((row: object) => Promise.resolve(row))
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Enter}')
      return calls.create.mock.calls.length
    })
    .toBe(2)
  await expect.element(screen.getByText('Sara Karam', { exact: false })).toBeVisible()
  expect(calls.create.mock.calls[1]?.[0]).toEqual(calls.create.mock.calls[0]?.[0])
})

test('a name alone can always be added: the field asks for a phone or an e-mail, by the keyboard', async () => {
  calls.list.mockResolvedValue({
    rows: [{ id: 'other', firstName: 'Omar', lastName: 'Haddadi', phone: '07700900111', email: '' }],
    total: 1,
  })
  calls.create.mockImplementation((row: object) => Promise.resolve(row))
  const screen = await show()
  await screen.getByRole('combobox').fill('Omar Haddad')
  await expect.element(screen.getByRole('option').last()).toHaveTextContent('New customer “Omar Haddad”')
  await userEvent.keyboard('{ArrowUp}{Enter}')
  const contact = screen.getByLabelText('Phone or email')
  await expect.element(contact).toHaveFocus()
  await userEvent.keyboard('none{Enter}')
  await expect.element(screen.getByText('Please add a phone or an email')).toBeVisible()
  expect(calls.create).not.toHaveBeenCalled()
  await contact.fill('07700 900333')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Choose another' })).toHaveFocus()
  expect(calls.create.mock.calls).toHaveLength(1)
  expect(calls.create.mock.calls[0]?.[0]).toMatchObject({ firstName: 'Omar', lastName: 'Haddad', phone: '07700 900333', email: '' })
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('combobox')).toHaveFocus()
})

test('who goes back from a new customer finds what was typed', async () => {
  const screen = await show()
  await screen.getByRole('combobox').fill('Omar Haddad')
  await screen.getByRole('option').click()
  await screen.getByRole('button', { name: 'Back to search' }).click()
  await expect.element(screen.getByRole('combobox')).toHaveFocus()
  await expect.element(screen.getByRole('combobox')).toHaveValue('Omar Haddad')
})
