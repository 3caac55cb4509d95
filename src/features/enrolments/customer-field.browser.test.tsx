import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import ui from '#ui/text.en.json'
import { CustomerField } from './customer-field.tsx'
import enrolments from './text.en.json'

const calls = vi.hoisted(() => ({ list: vi.fn(), create: vi.fn() }))
vi.mock('#api/client.ts', async (load) => ({ ...(await load<typeof import('#api/client.ts')>()), api: { customers: calls } }))

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
    <IntlProvider locale="en" messages={{ enrolments, lib, ui }} timeZone="UTC">
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
