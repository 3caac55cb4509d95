import Papa from 'papaparse'
import { csvCell, csvMark, csvText } from '#lib/csv.ts'
import { saveFile } from './save-file.ts'

/** Downloads rows as a CSV file; cells that a spreadsheet would run as formulas are escaped. */
export function downloadCsv(name: string, header: string[], rows: (string | number)[][]): void {
  const text = csvText([header, ...rows].map((row) => row.map(csvCell)))
  saveFile(`${name}.csv`, new Blob([csvMark, text], { type: 'text/csv;charset=utf-8' }))
}

/** The lines of a CSV file without empty ones. @returns null if a quote is never closed */
export function readCsv(text: string): string[][] | null {
  const { data, errors } = Papa.parse<string[]>(text.replace(csvMark, ''), { skipEmptyLines: 'greedy' })
  return errors.some(({ type }) => type === 'Quotes') ? null : data
}
