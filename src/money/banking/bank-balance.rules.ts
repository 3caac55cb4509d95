import { addDays } from '#lib/days.ts'

/** A bank file's days and the balances that it states, in minor units: before its first day, and at the end of its last. */
export type BankFileSpan = { fromDay: string; toDay: string; openingBalance: number | null; closingBalance: number | null }

type Stated = { day: string; balance: number }

/**
 * The balances that files state, by the ends of days. A closing balance does not count where a later file has that day too: the
 * first may have been made before the day was over.
 * @param files in the order in which they were imported
 */
function statedOf(files: readonly BankFileSpan[]): Stated[] {
  return files.flatMap(({ fromDay, toDay, openingBalance, closingBalance }, at) => {
    const isOver = files.slice(at + 1).every((file) => toDay < file.fromDay || toDay > file.toDay)
    return [
      ...(openingBalance === null ? [] : [{ day: addDays(fromDay, -1), balance: openingBalance }]),
      ...(closingBalance === null || !isOver ? [] : [{ day: toDay, balance: closingBalance }]),
    ]
  })
}

/**
 * The bank's balance at the end of a day by the last balance that is stated until then and the lines after it; `start` is the one
 * before the first line, by the first that is stated, and `missing` what the balances have more than the lines between them.
 * @param days what the lines of each day add up to, in order; at least one
 * @returns null where no file states a balance
 */
export function statedBalance(
  files: readonly BankFileSpan[],
  days: readonly { day: string; amount: number }[],
  day: string,
): { balance: number; start: number; missing: number } | null {
  const stated = statedOf(files).toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const [first] = stated
  if (!first) return null
  const through = (end: string) => days.filter((one) => one.day <= end).reduce((sum, { amount }) => sum + amount, 0)
  const start = first.balance - through(first.day)
  const last = stated.findLast((one) => one.day <= day) ?? first
  const balance = last.balance + through(day) - through(last.day)
  return { balance, start, missing: balance - start - through(day) }
}
