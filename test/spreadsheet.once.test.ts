import { expect, test } from 'vitest'
import { lostBySpreadsheet } from './spreadsheet.ts'

// What LibreOffice 7.4 turns each into, with its detection of special numbers, and what Excel does in addition.
test.each([
  ['=1+1', 'a formula'],
  ['-1+2', 'a formula'],
  ['+447700900123', 'a number without its plus or first zeros'],
  ['0501234567', 'a number without its plus or first zeros'],
  ['1234567890123456', 'a number of more digits than it keeps'],
  ['12,500', 'a number of thousands'],
  ['12 500', 'a number of thousands'],
  ['1E5', 'a power of ten'],
  ['25%', 'a percentage'],
  ['£70.00', 'an amount in its own currency'],
  ['10/16', 'a fraction or a day'],
  ['1-2', 'a fraction or a day'],
  ['23.11.2026', 'a fraction or a day'],
  ['Jun 2026', 'a day by its month’s name'],
  ['8:30 PM', 'a time of day by halves'],
  ['100:30', 'a duration'],
  ['TRUE', 'yes or no'],
  ['9 / 14.25', 'two numbers in one cell'],
  ['2026-11-20 2027-01-02', 'two days in one cell'],
  ['Sat \u206612:00–13:15\u2069', 'two times in one cell'],
  ['2026-11-23T08:12:46.721Z', 'an instant that is not local'],
  ["'+4477", 'a number made a text'],
])('%s is not kept: %s', (cell, lost) => {
  expect(lostBySpreadsheet(cell)).toBe(lost)
})

test.each([
  '',
  'Juniors',
  '12',
  '-12.5',
  '12.5',
  '0.125',
  '84.00',
  '2026-11-23',
  '2026-11',
  '17:00',
  '2026-11-23T12:12:46+04:00',
  '+44 7700900123',
  '050 1234567',
  'S2026-00001',
  'Mon, Thu',
])('%j is kept', (cell) => {
  expect(lostBySpreadsheet(cell)).toBeNull()
})
