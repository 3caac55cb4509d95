import Papa from 'papaparse'

/** Stands before a CSV file: the mark makes spreadsheets read Arabic as UTF-8. */
export const csvMark = '\ufeff'

/** How a formula begins, even one of several lines or in wide characters; a phone number and a number below zero begin like one and are none. */
const formula = /^(?!\+?[\d ]+$|-\d+(?:\.\d+)?$)[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** A value as a file holds it: without the invisible marks that only keep its direction on the screen. */
export const csvCell = (value: string | number): string | number =>
  typeof value === 'string' ? value.replace(/[\u2066-\u2069]/g, '') : value

/** Lines of a CSV file, parted by CR LF and none after the last; a text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvText(rows: (string | number)[][]): string {
  return Papa.unparse(rows, { escapeFormulae: formula, header: false })
}
