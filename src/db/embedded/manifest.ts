import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, readdir, realpath, rename, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { syncDirectory, syncTree } from './durable.ts'

const file = z.object({
  // Forward slashes, below the folder: a manifest must not reach outside of it.
  path: z.string().check(z.refine((path) => path === posix.normalize(path) && !path.startsWith('/') && !path.startsWith('..'))),
  bytes: z.number(),
  sha256: z.string(),
})

const manifest = z.object({
  format: z.literal('touchline-backup-1'),
  madeAt: z.string(),
  engine: z.enum(['embedded', 'server']),
  postgres: z.string(),
  schema: z.string(),
  database: file,
  tables: z.record(z.string(), z.object({ rows: z.number(), digest: z.string() })),
  media: z.array(file),
  key: z.nullable(file),
})

/** A file of a backup, by its path in the folder. */
export type BackupFile = z.infer<typeof file>
/** The contents of a backup. The manifest is written last, so a folder without one is not a backup. */
export type Manifest = z.infer<typeof manifest>

const nameOf = (folder: string) => join(folder, 'manifest.json')

/** Copies a file durably to a new one and hashes what it reads. Only the copy's owner may read it. */
export async function copyHashed(from: string, folder: string, path: string): Promise<BackupFile> {
  const to = join(folder, path)
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      bytes += chunk.length
      next(null, chunk)
    },
  })
  await pipeline(createReadStream(from), count, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }))
  const { atime, mtime } = await stat(from)
  await utimes(to, atime, mtime)
  return { path, bytes, sha256: hash.digest('hex') }
}

/** Describes a file that is already in the folder. */
export async function hashed(folder: string, path: string): Promise<BackupFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

/** The files below a directory with forward slashes, without half-written files; none where it is missing. */
export async function filesBelow(directory: string): Promise<string[]> {
  if (!existsSync(directory)) return []
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => posix.join(entry.parentPath.slice(directory.length).replaceAll('\\', '/'), entry.name).replace(/^\//, ''))
    .toSorted()
}

/** Resolves a path, even when its end does not exist yet. */
async function realPlace(path: string): Promise<string> {
  const parent = dirname(path)
  return realpath(path).catch(async () => (parent === path ? path : join(await realPlace(parent), basename(path))))
}

/** Creates the folder of a new backup. @throws when it is not empty, or lies in the data directory that is backed up */
export async function newFolder(folder: string, home: string): Promise<void> {
  const way = relative(await realPlace(home), await realPlace(resolve(folder)))
  if (!isAbsolute(way) && way.split(sep)[0] !== '..')
    throw new Error(`${resolve(folder)} lies in the data directory ${home}, and would be lost with it: name a folder elsewhere`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: name a new folder for each backup`)
}

/** Completes a backup: everything is on disk before the manifest says so. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const temporary = `${nameOf(folder)}.part`
  syncTree(folder)
  await writeFile(temporary, `${JSON.stringify(content, null, 1)}\n`, { flush: true, mode: 0o600 })
  await rename(temporary, nameOf(folder))
  syncDirectory(folder)
}

/**
 * Reads a backup's manifest and verifies every file that it names.
 * @throws when the folder is not a complete backup, or naming the files that are missing or changed
 */
export async function verifiedManifest(folder: string): Promise<Manifest> {
  if (!existsSync(nameOf(folder))) throw new Error(`${folder} is no complete backup: it has no manifest.json`)
  const parsed = manifest.safeParse(JSON.parse(await readFile(nameOf(folder), 'utf8')))
  if (!parsed.success) throw new Error(`${nameOf(folder)} is not a manifest that this version understands`)
  const { database, media, key } = parsed.data
  const wrong: string[] = []
  for (const named of [database, ...media, ...(key ? [key] : [])]) {
    const found = existsSync(join(folder, named.path)) ? await hashed(folder, named.path) : null
    if (!found) wrong.push(`${named.path} is missing`)
    else if (found.sha256 !== named.sha256) wrong.push(`${named.path} was changed`)
  }
  if (wrong.length > 0) throw new Error(`The backup in ${folder} is damaged: ${wrong.slice(0, 10).join('; ')}`)
  return parsed.data
}
