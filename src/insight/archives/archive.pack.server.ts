import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { languages } from '#lib/manner.ts'
import { schemaVersion } from '#db/migrate.ts'
import { catalogueText, type Language } from '#kernel/texts.ts'
import { Ended, openPart, type Copy, type ArchiveFile } from './archive.copy.server.ts'
import { careLeftOut, leftOut } from './archive.rules.ts'

/** The format version of `manifest.json`; increment it when readers would have to change. */
const format = 1

/** The contents of the archive, in words and figures, in one language. */
function readmeOf(copy: Copy, language: Language): string {
  const say = (key: string, values?: Record<string, string | number>) => catalogueText(language, `archives.readme.${key}`, values)
  const sums = (of: Copy['tables'][number]['sums']) =>
    Object.entries(of).flatMap(([currency, columns]) => Object.entries(columns).map(([column, sum]) => `    ${column} ${sum} ${currency}`))
  return [
    say('title', { name: copy.vendor.name || copy.vendor.id }),
    say('asOf', { at: copy.asOf }),
    '',
    say('csv'),
    say('json'),
    say('files', { count: copy.files.length }),
    say('manifest'),
    '',
    say('amounts'),
    ...Object.entries(copy.exponents).map(([currency, exponent]) => `  1 ${currency} = ${10 ** exponent}`),
    '',
    say('counts'),
    ...copy.tables.flatMap(({ table, rows, sums: of }) => [`  ${table} ${rows}`, ...sums(of)]),
    '',
    ...(copy.missing.length > 0 ? [say('missing'), ...copy.missing.map((name) => `  ${name}`), ''] : []),
    say('leftOut'),
  ].join('\r\n')
}

async function write(folder: string, path: string, content: string): Promise<ArchiveFile> {
  const part = await openPart(folder, path)
  await part.write(content)
  return part.close()
}

/**
 * Packs the copy as one ZIP: README.txt, manifest.json with the size and SHA-256 of every other file, data and files.
 * Writes it in pieces, so that it is never in memory as a whole.
 * @param folder the copy's folder
 * @param target the file to create; it must not exist
 * @throws Ended when the process is shutting down
 */
export async function pack(folder: string, copy: Copy, target: string, isOver: () => boolean): Promise<void> {
  const { tables, files, hasCare, ...about } = copy
  const readme = await write(
    folder,
    'README.txt',
    `\ufeff${languages.map((language) => readmeOf(copy, language)).join(`\r\n\r\n${'-'.repeat(72)}\r\n\r\n`)}\r\n`,
  )
  const parts = [readme, ...tables.flatMap(({ csv, json }) => [csv, json]), ...files]
  const manifest = {
    format,
    product: 'Touchline',
    schema: schemaVersion,
    ...about,
    tables: tables.map(({ csv, json, ...table }) => ({ ...table, csv: csv.path, json: json.path })),
    files: parts,
    leftOut: hasCare ? leftOut : { ...leftOut, ...careLeftOut },
  }
  await write(folder, 'manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
  const zip = new ZipFile()
  const failing = new AbortController()
  zip.on('error', (error) => failing.abort(error))
  const [first = readme, ...rest] = parts
  for (const { path } of [first, { path: 'manifest.json' }, ...rest])
    zip.addFile(join(folder, path), path, { mtime: new Date(copy.asOf), mode: 0o100644, compress: !path.startsWith('files/') })
  zip.end()
  async function* wanted(pieces: AsyncIterable<string | Buffer>) {
    for await (const piece of pieces) {
      if (isOver()) throw new Ended()
      yield piece
    }
  }
  await pipeline(zip.outputStream, wanted, createWriteStream(target, { flags: 'wx', mode: 0o600 }), { signal: failing.signal })
}
