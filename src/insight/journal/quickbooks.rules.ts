import { dailyWriter } from './daily.rules.ts'
import { plainAmount, type FileTerms, type FileWriter } from './journal-lines.rules.ts'

/** The rows of one file, its header not counted (docs/exports.md). */
export const quickbooksRowLimit = 999

/** The columns that QuickBooks Online's import of journal entries names. */
const header = ['Journal No.', 'Journal Date', 'Account Name', 'Description', 'Debits', 'Credits']

/** MM/DD/YYYY, which is chosen while importing. */
const quickbooksDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/** QuickBooks Online's journal entries: one for each day, whose rows share its number. */
export function quickbooksWriter(terms: FileTerms): FileWriter {
  return dailyWriter(header, quickbooksRowLimit, ({ day, side, account, code, amount }) => [
    `TL-${day}`,
    quickbooksDay(day),
    code,
    terms.words.account(account),
    side === 'debit' ? plainAmount(amount, terms) : '',
    side === 'credit' ? plainAmount(amount, terms) : '',
  ])
}
