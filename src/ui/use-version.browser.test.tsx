import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useVersion } from './use-version.ts'

const stale = new ORPCError('request/stale', { status: 409, data: { current: { version: 7 } } })

/** Runs a call that is refused the first time and succeeds the second; returns the versions that were sent. */
async function tries(refusal: unknown) {
  const { result, act } = await renderHook(() => useVersion({ version: 3 }))
  const sent: number[] = []
  const attempt = () =>
    act(async () => {
      const [version, track] = result.current
      sent.push(version)
      await track(() => (sent.length === 1 ? Promise.reject(refusal as Error) : Promise.resolve({ version: 8 }))).catch((error: unknown) =>
        expect(error).toBe(refusal),
      )
    })
  await attempt()
  await attempt()
  return { sent, after: result.current[0] }
}

const reused = new ORPCError('request/reused', { status: 422, data: { current: { version: 7 } } })

test.each([
  ['a stale one', stale],
  ['one of an id that was used', reused],
])('after %s a second try sends the version that the refusal told', async (_name, refusal) => {
  expect(await tries(refusal)).toEqual({ sent: [3, 7], after: 8 })
})

test.each([
  ['another refusal', new ORPCError('request/invalid', { status: 400, data: { issues: [] } })],
  ['one that tells no row', new ORPCError('request/stale', { status: 409, data: { current: null } })],
  ['no answer', new TypeError('Failed to fetch')],
])('after %s the version stays the one that was seen', async (_name, refusal) => {
  expect((await tries(refusal)).sent).toEqual([3, 3])
})

test('a record that is being made has version 0', async () => {
  const { result } = await renderHook(() => useVersion(null))
  expect(result.current[0]).toBe(0)
})
