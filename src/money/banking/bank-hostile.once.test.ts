import { expect, test } from 'vitest'
import { readBankFile } from './bank-file.rules.ts'
import { bankText } from './bank-statement.rules.ts'
import { parseBankAmount } from './bank-values.rules.ts'

const options = { currency: 'GBP', exponent: 2, usualOrder: 'dayFirst' as const }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const head = 'Date,Description,Amount\n'
const row = '27/11/2026,Coffee,-3.20\n'
const million = 1_000_000

/** Files that are made to stop a browser: what each of them is read as. */
const hostile: [name: string, text: () => string, expected: string][] = [
  ['a row of a million cells', () => `${head}${row}${','.repeat(4 * million)}\n`, 'read'],
  ['a million headings', () => `Date,Description,Amount${',Amount (GBP)'.repeat(300_000)}\n${row}`, 'read'],
  ['a date with a million spaces', () => `${head}1 a${' '.repeat(4 * million)}x,Coffee,-3.20\n${row}`, 'day in 2'],
  ['a date of a million words', () => `${head}1 ${'a '.repeat(2 * million)}x,Coffee,-3.20\n${row}`, 'day in 2'],
  ['an amount of a million digits', () => `${head}27/11/2026,Coffee,"${'1,'.repeat(2 * million)}"\n`, 'amount in 2'],
  ['an account with a million spaces', () => `Account${' '.repeat(4 * million)}x\n${head}${row}`, 'read'],
  ['a quote that is never closed', () => `${head}${row}"${'""'.repeat(2 * million)}`, 'broken in 3'],
  ['a million quotes', () => `${head}${row}${'"",'.repeat(million)}`, 'read'],
  ['a million lines', () => `${head}${row.repeat(200_000)}`, 'tooManyLines'],
]

test.each(hostile)('%s does not stop the browser', (_name, text, expected) => {
  const bytes = bytesOf(text())
  const before = process.cpuUsage()
  const reading = readBankFile(bytes, options)
  expect(process.cpuUsage(before).user).toBeLessThan(8_000_000)
  const { code = 'read', line = null } = 'fault' in reading ? reading.fault : {}
  expect(line === null ? code : `${code} in ${line}`).toBe(expected)
})

test('a text is cut between characters, and an amount is at most what the books can have', () => {
  expect(bankText(`${'a'.repeat(499)}😀`)).toBe('a'.repeat(499))
  expect(bankText(`${'a'.repeat(498)}😀`)).toBe(`${'a'.repeat(498)}😀`)
  expect([parseBankAmount('10000000000.00', '.', 2), parseBankAmount('10000000000.01', '.', 2)]).toEqual([1_000_000_000_000, null])
  expect([parseBankAmount('1000000000.000', '.', 3), parseBankAmount('-1000000000.001', '.', 3)]).toEqual([1_000_000_000_000, null])
})
