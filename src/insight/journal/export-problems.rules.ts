import { isTooLong, type ExportFormat } from './account-codes.rules.ts'
import { datevDecimals } from './datev.rules.ts'
import { entriesLimit, type AccountCodes, type JournalTotals } from './journal.contract.ts'

/** What prevents an export. `accounts` are those without a code, or with one that DATEV's client can't have. */
export type ExportBar = 'tooMany' | 'decimals' | 'settings' | 'codes'
/** What the reader should know before an export: days that are not closed, and amounts that the program may round. */
export type ExportWarning = 'open' | 'currency' | 'rounding'

export type ExportProblems = {
  bars: ExportBar[]
  warnings: ExportWarning[]
  accounts: JournalTotals['rows'][number]['account'][]
}

/** What prevents the export of a span in a format, and what the reader should know before it. */
export function exportProblems(format: ExportFormat, totals: JournalTotals, { codes, datev }: AccountCodes): ExportProblems {
  const { exponent, currency, closedThrough, to, entries } = totals
  if (format === 'datev' && exponent > datevDecimals) return { bars: ['decimals'], warnings: [], accounts: [] }
  const codeOf = new Map<string, string>(codes.map(({ account, code }) => [account, code]))
  const isWrong = (code: string) => code === '' || (format === 'datev' && datev !== null && isTooLong(code, datev.accountLength))
  const wrong = totals.rows.flatMap(({ account }) => (isWrong(codeOf.get(account) ?? '') ? [account] : []))
  const lacksRate = format === 'xero' && codeOf.get('taxRate') === ''
  const bars: [ExportBar, boolean][] = [
    ['tooMany', entries > entriesLimit],
    ['settings', format === 'datev' && datev === null],
    ['codes', wrong.length > 0 || lacksRate],
  ]
  const warnings: [ExportWarning, boolean][] = [
    ['open', closedThrough === null || closedThrough < to],
    ['currency', format === 'datev' && currency !== 'EUR'],
    ['rounding', (format === 'xero' || format === 'quickbooks') && exponent > datevDecimals],
  ]
  const applying = <Name>(list: [Name, boolean][]) => list.flatMap(([name, applies]) => (applies ? [name] : []))
  return { bars: applying(bars), warnings: applying(warnings), accounts: wrong }
}
