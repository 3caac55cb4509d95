import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { DurableFiles, syncPath, syncTree } from './durable.ts'
import { lockDirectory } from './lock.ts'

/** PGlite's own start parameters without `-F`, which would turn fsync off, and with a WAL that fits a small machine. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'max_wal_size=64MB', 'min_wal_size=32MB', 'shared_buffers=16MB'].flatMap((setting) => [
    '-c',
    setting,
  ]),
]

/** The extensions that the migrations need. */
export const extensions = { btree_gist }

type Parsers = Record<number, (value: string) => unknown>

/** An open embedded database; `close` also gives its lock back. */
export type EmbeddedDatabase = { pglite: PGlite; close: () => Promise<void> }

async function open(files: DurableFiles, parsers: Parsers): Promise<PGlite> {
  return PGlite.create({ fs: files, extensions, parsers, startParams })
}

/** The first start builds beside and renames at the end, so that a cut in the middle leaves nothing half made. */
async function create(dataDir: string, directory: string): Promise<void> {
  const half = `${directory}.init`
  rmSync(half, { recursive: true, force: true })
  const pglite = await open(new DurableFiles(half), {})
  await pglite.close()
  syncTree(half)
  renameSync(half, directory)
  syncPath(dataDir)
}

/** Proves that a commit is flushed: one is made, and the file system must have been asked to sync. */
async function assertDurable(pglite: PGlite, syncs: () => number): Promise<void> {
  const before = syncs()
  await pglite.exec('create table if not exists "fsyncProof" ("at" timestamptz not null)')
  await pglite.exec('delete from "fsyncProof"; insert into "fsyncProof" values (now())')
  const { rows } = await pglite.query<{ fsync: string }>("select current_setting('fsync') as fsync")
  if (syncs() === before || rows[0]?.fsync !== 'on')
    throw new Error('The embedded database does not flush its commits to the disk; it will not be used.')
}

/**
 * Opens the embedded PostgreSQL of a data directory, alone (a lock names the holder), durable
 * (proved at each start), created whole at the first.
 * @param options.parsers how column types become values
 * @param options.files for faults: another file system over the directory
 * @throws when another process holds the directory or commits would not be flushed
 */
export async function openEmbedded(
  dataDir: string,
  {
    parsers = {},
    files = (directory) => new DurableFiles(directory),
  }: { parsers?: Parsers; files?: (directory: string) => DurableFiles } = {},
): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true })
  const lock = lockDirectory(dataDir)
  try {
    const directory = join(dataDir, 'database')
    if (!existsSync(directory)) await create(dataDir, directory)
    const durable = files(directory)
    const pglite = await open(durable, parsers)
    await assertDurable(pglite, () => durable.walSyncs)
    return {
      pglite,
      async close() {
        await pglite.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
