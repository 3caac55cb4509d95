import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadSeeds } from '#entrance/seeds.server.ts'
import { machine } from '../../../test/product.ts'
import { rounds } from '../../../test/rounds.ts'
import { unpackInto } from '../../../test/template.ts'
import { embeddedParsers, openOnPglite, type Database } from '../open.ts'
import { platform } from '../tenant.ts'
import { asking } from './backup.ts'
import { plainText, readContents } from './contents.ts'
import { openEmbeddedDatabase } from './database.ts'
import { openEmbedded } from './open-embedded.ts'
import { vendorRows } from './vendors.sample.ts'

const home = mkdtempSync(join(tmpdir(), 'touchline-backup-'))
const dataDir = join(home, 'data')
const backup = join(home, 'backup')
const mediaPath = (content: Buffer) => {
  const name = createHash('sha256').update(content).digest('hex')
  return join(name.slice(0, 2), `${name}.webp`)
}
/** Number of audit rows. */
const facts = rounds(50_000)
let db: Database

function addImage(): string {
  const content = randomBytes(20_000)
  const path = mediaPath(content)
  mkdirSync(join(dataDir, 'media', path.slice(0, 2)), { recursive: true })
  writeFileSync(join(dataDir, 'media', path), content)
  return path
}

type End = { code: number | null; said: string }

/** Starts one of the commands as an operator does. */
function start(name: string, args: string[], env: Record<string, string>): { child: ChildProcess; ended: Promise<End> } {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...args], { env: { ...machine(), ...env } })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, ended: new Promise((done) => child.once('close', (code) => done({ code, said }))) }
}

const command = (...how: Parameters<typeof start>) => start(...how).ended
const copies = () => readdirSync(dataDir).filter((name) => name.startsWith('.backup-work-'))

/** Starts a backup and stops it as soon as it has the copy that it reads from. */
async function heldBackup(folder: string): Promise<ReturnType<typeof start>> {
  const running = start('backup', [folder], { DATA_DIR: dataDir })
  const control = () => {
    const [path] = copies().map((copy) => join(dataDir, copy, 'global', 'pg_control'))
    return path && existsSync(path) ? readFileSync(path).toString('base64') : ''
  }
  while (!control()) await wait(5)
  // Copying has exclusive access to the database; anyone who comes next waits until it ends.
  await db.asOwner?.(() => Promise.resolve())
  const asCopied = control()
  // Until it has received the answer it needs the server; opening its copy writes to it, and reading it takes seconds more.
  while (control() === asCopied) await wait(20)
  running.child.kill('SIGSTOP')
  return running
}

/** Adds pairs of rows, each pair in one transaction, as a busy server does, until it is stopped. */
function writePairs(): () => Promise<{ pairs: number; slowestMs: number }> {
  let stopped = false
  let slowestMs = 0
  const run = async () => {
    let pairs = 0
    for (; !stopped; pairs++) {
      const begun = performance.now()
      const rows = ['a', 'b'].map((half) => ({ key: `${half}${pairs}`, count: pairs, resetsAt: new Date().toISOString() }))
      await platform(db, async (trx) => {
        for (const row of rows) await trx.insertInto('limits').values(row).execute()
      })
      slowestMs = Math.max(slowestMs, performance.now() - begun)
      // A real server listens between two requests, and leaves the cores to others.
      await wait(2)
    }
    return { pairs, slowestMs }
  }
  const running = run()
  return () => {
    stopped = true
    return running
  }
}

beforeAll(async () => {
  unpackInto(dataDir, inject('template'))
  db = await openEmbeddedDatabase(dataDir)
  await loadSeeds(db)
  await db.asOwner?.(async (pglite) => {
    for (const statement of vendorRows(40, facts)) await pglite.exec(statement)
  })
  writeFileSync(join(dataDir, 'secret.key'), 'a key')
})
afterAll(async () => {
  await db.close()
  rmSync(home, { recursive: true, force: true })
})

test('D4 a backup of a server that is writing gives everything back, row for row and image for image', async () => {
  const images = Array.from({ length: 20 }, addImage)
  const stop = writePairs()
  const begun = performance.now()
  const result = await command('backup', [backup], { DATA_DIR: dataDir })
  const backupMs = performance.now() - begun
  const { pairs, slowestMs } = await stop()
  expect(result).toMatchObject({ code: 0, said: expect.stringContaining('and 20 images to') })
  expect(copies()).toEqual([])

  const empty = join(home, 'restored')
  const restoreBegun = performance.now()
  expect(await command('restore', [backup], { DATA_DIR: empty })).toMatchObject({ code: 0 })
  const restoreMs = performance.now() - restoreBegun

  const embedded = await openEmbedded(empty, { parsers: embeddedParsers })
  await embedded.pglite.exec(plainText)
  const contents = await readContents(asking(embedded.pglite))
  const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as { tables: typeof contents }
  expect(contents).toEqual(manifest.tables)
  expect(contents.audit?.rows).toBe(facts)
  const halves = await asking(embedded.pglite)<{ a: number; b: number; last: number }>(
    `select count(*) filter (where "key" like 'a%')::int as "a", count(*) filter (where "key" like 'b%')::int as "b", max("count") as "last" from "limits"`,
  )
  // One moment: whole transactions only, everything from before it, nothing from after it.
  expect(halves[0]?.a).toBe(halves[0]?.b)
  expect(halves[0]?.a).toBe((halves[0]?.last ?? 0) + 1)
  expect(halves[0]?.a).toBeLessThan(pairs)
  for (const path of images) expect(mediaPath(readFileSync(join(empty, 'media', path)))).toBe(path)
  expect(readFileSync(join(empty, 'secret.key'), 'utf8')).toBe('a key')
  // Migrates, and throws if row-level security would not be effective.
  const product = await openOnPglite(embedded.pglite, () => embedded.close())
  await product.close()
  expect(backupMs).toBeLessThan(60_000)
  expect(restoreMs).toBeLessThan(60_000)
  console.log(
    `D4: ${facts} rows backed up in ${Math.round(backupMs)} ms, restored in ${Math.round(restoreMs)} ms; slowest write meanwhile ${Math.round(slowestMs)} ms`,
  )
})

