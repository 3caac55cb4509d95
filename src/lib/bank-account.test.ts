import { expect, test } from 'vitest'
import { isAccount, isIban, mayBeSameAccount, plainAccount, printedAccount } from './bank-account.ts'

test.each([
  ['GB29 NWBK 6016 1331 9268 19', true],
  ['KW81CBKU0000000000001234560101', true],
  ['GB29 NWBK 6016 1331 9268 18', false],
  ['GB92 NWBK 6016 1331 9268 19', false],
  ['12-34-56 12345678', true],
  ['123', false],
  ['1234', true],
])('%s is an account’s number: %s', (typed, is) => expect(isAccount(typed)).toBe(is))

test('an account is stored in capitals without spaces, and an IBAN is printed in groups of four', () => {
  expect(plainAccount(' gb29 nwbk ')).toBe('GB29NWBK')
  expect(printedAccount('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
  expect(printedAccount('12-34-56 12345678')).toBe('12-34-56 12345678')
  expect([isIban('DE89370400440532013000'), isIban('12345678'), isIban('')]).toEqual([true, false, false])
})

test.each([
  ['GB29 NWBK 6016 1331 9268 19', 'gb29nwbk60161331926819', true],
  ['GB29 NWBK 6016 1331 9268 19', '31926819', true],
  ['31-926819', 'GB29 NWBK 6016 1331 9268 19', true],
  ['12345678', '****5678', true],
  ['12345678', 'XXXX-5678', true],
  ['12345678', '****5679', false],
  ['GB29 NWBK 6016 1331 9268 19', 'DE89370400440532013000', false],
])('%s and %s may be of one account: %s', (one, other, may) =>
  expect([mayBeSameAccount(one, other), mayBeSameAccount(other, one)]).toEqual([may, may]),
)
