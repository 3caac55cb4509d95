import { expect, test } from 'vitest'
import { countryCode } from './country-words.server.ts'

test.each([
  ['United Kingdom', 'GB'],
  ['uk', 'GB'],
  ['France', 'FR'],
  ['المملكة المتحدة', 'GB'],
  ['فرنسا', 'FR'],
  ['kw', 'KW'],
  ['Oman', 'OM'],
  ['Nowhere', 'Nowhere'],
])('%s in a file is %s', (word, code) => {
  expect(countryCode(word)).toBe(code)
})
