import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import lib from '#lib/text.en.json'
import lists from '#ui/lists/text.en.json'
import ui from '#ui/text.en.json'
import { usePlacesQuestion } from '#timetable/batches/places-question.tsx'
import { PlacesQuestion } from './batch-places.tsx'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import batches from '#timetable/batches/text.en.json'

const { place } = vi.hoisted(() => ({ place: { endDate: '2027-04-30', cancelAtPeriodEnd: false, state: 'active' } }))
vi.mock('#web/server-calls.ts', async (load) => ({
  ...(await load<typeof import('#web/server-calls.ts')>()),
  callsOf: () => ({
    batches: { effects: () => Promise.resolve({ digest: 'd1', currency: 'GBP', exponent: 2, lines: [], mayChange: true, limit: null }) },
    enrolments: {
      list: () => Promise.resolve({ rows: [place, { ...place, endDate: '2027-04-10' }, { ...place, cancelAtPeriodEnd: true }], total: 3 }),
    },
  }),
}))

const row = { id: 'b', state: 'open', endDate: '2027-04-30' } as Batch
const said = { plain: vi.fn(), saved: vi.fn() }

function Form({ endDate, isValid }: { endDate: string; isValid: boolean }) {
  const { asking, question } = usePlacesQuestion(row, { values: { endDate }, isValid, onSubmit: said.plain }, said.saved, PlacesQuestion)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        asking.onSubmit(event)
      }}
    >
      <button type="submit">Save</button>
      {question}
    </form>
  )
}

const shown = (endDate: string, isValid = true) =>
  render(
    <IntlProvider locale="en" messages={{ batches, lib, lists, ui }} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <Form endDate={endDate} isValid={isValid} />
      </QueryClientProvider>
    </IntlProvider>,
  )

test.each([
  ['2027-12-31', batches.places.carry, ['carry'], '1 place runs until'],
  ['2027-12-31', batches.places.leave, ['leave', undefined], '1 place runs until'],
  ['2027-04-20', batches.places.shorten, ['leave', { digest: 'd1', lines: [] }], '2 places end with it'],
] as const)('to %s: %s', async (endDate, button, answer, text) => {
  const screen = await shown(endDate)
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(text, { exact: false })).toBeVisible()
  expect(said.saved).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: button, exact: true }).click()
  expect(said.saved).toHaveBeenCalledExactlyOnceWith(...answer)
  said.saved.mockClear()
})

test('an end that stays and a form with a mistake ask nothing, and who goes back saves nothing', async () => {
  for (const [endDate, isValid] of [
    ['2027-04-30', true],
    ['2027-12-31', false],
  ] as const) {
    said.plain.mockClear()
    const same = await shown(endDate, isValid)
    await same.getByRole('button', { name: 'Save' }).click()
    expect(said.plain).toHaveBeenCalledOnce()
    await same.unmount()
  }
  const moved = await shown('2027-12-31')
  await moved.getByRole('button', { name: 'Save' }).click()
  await moved.getByRole('button', { name: batches.places.back, exact: true }).click()
  await expect.element(moved.getByRole('dialog')).not.toBeInTheDocument()
  expect([said.plain.mock.calls.length, said.saved.mock.calls.length]).toEqual([1, 0])
})
