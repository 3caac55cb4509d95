/** What a file says: its heading and rows, amounts in whole units. */
export type Sheet = { header: string[]; rows: (string | number)[][] }

/** Rows as a file has them: one value in each cell, from the columns that write any. */
export function sheetOf<Row>(columns: readonly { label: string; csv?: (row: Row) => string | number }[], rows: readonly Row[]): Sheet {
  const written = columns.flatMap(({ label, csv }) => (csv ? [{ label, csv }] : []))
  return { header: written.map(({ label }) => label), rows: rows.map((row) => written.map(({ csv }) => csv(row))) }
}
