/** Rows some at a time: a statement has 65,535 places at most, and a row of the widest table under sixty. */
export function* inChunks<Row>(rows: readonly Row[], size = 1000): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
