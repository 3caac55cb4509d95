import { randomBytes } from 'node:crypto'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { imageBytes } from '#lib/images.ts'

/** One file of the corpus: its name and declared type, and the refusal's text, or null if a logo may be created from it. */
export type Sample = { name: string; type: string; bytes: Buffer; refusal: string | null }

export const typeRefusal = 'type'
export const tooLarge = 'File is too large, max size is 1MB'
const tooWide = 'File dimensions must be within 400x400px'

/** Placed in everything that must not survive: metadata, comments, trailing data. */
export const canary = 'CANARY-25.2048N'

const script = `<script>alert("${canary}")</script>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${script}</svg>`

const plain = (width: number, height: number, background = '#a33') =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const header = (width: number, height: number) => {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return chunk('IHDR', data)
}

/** A PNG that declares a size in pixels but contains `rows` as its data: a decompression bomb or a lie. */
const claimed = (width: number, height: number, rows: Buffer) =>
  Buffer.concat([pngHead, header(width, height), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))])

/** Inserts a chunk before the end of a PNG. */
const withChunk = (png: Buffer, type: string, data: Buffer) => Buffer.concat([png.subarray(0, -12), chunk(type, data), png.subarray(-12)])

/** A PNG of exactly `bytes` bytes: incompressible noise, padded with a comment. */
async function pngOf(bytes: number): Promise<Buffer> {
  const noise = await sharp(randomBytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } })
    .png()
    .toBuffer()
  return withChunk(noise, 'teXt', Buffer.alloc(bytes - noise.length - 12, 0x61))
}

async function frames(count: number): Promise<Buffer> {
  const pages = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      plain(20, 20, index % 2 ? '#000' : '#fff')
        .png()
        .toBuffer(),
    ),
  )
  return sharp(pages, { join: { animated: true } })
    .webp()
    .toBuffer()
}

const exif = { IFD0: { ImageDescription: canary, Copyright: canary }, IFD3: { GPSLatitude: '25/1 12/1 17/1', GPSLatitudeRef: 'N' } }

