/** The content of a file: its header and rows, amounts in major units. */
export type Sheet = { header: string[]; rows: (string | number)[][] }

/** Rows for a file: one value per cell, from the columns that have a CSV value. */
export function sheetOf<Row>(columns: readonly { label: string; csv?: (row: Row) => string | number }[], rows: readonly Row[]): Sheet {
  const written = columns.flatMap(({ label, csv }) => (csv ? [{ label, csv }] : []))
  return { header: written.map(({ label }) => label), rows: rows.map((row) => written.map(({ csv }) => csv(row))) }
}
