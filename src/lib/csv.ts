import Papa from 'papaparse'

/** The start of a CSV file: this mark makes spreadsheets read Arabic as UTF-8. */
export const csvMark = '\ufeff'

/** The start of a formula, even a multi-line one or in full-width characters; excludes phone numbers and negative numbers. */
const formula = /^(?!\+?[\d ]+$|-\d+(?:\.\d+)?$)[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** A value for a file: without the invisible marks that only preserve its direction on the screen. */
export const csvCell = (value: string | number): string | number =>
  typeof value === 'string' ? value.replace(/[\u200e\u200f\u2066-\u2069]/g, '') : value

/** CSV lines, separated by CR LF with none at the end; a text that a spreadsheet would run as a formula is prefixed by an apostrophe. */
export function csvText(rows: (string | number)[][]): string {
  return Papa.unparse(rows, { escapeFormulae: formula, header: false })
}
