import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { sweepImages } from '#kernel/image-sweep.ts'
import { tasks } from '#entrance/tasks.server.ts'
import { startJobs } from '#kernel/jobs.ts'
import { testServer, type TestApp } from './app.ts'
import { httpOwner, type HttpClient } from './browser-session.ts'
import { filledOwner, png } from './filled.ts'

const day = 24 * 3_600_000

let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app.close())

const placeOf = (image: string) => join(app.app.config.dataDir, 'media', image.slice(7, 9), image.slice(7))
const isThere = (image: string) => existsSync(placeOf(image))
const vendorOf = async (owner: HttpClient) => String((await owner.rpc('accounts.session')).body['vendorId'])
const imagesOf = async (owner: HttpClient) => {
  const vendorId = await vendorOf(owner)
  const rows = await tenant(app.app.db, vendorId, (trx) => trx.selectFrom('media').select('image').orderBy('image').execute())
  return rows.map(({ image }) => image)
}

/** Backdates the uploads of all of a vendor's images, and optionally their stored files, by more than a day. */
async function age(owner: HttpClient, withFiles = true): Promise<void> {
  const vendorId = await vendorOf(owner)
  const createdAt = new Date(app.clock.now() - day - 1000).toISOString()
  await tenant(app.app.db, vendorId, (trx) => trx.updateTable('media').set({ createdAt }).where('vendorId', '=', vendorId).execute())
  const stored = new Date(Date.now() - day - 1000)
  for (const image of await imagesOf(owner)) if (withFiles && isThere(image)) utimesSync(placeOf(image), stored, stored)
}

let width = 20
/** Uploads a picture that no one has uploaded yet. */
async function upload(owner: HttpClient, purpose = 'cover'): Promise<string> {
  const { status, body } = await owner.upload(purpose, await png(width++, 20))
  if (status !== 201) throw new Error(String(body.code))
  return String(body['image'])
}

test('what is shown stays, also in the archive; what was replaced or never saved goes after a day, row and file', async () => {
  const owner = await filledOwner(app.url)
  const other = await filledOwner(app.url)
  const [filled, others] = [await imagesOf(owner), await imagesOf(other)]
  const text = { service: 'tennis', descriptionEn: 'Tennis for everybody at last' }
  const spare = (await owner.rpc('services.create', { ...text, cover: await upload(owner) })).body
  const put = await upload(owner)
  const replaced = (
    await owner.rpc('services.update', { ...text, id: spare['id'], version: 1, descriptionAr: '', state: 'draft', cover: put })
  ).body
  expect((await owner.rpc('services.archive', { id: spare['id'], version: replaced['version'] })).status).toBe(200)
  const [unsaved, foreign] = [await upload(owner), await upload(other)]
  const all = await imagesOf(owner)
  expect(all).toEqual([...filled, String(spare['cover']), put, unsaved].toSorted())

  await sweepImages(app.app)
  expect([await imagesOf(owner), await imagesOf(other)]).toEqual([all, [...others, foreign].toSorted()])
  await age(owner)
  await age(other)
  await sweepImages(app.app)
  expect([await imagesOf(owner), await imagesOf(other)]).toEqual([[...filled, put].toSorted(), others])
  expect([String(spare['cover']), unsaved, foreign].map(isThere)).toEqual([false, false, false])
  expect([...filled, put, ...others].filter((image) => !isThere(image))).toEqual([])
})

test('U2 a vendor at its limit gets on after a day, without anybody at the server; what is in use counts for ever', async () => {
  const owner = await httpOwner(app.url)
  const vendorId = await vendorOf(owner)
  const cover = await upload(owner)
  const service = { service: 'football', cover, descriptionEn: 'Football for girls and boys' }
  expect((await owner.rpc('services.create', service)).status).toBe(200)
  const createdAt = new Date(app.clock.now()).toISOString()
  const rows = Array.from({ length: 199 }, (_, index) => ({ image: `/media/${String(index).padStart(64, '0')}.webp`, createdAt }))
  const rest = { vendorId, purpose: 'cover', bytes: 1, width: 1, height: 1 }
  await tenant(app.app.db, vendorId, (trx) =>
    trx
      .insertInto('media')
      .values(rows.map((row) => ({ ...row, ...rest })))
      .execute(),
  )
  await expect(upload(owner)).rejects.toThrow('image/quota')
  await age(owner)
  const fresh = await upload(owner)
  expect(await imagesOf(owner)).toHaveLength(201)
  await sweepImages(app.app)
  expect(await imagesOf(owner)).toEqual([cover, fresh].toSorted())
})

test('a picture that is chosen again waits for its form again, and its file stays', async () => {
  const owner = await httpOwner(app.url)
  const picture = await png(300, 31)
  const image = String((await owner.upload('cover', picture)).body['image'])
  await age(owner)
  expect((await owner.upload('cover', picture)).body['image']).toBe(image)
  await sweepImages(app.app)
  expect([await imagesOf(owner), isThere(image)]).toEqual([[image], true])
  // Its row is deleted, but the file was stored within the hour, so an upload of it may be in progress.
  await age(owner, false)
  await sweepImages(app.app)
  expect([await imagesOf(owner), isThere(image)]).toEqual([[], true])
})

test('the jobs sweep images by themselves', async () => {
  // The sweep waits while the clock differs from the database's.
  app.clock.set(Date.now())
  const owner = await httpOwner(app.url)
  await upload(owner)
  await age(owner)
  const running = startJobs(app.app, tasks(app.app, {}))
  await expect.poll(() => imagesOf(owner)).toEqual([])
  await running.stop()
})
