import { searchable } from '#lib/search.ts'
import type { BankLine } from './bank-statement.rules.ts'

/** A line with the number of its occurrence among equal ones, from 1, since two equal coffees of a day are two lines. */
export type NumberedLine = Omit<BankLine, 'line' | 'balance'> & { occurrence: number }

/** What equal lines have in common. The day and amount are part of it even with a bank's own id, which some banks repeat. */
function sameText({ day, amount, name, text, reference, bankId }: Omit<NumberedLine, 'occurrence'>): string {
  const same = bankId ? ['id', bankId] : ['text', ...[name, text, reference].map(searchable)]
  return JSON.stringify([day, amount, ...same])
}

/** The lines of a whole file, each with the number of its occurrence. */
export function numberedLines<Line extends Omit<NumberedLine, 'occurrence'>>(lines: readonly Line[]): (Line & { occurrence: number })[] {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const same = sameText(line)
    const occurrence = (counts.get(same) ?? 0) + 1
    counts.set(same, occurrence)
    return { ...line, occurrence }
  })
}

/**
 * What makes a bank's line the same in any file of its account: day, amount, and the bank's own id or else its texts, with the
 * number of its occurrence. Balances are no part of it, since not all exports of a bank have them.
 * @param account the account that the file is imported into
 * @returns a text, to be stored as its digest
 */
export const bankLineKey = (account: string, line: NumberedLine): string => `${account} ${sameText(line)}#${line.occurrence}`

/** The keys of a whole file's lines. */
export const bankLineKeys = (account: string, lines: readonly BankLine[]): string[] =>
  numberedLines(lines).map((line) => bankLineKey(account, line))

/** A stored line of an account, by its key. */
export type StoredLine = { key: string; day: string; amount: number }

/**
 * New lines that may be stored already with other texts, as when one month is imported from CSV and from CAMT.053: of the days
 * that both have, those whose amount is stored on the same day by a line that the file does not have. For the owner to decide.
 * @returns indexes into `lines`
 */
export function likelyDoubles(stored: readonly StoredLine[], lines: readonly StoredLine[]): number[] {
  const keys = new Set(lines.map(({ key }) => key))
  const known = new Set(stored.map(({ key }) => key))
  const left = new Map<string, number>()
  for (const { key, day, amount } of stored) {
    if (!keys.has(key)) left.set(`${day} ${amount}`, (left.get(`${day} ${amount}`) ?? 0) + 1)
  }
  return lines.flatMap(({ key, day, amount }, at) => {
    const count = left.get(`${day} ${amount}`) ?? 0
    if (known.has(key) || count === 0) return []
    left.set(`${day} ${amount}`, count - 1)
    return [at]
  })
}
