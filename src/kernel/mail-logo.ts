import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { FileStore } from './files.ts'
import type { Logo } from './mail-layout.ts'
import type { Mailer } from './mail.ts'
import type { Workers } from './outbox.ts'

/** The maximum display size of a logo in CSS pixels, and its pixel density. */
const shown = { width: 160, height: 48, density: 2 }

/**
 * The logo of the sending business; undefined if it has none, or while the store is unavailable: no mail waits for a picture.
 * @param image its address, `/media/<name>`
 */
async function readLogo(files: Pick<FileStore, 'get'>, image: string | undefined): Promise<Logo | undefined> {
  if (!image) return undefined
  try {
    const file = await files.get(image.slice('/media/'.length))
    if (!file) return undefined
    const { data, info } = await sharp(await buffer(file.stream))
      .resize({ width: shown.width * shown.density, height: shown.height * shown.density, fit: 'inside' })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return { png: data, width: Math.round(info.width / shown.density), height: Math.round(info.height / shown.density) }
  } catch {
    return undefined
  }
}

/** Sends a queued mail, with its business's current logo. */
export function mailWorker(files: Pick<FileStore, 'get'>, mailer: Pick<Mailer, 'send'>): Workers['mail'] {
  return async (mail, signal, jobId) => mailer.send({ ...mail, logo: await readLogo(files, mail.sender?.logo) }, signal, jobId)
}
