import { expect, test } from 'vitest'
import { previewBankFile, readBankFile } from './bank-file.rules.ts'
import { englishFiles, pounds, type SampleFile } from './bank-files.sample.ts'
import { otherFiles } from './bank-files-elsewhere.sample.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

function reading(bytes: Uint8Array, options = pounds) {
  const found = readBankFile(bytes, options)
  if ('fault' in found) throw new Error(JSON.stringify(found.fault))
  return found
}

test.each([...englishFiles, ...otherFiles].map((file): [string, SampleFile] => [file.bank, file]))('%s', (_, file) => {
  const { statement, layout } = reading(utf8(file.text), file.options)
  const found = statement.lines.map(({ day, amount, name, text, reference, bankId }) => [day, amount, name, text, reference, bankId])
  expect(found).toEqual(
    file.lines.map(([day, amount, name = '', text = '', reference = '', id = '']) => [day, amount, name, text, reference, id]),
  )
  if (file.account) expect(statement.account).toBe(file.account)
  if (file.balances) expect([statement.openingBalance, statement.closingBalance]).toEqual(file.balances)
  expect(layout?.isSure).toBe(!file.isUnsure)
  expect(statement.skipped).toBe(file.skipped ?? 0)
  expect(statement.isChained).not.toBe(false)
})

const faultOf = (text: string | Uint8Array, options = pounds) => {
  const found = readBankFile(typeof text === 'string' ? utf8(text) : text, options)
  return 'fault' in found ? found.fault : null
}
const rows = (count: number) => Array.from({ length: count }, (_, at) => `27/11/2026,line ${at},1.00`).join('\n')

test.each<[what: string, text: string | Uint8Array, code: string, line: number | null]>([
  ['no row', '', 'empty', null],
  ['headings only', 'Date,Description,Amount\n', 'empty', null],
  ['a text', 'Dear customer, your statement is ready.\nYour bank', 'columns', null],
  ['no amount', 'Date,Description\n27/11/2026,JANE OAK', 'columns', null],
  ['a quote that is never closed', 'Date,Description,Amount\n27/11/2026,"JANE OAK,60.00\n26/11/2026,RENT,-1.00', 'broken', 2],
  ['a day that is none', 'Date,Description,Amount\n27/11/2026,A,1.00\n31/02/2026,B,1.00', 'day', 3],
  ['both orders of dates', 'Date,Description,Amount\n27/11/2026,A,1.00\n11/28/2026,B,1.00', 'day', 3],
  ['a Hijri date', 'Date,Description,Amount\n17/06/1448,A,1.00', 'columns', null],
  ['an amount that is none', 'Date,Description,Amount\n27/11/2026,A,1.00\n"26/11/2026","B\nC",sixty', 'amount', 3],
  ['no amount in a movement', 'Date,Description,Amount\n27/11/2026,A,1.00\n26/11/2026,B,', 'amount', 3],
  ['more decimals than the currency has', 'Date,Description,Amount\n27/11/2026,A,1.00\n26/11/2026,B,1.005', 'amount', 3],
  ['an amount beyond all banks', 'Date,Description,Amount\n27/11/2026,A,1234567890123.00', 'amount', 2],
  ['another currency in the heading', 'Date,Description,Amount (EUR)\n27/11/2026,A,1.00', 'currency', null],
  ['another currency in each line', 'Date,Description,Amount,Currency\n27/11/2026,A,1.00,EUR', 'currency', null],
  ['two accounts', 'Date,Description,Amount,Account\n27/11/2026,A,1.00,Main\n27/11/2026,A,1.00,Savings', 'severalAccounts', null],
  ['5,001 lines', `Date,Description,Amount\n${rows(5001)}`, 'tooManyLines', null],
  ['more than 5 MB', new Uint8Array(5_242_881).fill(0x20), 'tooLarge', null],
  ['Excel', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14]), 'spreadsheet', null],
  ['old Excel', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'spreadsheet', null],
  ['PDF', utf8('%PDF-1.7'), 'pdf', null],
])('refuses %s', (_, text, code, line) => expect(faultOf(text)).toEqual({ code, line }))

test('5,000 lines are read within two seconds', () => {
  const before = performance.now()
  expect(reading(utf8(`Date,Description,Amount\n${rows(5000)}`)).statement.lines).toHaveLength(5000)
  expect(performance.now() - before).toBeLessThan(2000)
})

