import { directionOf, isComplete, recognizeColumns } from './bank-columns.rules.ts'
import { bankTable, type Delimiter, type TableRow } from './bank-table.rules.ts'
import { dayOrderOf, decimalMarkOf, isAnyDay, parseBankAmount, parseBankDay, type DecimalMark } from './bank-values.rules.ts'
import { columnRoles, type ColumnRole, type DayOrder } from './column-roles.rules.ts'

/** What is known of the account that a file is imported into. */
export type BankFileOptions = {
  /** ISO 4217, with the digits after its point. */
  currency: string
  exponent: number
  /** How the country writes dates. */
  usualOrder: DayOrder
  /** Columns and order of dates as the owner corrected them. */
  chosen?: { columns: (ColumnRole | '')[]; dayOrder: DayOrder }
}

/** How a CSV file is read, as its owner sees and corrects it. */
export type BankLayout = {
  delimiter: Delimiter
  /** The file's line of the headings; null if it has none. */
  headingLine: number | null
  headings: string[]
  columns: (ColumnRole | '')[]
  dayOrder: DayOrder
  decimalMark: DecimalMark
  /** Whether columns and dates have only this reading. */
  isSure: boolean
}

/** A file's table in its parts: rows before the headings, and rows after them. */
export type BankTable = { layout: BankLayout; before: TableRow[]; body: TableRow[] }

const cellsOf = (rows: readonly TableRow[], column: number) => rows.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '')

/** Headings that name the account of the file and not the other party's, though the file may be of several. */
const ownAccount = /^"?(?:account|auftragskonto|iban auftragskonto)"?$/i

/** Whether the values below a heading are those of a role that its words alone do not decide. */
function confirms(heading: string, values: readonly string[], role: ColumnRole): boolean {
  if (role === 'direction') return values.length > 0 && values.every((value) => directionOf(value) !== 0)
  if (role === 'account') return new Set(values).size === 1 || ownAccount.test(heading.trim())
  if (role === 'day') return values.length === 0 || values.some(isAnyDay)
  return true
}

/** The row of headings with its columns: the first one that suffices; -1 if there is none. */
function headingOf(rows: readonly TableRow[]): { at: number; columns: (ColumnRole | '')[] } {
  for (const [at, { cells }] of rows.slice(0, 60).entries()) {
    const below = rows.slice(at + 1)
    const columns = recognizeColumns(cells, (role, column) => confirms(cells[column] ?? '', cellsOf(below, column), role))
    if (isComplete(columns)) return { at, columns }
  }
  return { at: -1, columns: [] }
}

/** Whether most of some values are amounts with decimals or a sign, and not numbers of cheques or accounts. */
function isAmountColumn(values: readonly string[], exponent: number): boolean {
  const mark = decimalMarkOf(values, exponent, '.')
  const amounts = values.filter((value) => parseBankAmount(value, mark, exponent) !== null)
  const isMoney = exponent === 0 || amounts.some((value) => /[.,]\d+\D*$|-/.test(value))
  return amounts.length > 0 && amounts.length >= values.length * 0.8 && isMoney
}

/** Columns of a file without headings that are known, by the values below its first row: never sure. */
function columnsByValues(all: readonly TableRow[], exponent: number): (ColumnRole | '')[] {
  const rows = all.length > 1 ? all.slice(1) : all
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const columns: (ColumnRole | '')[] = Array.from({ length: width }, () => '')
  const values = columns.map((_, at) => cellsOf(rows, at))
  const isMost = (at: number, test: (value: string) => boolean) => {
    const all = values[at] ?? []
    return all.length >= rows.length * 0.8 && all.filter(test).length >= all.length * 0.8
  }
  const day = columns.findIndex((_, at) => isMost(at, isAnyDay))
  if (day < 0) return columns
  columns[day] = 'day'
  const money = columns.map((_, at) => at).filter((at) => at !== day && isAmountColumn(values[at] ?? [], exponent))
  const [first = -1, second = -1] = money
  const isEither = second >= 0 && rows.every(({ cells }) => (cells[first] ?? '') === '' || (cells[second] ?? '') === '')
  const roles: ColumnRole[] = isEither ? ['debit', 'credit', 'balance'] : ['amount', 'balance']
  for (const [index, at] of money.entries()) columns[at] = roles[index] ?? ''
  for (const [at, texts] of values.entries()) if (columns[at] === '' && texts.some((value) => /\p{L}/u.test(value))) columns[at] = 'text'
  return columns
}

/** How many columns of some rows have a role: more with the right delimiter. */
function scoreOf(rows: readonly TableRow[], exponent: number): number {
  const { at, columns } = headingOf(rows)
  const known = (all: readonly (ColumnRole | '')[]) => all.filter(Boolean).length
  if (at >= 0) return 100 + known(columns)
  const byValues = columnsByValues(rows, exponent)
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  return (isComplete(byValues) ? 50 + known(byValues) : 0) + Math.min(width, 40) / 100
}

const moneyRoles: readonly (ColumnRole | '')[] = ['amount', 'debit', 'credit', 'balance']

/**
 * Divides a CSV file into its parts and finds how it is read, by the words of its headings or, without any, by its values.
 * @throws BankFileError if it can't be divided; columns that do not suffice are for the caller to refuse
 */
export function layoutOf(text: string, { exponent, usualOrder, chosen }: BankFileOptions): BankTable {
  const { delimiter, rows } = bankTable(text, (some) => scoreOf(some, exponent))
  const { at, columns: found } = headingOf(rows)
  const body = rows.slice(at + 1)
  const columns = chosen?.columns ?? (at >= 0 ? found : columnsByValues(body, exponent))
  const days = cellsOf(body, columns.indexOf('day'))
  const dates = dayOrderOf(days, usualOrder)
  const dayOrder = chosen?.dayOrder ?? dates.order
  const money = body
    .filter(({ cells }) => parseBankDay(cells[columns.indexOf('day')] ?? '', dayOrder) !== null)
    .flatMap(({ cells }) => cells.filter((_, column) => moneyRoles.includes(columns[column] ?? '')))
  const layout = {
    delimiter,
    headingLine: rows[at]?.line ?? null,
    headings: rows[at]?.cells ?? columns.map(() => ''),
    columns,
    dayOrder,
    decimalMark: decimalMarkOf(money, exponent, delimiter === ';' ? ',' : '.'),
    isSure: chosen !== undefined || (at >= 0 && dates.isSure),
  }
  return { layout, before: rows.slice(0, Math.max(at, 0)), body }
}

/** Whether chosen columns may be read: each role once, except texts and references, and enough of them. */
export const isChoiceComplete = (columns: readonly (ColumnRole | '')[]) =>
  isComplete(columns) &&
  columnRoles.every((role) => role === 'text' || role === 'reference' || columns.filter((one) => one === role).length <= 1)
