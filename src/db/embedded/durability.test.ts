import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '../../../test/rounds.ts'
import { durableStart, openEmbedded } from './open-embedded.ts'
import { lostPairs, pairsIn } from './pairs.sample.ts'

const home = mkdtempSync(join(tmpdir(), 'touchline-durability-'))
const young = join(home, 'young')

beforeAll(async () => {
  await (await openEmbedded(young)).close()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

type Run = { acknowledged: number[]; readyMs: number; exit: number | NodeJS.Signals | null; errors: string }

/** Starts the writer and kills it after some acknowledged pairs, unless its disk fails first. */
async function write(dataDir: string, first: number, pairs: number, goodSyncs = Infinity): Promise<Run> {
  const begun = performance.now()
  const child = spawn(process.execPath, [
    '--liftoff-only',
    join(import.meta.dirname, 'writer.child.ts'),
    dataDir,
    String(first),
    String(goodSyncs),
  ])
  const exit = new Promise<Run['exit']>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
  const acknowledged: number[] = []
  let readyMs = 0
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'ready') readyMs = performance.now() - begun
    else if (acknowledged.push(Number(line)) === pairs) child.kill('SIGKILL')
  }
  return { acknowledged, readyMs, exit: await exit, errors }
}

test('D1 kill -9 during rounds of 1,000 acknowledged rows loses none, halves none, and starts again within 5 s', async () => {
  const dataDir = join(home, 'killed')
  cpSync(young, dataDir, { recursive: true })
  const kills = rounds(20)
  const acknowledged: number[] = []
  const starts: number[] = []
  for (let round = 0; round < kills; round++) {
    const run = await write(dataDir, round * 1_000_000, 500)
    expect(run.exit, run.errors).toBe('SIGKILL')
    acknowledged.push(...run.acknowledged)
    starts.push(run.readyMs)
  }
  const { pglite, close } = await openEmbedded(dataDir)
  const pairs = await pairsIn(pglite)
  await close()
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills * 500)
  expect(acknowledged.filter((n) => !pairs.has(n))).toEqual([])
  expect([...pairs.values()].filter((halves) => halves !== 2)).toEqual([])
  starts.sort((a, b) => a - b)
  // A machine that stalls for seconds slows one start; a database that recovers slowly slows all of them.
  expect(starts[kills >> 1]).toBeLessThan(5000)
  console.log(`D1: 0 of ${acknowledged.length * 2} rows lost in ${kills} kills; started within ${starts.map(Math.round).join(', ')} ms`)
})

test.each([
  ['files without fsync', { files: (directory: string) => new NodeFS(directory) }, 'does not call fsync'],
  ['fsync turned off', { startParams: ['--single', '-F', ...durableStart.slice(1), '-c', 'fsync=off'] }, 'fsync=off'],
  ['a sync method that does nothing', { startParams: [...durableStart, '-c', 'wal_sync_method=fdatasync'] }, 'wal_sync_method=fdatasync'],
  ['commits that do not wait', { startParams: [...durableStart, '-c', 'synchronous_commit=off'] }, 'synchronous_commit=off'],
])('D3 the start is refused with %s, and the directory is free again', async (_, options, why) => {
  await expect(openEmbedded(young, options)).rejects.toThrow(why)
  await (await openEmbedded(young)).close()
})

test('D3 a failing disk ends the process before anything is acknowledged that is not there', async () => {
  const dataDir = join(home, 'failing')
  cpSync(young, dataDir, { recursive: true })
  const { acknowledged, exit, errors } = await write(dataDir, 0, Infinity, 100)
  expect(exit).toBe(70)
  expect(errors).toContain('Is the disk full or failing?')
  expect(acknowledged.length).toBeGreaterThan(50)
  expect(await lostPairs(acknowledged, dataDir)).toBe(0)
})
