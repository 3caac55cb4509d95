import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seldom, sometimes, walks } from './long.ts'

beforeEach(() => vi.stubEnv('NIGHTLY', ''))
afterEach(() => vi.unstubAllEnvs())

/** The lists of a turn. @param turn undefined where a file is named by hand */
async function turns(turn: number | undefined) {
  vi.resetModules()
  vi.stubEnv('TURN', turn === undefined ? undefined : String(turn))
  return import('./turns.ts')
}

const fourteen = Array.from({ length: 14 }, (_, turn) => turn)

test.each([
  ['seldom', seldom, 7],
  ['sometimes', sometimes, 3],
])('of the files that run %s each turn takes as many, and together they take all', async (_name, files, of) => {
  const taken: string[] = []
  for (const turn of fourteen.slice(0, of)) {
    const { embedded } = (await turns(turn)).leftOut([], [])
    const own = files.filter((file) => !embedded.includes(file))
    expect(Math.abs(own.length - files.length / of)).toBeLessThan(1)
    taken.push(...own)
  }
  expect(taken.toSorted()).toEqual(files.toSorted())
})

test('a test of databases runs on one engine a turn, on the other in the next; one that takes long on both within fourteen or six', async () => {
  const [first, second, long, longer] = ['src/first.test.ts', 'src/second.test.ts', 'test/audit.test.ts', 'test/chosen-ids.test.ts']
  const enginesOf: Record<string, string[]> = {}
  for (const turn of fourteen) {
    const left = (await turns(turn)).leftOut([first, second, long, longer], [])
    for (const file of [first, second, long, longer])
      enginesOf[file] = [...(enginesOf[file] ?? []), ...(['embedded', 'server'] as const).filter((engine) => !left[engine].includes(file))]
  }
  const alternating = fourteen.map((turn) => (turn % 2 === 0 ? 'embedded' : 'server'))
  for (const file of [first, second]) expect([alternating, alternating.toReversed()]).toContainEqual(enginesOf[file])
  expect(new Set(enginesOf[long]?.slice(0, 2))).toEqual(new Set(['embedded', 'server']))
  expect(enginesOf[longer]?.toSorted()).toEqual(['embedded', 'server'])
})

test('of the files that wait each runs in every second turn', async () => {
  const waiting = ['test/stop.once.test.ts', 'test/mails.once.test.ts', 'test/outage.once.test.ts']
  const lists = [(await turns(0)).leftOut([], waiting), (await turns(1)).leftOut([], waiting)]
  const left = lists.map(({ embedded }) => embedded.filter((file) => waiting.includes(file)))
  expect(left.flat().toSorted()).toEqual(waiting.toSorted())
})

test('two turns take every test of a screen, and three every journey', async () => {
  const files = [...walks, 'e2e/quote.e2e.ts', 'e2e/sell.e2e.ts', 'e2e/team.e2e.ts']
  const taken = { screens: [] as string[], journeys: [] as string[] }
  for (const turn of fourteen.slice(0, 6)) {
    const { screensLeftOut, journeysLeftOut } = await turns(turn)
    const [screens, journeys] = [screensLeftOut(files), journeysLeftOut(files)]
    taken.screens.push(...files.filter((file) => !screens.includes(file)))
    taken.journeys.push(...files.filter((file) => !journeys.includes(file)))
    expect(walks.filter((file) => !journeys.includes(file))).toHaveLength(walks.length / 3)
  }
  const times = (of: string[]) => files.map((file) => of.filter((other) => other === file).length)
  expect(times(taken.screens)).toEqual(files.map(() => 3))
  expect(times(taken.journeys)).toEqual(files.map(() => 2))
})

test.each([2, 3, 4])('a journey, which runs in every third turn, takes each of its %i variants', async (count) => {
  const variants = Array.from({ length: count }, (_, index) => index)
  const taken: number[] = []
  for (let at = 0; at < 24; at++) taken.push(...(await turns(at)).inTurn(variants))
  for (const first of [0, 1, 2]) expect(new Set(taken.filter((_, at) => at % 3 === first)), `from ${first}`).toEqual(new Set(variants))
})

test('a file that is named by hand runs where it is asked for, and the nightly run leaves nothing to others', async () => {
  const { leftOut, screensLeftOut, journeysLeftOut } = await turns(undefined)
  expect(leftOut(['src/first.test.ts'], ['test/stop.once.test.ts'])).toEqual({ embedded: [], server: [] })
  expect(screensLeftOut(['src/first.browser.test.tsx', 'src/second.browser.test.tsx'])).toEqual([])
  expect(journeysLeftOut([...walks, 'e2e/sell.e2e.ts'])).toEqual([])
})
