import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seldom } from './long.ts'

beforeEach(() => vi.stubEnv('NIGHTLY', ''))
afterEach(() => vi.unstubAllEnvs())

/** What a run of a turn leaves to others. @param turn undefined where a file is named by hand */
async function leftOut(turn: number | undefined, ofDatabases: string[]) {
  vi.resetModules()
  vi.stubEnv('TURN', turn === undefined ? undefined : String(turn))
  return (await import('./turns.ts')).leftOut(ofDatabases)
}

const tenTurns = Array.from({ length: 10 }, (_, turn) => turn)

test('of the files that take long each turn takes a fifth, and five turns take all', async () => {
  const taken: string[] = []
  for (const turn of tenTurns.slice(0, 5)) {
    const { embedded } = await leftOut(turn, [])
    const own = seldom.filter((file) => !embedded.includes(file))
    expect(own).toHaveLength(seldom.length / 5)
    taken.push(...own)
  }
  expect(taken.toSorted()).toEqual(seldom.toSorted())
})

test('a test of databases runs on one engine a turn, on the other in the next; one that takes long on both within ten', async () => {
  const [first, second, long] = ['src/first.test.ts', 'src/second.test.ts', 'test/chosen-ids.test.ts']
  const enginesOf: Record<string, string[]> = {}
  for (const turn of tenTurns) {
    const left = await leftOut(turn, [first, second, long])
    for (const file of [first, second, long])
      enginesOf[file] = [...(enginesOf[file] ?? []), ...(['embedded', 'server'] as const).filter((engine) => !left[engine].includes(file))]
  }
  const alternating = tenTurns.map((turn) => (turn % 2 === 0 ? 'embedded' : 'server'))
  expect(enginesOf[first]).toEqual(alternating)
  expect(enginesOf[second]).toEqual(alternating.toReversed())
  expect(enginesOf[long]?.toSorted()).toEqual(['embedded', 'server'])
})

test('a file that is named by hand runs where it is asked for, and the nightly run leaves nothing to others', async () => {
  expect(await leftOut(undefined, ['src/first.test.ts'])).toEqual({ embedded: [], server: [] })
})
