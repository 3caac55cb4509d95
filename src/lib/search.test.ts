import { expect, test } from 'vitest'
import { phoneDigits, searchable, searchTerms } from './search.ts'

test.each([
  ['أحمد', 'احمد'],
  ['إيمان', 'ايمان'],
  ['فاطِمَة', 'فاطمه'],
  ['مـــحمد', 'محمد'],
  ['هدى', 'هدي'],
  ['رؤى', 'روي'],
  ['Zoë  O’Neil-Ångström', 'zoe oneil angstrom'],
  ['٠٥٠', '050'],
])('%s is searched as %s', (text, expected) => {
  expect(searchable(text)).toBe(expected)
})

test.each(['050 123 4567', '+971 50-123-4567', '00971501234567', '(0)50.123.4567', '٠٥٠١٢٣٤٥٦٧'])('%s finds +971501234567', (search) => {
  const [term = 'nothing'] = searchTerms(search)
  expect('971501234567').toContain(term.replace(/^971?0?/, ''))
  expect(searchTerms(search)).toHaveLength(1)
})

test('words are told from phones', () => {
  expect(searchTerms('Mariam Haddad')).toEqual(['mariam', 'haddad'])
  expect(searchTerms('U12 girls')).toEqual(['u12', 'girls'])
  expect(phoneDigits('+965 9999 0000')).toBe('96599990000')
  expect(searchTerms('  ')).toEqual([])
})
