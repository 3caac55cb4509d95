import { expect, test } from 'vitest'
import { cp1252Bytes, isCp1252 } from '#lib/cp1252.ts'
import { codedIn, datevCharts, defaultCode, exportFormats, isCode, journalAccounts } from './account-codes.rules.ts'
import { yearStartOf } from './datev.rules.ts'
import { exportProblems } from './export-problems.rules.ts'
import type { AccountCodes, JournalEntry, JournalTotals } from './journal.contract.ts'
import { columnNames, filesOf, fileTermsOf } from './journal.sample.ts'
import { csvRows, readDatev, readDatevHeader, readGeneral, readXero } from './read-back.sample.ts'

const datev = { consultant: 1001, client: 1, chart: '04', accountLength: 4, yearStart: 1, version: 1 } as const
const codesOf = (format: AccountCodes['format'], more: Partial<AccountCodes> = {}): AccountCodes => ({
  format,
  codes: codedIn(format).map((account) => ({ account, code: defaultCode(format, account, '04'), isDefault: true })),
  version: 0,
  datev,
  ...more,
})
const totals: JournalTotals = {
  currency: 'EUR',
  exponent: 2,
  from: '2026-01-01',
  to: '2026-12-31',
  rows: [{ account: 'till', debit: 100, credit: 0 }],
  entries: 1,
  through: 1,
  closedThrough: '2026-12-31',
  asOf: '2027-01-05T12:00:00.000Z',
}
const entry: JournalEntry = {
  sequence: 1,
  day: '2026-01-31',
  source: 'payment',
  document: 'S2026-00001',
  debit: 'till',
  credit: 'customerReceivable',
  amount: 100,
  currency: 'EUR',
  method: 'cash',
  name: '',
  taxRateThousandths: null,
}

test('the reader takes the header that DATEV publishes as its example, and ours has the same quotation marks', () => {
  // https://developer.datev.de/datev/platform/en/dtvf/formate/header
  const published =
    '"EXTF";700;21;"Buchungsstapel";13;20240130140440439;;"RE";"";"";29098;55003;20240101;4;20240101;20240831;"Buchungsstapel";"WD";1;0;0;"EUR";;"";;;"03";;;"";""'
  const example = readDatevHeader(published)
  const [bytes = new Uint8Array()] = filesOf([[entry]], codesOf('datev'), fileTermsOf(totals, codesOf('datev'))).values()
  const { header } = readDatev(bytes)
  const isQuoted = (fields: string[]) => fields.map((field) => field.startsWith('"'))
  expect(isQuoted(header)).toEqual(isQuoted(example))
  expect(header.join(';')).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20261127022013123;;"TL";"";"";1001;1;20260101;4;20260101;20260131;"Touchline 2026-01";"";1;0;1;"EUR";;"";;;"04";;;"";""',
  )
  expect(() => readDatevHeader(published.replace('"EXTF"', 'EXTF'))).toThrow('header field 1')
  expect(() => readDatevHeader(`${published};`)).toThrow('31 fields')
})

test('the readers refuse what the formats refuse', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(() => csvRows(bytes('a,b\r\n1\r\n'))).toThrow('as many cells')
  expect(() => csvRows(bytes('a,b\n1,2\n'))).toThrow('CR LF')
  expect(() => csvRows(bytes('a\r\n=1+1\r\n'))).toThrow('formula')
  const header = '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2'
  const row = (amount: string, date = '30/06/2017') => `Day,${date},,200,No VAT,${amount},,,,\r\n`
  // The day of Xero's own example (docs/exports.md).
  expect(readXero(bytes(`${header}\r\n${row('1.00')}${row('-1.00')}`), 2).map(({ day }) => day)).toEqual(['2017-06-30', '2017-06-30'])
  expect(() => readXero(bytes(`${header}\r\n${row('1.00')}`), 2)).toThrow('balances')
  expect(() => readXero(bytes(`${header}\r\n${row('1.0')}`), 2)).toThrow('decimals')
  expect(() => readXero(bytes(`${header}\r\n${row('1.00', '2017-06-30')}`), 2)).toThrow()
})

test('a posting is open while its month is, closed months are locked, and each month has a file', () => {
  const codes = codesOf('datev')
  const open = { ...totals, closedThrough: '2026-01-31', from: '2026-01-15', to: '2026-02-10' }
  const files = filesOf([[entry, { ...entry, day: '2026-02-01' }]], codes, fileTermsOf(open, codes))
  expect([...files.keys()]).toEqual(['EXTF_Buchungsstapel_2026-01-15_2026-01-31.csv', 'EXTF_Buchungsstapel_2026-02-01_2026-02-10.csv'])
  expect([...files.values()].map((bytes) => readDatev(bytes).header[20])).toEqual(['1', '0'])
  expect(yearStartOf('2026-06-30', 7)).toBe('2025-07-01')
  expect(yearStartOf('2026-07-01', 7)).toBe('2026-07-01')
})

