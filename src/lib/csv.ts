import Papa from 'papaparse'

/** Stands before a CSV file: the mark makes spreadsheets read Arabic as UTF-8. */
export const csvMark = '\ufeff'

/** How a formula begins, even one of several lines; a phone number and a number below zero begin like one and are none. */
const formula = /^(?!\+?[\d ]+$|-\d+(?:\.\d+)?$)[=+\-@\t\r\n]/

/** A value as a file holds it: without the invisible marks that only keep its direction on the screen. */
export const csvCell = (value: string | number): string | number =>
  typeof value === 'string' ? value.replace(/[\u2066-\u2069]/g, '') : value

/** A part of a whole as every file has it: 0.0825 for 8.25 %; nothing where there is no whole. */
export const share = (part: number | null): number | '' => (part === null ? '' : Math.round(part * 10_000) / 10_000)

/** Lines of a CSV file, parted by CR LF and none after the last; a text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvText(rows: (string | number)[][]): string {
  return Papa.unparse(rows, { escapeFormulae: formula, header: false })
}
