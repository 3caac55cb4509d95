/** One rule of the product changed in one place, and the tests that must fail for the change. */
export type Mutant = {
  /** The source, relative to the root of the repository. */
  file: string
  /** The original text, which occurs exactly once. */
  from: string
  /** Its replacement: still a valid program, but a different rule. */
  to: string
  /** The test files, of which at least one must fail. */
  tests: readonly string[]
}

/** Mutants of one file that the same tests must detect. @param changes pairs of an original text and its replacement */
export const mutantsOf = (file: string, tests: readonly string[], changes: readonly (readonly [from: string, to: string])[]): Mutant[] =>
  changes.map(([from, to]) => ({ file, from, to, tests }))
