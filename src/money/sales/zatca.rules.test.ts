import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { readQr } from '#business/setup/qr-reader.sample.ts'
import { readZatca } from './zatca-reader.sample.ts'
import { zatcaText } from './zatca.rules.ts'

const facts = {
  name: 'Bobs Records',
  taxNumber: '310122393500003',
  at: '2022-04-25T15:30:00.000Z',
  total: 100_000,
  tax: 15_000,
  exponent: 2,
}

/** The values of the code as a camera would get them: from the drawn modules. */
const scanned = (text: string) => readZatca(readQr(encode(text, { ecc: 'M', border: 4 }).data))

test('the example of ZATCA’s guideline is encoded byte for byte', () => {
  expect(zatcaText(facts)).toBe('AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA==')
})

test('the drawn code gives the five values back, with two decimals, three or none', () => {
  const values = [facts.name, facts.taxNumber, '2022-04-25T15:30:00Z']
  expect(scanned(zatcaText(facts))).toEqual([...values, '1000.00', '150.00'])
  expect(scanned(zatcaText({ ...facts, total: 12_345, tax: 5, exponent: 3 }))).toEqual([...values, '12.345', '0.005'])
  expect(scanned(zatcaText({ ...facts, total: 700, tax: 0, exponent: 0 }))).toEqual([...values, '700', '0'])
  expect(scanned(zatcaText({ ...facts, total: -5045, tax: -658 }))).toEqual([...values, '-50.45', '-6.58'])
})

test('lengths are bytes: an Arabic name, one of more than 127 bytes, and one that is cut between characters', () => {
  const names = ['أكاديمية الخليج الرياضية', 'أكاديمية الشرق للسباحة والرياضة والتدريب البدني '.repeat(2).trim(), 'م'.repeat(127)]
  for (const name of names) expect(scanned(zatcaText({ ...facts, name }))[0]).toBe(name)
  expect(new TextEncoder().encode(names[1]).length).toBeGreaterThan(127)
  // 128 letters are 256 bytes, one more than a length can say.
  expect(scanned(zatcaText({ ...facts, name: 'م'.repeat(128) }))[0]).toBe('م'.repeat(127))
  expect(scanned(zatcaText({ ...facts, name: `a${'😀'.repeat(64)}` }))[0]).toBe(`a${'😀'.repeat(63)}`)
})

test('the longest code stays within the 700 characters of the specification', () => {
  const most = zatcaText({ ...facts, name: 'x'.repeat(400), total: 1_000_000_000_000, tax: 1_000_000_000_000, exponent: 0 })
  expect(most.length).toBeLessThanOrEqual(700)
})

test('a name of several lines is one line, and a tax number is its digits, however it was typed', () => {
  expect(readZatca(zatcaText({ ...facts, name: ' North\r\nClub ' }))[0]).toBe('North Club')
  for (const taxNumber of ['310 122 393 500 003', '310-1223935-00003', '٣١٠١٢٢٣٩٣٥٠٠٠٠٣'])
    expect(readZatca(zatcaText({ ...facts, taxNumber }))[1]).toBe(facts.taxNumber)
})
