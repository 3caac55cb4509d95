import { expect, test } from 'vitest'
import { isFresh, sessionMs } from './sign-in-session.rules.ts'
import { sessionEnd } from './sign-in-session.ts'

const day = 86_400_000

test('a session lives 24 hours', () => expect(sessionMs).toBe(day))

test.each([
  [null, false],
  [0, false],
  [1, true],
  [-1, false],
])('a login time of 24 hours ago plus %s ms: counts %s', (more, counts) => {
  const now = 1_800_000_000_000
  expect(isFresh(more === null ? null : now - day + more, now)).toBe(counts)
})

test('the visible sign-out comes with the server’s end, never after 24 hours', () => {
  const loginTime = 1_800_000_000_000
  const at = (ms: number) => new Date(loginTime + ms).toISOString()
  expect(sessionEnd({ loginTime, expiresAt: at(3_600_000) })).toBe(loginTime + 3_600_000)
  expect(sessionEnd({ loginTime, expiresAt: at(2 * day) })).toBe(loginTime + day)
  expect(sessionEnd({ loginTime, expiresAt: null })).toBe(loginTime + day)
  expect(sessionEnd({ loginTime, expiresAt: 'soon' })).toBe(loginTime + day)
  expect(sessionEnd({ loginTime: null, expiresAt: at(0) })).toBe(day)
})
