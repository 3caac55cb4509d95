import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { FileStore } from './files.ts'
import type { Logo } from './mail-layout.ts'
import type { Mailer } from './mail.ts'
import type { Workers } from './outbox.ts'

/** How large a logo is shown, in CSS pixels, and how many of its own stand for each. */
const shown = { width: 160, height: 48, density: 2 }

/**
 * The logo of the business that writes; nothing where it has none, or while the store is away: a mail waits for no picture.
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

/** Sends a queued mail, with the logo that its business has by then. */
export function mailWorker(files: Pick<FileStore, 'get'>, mailer: Pick<Mailer, 'send'>): Workers['mail'] {
  return async (mail, signal, jobId) => mailer.send({ ...mail, logo: await readLogo(files, mail.sender?.logo) }, signal, jobId)
}
