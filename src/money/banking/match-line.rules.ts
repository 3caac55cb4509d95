import { searchable } from '#lib/search.ts'
import type { BankLine } from './bank-statement.rules.ts'
import { enteredKinds, type MatchKind } from './match-kinds.rules.ts'

/** A bank's line that is to be matched. */
export type MatchLine = Pick<BankLine, 'day' | 'amount' | 'name' | 'text' | 'reference'> & { id: string }

/** What a line may be matched with. */
export type MatchCandidate = {
  id: string
  kind: MatchKind
  /** On which it was entered, or issued. */
  day: string
  /** In minor units as the bank would book it: above 0 for money in. */
  amount: number
  /** How the other party may be named: a customer and the guardian, a supplier, a terminal's bank. */
  names: readonly string[]
  /** The names of lines that were matched with the other party before, as `payerKey` compares them. */
  payers?: ReadonlySet<string> | undefined
  /** Numbers and references that the other party may have stated. */
  references: readonly string[]
  /** Those of one party may be paid together by one line; those of one terminal may arrive together, less a fee. */
  bundle: { id: string; kind: 'party' | 'terminal' } | null
}

/** Whether a candidate is in the books already, and not a document that waits for its payment. */
export const isEntered = ({ kind }: MatchCandidate) => enteredKinds.some((entered) => entered === kind)

/** The words of a line, and the numbers that it may state. */
export type LineWords = { all: ReadonlySet<string>; long: readonly string[]; keys: ReadonlySet<string>; named: readonly string[] }

/** The most words of which a number may consist: `S 2026 00042`. */
const wordsOfNumber = 4

/** Each run of adjacent words without what is between them: a bank cuts and joins numbers. */
function runsOf(words: readonly string[]): Set<string> {
  const runs = new Set<string>()
  for (const at of words.keys()) {
    for (let count = 1; count <= wordsOfNumber; count++) {
      const run = words.slice(at, at + count).join('')
      if (/\d/.test(run) && run.length <= 35) runs.add(run)
    }
  }
  // A number that follows other letters: `INVS2026-00042`.
  const tails = [...runs].flatMap((run) => /[a-z]\d{6,}$/.exec(run)?.[0] ?? [])
  return new Set([...runs, ...tails])
}

/** What a line's texts consist of. */
export function lineWords({ name, text, reference }: MatchLine): LineWords {
  const words = searchable([name, text, reference].join(' ')).split(' ').filter(Boolean)
  const letters = words.filter((word) => /\p{L}/u.test(word))
  const named = searchable(name)
    .split(' ')
    .filter((word) => word.length > 2 && /^\p{L}+$/u.test(word) && !commonWords.has(word))
  return { all: new Set(letters), long: letters.filter((word) => word.length >= 3), keys: runsOf(words), named }
}

/** What speaks for a match, in bits: each doubles its odds. `isIdentity` if it names this candidate and hardly any other. */
export type Evidence = { bits: number; isIdentity: boolean }

/** A reference that is stated, by its length: long ones hardly ever coincide. */
const referenceBits = (reference: string): Evidence => {
  const digits = reference.replace(/\D/g, '').length
  if (digits < 4) return { bits: 3, isIdentity: false }
  return reference.length >= 8 ? { bits: 10, isIdentity: true } : { bits: reference.length >= 6 ? 7 : 4, isIdentity: reference.length >= 6 }
}

/** A reference as it is compared, with its letters before its digits and these alone: s202600042, s, 202600042. */
export type ReferenceKey = { key: string; letters: string; digits: string }

/** References as they are compared; those of one or two characters say nothing. */
export function referenceKeys(references: readonly string[]): ReferenceKey[] {
  return references
    .map((reference) => searchable(reference).replaceAll(' ', ''))
    .filter((key) => key.length > 2)
    .map((key) => {
      const [, letters = '', digits = ''] = /^([a-z]*)(\d+)$/.exec(key) ?? []
      return { key, letters, digits }
    })
}

/** How well one reference is stated: fully, without its letters, or by its last five digits. */
function statedReference({ keys }: LineWords, { key, digits }: ReferenceKey): Evidence | null {
  if (keys.has(key)) return referenceBits(key)
  if (digits.length >= 6 && keys.has(digits)) return { bits: 8, isIdentity: true }
  return digits.length >= 9 && keys.has(digits.slice(-5)) ? { bits: 7, isIdentity: false } : null
}

/** What stating a different number of the same series takes from a match. */
const otherNumberBits = -8

