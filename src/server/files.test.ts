import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFiles } from './files.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'touchline-files-'))
const files = openFiles({ dataDir, s3: undefined })
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const nameOf = (letter: string) => `${letter.repeat(64)}.webp`
const placeOf = (name: string) => join(dataDir, 'media', name.slice(0, 2), name)
const foundIn = (letter: string) => readdirSync(join(dataDir, 'media', letter.repeat(2)))

test('a write that fails leaves nothing behind, and the next one gets through', async () => {
  const name = nameOf('a')
  // What no rename can replace.
  mkdirSync(join(placeOf(name), 'in-the-way'), { recursive: true })
  await expect(files.put(name, Buffer.from('a picture'))).rejects.toThrow()
  expect(foundIn('a')).toEqual([name])
  rmSync(placeOf(name), { recursive: true })
  await files.put(name, Buffer.from('a picture'))
  await files.put(name, Buffer.from('a picture'))
  expect(foundIn('a')).toEqual([name])
  expect(readFileSync(placeOf(name), 'utf8')).toBe('a picture')
})

test('what a killed write left is removed after an hour; a write under way and whole files stay', async () => {
  const name = nameOf('b')
  await files.put(name, Buffer.from('a picture'))
  const [old, young] = [`${placeOf(name)}.0a1b2c.part`, `${placeOf(name)}.3d4e5f.part`]
  for (const path of [old, young]) writeFileSync(path, 'a pict')
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const path of [old, placeOf(name)]) utimesSync(path, twoHoursAgo, twoHoursAgo)
  await files.removeParts()
  expect([old, young, placeOf(name)].map((path) => existsSync(path))).toEqual([false, true, true])
  await openFiles({ dataDir: join(dataDir, 'none'), s3: undefined }).removeParts()
})
