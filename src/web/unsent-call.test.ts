import { afterEach, expect, test, vi } from 'vitest'
import { caller } from './server-calls.ts'
import { unsentCall } from './unsent-call.ts'

const send = vi.fn(() => Promise.resolve(null))
const before = caller.by
afterEach(() => {
  caller.by = before
  send.mockClear()
})

const list = (input: object) => caller.by.call(['halls', 'list'], input, { context: {} })

test('the call that a function makes is returned instead of sent; none, and several, are none', async () => {
  caller.by = { call: send }
  expect(unsentCall(() => list({ state: 'archived' }))).toEqual({ call: 'halls.list', input: { state: 'archived' } })
  expect(unsentCall(() => null)).toBeNull()
  expect(unsentCall(() => [list({}), list({})])).toBeNull()
  const wrong = () => {
    throw new Error('a list that fails')
  }
  expect(() => unsentCall(wrong)).toThrow('a list that fails')
  expect(send).not.toHaveBeenCalled()
  // Afterwards calls are sent as before.
  await list({ state: 'current' })
  expect(send).toHaveBeenCalledExactlyOnceWith(['halls', 'list'], { state: 'current' }, { context: {} })
})
