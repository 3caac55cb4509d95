import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { planForm } from './session-plan.contract.ts'
import { week } from '#lib/fields.ts'
import { BatchPlan } from './batch-plan.tsx'
import batches from './text.en.json'

afterEach(() => vi.unstubAllGlobals())

const empty = {
  startingTime: '',
  endingTime: '',
  trainingDays: week(),
  trainer: '',
  hall: null,
  startDate: '2026-10-05',
  endDate: '2027-01-05',
}

test('the calendar is asked of a batch only what it can answer, also while the times are being typed', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push((JSON.parse(await request.text()) as { json: unknown }).json)
    return Response.json({ json: { skipped: [{ day: '2026-12-01', label: 'National day' }], away: [], conflicts: [] } })
  })
  const client = new QueryClient()
  const plan = (more: object) => (
    <IntlProvider locale="en" messages={{ batches }} timeZone="UTC">
      <QueryClientProvider client={client}>
        <BatchPlan values={{ ...empty, ...more }} batch={undefined} />
      </QueryClientProvider>
    </IntlProvider>
  )
  const screen = await render(plan({}))
  // Typed at once: the debounced value is still the empty form.
  await screen.rerender(plan({ startingTime: '18:00', endingTime: '19:00', trainingDays: week(1) }))
  await expect.element(screen.getByText(/National day/)).toBeVisible()
  expect(asked).toEqual([expect.objectContaining({ startingTime: '18:00', endingTime: '19:00', days: [1] })])
  expect(asked.every((input) => planForm.safeParse(input).success)).toBe(true)
})
