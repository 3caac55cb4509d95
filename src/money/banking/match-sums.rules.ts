import {
  daysAfter,
  dayBits,
  textEvidence,
  type TextEvidence,
  type MatchOption,
  type PreparedCandidate,
  type PreparedLine,
} from './match-options.rules.ts'

/** The most items of a party that are summed, the oldest first, and the most sums that a line may have: limits of the search. */
const mostItems = 12
const mostSums = 8

/** The groups of two or more items whose amounts sum to one, at most `mostSums`. @param items at most `mostItems` */
function groupsOf<Item extends { amount: number }>(items: readonly Item[], amount: number): Item[][] {
  const found: Item[][] = []
  for (let mask = 3; mask < 2 ** items.length && found.length < mostSums; mask++) {
    const group = items.filter((_, at) => (mask >> at) % 2 === 1)
    if (group.length > 1 && group.reduce((sum, item) => sum + item.amount, 0) === amount) found.push(group)
  }
  return found
}

/**
 * Several items of one party that one line pays together, if the line names the party or states their numbers. Sure only if it
 * states all of them, or names the party and they are all that it has open.
 */
export function partyOptions(line: PreparedLine, items: readonly PreparedCandidate[]): MatchOption[] {
  const near = items
    .filter((item) => item.amount > 0 === line.amount > 0 && dayBits(line, item) > -3)
    .map((item) => ({ item, amount: item.amount, text: textEvidence(line, item) }))
  const isNamed = near.some(({ text }) => text.isIdentity)
  if (near.length < 2 || !isNamed) return []
  return groupsOf(near.slice(0, mostItems), line.amount).map((group) => {
    const stated = group.filter(({ text }) => text.hasReference).length
    const isComplete = stated === group.length || (stated === 0 && group.length === near.length)
    return {
      line: line.id,
      candidates: group.map(({ item }) => item.id),
      bits: least(group.map(({ item, text }) => dayBits(line, item) + text.name.bits)) + statedBits(group, stated) + sumBits,
      mayBeSure: isComplete && group.every(({ text }) => text.isIdentity),
      difference: 0,
      reasons: [{ kind: 'sum' as const, value: group.length }, ...group.flatMap(({ text }) => text.reasons.slice(0, 1))],
    }
  })
}

const least = (bits: readonly number[]) => Math.min(...bits)

/** What a sum takes from a match: others may have it by chance. */
const sumBits = -2

/** What the numbers that a line states say of a group: all of it, some, none, or numbers of none of it. */
function statedBits(group: readonly { text: TextEvidence }[], stated: number): number {
  if (stated === group.length) return 10
  return stated > 0 ? 4 - 3 * (group.length - stated) : least(group.map(({ text }) => text.reference.bits))
}

/** The most that a terminal's bank keeps, in thousandths, and the most days that it pays at once and takes to pay. */
export const mostFee = 40
const mostDays = 10
const daysToPay = 7

/** The takings of a terminal by day, the last first. */
function takingsByDay(items: readonly PreparedCandidate[]): PreparedCandidate[][] {
  return [...Map.groupBy(items, ({ dayNumber }) => dayNumber)].toSorted(([a], [b]) => b - a).map(([, all]) => all)
}

/** A terminal's takings of some days in a row that arrive as one line, less a fee; with a fee never sure. */
export function terminalOptions(line: PreparedLine, items: readonly PreparedCandidate[]): MatchOption[] {
  if (line.amount <= 0) return []
  const days = takingsByDay(items.filter((item) => daysAfter(line, item) >= 0 && daysAfter(line, item) < mostDays + daysToPay))
  return days.flatMap(([last], at) => {
    if (!last || daysAfter(line, last) > daysToPay) return []
    return days.slice(at, at + mostDays).flatMap((_, more) => takingsOption(line, days.slice(at, at + more + 1)) ?? [])
  })
}

/** Takings of some days, the last first, as a line's; null if their amount is not the line's and a fee. */
function takingsOption(line: PreparedLine, days: readonly (readonly PreparedCandidate[])[]): MatchOption | null {
  const takings = days.flat()
  const gross = takings.reduce((sum, { amount }) => sum + amount, 0)
  const fee = gross - line.amount
  const [first] = takings
  if (!first || (takings.length < 2 && fee === 0) || fee < 0 || fee * 1000 > gross * mostFee) return null
  const text = textEvidence(line, { ...first, keys: [] })
  const after = daysAfter(line, first)
  return {
    line: line.id,
    candidates: takings.map(({ id }) => id).toSorted(),
    bits: (fee === 0 ? 4 : 1) + text.bits - Math.abs(after - 1) / 2 - (days.length - 1) / 2,
    mayBeSure: fee === 0 && text.isIdentity,
    difference: line.amount - gross,
    reasons: [
      { kind: 'sum', value: takings.length },
      ...(fee === 0 ? [] : [{ kind: 'fee' as const, value: fee }]),
      ...text.reasons,
      { kind: 'days', value: after },
    ],
  }
}
