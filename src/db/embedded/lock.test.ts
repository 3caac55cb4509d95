import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { lockDirectory } from './lock.ts'
import { openEmbedded } from './open-embedded.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'touchline-lock-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const writer = () => spawn(process.execPath, ['--liftoff-only', join(import.meta.dirname, 'writer.child.ts'), dataDir, '0'])

async function refusal(child: ChildProcess): Promise<{ code: number; said: string }> {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

test('D2 a second process is refused 20 times with the pid of the first, and a killed holder blocks no one', async () => {
  const holder = writer()
  await once(holder.stdout, 'data')
  const refusals = []
  for (let round = 0; round < 5; round++) refusals.push(...(await Promise.all(Array.from({ length: 4 }, () => refusal(writer())))))
  expect(refusals).toHaveLength(20)
  const sentence = `The data directory ${dataDir} is in use by process ${holder.pid}. Stop it first, or start with another DATA_DIR.`
  expect(refusals.filter(({ code, said }) => code === 0 || !said.includes(sentence))).toEqual([])
  await expect(openEmbedded(dataDir)).rejects.toThrow(sentence)

  const exited = once(holder, 'exit')
  holder.kill('SIGKILL')
  await exited
  expect(readFileSync(join(dataDir, 'database.pid'), 'utf8')).toBe(String(holder.pid))
  const { pglite, close } = await openEmbedded(dataDir)
  const { rows } = await pglite.query<{ halves: number }>('select count(*)::int as "halves" from "pairs"')
  expect(rows[0]?.halves).toBeGreaterThan(0)
  await close()
})

test('D2 a process cannot take its own directory twice, and has it back after closing', () => {
  const unlock = lockDirectory(dataDir)
  expect(() => lockDirectory(dataDir)).toThrow(`process ${process.pid}`)
  unlock()
  unlock()
  lockDirectory(dataDir)()
})

test('D2 a lock outlives its handle: garbage collection gives no directory away', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const taken = () => void lockDirectory(dataDir)
  taken()
  for (let round = 0; round < 5; round++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(() => lockDirectory(dataDir)).toThrow(`process ${process.pid}`)
})
