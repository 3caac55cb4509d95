import Papa from 'papaparse'
import { csvCell, csvMark, csvText } from '#lib/csv.ts'

/** Downloads rows as a CSV file; cells that a spreadsheet would run as formulas are escaped. */
export function downloadCsv(name: string, header: string[], rows: (string | number)[][]): void {
  const address = URL.createObjectURL(
    new Blob([csvMark, csvText([header, ...rows].map((row) => row.map(csvCell)))], { type: 'text/csv;charset=utf-8' }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(address)
}

/** The lines of a CSV file without empty ones. @returns null if a quote is never closed */
export function readCsv(text: string): string[][] | null {
  const { data, errors } = Papa.parse<string[]>(text.replace(csvMark, ''), { skipEmptyLines: 'greedy' })
  return errors.some(({ type }) => type === 'Quotes') ? null : data
}
