import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seldom, walks } from './long.ts'

beforeEach(() => vi.stubEnv('NIGHTLY', ''))
afterEach(() => vi.unstubAllEnvs())

/** The lists of a turn. @param turn undefined where a file is named by hand */
async function turns(turn: number | undefined) {
  vi.resetModules()
  vi.stubEnv('TURN', turn === undefined ? undefined : String(turn))
  return import('./turns.ts')
}

const fourteen = Array.from({ length: 14 }, (_, turn) => turn)

test('of the files that take long each turn takes a seventh, and seven turns take all', async () => {
  const taken: string[] = []
  for (const turn of fourteen.slice(0, 7)) {
    const { embedded } = (await turns(turn)).leftOut([], [])
    const own = seldom.filter((file) => !embedded.includes(file))
    expect(Math.abs(own.length - seldom.length / 7)).toBeLessThan(1)
    taken.push(...own)
  }
  expect(taken.toSorted()).toEqual(seldom.toSorted())
})

test('a test of databases runs on one engine a turn, on the other in the next; one that takes long on both within fourteen', async () => {
  const [first, second, long] = ['src/first.test.ts', 'src/second.test.ts', 'test/chosen-ids.test.ts']
  const enginesOf: Record<string, string[]> = {}
  for (const turn of fourteen) {
    const left = (await turns(turn)).leftOut([first, second, long], [])
    for (const file of [first, second, long])
      enginesOf[file] = [...(enginesOf[file] ?? []), ...(['embedded', 'server'] as const).filter((engine) => !left[engine].includes(file))]
  }
  const alternating = fourteen.map((turn) => (turn % 2 === 0 ? 'embedded' : 'server'))
  for (const file of [first, second]) expect([alternating, alternating.toReversed()]).toContainEqual(enginesOf[file])
  expect(enginesOf[long]?.toSorted()).toEqual(['embedded', 'server'])
})

test('of the files that wait each runs in every second turn', async () => {
  const waiting = ['test/stop.once.test.ts', 'test/mails.once.test.ts', 'test/outage.once.test.ts']
  const lists = [(await turns(0)).leftOut([], waiting), (await turns(1)).leftOut([], waiting)]
  const left = lists.map(({ embedded }) => embedded.filter((file) => waiting.includes(file)))
  expect(left.flat().toSorted()).toEqual(waiting.toSorted())
})

test('two commits take every journey, and three every walk', async () => {
  const journeys = [...walks, 'e2e/quote.e2e.ts', 'e2e/sell.e2e.ts', 'e2e/team.e2e.ts']
  const taken: string[] = []
  for (const turn of fourteen.slice(0, 6)) {
    const left = (await turns(turn)).journeysLeftOut(journeys)
    taken.push(...journeys.filter((file) => !left.includes(file)))
  }
  const times = (file: string) => taken.filter((other) => other === file).length
  expect(walks.map(times)).toEqual(walks.map(() => 2))
  expect(journeys.slice(walks.length).map(times)).toEqual([3, 3, 3])
})

test.each([2, 3, 4])('a journey that runs in every second or third turn takes each of its %i variants', async (count) => {
  const variants = Array.from({ length: count }, (_, index) => index)
  const taken: number[] = []
  for (let at = 0; at < 24; at++) taken.push(...(await turns(at)).inTurn(variants))
  for (const every of [2, 3])
    for (let first = 0; first < every; first++)
      expect(new Set(taken.filter((_, at) => at % every === first)), `every ${every} from ${first}`).toEqual(new Set(variants))
})

test('a file that is named by hand runs where it is asked for, and the nightly run leaves nothing to others', async () => {
  const { leftOut, journeysLeftOut } = await turns(undefined)
  expect(leftOut(['src/first.test.ts'], ['test/stop.once.test.ts'])).toEqual({ embedded: [], server: [] })
  expect(journeysLeftOut([...walks, 'e2e/sell.e2e.ts'])).toEqual([])
})
