import Papa from 'papaparse'
import { BankFileError, bankFileLines } from './bank-statement.rules.ts'

/** A row of a file with its first line, from 1. */
export type TableRow = { line: number; cells: string[] }

/** What separates the cells of bank files. */
const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** Rows that may precede and follow the movements: the account's holder, balances, notes. */
const otherRows = 100

/** The most characters of a cell that are read, and the most cells of a row: no bank's file has more. */
const longestCell = 2000
const mostCells = 200

/** A cell without runs of spaces, and without what only preserves its digits in a spreadsheet: `'0012` and `="0012"`. */
const plainCell = (cell: string) =>
  cell
    .slice(0, longestCell)
    .trim()
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s?\n\s*/g, '\n')
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(?=\S)/, '')

function parsedRows(text: string, delimiter: Delimiter, preview = 0): { rows: TableRow[]; broken: number | null } {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, preview })
  let line = 1
  const rows = data.map((cells) => {
    const first = line
    line += 1 + cells.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
    return { line: first, cells: cells.slice(0, mostCells).map(plainCell) }
  })
  const quote = errors.find(({ code }) => code === 'MissingQuotes')
  return { rows, broken: quote ? (rows[quote.row ?? 0]?.line ?? 1) : null }
}

const isFilled = ({ cells }: TableRow) => cells.some((cell) => cell !== '')

/**
 * The rows of a CSV file that are not empty, with the delimiter of the greatest score.
 * @param score how well rows at the start of the file can be read
 * @throws BankFileError for an empty or too long file and for a quote that is never closed
 */
export function bankTable(text: string, score: (rows: readonly TableRow[]) => number): { delimiter: Delimiter; rows: TableRow[] } {
  // Excel's first line that names the delimiter.
  const plain = text.replace(/^sep=.(?=\r?\n)/, '')
  if (plain.trim() === '') throw new BankFileError('empty')
  const scored = delimiters.map((delimiter) => ({ delimiter, score: score(parsedRows(plain, delimiter, otherRows).rows.filter(isFilled)) }))
  const best = scored.reduce((first, next) => (next.score > first.score ? next : first))
  const { rows, broken } = parsedRows(plain, best.delimiter)
  if (broken !== null) throw new BankFileError('broken', broken)
  const filled = rows.filter(isFilled)
  if (filled.length > bankFileLines + otherRows) throw new BankFileError('tooManyLines')
  return { delimiter: best.delimiter, rows: filled }
}
