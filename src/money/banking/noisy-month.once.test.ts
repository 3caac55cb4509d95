import { expect, test } from 'vitest'
import { addDays } from '#lib/days.ts'
import { proposeMatches } from './match.rules.ts'
import { noisyMonth, type NoisyMonth } from './noisy-month.sample.ts'

const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const months = seeds.map((seed): [number, NoisyMonth] => [seed, noisyMonth(seed)])

const isRight = ({ truth }: NoisyMonth, line: string, candidates: readonly string[]) =>
  candidates.toSorted().join() === (truth.get(line) ?? []).join()

test.each(months)('of 300 noisy lines 95 % are proposed rightly and none is sure and wrong: seed %i', (_, month) => {
  const found = new Map(proposeMatches(month.lines, month.candidates, 2).map((one) => [one.line, one]))
  expect(month.lines).toHaveLength(300)
  const right = month.lines.filter(({ id }) => isRight(month, id, found.get(id)?.candidates ?? []))
  expect(right.length).toBeGreaterThanOrEqual(285)
  const sure = [...found.values()].filter(({ isSure }) => isSure)
  expect(sure.length).toBeGreaterThan(170)
  expect(sure.filter(({ line, candidates }) => !isRight(month, line, candidates))).toEqual([])
})

test.each(months)('accepting all sure ones again and again never confirms a wrong one: seed %i', (_, month) => {
  let { lines, candidates } = month
  for (;;) {
    const sure = proposeMatches(lines, candidates, 2).filter(({ isSure }) => isSure)
    expect(sure.filter((one) => !isRight(month, one.line, one.candidates))).toEqual([])
    if (sure.length === 0) break
    const [matched, used] = [new Set(sure.map(({ line }) => line)), new Set(sure.flatMap((one) => one.candidates))]
    lines = lines.filter(({ id }) => !matched.has(id))
    candidates = candidates.filter(({ id }) => !used.has(id))
  }
})

test('a confidence of 60 or more is right at least as often as it says', () => {
  const proposals = months.flatMap(([, month]) =>
    proposeMatches(month.lines, month.candidates, 2).map((one) => ({ ...one, isRight: isRight(month, one.line, one.candidates) })),
  )
  for (const from of [60, 70, 80, 90]) {
    const some = proposals.filter(({ confidence }) => confidence >= from && confidence < from + 10)
    expect(some.length).toBeGreaterThan(20)
    expect(some.filter((one) => one.isRight).length / some.length, `${from} to ${from + 9}`).toBeGreaterThan(from / 100)
  }
})

test('3,600 lines are matched within twenty seconds of a processor', () => {
  const year = seeds.map((seed, at): NoisyMonth => {
    const month = noisyMonth(seed)
    const shift = <Item extends { id: string; day: string }>(item: Item): Item => ({
      ...item,
      id: `${at} ${item.id}`,
      day: addDays(item.day, 30 * at),
    })
    return { ...month, lines: month.lines.map(shift), candidates: month.candidates.map(shift) }
  })
  const before = process.cpuUsage()
  const found = proposeMatches(
    year.flatMap(({ lines }) => lines),
    year.flatMap(({ candidates }) => candidates),
    2,
  )
  expect(process.cpuUsage(before).user).toBeLessThan(20_000_000)
  expect(found.length).toBeGreaterThan(3000)
})
