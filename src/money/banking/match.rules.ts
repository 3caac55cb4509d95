import { preparedCandidate, preparedLine, partOptions, singleOptions, type MatchOption, type MatchReason } from './match-options.rules.ts'
import type { PreparedCandidate, PreparedLine } from './match-options.rules.ts'
import { matchIndex } from './match-index.rules.ts'
import { partyOptions, terminalOptions } from './match-sums.rules.ts'
import type { MatchCandidate, MatchLine } from './match-line.rules.ts'

/** From which confidence a match is sure, and below which none is proposed; of 100. */
export const sureConfidence = 95
const leastConfidence = 40

/** What a line is proposed to be. */
export type MatchProposal = {
  line: string
  /** One, or several that the line pays together. */
  candidates: readonly string[]
  /** 0 to 100: how likely it is, against everything else that the line or its candidates may be, and against none of them. */
  confidence: number
  /** Whether it may be confirmed without being looked at. */
  isSure: boolean
  difference: number
  reasons: readonly MatchReason[]
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
const byDay = (a: MatchCandidate, b: MatchCandidate) => (a.day < b.day ? -1 : a.day > b.day ? 1 : byId(a, b))

/** Every way to match lines with candidates. */
function optionsOf(lines: readonly PreparedLine[], candidates: readonly PreparedCandidate[], unit: number): MatchOption[] {
  const index = matchIndex(candidates)
  return lines.flatMap((line) => [
    ...singleOptions(line, index.ofAmount(line.amount), unit),
    ...partOptions(line, index.statedIn(line)),
    ...index.partiesIn(line).flatMap((items) => partyOptions(line, items)),
    ...index.terminals.flatMap((items) => terminalOptions(line, items)),
  ])
}

/** Adds to the sum of a name. */
function add(sums: Map<string, number>, name: string, amount: number): void {
  sums.set(name, (sums.get(name) ?? 0) + amount)
}

/** The odds of each option of one line: its weight against the line's others and against none of them, which weighs as one of no bits. */
function oddsOfLine(options: readonly MatchOption[]): [option: MatchOption, odds: number][] {
  const weights = options.map(({ bits }) => 2 ** bits)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return options.map((option, at) => [option, (weights[at] ?? 0) / (1 + Math.max(0, sum - (weights[at] ?? 0)))])
}

/**
 * How likely each option is, 0 to 1: its odds in its line compete with those of other lines for its candidates. For two lines and
 * one candidate this is exact, and of options that exclude each other one at most has more than half.
 */
function sharesOf(options: readonly MatchOption[]): Map<MatchOption, number> {
  const lines = [...Map.groupBy(options, ({ line }) => line).values()].map(oddsOfLine)
  const ofCandidate = new Map<string, number>()
  for (const [option, odds] of lines.flat()) for (const id of option.candidates) add(ofCandidate, id, odds)
  const shares = new Map<MatchOption, number>()
  for (const line of lines) {
    const own = new Map<string, number>()
    for (const [option, odds] of line) for (const id of option.candidates) add(own, id, odds)
    for (const [option, odds] of line) {
      const others = option.candidates.map((id) => (ofCandidate.get(id) ?? 0) - (own.get(id) ?? 0))
      shares.set(option, odds / (1 + odds + Math.max(0, ...others)))
    }
  }
  return shares
}

/** Lines and candidates that are decided. */
type Decided = { lines: Set<string>; candidates: Set<string> }

const isOpen =
  ({ lines, candidates }: Decided) =>
  (option: MatchOption) =>
    !lines.has(option.line) && !option.candidates.some((id) => candidates.has(id))

function decide({ line, candidates }: MatchOption, decided: Decided): void {
  decided.lines.add(line)
  for (const id of candidates) decided.candidates.add(id)
}

function proposalOf({ line, candidates, difference, reasons }: MatchOption, share: number, isSure: boolean): MatchProposal {
  return { line, candidates, confidence: Math.min(Math.round(share * 100), 99), isSure, difference, reasons }
}

/** Decides the options that are sure, again and again without those that they exclude, until none is. @returns also the options left */
function sureOnes(options: readonly MatchOption[], decided: Decided): { proposals: MatchProposal[]; left: Map<MatchOption, number> } {
  const proposals: MatchProposal[] = []
  let left = sharesOf(options)
  for (;;) {
    const sure = [...left].filter(([option, share]) => option.mayBeSure && share * 100 >= sureConfidence)
    if (sure.length === 0) return { proposals, left }
    for (const [option, share] of sure) {
      decide(option, decided)
      proposals.push(proposalOf(option, share, true))
    }
    left = sharesOf([...left.keys()].filter(isOpen(decided)))
  }
}

/** The best of the options left, each excluding those after it. */
function likelyOnes(left: ReadonlyMap<MatchOption, number>, decided: Decided): MatchProposal[] {
  const likely = [...left].filter(([, share]) => share * 100 >= leastConfidence).toSorted(([a], [b]) => b.bits - a.bits)
  return likely.flatMap(([option, share]) => {
    if (!isOpen(decided)(option)) return []
    decide(option, decided)
    return [proposalOf(option, share, false)]
  })
}

/**
 * Proposes for each line what it most likely is: each candidate for at most one line, in the order of the lines' ids. The result
 * does not depend on the order of lines and candidates.
 * @param exponent digits after the currency's point
 */
export function proposeMatches(lines: readonly MatchLine[], candidates: readonly MatchCandidate[], exponent: number): MatchProposal[] {
  const options = optionsOf(lines.toSorted(byId).map(preparedLine), candidates.toSorted(byDay).map(preparedCandidate), 10 ** exponent)
  const decided = { lines: new Set<string>(), candidates: new Set<string>() }
  const { proposals, left } = sureOnes(options, decided)
  return [...proposals, ...likelyOnes(left, decided)].toSorted((a, b) => (a.line < b.line ? -1 : a.line > b.line ? 1 : 0))
}
