import { QueryClientProvider } from '@tanstack/react-query'
import { IntlProvider } from 'use-intl'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#web/query.ts'
import lib from '#lib/text.en.json'
import sales from '#money/sales/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import finance from './text.en.json'
import { Remind } from './remind.tsx'

const calls = vi.hoisted(() => ({ remind: vi.fn() }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({ sales: calls, finance: {} }),
}))

const ages = [
  { from: 1, to: 7, name: 'Up to 7 days', count: 2 },
  { from: 8, to: 30, name: '8–30 days', count: 0 },
  { from: 31, to: null, name: 'Over 30 days', count: 5 },
]
const show = () =>
  render(
    <IntlProvider locale="en" messages={{ finance, sales, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={queryClient}>
        <Remind ages={ages} />
      </QueryClientProvider>
    </IntlProvider>,
  )

beforeEach(() => {
  calls.remind.mockReset().mockResolvedValue({ sent: 4, already: 1, unreachable: 0, isMore: false })
})

test('reminders go to all bills past due, or to those of one age; an age without bills is not offered', async () => {
  const screen = await show()
  await screen.getByRole('button', { name: 'Send reminders' }).click()
  const which = screen.getByLabelText('Bills past due')
  await expect.element(which).toHaveTextContent('All: 7 billsUp to 7 days: 2 billsOver 30 days: 5 bills')
  await which.selectOptions('Over 30 days: 5 bills')
  await screen.getByRole('button', { name: 'Send 5 reminders' }).click()
  await expect.poll(() => calls.remind).toHaveBeenCalledWith({ from: 31, to: null })
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
  await screen.getByRole('button', { name: 'Send reminders' }).click()
  await screen.getByRole('button', { name: 'Send 7 reminders' }).click()
  await expect.poll(() => calls.remind).toHaveBeenLastCalledWith({ from: 1, to: null })
})
