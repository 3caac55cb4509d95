import Papa from 'papaparse'

// The mark makes spreadsheets read Arabic as UTF-8.
const mark = '\ufeff'

/** Offers rows as a CSV file; a cell that a spreadsheet would run as a formula is made harmless. */
export function downloadCsv(name: string, header: string[], rows: (string | number)[][]): void {
  const text = Papa.unparse({ fields: header, data: rows }, { escapeFormulae: true })
  const address = URL.createObjectURL(new Blob([mark, text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(address)
}

/** The lines of a CSV file, the empty ones left out. @returns null when a quotation never ends */
export function readCsv(text: string): string[][] | null {
  const { data, errors } = Papa.parse<string[]>(text.replace(mark, ''), { skipEmptyLines: 'greedy' })
  return errors.some(({ type }) => type === 'Quotes') ? null : data
}
