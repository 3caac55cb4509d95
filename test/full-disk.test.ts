import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRoom } from '#kernel/room.ts'
import { openLog } from '#kernel/log.ts'
import { goodPassword, testServer } from './app.ts'
import { httpClient, httpOwner } from './browser-session.ts'
import { asOwner } from './owner-role.ts'

let product: Awaited<ReturnType<typeof testServer>>
let owner: Awaited<ReturnType<typeof httpOwner>>
/** Free bytes on the data directory's disk. */
let free = Infinity
const lines: { level: string; message: string; freeMb?: number }[] = []

const ready = async () => {
  const answer = await fetch(`${product.url}/readyz`)
  return [answer.status, await answer.text()]
}
const run = (statement: string) => asOwner(product.app.db, (db) => sql.raw(statement).execute(db))
const create = () => owner.rpc('halls.create', { title: 'Court', size: 10, totalCandidates: 5 })
const errors = () => lines.filter(({ level }) => level === 'error')

beforeAll(async () => {
  product = await testServer()
  const log = openLog((line) => lines.push(JSON.parse(line) as (typeof lines)[number]))
  product.app.room = openRoom(product.app.config.dataDir, log, () => free)
  owner = await httpOwner(product.url)
  await run(
    `create function "noRoom"() returns trigger language plpgsql as $$ begin raise 'could not extend file' using errcode = '53100'; end $$`,
  )
})
afterAll(() => product.close())

/** Readiness is evaluated at most once a second. */
const soon = (expected: unknown) => expect.poll(ready, { timeout: 5000, interval: 100 }).toEqual(expected)

test('R11 without room changes are refused in words, reads go on, one line says so, and nothing needs a restart', async () => {
  await soon([200, 'ready'])
  await run(`create trigger "full" before insert on "halls" execute function "noRoom"()`)
  free = 0
  try {
    for (const { status, body, headers } of await Promise.all(Array.from({ length: 20 }, create))) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'server/full', '2'])
      expect(body.message).toContain('The server is out of space')
    }
    expect((await owner.rpc('halls.list', {})).status).toBe(200)
    await soon([503, 'no room left'])
    expect((await fetch(`${product.url}/livez`)).status).toBe(200)
    product.app.room.upkeepFailed(Object.assign(new Error('could not write'), { code: '53100' }))
    expect(errors().map(({ message }) => message)).toEqual(['No room is left on the disk: changes are refused until there is'])
  } finally {
    await run('drop trigger "full" on "halls"')
    free = Infinity
  }
  expect((await create()).status).toBe(200)
  await soon([200, 'ready'])
  expect(lines.at(-1)?.message).toBe('There is room on the disk again')
})

test('R11 the embedded database takes no change while its log could find no room, a server does; signing in and reading go on', async () => {
  await soon([200, 'ready'])
  free = 95 * 1024 ** 2
  try {
    const isEmbedded = product.app.db.engine === 'embedded'
    expect((await create()).status).toBe(isEmbedded ? 503 : 200)
    await soon(isEmbedded ? [503, 'no room left'] : [200, 'ready'])
    expect((await httpClient(product.url).rpc('accounts.signIn', { email: owner.email, password: goodPassword })).status).toBe(200)
    expect((await owner.rpc('halls.list', {})).status).toBe(200)
  } finally {
    free = Infinity
  }
  expect((await create()).status).toBe(200)
  await soon([200, 'ready'])
})

test('R11 strangers cannot write the embedded database’s last room full; reading goes on', async () => {
  const stranger = httpClient(product.url)
  const writes = async () => [
    (await stranger.rpc('accounts.sendOtp', { email: `${randomUUID()}@example.com` })).status,
    (await stranger.rpc('accounts.verifyLink', { token: 'A'.repeat(64) })).status,
    (await stranger.rpc('accounts.signIn', { email: owner.email, password: goodPassword })).status,
  ]
  free = 33 * 1024 ** 2
  try {
    expect(await writes()).toEqual([200, 200, 200])
    free = 31 * 1024 ** 2
    expect(await writes()).toEqual(Array(3).fill(product.app.db.engine === 'embedded' ? 503 : 200))
    expect((await owner.rpc('halls.list', {})).status).toBe(200)
  } finally {
    free = Infinity
  }
  expect(await writes()).toEqual([200, 200, 200])
  await soon([200, 'ready'])
})

test('R11 an image that finds no room is refused in the same words', async () => {
  const put = product.app.files.put
  product.app.files.put = () => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }))
  try {
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#808080' } })
      .png()
      .toBuffer()
    const { status, body } = await owner.upload('cover', picture)
    expect([status, body.code]).toEqual([503, 'server/full'])
  } finally {
    product.app.files.put = put
  }
})

test('R11 failed upkeep is told once a minute, and little room once an hour', () => {
  const written: string[] = []
  const room = openRoom(
    '/',
    openLog((line) => written.push(line)),
    () => 300 * 1024 ** 2,
  )
  for (let round = 0; round < 5; round++) {
    room.upkeepFailed(Object.assign(new Error('no'), { code: 'XX001' }))
    room.look()
  }
  expect(
    written
      .map((line) => JSON.parse(line) as { level: string; message: string; freeMb?: number })
      .map(({ level, message, freeMb }) => [level, message, freeMb]),
  ).toEqual([
    ['error', 'The upkeep of the database failed and will run again', undefined],
    ['warn', 'Little room is left on the disk of DATA_DIR', 300],
  ])
})
