import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageBytes } from '#lib/images.ts'
import { testServer, type TestApp } from './app.ts'
import { httpOwner, type HttpClient } from './browser-session.ts'
import { png } from './filled.ts'
import { canary, corpus, typeRefusal, type Sample } from './picture-corpus.ts'

let app: TestApp & { url: string }
let owner: HttpClient
let samples: Sample[]
beforeAll(async () => {
  app = await testServer()
  owner = await httpOwner(app.url)
  samples = await corpus()
})
afterAll(() => app.close())

/** Every file below the data directory. */
const stored = () =>
  readdirSync(join(app.app.config.dataDir), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(app.app.config.dataDir.length + 1))

/** Browsers escape what can't appear in a multipart file name; a raw request sends it unchanged. */
async function uploadRaw(name: string, bytes: Buffer, type: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const part = (head: string, body: Buffer) => Buffer.concat([Buffer.from(`--edge\r\n${head}\r\n\r\n`), body, Buffer.from('\r\n')])
  const body = Buffer.concat([
    part('Content-Disposition: form-data; name="purpose"', Buffer.from('logo')),
    part(`Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}`, bytes),
    Buffer.from('--edge--\r\n'),
  ])
  const answer = await fetch(`${app.url}/api/images`, {
    method: 'POST',
    headers: { origin: app.url, cookie: owner.cookie, 'content-type': 'multipart/form-data; boundary=edge' },
    body: new Uint8Array(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('U1 a corpus of 60 files: each is taken or refused with its sentence, and refusals leave nothing', async () => {
  expect(samples).toHaveLength(60)
  expect(new Set(samples.map(({ name }) => name)).size).toBe(60)
  const bomb = samples.find(({ name }) => name === 'bomb.png')?.bytes.length ?? 0
  expect(bomb).toBeLessThan(40_000)
  const before = stored()
  const memory = process.memoryUsage().rss
  for (const { name, type, bytes, refusal } of samples.filter((sample) => sample.refusal !== null)) {
    const { status, body } = await owner.upload('logo', bytes, type, name)
    expect([status, body.code], name).toEqual([400, 'request/invalid'])
    const issues = body.data?.issues ?? []
    expect(issues, name).toHaveLength(1)
    if (refusal === typeRefusal) expect(issues[0]?.key, name).toMatch(/^lib\.images\.(?:type|broken|required|dimensions)$/)
    else expect(issues[0]?.message, name).toBe(refusal)
  }
  expect(stored()).toEqual(before)
  expect((process.memoryUsage().rss - memory) / 1e6).toBeLessThan(150)
})

test('U1 what is taken is a fresh picture of at most 400 × 400 without metadata or tail, inside the directory, whatever its name', async () => {
  const before = new Set(stored())
  const names = new Set<string>()
  for (const { name, type, bytes } of samples.filter((sample) => sample.refusal === null)) {
    for (const answer of [await owner.upload('logo', bytes, type, name), await uploadRaw(name.replaceAll('"', ''), bytes, type)]) {
      expect(answer.status, name).toBe(201)
      expect(String(answer.body['image']), name).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/)
      names.add(String(answer.body['image']).slice('/media/'.length))
    }
  }
  const added = stored().filter((file) => !before.has(file))
  expect(added.toSorted()).toEqual([...names].map((name) => join('media', name.slice(0, 2), name)).toSorted())
  for (const file of added) {
    const bytes = readFileSync(join(app.app.config.dataDir, file))
    expect(bytes.includes(canary), file).toBe(false)
    // RIFF counts the bytes after its first eight, so nothing can be appended to the picture.
    expect(bytes.readUInt32LE(4) + 8, file).toBe(bytes.length)
    const { format, width, height, pages, exif, xmp, iptc, comments, orientation, space } = await sharp(bytes).metadata()
    expect([format, width <= 400, height <= 400, space], file).toEqual(['webp', true, true, 'srgb'])
    expect([pages, exif, xmp, iptc, comments, orientation], file).toEqual(Array.from({ length: 6 }, () => undefined))
    await sharp(bytes, { failOn: 'warning' }).raw().toBuffer()
  }
})

test('U1 a refused file is refused the same for every purpose, and a cover still has a limit of pixels', async () => {
  const of = (name: string) => samples.find((sample) => sample.name === name)?.bytes ?? Buffer.alloc(0)
  for (const purpose of ['avatar', 'cover'])
    for (const name of ['a.svg', 'html-as-png.png', 'half.jpg', 'bomb.png', 'bomb-of-2-billion.png', 'empty.png'])
      expect((await owner.upload(purpose, of(name))).status, `${purpose} ${name}`).toBe(400)
  for (const purpose of ['', 'Logo', 'logo\u0000', '../logo', '__proto__'])
    expect((await owner.upload(purpose, await png(10, 10))).body.code, purpose).toBe('request/invalid')
  expect((await owner.upload('cover', Buffer.alloc(imageBytes * 3))).status).toBe(413)
})
