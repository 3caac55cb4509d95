import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '../../../test/rounds.ts'
import { databaseDirectory, durableStart, openEmbedded } from './open-embedded.ts'
import { lostPairs, pairsTable, writePair } from './pairs.sample.ts'
import { PowerCutFiles } from './power.sample.ts'

const home = mkdtempSync(join(tmpdir(), 'touchline-power-'))
const young = join(home, 'young')

beforeAll(async () => {
  await (await openEmbedded(young)).close()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Returns the same numbers for the same seed (mulberry32), so that a failed run can be repeated. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Writes pairs until the power fails at a random operation, then opens what is left; counts pairs. */
async function cutDuringWrites(seed: number, startParams: string[]): Promise<{ acknowledged: number; lost: number }> {
  const random = seeded(seed)
  const before = join(home, `before-${seed}`)
  const after = join(home, `after-${seed}`)
  cpSync(young, before, { recursive: true })
  mkdirSync(after)
  const directory = databaseDirectory(before)
  const files = new PowerCutFiles(directory, databaseDirectory(after), 200 + Math.floor(random() * 2500), random)
  const pglite = await PGlite.create({ dataDir: directory, fs: files, startParams })
  await pglite.exec(pairsTable)
  const acknowledged: number[] = []
  for (let n = 0; !files.isCut; n++) {
    await writePair(pglite, n)
    if (!files.isCut) acknowledged.push(n)
    if (random() < 0.01) await pglite.exec('checkpoint')
  }
  await pglite.close()
  const lost = await lostPairs(acknowledged, after)
  for (const directory of [before, after]) rmSync(directory, { recursive: true, force: true })
  return { acknowledged: acknowledged.length, lost }
}

const cuts = rounds(20)

test('D3 power cuts of a young database lose no acknowledged row', async () => {
  let total = 0
  for (let seed = 1; seed <= cuts; seed++) {
    const { acknowledged, lost } = await cutDuringWrites(seed, durableStart)
    total += acknowledged
    expect(lost, `seed ${seed}`).toBe(0)
  }
  expect(total).toBeGreaterThan(cuts * 100)
  console.log(`D3: 0 of ${total * 2} rows lost in ${cuts} power cuts`)
})

test('D3 the same cuts lose rows with the settings as shipped, so the simulation can tell', async () => {
  let lost = 0
  for (const seed of [1, 2]) {
    lost += (await cutDuringWrites(seed, PGlite.defaultStartParams)).lost
  }
  expect(lost).toBeGreaterThan(0)
})
