import type { PreparedCandidate, PreparedLine } from './match-options.rules.ts'

/** Where candidates of a line are found without comparing it with all of them. */
export type MatchIndex = {
  ofAmount: (amount: number) => readonly PreparedCandidate[]
  /** Those whose number the line states. */
  statedIn: (line: PreparedLine) => PreparedCandidate[]
  /** The items of each party that the line names or whose number it states. */
  partiesIn: (line: PreparedLine) => (readonly PreparedCandidate[])[]
  /** The takings of each terminal. */
  terminals: (readonly PreparedCandidate[])[]
}

function byEach<Item>(items: readonly Item[], namesOf: (item: Item) => readonly string[]): Map<string, Item[]> {
  const found = new Map<string, Item[]>()
  for (const item of items) {
    for (const name of new Set(namesOf(item))) {
      const all = found.get(name)
      if (all) all.push(item)
      else found.set(name, [item])
    }
  }
  return found
}

/** Indexes candidates; what it finds has their order. */
export function matchIndex(candidates: readonly PreparedCandidate[]): MatchIndex {
  const place = new Map(candidates.map((candidate, at) => [candidate, at]))
  const inOrder = (found: Iterable<PreparedCandidate>) => [...found].toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
  const byAmount = Map.groupBy(candidates, ({ amount }) => amount)
  const byKey = byEach(candidates, ({ keys }) => keys.flatMap(({ key, digits }) => [key, digits].filter(Boolean)))
  const byWord = byEach(candidates, ({ words }) => words.flat())
  const bundled = candidates.filter(({ bundle }) => bundle !== null)
  const bundles = Map.groupBy(bundled, ({ bundle }) => `${bundle?.kind} ${bundle?.id}`)
  const bundleOf = ({ bundle }: PreparedCandidate) => bundles.get(`${bundle?.kind} ${bundle?.id}`) ?? []
  const stated = ({ words }: PreparedLine) => [...words.keys].flatMap((key) => byKey.get(key) ?? [])
  const named = ({ words }: PreparedLine) => [...words.all].flatMap((word) => byWord.get(word) ?? [])
  return {
    ofAmount: (amount) => byAmount.get(amount) ?? [],
    statedIn: (line) => inOrder(new Set(stated(line))),
    partiesIn: (line) => {
      const parties = new Set([...stated(line), ...named(line)].filter(({ bundle }) => bundle?.kind === 'party').map(bundleOf))
      return [...parties].filter((items) => items.length > 1)
    },
    terminals: [...bundles.values()].filter(([first]) => first?.bundle?.kind === 'terminal'),
  }
}