const utf16 = (text: string, isLittle: boolean) => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle)
  return bytes
}
const german = 'Datum;Verwendungszweck;Betrag\r\n27.11.2026;Müller – Straße €;1.060,00\r\n'
/** Only characters that Windows-1252 and Latin-1 encode alike. */
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
/** Arabic letters in Windows-1256, by their place after U+0620. */
const arabic = (text: string) => {
  const page = 'ءآأؤإئابةتثجحخدذرزسشصض×طظعغـفقكàلâمنهوçèéêëىي'
  return Uint8Array.from(text, (character) => (page.includes(character) ? 0xc1 + page.indexOf(character) : character.charCodeAt(0)))
}

test.each<[encoding: string, bytes: Uint8Array, text: string]>([
  ['UTF-8', utf8(german), 'Müller – Straße €'],
  ['UTF-8 with a mark', utf8(`\ufeff${german}`), 'Müller – Straße €'],
  ['UTF-16 LE with a mark', utf16(`\ufeff${german}`, true), 'Müller – Straße €'],
  ['UTF-16 BE with a mark', utf16(`\ufeff${german}`, false), 'Müller – Straße €'],
  ['UTF-16 LE', utf16(german, true), 'Müller – Straße €'],
  ['UTF-16 BE', utf16(german, false), 'Müller – Straße €'],
  ['Windows-1252', latin(german.replace('–', '\x96').replace('€', '\x80')), 'Müller – Straße €'],
  ['Windows-1256', arabic('التاريخ,البيان,المبلغ\n27/11/2026,تحويل,1060.00\n'), 'تحويل'],
])('reads %s', (_, bytes, text) => {
  const [line] = reading(bytes).statement.lines
  expect(line).toMatchObject({ day: '2026-11-27', text, amount: 106000 })
})

test('what an owner chooses replaces what was found', () => {
  const text = 'When,Who,Why,How much,Rest\n05/11/2026,Jane Oak,S2026-00042,60.00,870.00\n'
  expect(reading(utf8(text)).layout).toMatchObject({ isSure: false, columns: ['day', 'text', 'text', 'amount', 'balance'] })
  const columns = ['day', 'name', 'reference', 'amount', ''] as const
  const chosen = { columns: [...columns], dayOrder: 'monthFirst' as const }
  const { statement, layout } = reading(utf8(text), { ...pounds, chosen })
  expect(layout?.isSure).toBe(true)
  expect(statement.lines[0]).toMatchObject({ day: '2026-05-11', name: 'Jane Oak', reference: 'S2026-00042', amount: 6000, balance: null })
  const twice = { columns: ['day' as const, 'amount' as const, '' as const, 'amount' as const], dayOrder: 'dayFirst' as const }
  expect(faultOf(text, { ...pounds, chosen: twice })).toEqual({ code: 'columns', line: null })
})

test('columns can be chosen of a file that can not be read without', () => {
  const text = utf8('Wann;Wer\n05/11/2026;Jane Oak\n')
  expect(readBankFile(text, pounds)).toEqual({ fault: { code: 'columns', line: null } })
  expect(previewBankFile(text, pounds)).toMatchObject({
    layout: { delimiter: ';', columns: ['day', 'text'], isSure: false },
    rows: [
      ['Wann', 'Wer'],
      ['05/11/2026', 'Jane Oak'],
    ],
  })
  expect(previewBankFile(utf8('%PDF-1.7'), pounds)).toEqual({ fault: { code: 'pdf', line: null } })
  expect(previewBankFile(utf8('<Document/>'), pounds)).toEqual({ fault: { code: 'unknownFormat', line: null } })
})

test('a balance that does not follow is reported', () => {
  const text = (balance: string) => `Date,Description,Amount,Balance\n26/11/2026,A,-250.00,810.00\n27/11/2026,B,60.00,${balance}`
  expect(reading(utf8(text('870.00'))).statement.isChained).toBe(true)
  expect(reading(utf8(text('900.00'))).statement.isChained).toBe(false)
  expect(reading(utf8('Date,Description,Amount\n26/11/2026,A,-250.00')).statement.isChained).toBeNull()
})

test('texts are stored in one line, without what could hide or turn them around', () => {
  const text = `Date,Description,Amount\n27/11/2026,"A\u0000 \u202egpj.exe\n\u2066  B\u2069 ${'x'.repeat(600)}",1.00`
  const found = reading(utf8(text)).statement.lines[0]?.text ?? ''
  expect(found).toMatch(/^A gpj\.exe B x+$/)
  expect(found).toHaveLength(500)
})
