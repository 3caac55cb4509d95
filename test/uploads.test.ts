import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageBytes } from '#lib/images.ts'
import { testServer, type TestApp } from './app.ts'
import { httpOwner, type HttpClient } from './browser-session.ts'
import { png } from './filled.ts'

let app: TestApp & { url: string }
let owner: HttpClient
beforeAll(async () => {
  app = await testServer()
  owner = await httpOwner(app.url)
})
afterAll(() => app.close())

const inFourBytes = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A chunk of a PNG file. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([inFourBytes(data.length), body, inFourBytes(crc32(body))])
}

/** A black greyscale PNG, one bit a pixel: few bytes to write, as many pixels to decode as any other. */
function blackPng(side: number): Buffer {
  const header = Buffer.concat([inFourBytes(side), inFourBytes(side), Buffer.from([1, 0, 0, 0, 0])])
  const rows = Buffer.alloc((1 + side / 8) * side)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))])
}

/** A valid PNG of exactly `bytes` bytes: incompressible noise, padded with a text chunk. */
async function pngOfSize(bytes: number): Promise<Buffer> {
  const picture = await sharp(randomBytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } })
    .png()
    .toBuffer()
  const end = picture.subarray(-12)
  const filler = bytes - picture.length - 12
  return Buffer.concat([picture.subarray(0, -12), chunk('teXt', Buffer.alloc(filler, 0x61)), end])
}

const messageOf = (answer: Awaited<ReturnType<HttpClient['upload']>>) => answer.body.data?.issues?.[0]?.message

test("U1 exactly 1,048,576 bytes and 400 × 400 px pass; one more of either is refused with the form's sentence", async () => {
  const exact = await pngOfSize(imageBytes)
  expect(exact.length).toBe(1_048_576)
  expect((await owner.upload('logo', exact)).status).toBe(201)
  for (const purpose of ['logo', 'avatar', 'cover']) {
    const answer = await owner.upload(purpose, await pngOfSize(imageBytes + 1))
    expect([answer.status, messageOf(answer)]).toEqual([400, 'File is too large, max size is 1MB'])
    expect((await owner.upload(purpose, await png(400, 400))).status).toBe(201)
  }
  expect(messageOf(await owner.upload('logo', await png(401, 400)))).toBe('File dimensions must be within 400x400px')
  expect(messageOf(await owner.upload('logo', await png(400, 401)))).toBe('File dimensions must be within 400x400px')
  expect(messageOf(await owner.upload('avatar', await png(401, 400)))).toBe('Image dimensions must be 400px x 400px or smaller')
  expect((await owner.upload('cover', await png(1200, 900))).status).toBe(201)
})

test('U1 what is no PNG, JPEG or WebP is refused, whatever it calls itself', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>')
  const good = await png(50, 50)
  const bad: [name: string, bytes: Buffer, type: string][] = [
    ['a.svg', svg, 'image/svg+xml'],
    ['a.png', svg, 'image/png'],
    ['a.svgz', gzipSync(svg), 'image/svg+xml'],
    ['a.png', Buffer.from('<html><script>alert(1)</script>'), 'image/png'],
    ['truncated.png', good.subarray(0, good.length / 2), 'image/png'],
    ['head.png', good.subarray(0, 20), 'image/png'],
    ['empty.png', Buffer.alloc(0), 'image/png'],
    ['a.gif', await sharp(good).gif().toBuffer(), 'image/gif'],
    ['a.tiff', await sharp(good).tiff().toBuffer(), 'image/tiff'],
    ['a.avif', await sharp(good).avif().toBuffer(), 'image/avif'],
    ['a.pdf', Buffer.from('%PDF-1.4'), 'application/pdf'],
    ['noise.png', Buffer.concat([good.subarray(0, 8), randomBytes(2000)]), 'image/png'],
    ['a.php.png', Buffer.from('<?php system($_GET["c"]); ?>'), 'image/png'],
  ]
  for (const [name, bytes, type] of bad) {
    const answer = await owner.upload('logo', bytes, type, name)
    expect([400, 413], name).toContain(answer.status)
    expect(answer.body.code, name).toBe('request/invalid')
  }
})

test('U1 a 16,000 × 16,000 bomb is refused before it is decoded, and memory stays', async () => {
  const bomb = blackPng(16_000)
  expect(await sharp(bomb, { limitInputPixels: false }).metadata()).toMatchObject({ width: 16_000, height: 16_000 })
  expect(bomb.length).toBeLessThan(imageBytes)
  const before = process.memoryUsage().rss
  expect((await owner.upload('cover', bomb)).status).toBe(400)
  expect((await owner.upload('logo', bomb)).status).toBe(400)
  expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(150)
})

test('U1 the stored file is a fresh WebP without metadata or anything after the picture; names never leave the directory', async () => {
  const canary = 'CANARY-GPS-25.2048N'
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a33' } })
    .withExif({ IFD0: { ImageDescription: canary } })
    .jpeg()
    .toBuffer()
  const tailed = Buffer.concat([photo, Buffer.from(`<script>${canary}</script>`)])
  for (const name of ['../../evil.webp', 'a\u0000.png', 'x\u202egnp.exe', 'a.png.html', '/etc/passwd']) {
    const answer = await owner.upload('cover', tailed, 'image/jpeg', name)
    expect(answer.status, name).toBe(201)
    const image = String(answer.body['image'])
    expect(image).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/)
    const stored = await fetch(app.url + image)
    expect(stored.headers.get('content-type')).toBe('image/webp')
    expect(stored.headers.get('x-content-type-options')).toBe('nosniff')
    expect(stored.headers.get('content-security-policy')).toContain('sandbox')
    const bytes = Buffer.from(await stored.arrayBuffer())
    expect(bytes.includes(canary)).toBe(false)
    const { format, exif, width } = await sharp(bytes).metadata()
    expect([format, exif, width]).toEqual(['webp', undefined, 300])
  }
  const files = readdirSync(join(app.app.config.dataDir, 'media'), { recursive: true })
    .map(String)
    .filter((file) => file.includes('.'))
  expect(files.every((file) => /^[0-9a-f]{2}[/\\][0-9a-f]{64}\.webp$/.test(file))).toBe(true)
})

test('U2 the 201st image of a vendor is refused, another vendor is not; a foreign image can be named by no one', async () => {
  const full = await httpOwner(app.url)
  const first = String((await full.upload('logo', await png(10, 10))).body['image'])
  const { body } = await full.rpc('accounts.session')
  const { tenant } = await import('#db/tenant.ts')
  await tenant(app.app.db, String(body['vendorId']), (trx) =>
    trx
      .insertInto('media')
      .values(
        Array.from({ length: 199 }, (_, index) => ({
          vendorId: String(body['vendorId']),
          image: `/media/${String(index).padStart(64, '0')}.webp`,
          purpose: 'logo',
          bytes: 1,
          width: 1,
          height: 1,
          createdAt: new Date(app.clock.now()).toISOString(),
        })),
      )
      .execute(),
  )
  expect((await full.upload('logo', await png(11, 11))).body.code).toBe('image/quota')
  expect((await full.upload('logo', await png(10, 10))).status).toBe(201)
  expect((await owner.upload('logo', await png(12, 12))).status).toBe(201)
  const stolen = await owner.rpc('services.create', { service: 'football', cover: first, descriptionEn: 'Football for girls and boys' })
  const missing = await owner.rpc('services.create', {
    service: 'football',
    cover: `/media/${'f'.repeat(64)}.webp`,
    descriptionEn: 'Football for girls and boys',
  })
  expect(stolen.status).toBe(400)
  expect(stolen.body).toEqual(missing.body)
})
