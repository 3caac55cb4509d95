import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { answerFor } from './failure.ts'
import { StoreAway } from './bucket.ts'
import { openFiles } from './files.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'touchline-files-'))
const files = openFiles({ dataDir, s3: undefined })
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const nameOf = (letter: string) => `${letter.repeat(64)}.webp`
const placeOf = (name: string) => join(dataDir, 'media', name.slice(0, 2), name)
const foundIn = (letter: string) => readdirSync(join(dataDir, 'media', letter.repeat(2)))

test('a write that fails leaves nothing behind, and the next one gets through', async () => {
  const name = nameOf('a')
  // A rename can't replace a directory that is not empty.
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

test('a bucket that says nothing is away within its time whatever is collected as garbage meanwhile', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const server = createServer((request) => request.resume()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const s3 = { endpoint, bucket: 'b', region: 'auto', accessKeyId: 'k', secretAccessKey: 's' }
  const often = setInterval(collect, 50)
  const given = openFiles({ dataDir, s3 }, 500).put(nameOf('d'), Buffer.from('a picture'))
  const end = await Promise.race([given.catch((error: unknown) => error), wait(5000, 'still waits')])
  clearInterval(often)
  server.close().closeAllConnections()
  expect(end).toBeInstanceOf(StoreAway)
})

test('a file that the bucket does not let go is not taken for removed', async () => {
  const server = createServer((request, response) => {
    const status = request.method === 'DELETE' ? 403 : 200
    request.resume()
    response.writeHead(status, { 'last-modified': new Date(0).toUTCString() }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const s3 = { endpoint, bucket: 'b', region: 'auto', accessKeyId: 'k', secretAccessKey: 's' }
  await expect(openFiles({ dataDir, s3 }).remove(nameOf('e'), Date.now())).rejects.toThrow('answered 403')
  server.close().closeAllConnections()
})

test.each([
  ['answers 500', 500],
  ['answers 503', 503],
  ['says nothing', null],
  ['is gone', undefined],
] as const)('a bucket that %s is away within its time, which a caller reads in words', async (_what, status) => {
  const server = createServer((request, response) => {
    request.resume()
    if (typeof status === 'number') response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  if (status === undefined) await close()
  const bucket = openFiles(
    { dataDir, s3: { endpoint: `http://127.0.0.1:${port}`, bucket: 'b', region: 'auto', accessKeyId: 'k', secretAccessKey: 's' } },
    1500,
  )
  const began = performance.now()
  const failed = await bucket.put(nameOf('c'), Buffer.from('a picture')).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(StoreAway)
  await expect(bucket.get(nameOf('c'))).rejects.toThrow(StoreAway)
  // Two calls, each within its timeout, and slack for a busy machine.
  expect(performance.now() - began).toBeLessThan(10_000)
  const { error } = answerFor(failed)
  expect([error.code, error.status, error.message]).toEqual([
    'image/unavailable',
    503,
    'Images can’t be stored at the moment. Please try again in a few minutes.',
  ])
  if (status !== undefined) await close()
})
