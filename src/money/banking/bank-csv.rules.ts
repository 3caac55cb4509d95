import { directionOf, isComplete, isUnbooked } from './bank-columns.rules.ts'
import type { ColumnRole } from './column-roles.rules.ts'
import { layoutOf, type BankFileOptions, type BankLayout, type BankTable } from './bank-layout.rules.ts'
import { statedFacts } from './bank-facts.rules.ts'
import { chainOf } from './bank-chain.rules.ts'
import { BankFileError, bankFileLines, bankText, joinedText, type BankLine, type BankStatement } from './bank-statement.rules.ts'
import { parseBankAmount, parseBankDay } from './bank-values.rules.ts'
import type { TableRow } from './bank-table.rules.ts'

/** A row's cells by their roles. */
class RowReader {
  readonly row: TableRow
  readonly layout: BankLayout
  readonly exponent: number

  constructor(row: TableRow, layout: BankLayout, exponent: number) {
    this.row = row
    this.layout = layout
    this.exponent = exponent
  }

  all(role: ColumnRole): string[] {
    return this.row.cells.filter((_, at) => this.layout.columns[at] === role)
  }

  cell(role: ColumnRole): string {
    return this.all(role)[0] ?? ''
  }

  /** An amount in minor units; null for an empty cell. @throws BankFileError for a text that is no amount */
  amount(role: ColumnRole): number | null {
    const cell = this.cell(role)
    if (/^[-–—]?$/.test(cell)) return null
    const amount = parseBankAmount(cell, this.layout.decimalMark, this.exponent)
    if (amount === null) throw new BankFileError('amount', this.row.line)
    return amount
  }
}

/** Rows that sum up others: they have no day of their own, or no amount. */
const summary = /\b(?:totals?|balance|summe|saldo|kontostand|brought forward|carried forward|opening|closing)\b|رصيد|الإجمالي|المجموع/i

/** Whether debits are written as negative amounts, so that a positive one among them is a reversal. */
const isDebitNegative = (rows: readonly RowReader[]) =>
  rows
    .map((row) => row.amount('debit') ?? 0)
    .filter((amount) => amount !== 0)
    .every((amount) => amount < 0)

/** The signed amount of a row; null if it has none. @param debitSign −1 where debits are written without a minus */
function signedAmount(row: RowReader, debitSign: 1 | -1): number | null {
  if (row.layout.columns.includes('amount')) {
    const amount = row.amount('amount')
    const direction = directionOf(row.cell('direction'))
    return amount !== null && direction < 0 && amount > 0 ? -amount : amount
  }
  const [debit, credit] = [row.amount('debit'), row.amount('credit')]
  return debit === null && credit === null ? null : (credit ?? 0) + (debit ?? 0) * debitSign || 0
}

/** Whether a row is a movement; rows beside it have no day. @throws BankFileError for an amount without a readable day */
function isMovement(row: RowReader): boolean {
  const day = row.cell('day')
  if (parseBankDay(day, row.layout.dayOrder) !== null) return true
  const hasAmount = (['amount', 'debit', 'credit'] as const).some((role) => /\d/.test(row.cell(role)))
  const isSummary = summary.test(day === '' ? row.row.cells.join(' ') : day)
  if (hasAmount && !isSummary) throw new BankFileError('day', row.row.line)
  return false
}

function lineOf(row: RowReader, amount: number): BankLine {
  const party = amount < 0 ? row.cell('payee') : row.cell('payer')
  return {
    line: row.row.line,
    day: parseBankDay(row.cell('day'), row.layout.dayOrder) ?? '',
    amount,
    balance: row.amount('balance'),
    name: bankText(row.cell('name') || party || row.cell('payer') || row.cell('payee')),
    text: joinedText(row.all('text')),
    reference: joinedText(row.all('reference')),
    bankId: bankText(row.cell('bankId')),
  }
}

/** A row's movement; null for one of no amount. @throws BankFileError if it should have one */
function movementOf(row: RowReader, debitSign: 1 | -1): BankLine | null {
  const amount = signedAmount(row, debitSign)
  if (amount === null && !summary.test(row.row.cells.join(' '))) throw new BankFileError('amount', row.row.line)
  return amount ? lineOf(row, amount) : null
}

type Movement = { row: RowReader; line: BankLine }

/** The only account of the rows, empty if they state none. @throws BankFileError for several */
function accountOf(movements: readonly Movement[]): string {
  const accounts = new Set(movements.map(({ row }) => row.cell('account').replace(/\s/g, '')).filter(Boolean))
  if (accounts.size > 1) throw new BankFileError('severalAccounts')
  return [...accounts][0] ?? ''
}

/** The lines with their fees subtracted, if the balances say so or there are none to say it. */
function withFees(movements: readonly Movement[]): BankLine[] {
  const lines = movements.map(({ line }) => line)
  const fees = movements.map(({ row }) => Math.abs(row.amount('fee') ?? 0))
  if (fees.every((fee) => fee === 0)) return lines
  const less = lines.map((line, at) => ({ ...line, amount: line.amount - (fees[at] ?? 0) }))
  const [plain, reduced] = [chainOf(lines), chainOf(less)]
  return plain !== null && (reduced === null || plain.share > reduced.share) ? lines : less
}

/** The booked movements of a currency, and how many others there are. @throws BankFileError `currency` if all are of another one */
function movementsOf({ layout, body }: BankTable, { currency, exponent }: BankFileOptions): { found: Movement[]; skipped: number } {
  const booked = body.map((row) => new RowReader(row, layout, exponent)).filter((row) => !isUnbooked(row.cell('state')))
  const rows = booked.filter(isMovement)
  const own = rows.filter((row) => ['', currency].includes(row.cell('currency').toUpperCase()))
  if (own.length === 0 && rows.length > 0) throw new BankFileError('currency')
  const debitSign = isDebitNegative(own) ? 1 : -1
  const found = own.flatMap((row) => {
    const line = movementOf(row, debitSign)
    return line ? [{ row, line }] : []
  })
  if (found.length === 0) throw new BankFileError('empty')
  if (found.length > bankFileLines) throw new BankFileError('tooManyLines')
  return { found, skipped: body.length - booked.length + rows.length - own.length }
}

/** The rows of a table that are no movements. */
function besides({ before, body }: BankTable, found: readonly Movement[]): TableRow[] {
  const movements = new Set(found.map(({ row }) => row.row))
  return [...before, ...body.filter((row) => !movements.has(row))]
}

/**
 * Reads a bank's CSV file. The layout is returned with the statement, so that its owner can correct it.
 * @throws BankFileError `columns` if they do not suffice, `day` and `amount` with the line, `currency` for another one than the account's
 */
export function bankStatementOfCsv(text: string, options: BankFileOptions): { statement: BankStatement; layout: BankLayout } {
  const table = layoutOf(text, options)
  const { layout } = table
  if (!isComplete(layout.columns)) throw new BankFileError('columns')
  const { found, skipped } = movementsOf(table, options)
  const facts = statedFacts(besides(table, found), layout, options.exponent)
  if (facts.currency !== '' && facts.currency !== options.currency) throw new BankFileError('currency')
  const lines = withFees(found)
  const chain = chainOf(lines)
  const statement = {
    account: accountOf(found) || facts.account,
    currency: facts.currency || (layout.columns.includes('currency') ? options.currency : ''),
    openingBalance: facts.openingBalance ?? chain?.opening ?? null,
    closingBalance: facts.closingBalance ?? chain?.closing ?? null,
    isChained: chain && chain.share === 1,
    skipped,
    lines,
  }
  return { statement, layout }
}
