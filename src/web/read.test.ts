import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readAgain } from './read.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const away = new TypeError('Failed to fetch')

test.each([
  ['an unreachable server', away, 4, 'server/unavailable'],
  ['a busy server', new ORPCError('server/busy', { status: 503 }), 4, 'server/busy'],
  ['an ended session', new ORPCError('auth/session-expired', { status: 401 }), 1, 'auth/session-expired'],
] as const)('a read that meets %s is tried %3$i times and then refused', async (_name, error, times, code) => {
  const read = vi.fn(() => Promise.reject(error))
  const [onValue, refuse] = [vi.fn(), vi.fn()]
  readAgain(read, onValue, refuse)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read).toHaveBeenCalledTimes(times)
  expect(onValue).not.toHaveBeenCalled()
  expect(refuse.mock.calls).toMatchObject([[{ code }]])
})

test('what a later try reads is given once', async () => {
  const read = vi.fn<() => Promise<number>>().mockRejectedValueOnce(away).mockResolvedValue(7)
  const onValue = vi.fn()
  readAgain(read, onValue)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onValue.mock.calls).toEqual([[7]])
})

test('a reader who has left is given nothing and asks nothing more', async () => {
  const onValue = vi.fn()
  readAgain(() => Promise.resolve(7), onValue)()
  const read = vi.fn(() => Promise.reject(away))
  const stop = readAgain(read, onValue)
  await vi.advanceTimersByTimeAsync(500)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read).toHaveBeenCalledTimes(1)
  expect(onValue).not.toHaveBeenCalled()
})
