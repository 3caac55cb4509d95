import { expect, test } from 'vitest'
import { allMutants, isStale, mutantText } from '../scripts/mutants/all.ts'

test('the rule that each mutant changes is in its source, once', () => {
  expect(allMutants.filter(isStale).map(mutantText)).toEqual([])
  expect(allMutants.length).toBeGreaterThanOrEqual(80)
})
