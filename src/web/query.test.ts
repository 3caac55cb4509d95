import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newQueryClient } from './query.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The number of attempts of a read or write that always fails with an error. */
async function triesOf(kind: 'read' | 'write', error: Error): Promise<number> {
  const client = newQueryClient()
  const call = vi.fn(() => Promise.reject(error))
  const ended = (
    kind === 'read'
      ? client.fetchQuery({ queryKey: ['x'], queryFn: call, ...client.getDefaultOptions().queries })
      : client
          .getMutationCache()
          .build(client, client.defaultMutationOptions({ mutationFn: call }))
          .execute(undefined)
  ).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  await ended
  client.clear()
  return call.mock.calls.length
}

test('the query cache forgets after 5 minutes (spec 9)', () => {
  expect(newQueryClient().getDefaultOptions().queries?.gcTime).toBe(300_000)
})

test.each([
  ['read', 'an unreachable server', new TypeError('Failed to fetch'), 4],
  ['read', 'a busy server', new ORPCError('server/busy', { status: 503 }), 4],
  ['read', 'a refusal', new ORPCError('document/not-found', { status: 404 }), 1],
  ['read', 'an ended session', new ORPCError('auth/session-expired', { status: 401 }), 1],
  ['write', 'an unreachable server', new TypeError('Failed to fetch'), 1],
  ['write', 'a busy server', new ORPCError('server/busy', { status: 503 }), 1],
] as const)('a %s that meets %s is tried %i times', async (kind, _name, error, times) => {
  expect(await triesOf(kind, error)).toBe(times)
})
