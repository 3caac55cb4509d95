import { createHash } from 'node:crypto'

/**
 * Reads exported files back by the rules that the owners of the formats publish (docs/exports.md), and shares nothing
 * with what writes them. Each reader throws at the first byte that breaks a rule.
 */

/** One side of a journal line: what a code gained; `amount` in minor units. */
export type ReadSide = {
  journal: string
  day: string
  code: string
  side: 'debit' | 'credit'
  amount: number
  text: string
  document: string
}

function must(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new Error(rule)
}

/** The rows of a CSV file by RFC 4180: commas, CR LF after every row, quotes only around a whole cell, doubled inside. */
export function csvRows(bytes: Uint8Array): string[][] {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).replace(/^\ufeff/, '')
  const rows: string[][] = []
  let at = 0
  while (at < text.length) {
    const row: string[] = []
    for (;;) {
      const [whole = '', quoted, bare = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/.exec(text.slice(at, at + 2000)) ?? []
      row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
      at += whole.length
      if (text[at] !== ',') break
      at += 1
    }
    must(text.slice(at, at + 2) === '\r\n', `a row ends with CR LF: ${row.join('|')}`)
    at += 2
    rows.push(row)
  }
  const [header] = rows
  must(header !== undefined && rows.every((row) => row.length === header.length), 'every row has as many cells as the header')
  must(!rows.flat().some((cell) => /^[=+@\t\r]/.test(cell)), 'no cell begins a formula')
  return rows
}

