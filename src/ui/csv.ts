import Papa from 'papaparse'

/** Offers rows as a CSV file; a cell that a spreadsheet would run as a formula is made harmless. */
export function downloadCsv(name: string, header: string[], rows: (string | number)[][]): void {
  const text = Papa.unparse({ fields: header, data: rows }, { escapeFormulae: true })
  // The mark makes spreadsheets read Arabic as UTF-8.
  const address = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(address)
}
