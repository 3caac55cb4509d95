import { bankChunk, type FileLine } from './banking.contract.ts'
import { numberedLines } from './bank-line-keys.rules.ts'
import type { BankStatement } from './bank-statement.rules.ts'

/** The most that a call's lines may take, in bytes: with the file beside them less than a body may have. */
const bytesLimit = 56_000

/** A statement's lines as calls send them. */
export const fileLinesOf = ({ lines }: BankStatement): FileLine[] =>
  numberedLines(lines.map(({ line: _line, ...line }, at) => ({ ...line, position: at + 1 })))

/** Lines in chunks that one call takes, those of one day and amount after one another, since each call compares them with the stored ones. */
export function bankChunks(lines: readonly FileLine[]): FileLine[][] {
  const chunks: FileLine[][] = []
  const encoder = new TextEncoder()
  let size = 0
  const order = (a: FileLine, b: FileLine) => (a.day === b.day ? a.amount - b.amount || a.position - b.position : a.day < b.day ? -1 : 1)
  for (const line of lines.toSorted(order)) {
    const bytes = encoder.encode(JSON.stringify(line)).length + 1
    const last = chunks.at(-1)
    if (!last || last.length >= bankChunk || size + bytes > bytesLimit) {
      chunks.push([line])
      size = bytes
    } else {
      last.push(line)
      size += bytes
    }
  }
  return chunks
}
