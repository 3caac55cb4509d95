import { existsSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ArchiveStore } from '#kernel/archive-store.ts'
import { StoreAway } from '#kernel/bucket.ts'
import { goodPassword, testServer, type TestApp } from '../../../test/app.ts'
import { startBucket, type BucketServer } from '../../../test/bucket-server.ts'
import { filledOwner } from '../../../test/filled.ts'
import { createArchive, createArchives, sweepArchives } from './archive.make.server.ts'
import { fetchAs } from './archives.sample.ts'
import { unzip } from './unzip.sample.ts'

let bucket: BucketServer
let app: TestApp & { url: string }
let owner: Awaited<ReturnType<typeof filledOwner>>
beforeAll(async () => {
  bucket = await startBucket()
  app = await testServer(bucket.env)
  owner = await filledOwner(app.url)
})
afterAll(async () => {
  await app.close()
  await bucket.stop()
})

const dayMs = 86_400_000
/** A day later nothing is stored, and five more may be requested. */
beforeEach(async () => {
  app.clock.advance(dayMs + 1)
  await sweepArchives(app.app)
  await owner.rpc('accounts.signIn', { email: owner.email, password: goodPassword })
})

async function request(): Promise<string> {
  const { status, body } = await owner.rpc('archives.begin', {})
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body['id'])
}
const row = (id: string) => app.app.db.kysely.selectFrom('archives').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stored = () => bucket.names('archives')
const here = () =>
  existsSync(app.app.archives.place()) ? readdirSync(app.app.archives.place()).filter((name) => name.endsWith('.zip')) : []
/** The app with another way to store archives. */
const withStore = (store: Partial<ArchiveStore>) => ({ ...app.app, archives: { ...app.app.archives, ...store } })

test('an archive is in the bucket and not on this machine’s disk, is fetched from there whole, and removed after its day', async () => {
  const id = await request()
  await createArchives(app.app)
  const { file, bytes } = await row(id)
  expect([await stored(), here()]).toEqual([[file], []])
  const answer = await fetchAs(app, owner.cookie, `/archives/${id}.zip`)
  const zip = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, zip.length, Number(answer.headers.get('content-length'))]).toEqual([200, bytes, bytes])
  expect(String(unzip(zip).get('data/customers.csv'))).toContain('Amal')
  const { get } = app.app.archives
  app.app.archives.get = () => Promise.reject(new StoreAway(new Error('Planted')))
  const refused = await fetchAs(app, owner.cookie, `/archives/${id}.zip`)
  app.app.archives.get = get
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'server/unavailable'])
  app.clock.advance(dayMs)
  // A bucket that is away: the next sweep removes it.
  const away = withStore({ remove: () => Promise.reject(new Error('Away')) })
  await expect(sweepArchives(away)).rejects.toThrow('Away')
  expect([(await row(id)).state, await stored()]).toEqual(['ready', [file]])
  await sweepArchives(app.app)
  expect([(await row(id)).state, await stored()]).toEqual(['expired', []])
})

test('what a process stored just before it was killed is removed by the next, which stores its own', async () => {
  const id = await request()
  const reached = Promise.withResolvers<void>()
  const dying = withStore({
    async store(name, signal) {
      await app.app.archives.store(name, signal)
      reached.resolve()
      return new Promise(() => {})
    },
  })
  void createArchive(dying)
  await reached.promise
  const [left] = await stored()
  app.clock.advance(2 * 60_000)
  expect(await createArchive(app.app)).toBe(true)
  const { state, file } = await row(id)
  expect([state, await stored()]).toEqual(['ready', [file]])
  expect(file).not.toBe(left)
})

test('three that were killed after they had stored it leave nothing in the bucket', async () => {
  const id = await request()
  await createArchives(app.app)
  const { file } = await row(id)
  await app.app.db.kysely.updateTable('archives').set({ state: 'making', tries: 3, leasedUntil: null }).where('id', '=', id).execute()
  expect([await stored(), await createArchive(app.app)]).toEqual([[file], true])
  expect([(await row(id)).state, await stored()]).toEqual(['failed', []])
})

test('a stop ends the sending of an archive, which is made again', async () => {
  const id = await request()
  let isOver = false
  const slow = withStore({
    store: (_name, signal) =>
      new Promise((_resolve, reject) => {
        isOver = true
        signal.addEventListener('abort', () => reject(new Error('Stopped')))
      }),
  })
  expect(await createArchive(slow, () => isOver)).toBe(true)
  expect(await row(id)).toMatchObject({ state: 'making', tries: 0 })
  expect([await stored(), here()]).toEqual([[], []])
  await createArchives(app.app)
  expect((await row(id)).state).toBe('ready')
})