/** Whether a line states a number of the same series as a reference: as many digits after the same letters. */
const isOfSeries = (key: string, { letters, digits }: ReferenceKey) =>
  letters !== '' && key.length === letters.length + digits.length && key.startsWith(letters) && /^\d+$/.test(key.slice(letters.length))

/** What a line's numbers say for or against a candidate's references; `stated` is the one that it states. */
export function referenceEvidence(line: LineWords, references: readonly ReferenceKey[]): Evidence & { stated: string | null } {
  let best: (Evidence & { stated: string | null }) | null = null
  for (const reference of references) {
    const found = statedReference(line, reference)
    if (found && (best === null || found.bits > best.bits)) best = { ...found, stated: reference.key }
  }
  if (best) return best
  const hasOther = references.some((reference) => [...line.keys].some((key) => isOfSeries(key, reference)))
  return { bits: hasOther ? otherNumberBits : 0, isIdentity: false, stated: null }
}

/** Words of names that many parties share, so that they identify none. */
const commonWords = new Set(
  searchable(
    `al el bin ibn bint abu ben van von de der la le mr mrs ms dr ltd limited llc plc inc co corp company gmbh ag est establishment wll
    and und the group services service trading general international sports sport club academy school hall halls centre center
    ال بن ابن بنت ابو ام شركه مؤسسه اكاديميه نادي مركز السيد السيده مدرسه للتجاره`,
  ).split(' '),
)

/** The words by which each of a candidate's names is recognized. */
export function nameWords(names: readonly string[]): string[][] {
  return names.flatMap((name) => {
    const words = [...new Set(searchable(name).split(' '))].filter((word) => word.length > 1 && /\p{L}/u.test(word))
    const own = words.filter((word) => !commonWords.has(word))
    return words.length === 0 ? [] : [own.length > 0 ? own : words]
  })
}

/** How one name appears in a line: all or most of its words, also cut short, or only some. */
function oneName(line: LineWords, words: readonly string[]): Evidence {
  const isCut = (word: string) => line.long.some((cut) => cut.length < word.length && word.startsWith(cut))
  const exact = words.filter((word) => line.all.has(word)).length
  const cut = words.filter((word) => !line.all.has(word) && isCut(word)).length
  const [first = ''] = words
  if (words.length === 1)
    return exact === 0 ? { bits: cut > 0 ? 2 : 0, isIdentity: false } : { bits: first.length >= 5 ? 5 : 3, isIdentity: first.length >= 5 }
  const hasFirst = line.all.has(first) || isCut(first)
  if (exact + cut >= 2 && exact > 0) return { bits: exact > 1 ? 7 : 6, isIdentity: hasFirst && (exact + cut) / words.length >= 0.75 }
  const hasInitial = words.some((word) => !line.all.has(word) && line.all.has(word.slice(0, 1)))
  return { bits: exact + cut === 0 ? 0 : hasInitial ? 4 : 2, isIdentity: false }
}

/** What another name in the line's own field takes from a match: a relative may have paid. */
const otherNameBits = -3

/** Whether the line's own field names the party with further words, as of another person with some of the same names. */
const hasFurtherNames = ({ named }: LineWords, words: readonly string[]) =>
  named.some((word) => !words.some((own) => own === word || own.startsWith(word)))

/** The name in a line's own field as it is compared with those of earlier lines; empty for one that many have. */
export const payerKey = (name: string): string => {
  const words = searchable(name)
    .split(' ')
    .filter((word) => word.length > 1)
  return words.some((word) => word.length > 2 && /\p{L}/u.test(word) && !commonWords.has(word)) ? words.join(' ') : ''
}

/** What a line says whose payer was matched with a candidate's party before: never who it is, since one may pay for several. */
export const payerEvidence: Evidence = { bits: 5, isIdentity: false }

/** What a line's words say for or against a candidate's names. */
export function nameEvidence(line: LineWords, names: readonly (readonly string[])[]): Evidence {
  const found = names.map((words) => {
    const { bits, isIdentity } = oneName(line, words)
    return bits > 0 && hasFurtherNames(line, words) ? { bits: bits / 2, isIdentity: false } : { bits, isIdentity }
  })
  const [best] = found.toSorted((a, b) => b.bits - a.bits || Number(b.isIdentity) - Number(a.isIdentity))
  if (best && best.bits > 0) return best
  return { bits: best && line.named.length > 0 ? otherNameBits : 0, isIdentity: false }
}
