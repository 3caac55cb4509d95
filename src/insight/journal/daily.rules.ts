import { csvCell, csvText } from '#lib/csv.ts'
import { joinedPieces, type FilePiece, type FileWriter, type JournalLine, type Side } from './journal-lines.rules.ts'

/** What an account gained on one side in a day. */
export type DailyLine = Side & { day: string; side: 'debit' | 'credit'; amount: number }

/** The lines of a day by account and side, in the order in which they first occur. Their debits and credits have the same sum. */
function ofDay(day: string, lines: readonly JournalLine[]): DailyLine[] {
  const sums = new Map<string, DailyLine>()
  for (const line of lines) {
    for (const side of ['debit', 'credit'] as const) {
      const { account, code } = line[side]
      const key = `${side} ${account}`
      const sum = sums.get(key) ?? { day, side, account, code, amount: 0 }
      sums.set(key, { ...sum, amount: sum.amount + line.amount })
    }
  }
  return [...sums.values()]
}

/**
 * Writes a journal for each day, summed up by account, into CSV files of at most `rowLimit` rows without the header. A
 * journal is never divided between files.
 */
export function dailyWriter(header: readonly string[], rowLimit: number, rowOf: (line: DailyLine) => string[]): FileWriter {
  let waiting: JournalLine[] = []
  let file = 0
  let rows = rowLimit
  const close = (): FilePiece[] => {
    const [first] = waiting
    if (!first) return []
    const journal = ofDay(first.day, waiting).map(rowOf)
    waiting = []
    const isNew = rows + journal.length > rowLimit
    if (isNew) file += 1
    rows = (isNew ? 0 : rows) + journal.length
    const text = csvText([...(isNew ? [[...header]] : []), ...journal].map((row) => row.map(csvCell)))
    return [{ file: String(file), text: `${text}\r\n` }]
  }
  return {
    add: (lines) =>
      joinedPieces(
        lines.flatMap((line) => {
          const done = waiting[0] !== undefined && waiting[0].day !== line.day ? close() : []
          waiting.push(line)
          return done
        }),
      ),
    end: close,
  }
}
