import { readFileSync } from 'node:fs'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import { extensions } from '#db/embedded/engine.ts'
import { embeddedParsers } from '#db/open.ts'

const home = '/pglite/data'
const block = 512

/**
 * The files of an embedded database that begins as a copy of a template, itself a dump. To unpack
 * one byte by byte, as the engine does, takes longer than the rest of its start: here each file is a part of one buffer.
 */
class TemplateFiles extends MemoryFS {
  readonly #template: string
  constructor(template: string) {
    super()
    this.#template = template
  }

  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg!.Module
    const whole = readFileSync(this.#template)
    const text = (from: number, length: number) => whole.toString('latin1', from, from + length).replace(/\0.*/s, '')
    FS.mkdirTree(home)
    for (let at = 0; whole[at];) {
      const path = home + text(at, 100)
      const size = Number.parseInt(text(at + 124, 12), 8)
      const isFolder = text(at + 156, 1) === '5'
      at += block
      if (isFolder) FS.mkdirTree(path)
      else FS.writeFile(path, new Uint8Array(whole.buffer, whole.byteOffset + at, size), { canOwn: true })
      at += Math.ceil(size / block) * block
    }
  }
}

/** An embedded database in memory that begins as a copy of a template. */
export function openCopy(template: string): Promise<PGlite> {
  return PGlite.create({
    fs: new TemplateFiles(template),
    extensions,
    parsers: embeddedParsers,
    // As the product has it: the engine's own 128 MB are written full of zeros at each start.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  })
}
