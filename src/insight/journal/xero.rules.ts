import { dailyWriter } from './daily.rules.ts'
import { plainAmount, type FileTerms, type FileWriter } from './journal-lines.rules.ts'

/** The lines that Xero imports from one file (docs/exports.md). */
export const xeroRowLimit = 300

/** The columns of Xero's template for manual journals. */
const header = [
  '*Narration',
  '*Date',
  'Description',
  '*AccountCode',
  '*TaxRate',
  '*Amount',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
]

const xeroDay = (day: string) => day.split('-').toReversed().join('/')

/** Xero's manual journals: one for each day, debits positive and credits negative; each line has the same tax rate, since tax is a line of its own. */
export function xeroWriter(terms: FileTerms): FileWriter {
  return dailyWriter(header, xeroRowLimit, ({ day, side, account, code, amount }) => [
    `Touchline ${day}`,
    xeroDay(day),
    terms.words.account(account),
    code,
    terms.taxRate,
    plainAmount(side === 'debit' ? amount : 0 - amount, terms),
    '',
    '',
    '',
    '',
  ])
}
