import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { failureOf } from './call-failure.ts'

test.each([
  ['a code of the catalogue', new ORPCError('auth/email-already-in-use', { status: 409 }), 'auth/email-already-in-use', 409],
  ['an unknown code', new ORPCError('auth/never-heard-of', { status: 418 }), 'server/error', 418],
  ['no answer', new TypeError('Failed to fetch'), 'server/unavailable', 0],
  ['anything else', 'broken', 'server/error', 0],
])('%s', (_name, error, code, status) => {
  expect(failureOf(error)).toMatchObject({ code, status, issues: [] })
})

test('refused fields and the current row come along', () => {
  const issues = [{ path: ['email'], key: 'accounts.email.invalid', message: 'Invalid email address' }]
  expect(failureOf(new ORPCError('request/invalid', { status: 400, data: { issues } })).issues).toEqual(issues)
  expect(failureOf(new ORPCError('request/stale', { status: 409, data: { current: { version: 2 } } })).current).toEqual({ version: 2 })
})
