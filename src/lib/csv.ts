import Papa from 'papaparse'

/** Stands before a CSV file: the mark makes spreadsheets read Arabic as UTF-8. */
export const csvMark = '\ufeff'

/** Lines of a CSV file, parted by CR LF and none after the last; a text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvText(rows: (string | number)[][]): string {
  return Papa.unparse(rows, { escapeFormulae: true, header: false })
}
