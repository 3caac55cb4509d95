import { dayMs } from '#lib/days.ts'
import {
  isEntered,
  lineWords,
  nameEvidence,
  nameWords,
  payerEvidence,
  payerKey,
  referenceEvidence,
  referenceKeys,
} from './match-line.rules.ts'
import type { Evidence, LineWords, MatchCandidate, MatchLine, ReferenceKey } from './match-line.rules.ts'

/** Why a line is proposed for something, with a number or text where the reason has one. */
export type MatchReason =
  | { kind: 'amount' | 'name' | 'namePart' | 'payer' | 'part' | 'over' }
  | { kind: 'reference'; value: string }
  | { kind: 'days' | 'sum' | 'fee'; value: number }

/** One way to match a line, with what speaks for it in bits. */
export type MatchOption = {
  line: string
  candidates: readonly string[]
  bits: number
  /** Whether it may be sure, if nothing else competes. */
  mayBeSure: boolean
  /** What the line has more than its candidates: below 0 for a fee or a part, above 0 for an excess. */
  difference: number
  reasons: readonly MatchReason[]
}

/** A candidate with its texts prepared for comparison. */
export type PreparedCandidate = MatchCandidate & { dayNumber: number; keys: readonly ReferenceKey[]; words: readonly (readonly string[])[] }

/** A line with its texts prepared for comparison. */
export type PreparedLine = MatchLine & { dayNumber: number; words: LineWords; payer: string }

/** Days since 1970, to subtract them. */
const dayNumber = ({ day }: { day: string }) => Math.round(Date.parse(day) / dayMs)

export const preparedLine = (line: MatchLine): PreparedLine => ({
  ...line,
  dayNumber: dayNumber(line),
  words: lineWords(line),
  payer: payerKey(line.name),
})

export const preparedCandidate = (candidate: MatchCandidate): PreparedCandidate => ({
  ...candidate,
  dayNumber: dayNumber(candidate),
  keys: referenceKeys(candidate.references),
  words: nameWords(candidate.names),
})

/** The days from a candidate to a line; below 0 if the bank was first. */
export const daysAfter = (line: PreparedLine, candidate: PreparedCandidate) => line.dayNumber - candidate.dayNumber

/** What the days from entering a movement to the bank's booking say: most take none to three. The first entry that is not exceeded counts. */
const enteredDays: readonly [days: number, bits: number][] = [
  [-8, -Infinity],
  [-4, -5],
  [-2, -2],
  [-1, 0],
  [0, 2],
  [1, 1.5],
  [2, 1],
  [3, 0.5],
  [5, -1],
  [10, -4],
  [Infinity, -Infinity],
]

/** What the days from a document to its payment say: it may be paid late, but hardly before it was issued. */
const openDays: readonly [days: number, bits: number][] = [
  [-15, -Infinity],
  [-1, -4],
  [7, 1],
  [21, 0.5],
  [45, 0],
  [120, -1],
  [Infinity, -2],
]

/** What the days between a line and a candidate say; −Infinity if it can't be. */
export function dayBits(line: PreparedLine, candidate: PreparedCandidate): number {
  const days = daysAfter(line, candidate)
  const table = isEntered(candidate) ? enteredDays : openDays
  return table.find(([most]) => days <= most)?.[1] ?? -Infinity
}

/** What an equal amount says: less of a round one, which many have. @param unit minor units of 1 */
function amountBits(amount: number, candidate: MatchCandidate, unit: number): number {
  const rare = amount % unit !== 0 ? 2 : amount % (5 * unit) !== 0 ? 1 : 0
  return (isEntered(candidate) ? 1 : 0) + rare
}

const nameReason = ({ bits, isIdentity }: Evidence): MatchReason[] => (bits <= 0 ? [] : [{ kind: isIdentity ? 'name' : 'namePart' }])

/** What a line's texts say about a candidate, with the reasons that an owner reads. */
export function textEvidence(line: PreparedLine, candidate: PreparedCandidate) {
  const reference = referenceEvidence(line.words, candidate.keys)
  const named = nameEvidence(line.words, candidate.words)
  const isKnown = line.payer !== '' && candidate.payers?.has(line.payer) === true && named.bits < payerEvidence.bits
  const name = isKnown ? payerEvidence : named
  const stated = candidate.references.find((_, at) => candidate.keys[at]?.key === reference.stated)
  return {
    name,
    reference,
    bits: reference.bits + name.bits,
    isIdentity: reference.isIdentity || (name.isIdentity && reference.bits >= 0),
    hasReference: reference.isIdentity,
    reasons: [
      ...(reference.stated === null ? [] : [{ kind: 'reference' as const, value: stated ?? reference.stated }]),
      ...(isKnown ? [{ kind: 'payer' as const }] : nameReason(name)),
    ],
  }
}

export type TextEvidence = ReturnType<typeof textEvidence>

/** From how many bits an option is considered: below, it is less likely than none. */
const leastBits = -1

/** The most single candidates that are considered for a line, the likeliest: a limit for the largest files. */
const mostSingles = 30

/** Candidates of exactly a line's amount. */
export function singleOptions(line: PreparedLine, candidates: readonly PreparedCandidate[], unit: number): MatchOption[] {
  const options = candidates.flatMap((candidate) => {
    const days = dayBits(line, candidate)
    if (days === -Infinity) return []
    const text = textEvidence(line, candidate)
    const bits = amountBits(line.amount, candidate, unit) + days + text.bits
    if (bits < leastBits) return []
    return [
      {
        line: line.id,
        candidates: [candidate.id],
        bits,
        mayBeSure: text.isIdentity,
        difference: 0,
        reasons: [{ kind: 'amount' as const }, ...text.reasons, { kind: 'days' as const, value: daysAfter(line, candidate) }],
      },
    ]
  })
  return options.length > mostSingles ? options.toSorted((a, b) => b.bits - a.bits).slice(0, mostSingles) : options
}

/** A document whose number a line states with another amount: a part, or more than is due. Never sure. */
export function partOptions(line: PreparedLine, candidates: readonly PreparedCandidate[]): MatchOption[] {
  return candidates.flatMap((candidate) => {
    if (isEntered(candidate) || candidate.amount === line.amount || candidate.amount > 0 !== line.amount > 0) return []
    const text = textEvidence(line, candidate)
    if (!text.hasReference || dayBits(line, candidate) === -Infinity) return []
    const difference = line.amount - candidate.amount
    const kind = Math.abs(line.amount) < Math.abs(candidate.amount) ? ('part' as const) : ('over' as const)
    return [{ line: line.id, candidates: [candidate.id], bits: 2, mayBeSure: false, difference, reasons: [{ kind }, ...text.reasons] }]
  })
}
