import { csvMark, csvText, csvCell } from '#lib/csv.ts'
import { plainAmount, type FileTerms, type FileWriter } from './journal-lines.rules.ts'

/** The columns of the general journal; their names come from the catalogue. */
export const generalColumns = [
  'day',
  'entry',
  'document',
  'source',
  'name',
  'debit',
  'debitAccount',
  'credit',
  'creditAccount',
  'amount',
  'currency',
  'taxRate',
  'method',
] as const

/** The general journal: a CSV file in UTF-8 with one row for each entry, days as YYYY-MM-DD, and the rate of its tax in percent. */
export function generalWriter(terms: FileTerms): FileWriter {
  const { words } = terms
  let isBegun = false
  const write = (rows: (string | number)[][]) => {
    const first = isBegun ? [] : [[...words.columns]]
    const mark = isBegun ? '' : csvMark
    isBegun = true
    const all = [...first, ...rows]
    return all.length > 0 ? [{ file: '', text: `${mark}${csvText(all.map((row) => row.map(csvCell)))}\r\n` }] : []
  }
  return {
    add: (lines) =>
      write(
        lines.map(({ day, sequence, document, source, name, debit, credit, amount, currency, taxRateThousandths: rate, method }) => [
          day,
          sequence,
          document,
          words.source(source),
          name,
          debit.code,
          words.account(debit.account),
          credit.code,
          words.account(credit.account),
          plainAmount(amount, terms),
          currency,
          rate === null ? '' : rate / 1000,
          method === null ? '' : words.method(method),
        ]),
      ),
    end: () => (isBegun ? [] : write([])),
  }
}