test('D4 a backup of a stopped server needs no one, and keeps its folder from a second one', async () => {
  // From here on, no test measures how long a large database takes.
  await db.asOwner?.((pglite) => pglite.exec('truncate "audit"; truncate "limits"'))
  await db.close()
  const folder = join(home, 'stopped')
  expect(await command('backup', [folder], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  expect(await command('backup', [folder], { DATA_DIR: dataDir })).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') })
  db = await openEmbeddedDatabase(dataDir)
})

test('D4 a server that starts while a backup reads its copy leaves it the copy, and removes that of a dead one', async () => {
  const folder = join(home, 'restarted')
  const { child, ended } = await heldBackup(folder)
  await db.close()
  db = await openEmbeddedDatabase(dataDir)
  expect(copies()).toHaveLength(1)
  child.kill('SIGCONT')
  expect(await ended).toEqual({ code: 0, said: expect.any(String) })
  expect(copies()).toEqual([])

  const killed = await heldBackup(join(home, 'killed'))
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(copies()).toHaveLength(1)
  await db.close()
  db = await openEmbeddedDatabase(dataDir)
  expect(copies()).toEqual([])
})

test('D4 a backup in the data directory is refused by any way there, and a start removes no folder of an operator', async () => {
  const within = join(dataDir, 'backup-2026-11-21')
  symlinkSync(dataDir, join(home, 'link'))
  for (const folder of [within, join(home, 'link', 'a', 'b'), dataDir]) {
    const result = await command('backup', [folder], { DATA_DIR: dataDir })
    expect(result, folder).toMatchObject({ code: 1, said: expect.stringContaining(`lies in the data directory ${dataDir}`) })
  }
  expect([existsSync(within), existsSync(join(dataDir, 'a'))]).toEqual([false, false])
  mkdirSync(within)
  writeFileSync(join(within, 'manifest.json'), '{}')
  await db.close()
  db = await openEmbeddedDatabase(dataDir)
  expect(existsSync(join(within, 'manifest.json'))).toBe(true)
})

test('D4 what a killed restore leaves is told as such, and nothing starts on it', async () => {
  const target = join(home, 'interrupted')
  const running = start('restore', [backup], { DATA_DIR: target })
  // The key is copied after the images and before the database, which takes seconds.
  while (!existsSync(join(target, 'secret.key')) && running.child.exitCode === null) await wait(2)
  running.child.kill('SIGKILL')
  expect(await running.ended).toMatchObject({ code: null })
  expect(existsSync(join(target, 'database'))).toBe(false)
  expect(await command('restore', [backup], { DATA_DIR: target })).toMatchObject({
    code: 1,
    said: expect.stringContaining('holds images and a key of a restore that did not end: remove them, then restore again'),
  })
  await expect(openEmbedded(target)).rejects.toThrow('holds a part of a restore that did not end')
  // A restore that completed leaves no such mark.
  expect(readdirSync(join(home, 'restored'))).not.toContain('restore.unfinished')
  expect(readdirSync(target)).toContain('restore.unfinished')
})

test('D4 nothing is restored over anything, nor from a damaged or unfinished backup', async () => {
  const full = await command('restore', [backup], { DATA_DIR: join(home, 'restored') })
  expect(full).toMatchObject({ code: 1, said: expect.stringContaining('holds a database and images and a key already') })
  const live = await command('restore', [backup], { DATA_DIR: dataDir })
  expect(live).toMatchObject({ code: 1, said: expect.stringContaining(`is in use by process ${process.pid}`) })

  const target = join(home, 'untouched')
  const sql = readFileSync(join(backup, 'database.sql'))
  writeFileSync(join(backup, 'database.sql'), Buffer.concat([sql.subarray(0, -1), Buffer.from(' ')]))
  const damaged = await command('restore', [backup], { DATA_DIR: target })
  expect(damaged).toMatchObject({ code: 1, said: expect.stringContaining('database.sql was changed') })
  writeFileSync(join(backup, 'database.sql'), sql)
  rmSync(join(backup, 'manifest.json'))
  const unfinished = await command('restore', [backup], { DATA_DIR: target })
  expect(unfinished).toMatchObject({ code: 1, said: expect.stringContaining('is no complete backup') })
  expect(() => readdirSync(target)).toThrow('ENOENT')
})