/** An amount with exactly the decimals of its currency, in minor units. */
function minorOf(text: string, decimals: number, point = '.'): number {
  const shape = decimals === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+[${point}]\\d{${decimals}}$`)
  must(shape.test(text), `${text} is an amount with ${decimals} decimals`)
  return Number(text.replace(point, ''))
}

/** A day of the calendar as YYYY-MM-DD, from its parts. */
function dayOf(year = '', month = '', day = ''): string {
  const text = `${year}-${month}-${day}`
  must(new Date(`${text}T00:00:00Z`).toISOString().slice(0, 10) === text, `${text} is a day`)
  return text
}

/** Two sides in which each journal balances. */
function balanced(sides: ReadSide[]): ReadSide[] {
  const sums = new Map<string, number>()
  for (const { journal, side, amount } of sides) sums.set(journal, (sums.get(journal) ?? 0) + (side === 'debit' ? amount : 0 - amount))
  must(
    [...sums.values()].every((sum) => sum === 0),
    'every journal balances',
  )
  return sides
}

/** The general journal: one row an entry. */
export function readGeneral(bytes: Uint8Array, decimals: number, columns: readonly string[]): ReadSide[] {
  const [header, ...rows] = csvRows(bytes)
  must(header?.join() === columns.join(), 'the columns are named as the catalogue names them')
  return balanced(
    rows.flatMap(([day = '', journal = '', document = '', , text = '', debit = '', , credit = '', , amount = '']) => {
      const common = { journal, day: dayOf(...(day.split('-') as [string])), amount: minorOf(amount, decimals), text, document }
      must(common.amount > 0, 'an entry moves something')
      return [
        { ...common, side: 'debit' as const, code: debit },
        { ...common, side: 'credit' as const, code: credit },
      ]
    }),
  )
}

/** Xero's manual journals: rows with the same narration and date are a journal; a debit is positive, a credit negative. */
export function readXero(bytes: Uint8Array, decimals: number): ReadSide[] {
  const [header, ...rows] = csvRows(bytes)
  must(
    header?.join() ===
      '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
    'the columns of the template',
  )
  must(rows.length <= 300, 'at most 300 lines in a file')
  return balanced(
    rows.map(([narration = '', date = '', text = '', code = '', taxRate = '', amount = '', ...tracking]) => {
      must(
        [narration, date, code, taxRate, amount].every((cell) => cell !== ''),
        'mandatory cells are filled',
      )
      must(code.length <= 10 && tracking.every((cell) => cell === ''), 'a code has at most 10 characters')
      const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(date) ?? []
      const minor = minorOf(amount, decimals)
      must(minor !== 0, 'a line moves something')
      return {
        journal: `${narration} ${date}`,
        day: dayOf(year, month, day),
        code,
        side: minor > 0 ? ('debit' as const) : ('credit' as const),
        amount: Math.abs(minor),
        text,
        document: '',
      }
    }),
  )
}

/** QuickBooks Online's journal entries: rows with the same number are an entry; each has a debit or a credit. */
export function readQuickbooks(bytes: Uint8Array, decimals: number): ReadSide[] {
  const [header, ...rows] = csvRows(bytes)
  must(header?.join() === 'Journal No.,Journal Date,Account Name,Description,Debits,Credits', 'the columns of the help page')
  must(rows.length < 1000, 'at most 1,000 rows with the header')
  const days = new Map<string, string>()
  return balanced(
    rows.map(([journal = '', date = '', code = '', text = '', debit = '', credit = '']) => {
      must(journal !== '' && journal.length <= 21 && code !== '', 'a number of at most 21 characters and an account')
      must((debit === '') !== (credit === ''), 'either a debit or a credit')
      const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(date) ?? []
      const amount = minorOf(debit || credit, decimals)
      must(amount > 0, 'no negative amount')
      must((days.get(journal) ?? date) === date, 'an entry has one day')
      days.set(journal, date)
      return {
        journal,
        day: dayOf(year, month, day),
        code,
        side: debit ? ('debit' as const) : ('credit' as const),
        amount,
        text,
        document: '',
      }
    }),
  )
}

/** DATEV's expressions for the 31 fields of a posting batch's header. */
const headerFields = [
  /^"(EXTF|DTVF)"$/,
  /^700$/,
  /^21$/,
  /^"Buchungsstapel"$/,
  /^13$/,
  /^20\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])[0-5]\d[0-5]\d\d{3}$/,
  /^$/,
  /^"\w{0,2}"$/,
  /^"\w{0,25}"$/,
  /^"\w{0,25}"$/,
  /^(100[1-9]|10[1-9]\d|1[1-9]\d\d|[2-9]\d{3}|\d{5,7})$/,
  /^[1-9]\d{0,4}$/,
  /^20\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/,
  /^[4-8]$/,
  /^20\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/,
  /^20\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/,
  /^"[\w.\-/ ]{0,30}"$/,
  /^"([A-Z]{2}){0,2}"$/,
  /^[12]$/,
  /^(0|30|40|50|64)$/,
  /^[01]$/,
  /^"[A-Z]{3}"$/,
  /^$/,
  /^""$/,
  /^$/,
  /^$/,
  /^"(\d{2}){0,2}"$/,
  /^\d{0,4}$/,
  /^$/,
  /^""$/,
  /^".{0,16}"$/,
]

/** DATEV's expressions for the fields that may be filled here; all others are empty. */
const postingFields: Record<number, RegExp> = {
  1: /^(?!0{1,10},00)\d{1,10},\d{2}$/,
  2: /^"[SH]"$/,
  3: /^"[A-Z]{3}"$/,
  7: /^(?!0{1,9}$)\d{1,9}$/,
  8: /^(?!0{1,9}$)\d{1,9}$/,
  10: /^\d{4}$/,
  11: /^"[\w$%\-/]{0,36}"$/,
  14: /^"(?:[^"]|""){0,60}"$/,
  114: /^[01]$/,
}

/** The hash of the column names that DATEV's own sample file has in its second line, in Windows-1252. */
const columnsHash = 'a4c23ec4e0bf463d455ff9ebb5b2435954349b014042497114e72c1de88d8951'

/** The lines of a DATEV file in Windows-1252; each ends with CR LF, and no other control character occurs. */
function datevLines(bytes: Uint8Array): string[] {
  must(![0x81, 0x8d, 0x8f, 0x90, 0x9d].some((byte) => bytes.includes(byte)), 'every byte is one of Windows-1252')
  const text = Buffer.from(bytes).toString('latin1')
  must(text.endsWith('\r\n') && !/[^\r]\n|\r[^\n]/.test(text), 'every line ends with CR LF')
  const lines = text.split('\r\n').slice(0, -1)
  must(!lines.some((line) => /\p{Cc}(?<![\u0080-\u009f])/u.test(line)), 'no control character')
  return lines
}

/** The fields of a line as they are written, with their quotation marks. */
const fieldsIn = (line: string): string[] => line.match(/(?<=^|;)(?:"(?:[^"]|"")*"|[^";]*)(?=;|$)/g) ?? []

/** The header of a DATEV posting batch. */
export function readDatevHeader(line: string): string[] {
  const fields = fieldsIn(line)
  must(fields.length === 31, 'the header has 31 fields')
  fields.forEach((field, at) => must(headerFields[at]?.test(field) ?? false, `header field ${at + 1}: ${field}`))
  return fields
}

/** A posting batch of DATEV (EXTF, header 700, format 13). */
export function readDatev(bytes: Uint8Array): { header: string[]; sides: ReadSide[] } {
  const [first = '', second = '', ...postings] = datevLines(bytes)
  const header = readDatevHeader(first)
  must(createHash('sha256').update(second, 'latin1').digest('hex') === columnsHash, 'the columns of the sample file')
  must(postings.length > 0 && postings.length <= 99_999, 'at most 99,999 postings')
  const [yearStart = '', length = '', from = '', to = ''] = header.slice(12)
  const sides = postings.flatMap((line, row) => {
    const fields = fieldsIn(line)
    must(fields.length === 125, `posting ${row + 1} has 125 fields`)
    fields.forEach((field, at) => must((postingFields[at + 1] ?? /^(?:"")?$/).test(field), `field ${at + 1}: ${field}`))
    const bare = (at: number) => (fields[at - 1] ?? '').replace(/^"|"$/g, '').replaceAll('""', '"')
    must(fields[113] === header[20], 'a posting is locked as its batch is')
    must(
      [7, 8].every((at) => bare(at).length <= Number(length) + 1),
      'accounts have the digits of the client',
    )
    // DATEV takes the year from the beginning of the financial year.
    const monthDay = bare(10).slice(2) + bare(10).slice(0, 2)
    const year = Number(yearStart.slice(0, 4)) + (monthDay < yearStart.slice(4) ? 1 : 0)
    const day = dayOf(String(year), monthDay.slice(0, 2), monthDay.slice(2))
    must(day.replaceAll('-', '') >= from && day.replaceAll('-', '') <= to, 'a posting lies in the days of its batch')
    const common = { journal: String(row), day, amount: minorOf(bare(1), 2, ','), text: bare(14), document: bare(11) }
    const isDebit = bare(2) === 'S'
    return [
      { ...common, side: 'debit' as const, code: bare(isDebit ? 7 : 8) },
      { ...common, side: 'credit' as const, code: bare(isDebit ? 8 : 7) },
    ]
  })
  return { header, sides }
}

/** The sums of each code on either side. */
export function sumsOf(sides: readonly { code: string; side: 'debit' | 'credit'; amount: number }[]) {
  const sums: Record<string, { debit: number; credit: number }> = {}
  for (const { code, side, amount } of sides) (sums[code] ??= { debit: 0, credit: 0 })[side] += amount
  return sums
}
