import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { StoreAway } from '#kernel/bucket.ts'
import { testServer, type TestApp } from './app.ts'
import { httpClient, httpOwner, type HttpClient } from './browser-session.ts'
import { filledOwner, png } from './filled.ts'

let app: TestApp & { url: string }
let a: Awaited<ReturnType<typeof filledOwner>>
let b: HttpClient
let image: string
beforeAll(async () => {
  app = await testServer()
  a = await filledOwner(app.url)
  b = await httpOwner(app.url)
  image = String((await a.upload('logo', await png(33, 22))).body['image'])
})
afterAll(() => app.close())

const fileOf = (address: string) => {
  const name = address.slice('/media/'.length)
  return readFileSync(join(app.app.config.dataDir, 'media', name.slice(0, 2), name))
}
const fileNames = () =>
  readdirSync(join(app.app.config.dataDir, 'media'), { recursive: true })
    .map(String)
    .filter((name) => name.includes('.'))
const vendorOf = async (client: HttpClient) => String((await client.rpc('accounts.session')).body['vendorId'])
const rowsOf = async (client: HttpClient) => {
  const vendorId = await vendorOf(client)
  return tenant(app.app.db, vendorId, (trx) => trx.selectFrom('media').select(['image', 'bytes', 'createdAt']).orderBy('image').execute())
}

test('U2 an image is an image and nothing else, however it is asked for: as a page, a script, a frame, a worker', async () => {
  const asked: [dest: string, accept: string][] = [
    ['document', 'text/html,application/xhtml+xml'],
    ['script', '*/*'],
    ['iframe', 'text/html'],
    ['object', 'application/pdf'],
    ['embed', 'image/svg+xml'],
    ['style', 'text/css'],
    ['worker', 'text/javascript'],
    ['serviceworker', 'application/javascript'],
    ['image', 'image/avif,image/png'],
  ]
  for (const [dest, accept] of asked) {
    for (const path of [image, `${image}?.html`, `${image}?callback=x`, `${image}#.js`]) {
      const answer = await fetch(app.url + path, { headers: { accept, 'sec-fetch-dest': dest, 'service-worker': 'script' } })
      const where = `${dest} ${path}`
      expect([answer.status, answer.headers.get('content-type')], where).toEqual([200, 'image/webp'])
      expect(answer.headers.get('x-content-type-options'), where).toBe('nosniff')
      expect(answer.headers.get('content-security-policy'), where).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
      expect(answer.headers.get('x-frame-options'), where).toBe('DENY')
      expect(answer.headers.get('content-disposition'), where).toBe('inline; filename="image.webp"')
      expect(answer.headers.get('cross-origin-resource-policy'), where).toBe('same-origin')
      expect(Buffer.from(await answer.arrayBuffer()).equals(fileOf(image)), where).toBe(true)
    }
  }
  const other = ['.html', '.svg', '.webp.html', '.webp/x.html', '.webp%00.html', '.webp;.html', '.WEBP', '.webp%20']
  for (const end of other)
    expect((await fetch(app.url + image.replace('.webp', end))).headers.get('content-type'), end).not.toMatch(/html|svg|script|webp/)
})

