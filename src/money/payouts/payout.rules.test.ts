import { expect, test } from 'vitest'
import { accountHours, isAccount, plainAccount } from './payout.rules.ts'

test.each([
  ['GB29 NWBK 6016 1331 9268 19', true],
  ['KW81CBKU0000000000001234560101', true],
  ['GB29 NWBK 6016 1331 9268 18', false],
  ['GB92 NWBK 6016 1331 9268 19', false],
  ['12-34-56 12345678', true],
  ['123', false],
  ['1234', true],
])('%s is an account’s number: %s', (typed, is) => expect(isAccount(typed)).toBe(is))

test('an account is kept in capitals without spaces', () => expect(plainAccount(' gb29 nwbk ')).toBe('GB29NWBK'))

test('M5 a new account waits 48 hours', () => expect(accountHours).toBe(48))