/** Creates the sixty files. */
export async function corpus(): Promise<Sample[]> {
  const png = await plain(50, 40).png().toBuffer()
  const jpeg = await plain(50, 40).jpeg().toBuffer()
  const webp = await plain(50, 40).webp().toBuffer()
  const cmyk = await plain(50, 40).toColourspace('cmyk').jpeg().toBuffer()
  const photo = await plain(300, 200).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const animated = await frames(200)
  const bomb = claimed(16_000, 16_000, Buffer.alloc(16_000 * 2000))
  const good = (name: string, bytes: Buffer, type = 'image/png'): Sample => ({ name, type, bytes, refusal: null })
  const bad = (name: string, bytes: Buffer | string, refusal = typeRefusal, type = 'image/png'): Sample => ({
    name,
    type,
    bytes: Buffer.from(bytes as string),
    refusal,
  })
  return [
    bad('a.svg', svg, typeRefusal, 'image/svg+xml'),
    bad('svg-as-png.png', svg),
    bad('bom.svg', `\ufeff<?xml version="1.0"?>${svg}`),
    bad('a.svgz', gzipSync(svg), typeRefusal, 'image/svg+xml'),
    bad('svgz-as-webp.webp', gzipSync(svg), typeRefusal, 'image/webp'),
    bad('html-as-png.png', `<!doctype html>${script}`),
    bad('html-as-jpeg.jpg', `<html>${script}</html>`, typeRefusal, 'image/jpeg'),
    bad('script.js', 'alert(1)', typeRefusal, 'text/javascript'),
    bad('shell.php.png', '<?php system($_GET["c"]); ?>'),
    bad('page.pdf', '%PDF-1.7\n1 0 obj', typeRefusal, 'application/pdf'),
    bad('archive.zip', 'PK\u0003\u0004'),
    bad('script.mvg', 'push graphic-context\nimage over 0,0 0,0 "https://evil.example"'),
    bad('text.txt', 'text', typeRefusal, 'text/plain'),
    bad('a.gif', await sharp(png).gif().toBuffer(), typeRefusal, 'image/gif'),
    bad('a.tiff', await sharp(png).tiff().toBuffer(), typeRefusal, 'image/tiff'),
    bad('a.avif', await sharp(png).avif().toBuffer(), typeRefusal, 'image/avif'),
    bad('gif-as-png.png', await sharp(png).gif().toBuffer()),
    bad('a.bmp', 'BM'.padEnd(60, '\0')),
    bad('empty.png', ''),
    bad('one-byte.png', '\u007f'),
    bad('head-only.png', png.subarray(0, 8)),
    bad('head-and-size.png', png.subarray(0, 33)),
    bad('half.png', png.subarray(0, png.length / 2)),
    bad('half.jpg', jpeg.subarray(0, jpeg.length / 2), typeRefusal, 'image/jpeg'),
    bad('half.webp', webp.subarray(0, webp.length / 2), typeRefusal, 'image/webp'),
    bad('cut-in-the-end.png', png.subarray(0, png.length - 30)),
    bad('noise-after-head.png', Buffer.concat([pngHead, randomBytes(2000)])),
    bad('noise-after-head.jpg', Buffer.concat([jpeg.subarray(0, 3), randomBytes(2000)]), typeRefusal, 'image/jpeg'),
    bad('noise-after-head.webp', Buffer.concat([webp.subarray(0, 16), randomBytes(2000)]), typeRefusal, 'image/webp'),
    bad('html-after-png-head.png', Buffer.concat([pngHead, Buffer.from(script)])),
    bad('html-in-riff.webp', `RIFF\u0010\0\0\0WEBP${script}`, typeRefusal, 'image/webp'),
    bad('wrong-sum.png', Buffer.concat([pngHead, header(50, 40).fill(0, 21), png.subarray(33)])),
    bad('no-pixels.png', claimed(0, 0, Buffer.alloc(1))),
    bad('fewer-rows-than-said.png', claimed(300, 300, Buffer.alloc(50))),
    bad('bomb.png', bomb),
    bad('bomb-of-2-billion.png', claimed(46_000, 46_000, Buffer.alloc(100))),
    bad('widest.png', claimed(0x7fff_ffff, 1, Buffer.alloc(100))),
    bad('401-wide.png', await plain(401, 400).png().toBuffer(), tooWide),
    bad('401-high.png', await plain(400, 401).png().toBuffer(), tooWide),
    bad('401-wide.jpg', await plain(401, 1).jpeg().toBuffer(), tooWide, 'image/jpeg'),
    bad('401-wide.webp', await plain(401, 400).webp().toBuffer(), tooWide, 'image/webp'),
    bad('one-byte-more.png', await pngOf(imageBytes + 1), tooLarge),
    bad('twice.png', Buffer.concat([png, Buffer.alloc(imageBytes)]), tooLarge),
    good('exact.png', await pngOf(imageBytes)),
    good('400.png', await plain(400, 400).png().toBuffer()),
    good('400.webp', await plain(400, 400).webp().toBuffer(), 'image/webp'),
    good('one-pixel.png', await plain(1, 1).png().toBuffer()),
    good('cmyk.jpg', cmyk, 'image/jpeg'),
    good('photo-with-place.jpg', photo, 'image/jpeg'),
    good('animated.webp', animated, 'image/webp'),
    good('grey16.png', await plain(50, 40).toColourspace('grey16').png().toBuffer()),
    good('comment.png', withChunk(png, 'tEXt', Buffer.from(`Comment\0${canary}`))),
    good('polyglot-with-page.jpg', Buffer.concat([jpeg, Buffer.from(`<html>${script}`)]), 'image/jpeg'),
    good('polyglot-with-archive.png', Buffer.concat([png, Buffer.from(`PK\u0003\u0004${canary}`)])),
    good('../../../../evil.png', png),
    good('..\\..\\evil.png', png),
    good('a\u0000.png', png),
    good('x\u202egnp.exe', png),
    good('a.png.html', png, 'text/html'),
    good(`${'n'.repeat(5000)}.png`, png),
  ]
}
