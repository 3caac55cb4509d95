import { expect, test } from 'vitest'
import { looksOf, withColumns, withDensity } from './list-looks.ts'

const [amal, ben] = ['0197-aaaa-000000000001', '0197-aaaa-000000000002']

test('each member of a browser has their own columns and rows, and what is as at first takes no room', () => {
  let text = withColumns('', amal, 'customers.list', { tags: true, until: false })
  text = withDensity(text, ben, true)
  text = withColumns(text, ben, 'batches.list', { price: false })
  expect(looksOf(text, amal)).toEqual({ isCompact: false, columns: { 'customers.list': { tags: true, until: false } } })
  expect(looksOf(text, ben)).toEqual({ isCompact: true, columns: { 'batches.list': { price: false } } })
  text = withColumns(text, amal, 'customers.list', {})
  text = withDensity(text, ben, false)
  expect(looksOf(text, amal)).toEqual({ isCompact: false, columns: {} })
  expect(withColumns(text, ben, 'batches.list', {})).toBe('')
})

test('the text may be a cookie as it is, stays short, and keeps what was changed last', () => {
  let text = withDensity('', amal, true)
  for (let at = 0; at < 60; at++) text = withColumns(text, ben, `list.l${at}`, { first: false, second: true, third: false })
  expect(text).toMatch(/^[\w.%+&=*-]+$/)
  expect(text.length).toBeLessThanOrEqual(1500)
  expect(looksOf(text, ben).columns['list.l59']).toEqual({ first: false, second: true, third: false })
  expect(looksOf(text, ben).columns['list.l0']).toBeUndefined()
  expect(looksOf(text, amal).isCompact).toBe(false)
})

test.each(['', '%', 'a=b=c', '=', 'x'.repeat(9000), '000000000001.constructor=toString'])('a text by hand is no danger: %s', (text) => {
  expect(looksOf(text, amal).isCompact).toBe(false)
  expect(looksOf(text, amal).columns['customers.list']).toBeUndefined()
  expect(withDensity(text.slice(0, 20), amal, true)).toContain('000000000001=compact')
})
