/** One rule of the product changed in one place, and the tests that must fail for it. */
export type Mutant = {
  /** The source, from the root of the repository. */
  file: string
  /** What stands there exactly once. */
  from: string
  /** What stands there instead: still a program, but another rule. */
  to: string
  /** The test files of which at least one must fail. */
  tests: readonly string[]
}

/** Mutants of one file that the same tests must find. @param changes each what stands there and what stands there instead */
export const mutantsOf = (file: string, tests: readonly string[], changes: readonly (readonly [from: string, to: string])[]): Mutant[] =>
  changes.map(([from, to]) => ({ file, from, to, tests }))