test("U2 B can't delete, replace or move A's image: each try is a 404 or a refusal, and the file stays", async () => {
  const before = fileOf(image)
  const rows = await rowsOf(a)
  const name = image.slice('/media/'.length)
  for (const client of [b, httpClient(app.url)]) {
    const headers = { cookie: client.cookie, origin: app.url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    for (const method of ['DELETE', 'PATCH', 'POST']) {
      for (const path of [`/media/${name}`, `/api/images/${name}`, `/rpc/images/${name}`, '/rpc/images/remove', '/rpc/images/delete']) {
        const answer = await fetch(app.url + path, { method, headers, body: JSON.stringify({ json: { image, name } }) })
        expect(path.startsWith('/media/') ? [403, 404, 405] : [404], `${method} ${path}`).toContain(answer.status)
      }
    }
    const put = await fetch(app.url + image, { method: 'PUT', headers, body: JSON.stringify({}) })
    expect(put.status).toBe(405)
  }
  for (const collection of ['media', 'images'])
    for (const call of ['documents.get', 'documents.update'])
      expect(JSON.stringify((await b.rpc(call, { collection, id: name.slice(0, 64), data: {} })).body)).not.toContain('createdAt')
  expect(fileOf(image).equals(before)).toBe(true)
  expect(await rowsOf(a)).toEqual(rows)
})

test("U2 the same picture under A's name is B's own image, and neither may show the other's", async () => {
  const picture = await png(33, 22)
  const own = await b.upload('logo', picture, 'image/webp', image.slice('/media/'.length))
  expect(own.status).toBe(201)
  expect(own.body['image']).not.toBe(image)
  expect((await a.upload('logo', picture)).body['image']).toBe(image)
  const before = fileOf(image)
  const { service } = (await a.rpc('services.get', { id: a.ids.service })).body
  for (const [client, foreign] of [
    [b, image],
    [a, String(own.body['image'])],
  ] as const) {
    const input = { service, descriptionEn: 'Football for girls and boys' }
    const stolen = await client.rpc('services.create', { ...input, cover: foreign })
    const missing = await client.rpc('services.create', { ...input, cover: `/media/${'f'.repeat(64)}.webp` })
    expect([stolen.status, stolen.body]).toEqual([400, missing.body])
  }
  for (const id of Object.values(a.ids)) {
    for (const entity of ['services', 'halls', 'trainers', 'batches']) {
      expect((await b.rpc(`${entity}.archive`, { id, version: 1 })).status).toBe(404)
      expect((await b.rpc(`${entity}.get`, { id })).status).toBe(404)
    }
  }
  const cover = String((await b.upload('cover', picture)).body['image'])
  const row = (await a.rpc('services.get', { id: a.ids.service })).body
  const { id, state } = row
  const fields = Object.fromEntries(['service', 'cover', 'descriptionEn', 'descriptionAr'].map((name) => [name, row[name]]))
  expect((await b.rpc('services.update', { ...fields, state, id, version: 1, cover })).status).toBe(404)
  expect((await b.rpc('services.create', { ...fields, id, cover })).body['cover']).toBe(cover)
  expect((await a.rpc('services.get', { id: a.ids.service })).body).toEqual(row)
  expect(fileOf(image).equals(before)).toBe(true)
})

test('U2 the quota of 200 holds against 20 uploads at once', async () => {
  const full = await httpOwner(app.url)
  const vendorId = await vendorOf(full)
  const createdAt = new Date(app.clock.now()).toISOString()
  const rows = Array.from({ length: 195 }, (_, index) => ({
    vendorId,
    image: `/media/${String(index).padStart(64, '0')}.webp`,
    purpose: 'logo',
    bytes: 1,
    width: 1,
    height: 1,
    createdAt,
  }))
  await tenant(app.app.db, vendorId, (trx) => trx.insertInto('media').values(rows).execute())
  const before = fileNames().length
  const pictures = await Promise.all(Array.from({ length: 20 }, (_, index) => png(20 + index, 20)))
  const answers = await Promise.all(pictures.map((picture) => full.upload('logo', picture)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(answers.filter(({ body }) => body.code === 'image/quota')).toHaveLength(15)
  expect(await rowsOf(full)).toHaveLength(200)
  // The files of the refused uploads have been removed.
  expect(fileNames()).toHaveLength(before + 5)
})

test('U2 a slow disk holds up the upload and no one else; a full one leaves no row', async () => {
  const store = app.app.files.put
  const before = await rowsOf(a)
  let puts = 0
  let go = () => {}
  const blocked = new Promise<void>((resolve) => (go = resolve))
  const reached = new Promise<void>((resolve) => {
    app.app.files.put = async (name, bytes) => {
      puts += 1
      resolve()
      await blocked
      await store(name, bytes)
    }
  })
  const upload = a.upload('logo', await png(61, 17))
  await reached
  expect(await Promise.all([a.rpc('halls.list', {}), b.rpc('halls.list', {})])).toMatchObject([{ status: 200 }, { status: 200 }])
  expect(await rowsOf(a)).toEqual(before)
  go()
  expect([(await upload).status, puts]).toEqual([201, 1])
  expect(await rowsOf(a)).toHaveLength(before.length + 1)

  app.app.files.put = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  expect((await a.upload('logo', await png(62, 17))).status).toBe(503)
  expect(await rowsOf(a)).toHaveLength(before.length + 1)
  app.app.files.put = store
  expect((await a.upload('logo', await png(62, 17))).status).toBe(201)
})

test('U2 while the store of images is away, an upload and a picture say so, and nothing else is held up', async () => {
  const { put, get } = app.app.files
  const before = await rowsOf(a)
  const away = () => Promise.reject(new StoreAway(new Error('connect ECONNREFUSED')))
  Object.assign(app.app.files, { put: away, get: away })
  const upload = await a.upload('logo', await png(63, 17))
  const picture = await fetch(app.url + image)
  const halls = await a.rpc('halls.list', {})
  Object.assign(app.app.files, { put, get })
  expect([upload.status, upload.body['code'], picture.status, picture.headers.get('retry-after'), halls.status]).toEqual([
    503,
    'image/unavailable',
    503,
    '2',
    200,
  ])
  expect(await picture.json()).toMatchObject({ code: 'image/unavailable' })
  expect(await rowsOf(a)).toEqual(before)
  expect((await a.upload('logo', await png(63, 17))).status).toBe(201)
})
