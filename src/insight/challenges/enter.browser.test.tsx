import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import enrolments from '#timetable/enrolments/text.en.json'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import type { ChallengeDetail } from './challenge.contract.ts'
import { EnterDialog } from './entry-dialogs.tsx'
import challenges from './text.en.json'

const calls = vi.hoisted(() => ({ enter: vi.fn() }))
const people = ['Amal', 'Badr'].map((firstName, at) => ({ id: `c${at}`, firstName, lastName: 'Karam', phone: '+97150000000', email: '' }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    challenges: calls,
    batches: { list: () => Promise.resolve({ rows: [] }) },
    customers: { list: () => Promise.resolve({ rows: people, total: 2, totalIsCapped: false }) },
  }),
}))

beforeEach(() => calls.enter.mockReset().mockResolvedValue({ added: 1, already: 0, blocked: 0 }))

test('who was left out is not entered, and who left out everybody is asked for somebody', async () => {
  const onClose = vi.fn()
  const challenge = { id: 'x', participation: 'single', state: 'live', teams: [] } as unknown as ChallengeDetail
  const screen = await render(
    <IntlProvider locale="en" messages={{ challenges, enrolments, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <EnterDialog challenge={challenge} onClose={onClose} />
      </QueryClientProvider>
    </IntlProvider>,
  )
  const choose = async (name: string) => {
    await screen.getByRole('combobox', { name: 'Customer' }).fill('karam')
    await screen.getByRole('option', { name: new RegExp(name) }).click()
  }
  const enter = screen.getByRole('button', { name: challenges.enter.save })
  await choose('Badr')
  await screen.getByRole('button', { name: /Badr Karam/ }).click()
  await enter.click()
  await expect.element(screen.getByRole('link', { name: challenges.customers.required })).toBeVisible()
  expect(calls.enter).not.toHaveBeenCalled()
  await choose('Amal')
  await choose('Badr')
  await screen.getByRole('button', { name: /Badr Karam/ }).click()
  await enter.click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(calls.enter.mock.calls[0]?.[0]).toMatchObject({ challenge: 'x', customers: ['c0'], batch: null })
})
