import { expect, test } from 'vitest'
import { phoneCell, shareCell } from './csv-cells.ts'
import { csvCell, csvText } from './csv.ts'

test('A text that a spreadsheet would run gets an apostrophe, of one line or several', () => {
  for (const text of [
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '=1+1\nsecond line',
    '+1\n=2',
    '+44 20\n=1',
    '＝1+1',
    '＠SUM(A1)',
  ]) {
    expect(csvText([[text]])).toBe(`"'${text}"`)
  }
})

test('A phone number stays as it is', () => {
  for (const phone of ['+971 50 123 4567', '+441632960000', '0501234567']) expect(csvText([[phone]])).toBe(phone)
})

test('A phone number has a space in the file, so that no spreadsheet takes it for a number', () => {
  const phones = {
    '+447700900123': '+44 7700900123',
    '+971501234567': '+971 501234567',
    '+12125550123': '+1 2125550123',
    '00971501234567': '00971 501234567',
    '0501234567': '050 1234567',
    '+971 50 123 4567': '+971 50 123 4567',
    '99990000': '99990000',
    '': '',
  }
  for (const [phone, cell] of Object.entries(phones)) {
    expect(phoneCell(phone)).toBe(cell)
    expect(csvText([[cell]])).toBe(cell)
  }
})

test('A cell holds no invisible marks of direction, and none hides a formula', () => {
  expect(csvCell('Net: \u2066£70.00\u2069')).toBe('Net: £70.00')
  expect(csvCell('بمبلغ \u2066\u200f105 د.إ.\u200f\u2069')).toBe('بمبلغ 105 د.إ.')
  expect(csvText([[csvCell('\u2068=1+1\u2069')]])).toBe(`"'=1+1"`)
  expect(csvCell(-7)).toBe(-7)
})

test('An amount below zero stays a plain number, whether number or text', () => {
  expect(csvText([['-12.50', '-7', -3.25]])).toBe('-12.50,-7,-3.25')
  expect(csvText([['-1.5.2', '-12-1']])).toBe(`"'-1.5.2","'-12-1"`)
})

test('A share is a part of one, of four digits; none is empty', () => {
  expect([shareCell(0.657754010695187), shareCell(1), shareCell(0), shareCell(null)]).toEqual([0.6578, 1, 0, ''])
})
