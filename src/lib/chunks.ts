/**
 * Splits rows into chunks: a statement has at most 32,767 parameters, since the driver of the embedded engine reads their
 * number with a sign (a server takes twice as many), and a row of the widest table has fewer than sixty.
 */
export function* inChunks<Row>(rows: readonly Row[], size = 500): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