test('a DATEV file has at most 99,999 postings, and an amount at most ten digits before the comma', () => {
  const codes = codesOf('datev')
  const many = Array.from({ length: 100_001 }, (_, at) => ({ ...entry, sequence: at + 1 }))
  const files = filesOf([many], codes, fileTermsOf(totals, codes))
  const lines = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').split('\r\n').length - 3
  expect([...files].map(([name, bytes]) => [name, lines(bytes)])).toEqual([
    ['EXTF_Buchungsstapel_2026-01-01_2026-01-31.csv', 99_999],
    ['EXTF_Buchungsstapel_2026-01-01_2026-01-31_2.csv', 2],
  ])
  expect(readDatev(files.get('EXTF_Buchungsstapel_2026-01-01_2026-01-31_2.csv') ?? new Uint8Array()).sides).toHaveLength(4)
  const [bytes = new Uint8Array()] = filesOf([[{ ...entry, amount: 1_000_000_000_000 }]], codes, fileTermsOf(totals, codes)).values()
  expect(
    readDatev(bytes)
      .sides.filter(({ side }) => side === 'debit')
      .map(({ amount }) => amount),
  ).toEqual([999_999_999_999, 1])
})

test('document numbers and texts of DATEV keep to its characters and lengths', () => {
  const codes = codesOf('datev')
  const wild = { ...entry, document: 'Rg. 1/2026: "ä"; x'.repeat(4), name: `\t${'Ü'.repeat(70)}` }
  const [bytes = new Uint8Array()] = filesOf([[wild]], codes, fileTermsOf(totals, codes)).values()
  const [side] = readDatev(bytes).sides
  expect(side?.document).toBe('Rg1/2026xRg1/2026xRg1/2026xRg1/2026x')
  expect(side?.text).toHaveLength(60)
})

test('a day of the general journal and of an empty span, and a rate with three decimals', () => {
  const codes = codesOf('general')
  const [bytes = new Uint8Array()] = filesOf([[{ ...entry, taxRateThousandths: 8375 }]], codes, fileTermsOf(totals, codes)).values()
  expect(readGeneral(bytes, 2, columnNames)).toMatchObject([{ day: '2026-01-31', code: '1000', amount: 100 }, { code: '1200' }])
  expect(csvRows(bytes)[1]?.[11]).toBe('8.375')
  const [empty = new Uint8Array()] = filesOf([[]], codes, fileTermsOf(totals, codes)).values()
  expect(csvRows(empty)).toEqual([columnNames])
})

test('every account has a default code in every format that the format takes, and DATEV’s defaults have four digits at most', () => {
  for (const format of exportFormats)
    for (const chart of datevCharts)
      for (const of of codedIn(format)) {
        const code = defaultCode(format, of, chart)
        expect(code, `${format} ${of}`).not.toBe('')
        expect(isCode(format, of, code), `${format} ${of}`).toBe(true)
      }
  for (const chart of datevCharts) expect(journalAccounts.every((of) => defaultCode('datev', of, chart).length <= 4)).toBe(true)
})

test('what prevents an export is named: too many entries, three decimals, no settings, no code; and what to know before it', () => {
  const of = (format: AccountCodes['format'], more: Partial<JournalTotals> = {}, codes: Partial<AccountCodes> = {}) =>
    exportProblems(format, { ...totals, ...more }, codesOf(format, codes))
  const none = { bars: [], warnings: [], accounts: [] }
  for (const format of exportFormats) expect(of(format)).toEqual(none)
  expect(of('general', { entries: 100_001 }).bars).toEqual(['tooMany'])
  expect(of('general', { closedThrough: null }).warnings).toEqual(['open'])
  expect(of('general', { closedThrough: '2026-12-30' }).warnings).toEqual(['open'])
  expect(of('datev', { exponent: 3, currency: 'KWD' })).toEqual({ bars: ['decimals'], warnings: [], accounts: [] })
  expect(of('xero', { exponent: 3, currency: 'KWD' })).toEqual({ bars: [], warnings: ['rounding'], accounts: [] })
  expect(of('datev', {}, { datev: null }).bars).toEqual(['settings'])
  const cash = (code: string) => ({ codes: [{ account: 'till' as const, code, isDefault: false }] })
  expect(of('general', {}, cash(''))).toEqual({ bars: ['codes'], warnings: [], accounts: ['till'] })
  expect(of('datev', {}, cash('100000'))).toEqual({ bars: ['codes'], warnings: [], accounts: ['till'] })
  expect(of('datev', {}, cash('10000'))).toEqual(none)
  // An account that did not move needs no code.
  expect(of('general', { rows: [] }, cash(''))).toEqual(none)
})

test('Windows-1252 has its own bytes between 0x80 and 0x9f', () => {
  expect([...cp1252Bytes('a€ÄßŽž–Ÿ')]).toEqual([0x61, 0x80, 0xc4, 0xdf, 0x8e, 0x9e, 0x96, 0x9f])
  expect([...cp1252Bytes('ع😀\u0081')]).toEqual([0x3f, 0x3f, 0x3f])
  expect(['Müller', 'Łódź', 'نادي'].map(isCp1252)).toEqual([true, false, false])
})
