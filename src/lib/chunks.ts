/** Splits rows into chunks: a statement has at most 65,535 parameters, and a row of the widest table fewer than sixty. */
export function* inChunks<Row>(rows: readonly Row[], size = 1000): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
