import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { progressQuery, vendorQuery } from './setup.queries.ts'
import { useHere, useToday, useZone } from './here.ts'

/** Renders the three hooks for a business with this profile zone in a country with these zones. */
function look(timeZone: string | null, timeZones: string[] | null) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  client.setQueryData(vendorQuery.queryKey, (timeZone === null ? null : { timeZone }) as never)
  if (timeZones) client.setQueryData(progressQuery.queryKey, { country: { timeZones } } as never)
  return renderHook(() => ({ zone: useZone(), time: useHere().time, today: useToday() }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
}

const at = (instant: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) })
afterEach(() => vi.useRealTimers())

test.each([
  ['Pacific/Kiritimati', ['Asia/Dubai'], { zone: 'Pacific/Kiritimati', time: '12:05', today: '2026-11-22' }],
  [null, ['America/New_York', 'America/Chicago'], { zone: 'America/New_York', time: '17:05', today: '2026-11-21' }],
  [null, null, { zone: 'UTC', time: '22:05', today: '2026-11-21' }],
])('the day is that of the business: profile %s, country %j', async (timeZone, timeZones, expected) => {
  at('2026-11-21T22:05:30Z')
  const { result } = await look(timeZone, timeZones)
  expect(result.current).toEqual(expected)
})

test('its midnight makes another day', async () => {
  at('2026-11-21T19:59:59Z')
  const { result, act } = await look('Asia/Dubai', null)
  expect(result.current).toMatchObject({ time: '23:59', today: '2026-11-21' })
  await act(() => {
    vi.setSystemTime(new Date('2026-11-21T20:00:01Z'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect(result.current).toMatchObject({ time: '00:00', today: '2026-11-22' })
})
