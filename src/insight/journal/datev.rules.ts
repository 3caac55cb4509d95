import type { Source } from '#business/ledger/ledger.rules.ts'
import { isCp1252 } from '#lib/cp1252.ts'
import { earlier, lastDayOf, later } from '#lib/days.ts'
import { datevColumns, isDatevText } from './datev.columns.rules.ts'
import type { DatevSettings } from './journal.contract.ts'
import { joinedPieces, type FilePiece, type FileTerms, type FileWriter, type JournalLine } from './journal-lines.rules.ts'

/** The postings that DATEV reads from one file. */
export const datevRowLimit = 99_999
/** The decimals of a DATEV amount: a currency with more can't be exported. */
export const datevDecimals = 2

/** What a posting is, in the language of DATEV's readers. */
const words: Record<Source, string> = {
  sale: 'Rechnung',
  payment: 'Zahlung',
  refund: 'Gutschrift',
  void: 'Storno',
  commission: 'Provision',
  expense: 'Ausgabe',
  payroll: 'Honorar',
  payout: 'Auszahlung',
  adjustment: 'Korrektur',
  deferral: 'Abgrenzung',
  transfer: 'Geldtransit',
  taxPayment: 'Steuerzahlung',
  owner: 'Privat',
  loan: 'Darlehen',
  opening: 'Anfangsbestand',
  count: 'Kassendifferenz',
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const compact = (day: string) => day.replaceAll('-', '')

/** The document number: DATEV allows letters of ASCII, digits, `_ $ % - /`, at most 36. */
const documentText = (document: string) => document.replaceAll(/[^\w$%/-]/g, '').slice(0, 36)

/** What the posting is and whose, at most 60 characters; a name that Windows-1252 can't write is left out. */
function postingText({ source, name }: JournalLine): string {
  const text = isCp1252(name) ? `${words[source]} ${name}` : words[source]
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 60)
}

/** An amount with two decimals and a comma. */
function datevAmount(minor: number, exponent: number): string {
  const digits = String(minor * 10 ** (datevDecimals - exponent)).padStart(datevDecimals + 1, '0')
  return `${digits.slice(0, -datevDecimals)},${digits.slice(-datevDecimals)}`
}

/** An amount in parts that each have at most the ten digits before the comma that DATEV allows. */
function partsOf(minor: number, exponent: number): number[] {
  const most = 10 ** (10 + exponent) - 1
  return minor <= most ? [minor] : [most, ...partsOf(minor - most, exponent)]
}

/** The first day of the financial year that a day lies in; DATEV takes the year of all postings from it. */
export function yearStartOf(day: string, yearStart: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return `${month >= yearStart ? year : year - 1}-${String(yearStart).padStart(2, '0')}-01`
}

type Batch = { from: string; to: string; isLocked: boolean }

/** The 31 fields of the first line (header version 700). Closed days are locked (Festschreibung). */
function headerOf({ from, to, isLocked }: Batch, settings: DatevSettings, { currency, now }: FileTerms): string {
  const created = now.replaceAll(/\D/g, '').padEnd(17, '0')
  const yearStart = compact(yearStartOf(from, settings.yearStart))
  return [
    quoted('EXTF'),
    700,
    21,
    quoted('Buchungsstapel'),
    13,
    created,
    '',
    quoted('TL'),
    quoted(''),
    quoted(''),
    settings.consultant,
    settings.client,
    yearStart,
    settings.accountLength,
    compact(from),
    compact(to),
    quoted(`Touchline ${from.slice(0, 7)}`),
    quoted(''),
    1,
    0,
    Number(isLocked),
    quoted(currency),
    '',
    quoted(''),
    '',
    '',
    quoted(settings.chart),
    '',
    '',
    quoted(''),
    quoted(''),
  ].join(';')
}

/** A posting whose fields are all empty. */
const emptyPosting = datevColumns.map((_, at) => (isDatevText(at + 1) ? quoted('') : ''))

/** The line of a posting: the amount is debited to the account and credited to the offset account, without a tax key. */
function postingLines(line: JournalLine, { isLocked }: Batch, { exponent }: FileTerms): string[] {
  const { day, debit, credit, currency, document } = line
  return partsOf(line.amount, exponent).map((amount) => {
    const fields: Record<number, string> = {
      1: datevAmount(amount, exponent),
      2: 'S',
      3: currency,
      7: debit.code,
      8: credit.code,
      10: `${day.slice(8)}${day.slice(5, 7)}`,
      11: documentText(document),
      14: postingText(line),
      114: isLocked ? '1' : '0',
    }
    const posting = [...emptyPosting]
    for (const [column, value] of Object.entries(fields)) posting[Number(column) - 1] = isDatevText(Number(column)) ? quoted(value) : value
    return posting.join(';')
  })
}

/**
 * DATEV's posting batches, one file for each month as DATEV recommends: a file has one financial year, and one month is
 * locked while the next is still open. The text is to be encoded as Windows-1252.
 */
export function datevWriter(terms: FileTerms): FileWriter {
  const settings = terms.datev
  if (!settings || terms.exponent > datevDecimals) throw new Error('DATEV needs its settings and a currency of two decimals')
  let month = ''
  let rows = 0
  let part = 0
  const batchOf = (of: string): Batch => {
    const to = earlier(lastDayOf(of), terms.to)
    return { from: later(`${of}-01`, terms.from), to, isLocked: terms.closedThrough !== null && to <= terms.closedThrough }
  }
  const write = (line: JournalLine): FilePiece => {
    const own = line.day.slice(0, 7)
    const batch = batchOf(own)
    const postings = postingLines(line, batch, terms)
    const isNew = own !== month || rows + postings.length > datevRowLimit
    part = own !== month ? 1 : part + Number(isNew)
    rows = (isNew ? 0 : rows) + postings.length
    month = own
    const head = isNew ? [headerOf(batch, settings, terms), datevColumns.join(';')] : []
    const days = `${batch.from}_${batch.to}`
    return { file: part === 1 ? days : `${days}_${part}`, text: [...head, ...postings, ''].join('\r\n') }
  }
  return { add: (lines) => joinedPieces(lines.map(write)), end: () => [] }
}
