import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import { extensions } from '#db/embedded/engine.ts'
import { databaseDirectory } from '#db/embedded/open-embedded.ts'
import { embeddedParsers } from '#db/open.ts'

const home = '/pglite/data'
const block = 512

/** The contents of a template: paths relative to the database's folder, and each file's bytes as a view of one buffer. */
function* entriesOf(template: string): Generator<{ path: string; bytes: Uint8Array | null }> {
  const whole = readFileSync(template)
  const text = (from: number, length: number) => whole.toString('latin1', from, from + length).replace(/\0.*/s, '')
  for (let at = 0; whole[at];) {
    const path = text(at, 100)
    const size = Number.parseInt(text(at + 124, 12), 8)
    const isFolder = text(at + 156, 1) === '5'
    at += block
    yield { path, bytes: isFolder ? null : new Uint8Array(whole.buffer, whole.byteOffset + at, size) }
    at += Math.ceil(size / block) * block
  }
}

/**
 * Unpacks the template's database into an empty data directory, as if the product had been stopped there: starting on nothing takes
 * twice as long.
 */
export function unpackInto(dataDir: string, template: string): void {
  const home = databaseDirectory(dataDir)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  for (const { path, bytes } of entriesOf(template)) {
    if (bytes) writeFileSync(home + path, bytes, { mode: 0o600 })
    else mkdirSync(home + path, { recursive: true, mode: 0o700 })
  }
}

/**
 * The files of an embedded database that begins as a copy of a template, which is a dump. The engine unpacks it byte by
 * byte, which takes longer than the rest of its start: here each file is a view of one buffer.
 */
class TemplateFiles extends MemoryFS {
  readonly #template: string
  constructor(template: string) {
    super()
    this.#template = template
  }

  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg!.Module
    FS.mkdirTree(home)
    for (const { path, bytes } of entriesOf(this.#template)) {
      if (bytes) FS.writeFile(home + path, bytes, { canOwn: true })
      else FS.mkdirTree(home + path)
    }
  }
}

/** An embedded database in memory that begins as a copy of a template. */
export function openCopy(template: string): Promise<PGlite> {
  return PGlite.create({
    fs: new TemplateFiles(template),
    extensions,
    parsers: embeddedParsers,
    // As in the product: the engine's default 128 MB are filled with zeros at each start.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  })
}
