import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOnPglite, openServer } from '../open.ts'
import { asking, fillFromDump } from './backup.ts'
import { plainText, type RunStatement } from './contents.ts'
import { verifiedManifest } from './manifest.ts'
import { openInMemory } from './memory.ts'
import { restoreServer, suspendForcedSecurity, withClient } from './server.ts'

/** What is read from a copy before and after the upgrade; the session sees every business's rows. */
type Reader<T> = (ask: RunStatement) => Promise<T>

/**
 * Upgrades a copy of a backup to this version's schema, in memory, or in the empty database of a server, where it stays.
 * @param url the server's database; null for the backup of an embedded database
 * @returns what was read before and after
 */
export async function rehearse<T>(folder: string, url: string | null, read: Reader<T>): Promise<{ before: T; after: T }> {
  if (url !== null) return rehearseOnServer(folder, url, read)
  const manifest = await verifiedManifest(folder)
  if (manifest.engine !== 'embedded') throw new Error(`${folder} is the backup of a server: set DATABASE_URL to an empty database`)
  const pglite = await openInMemory()
  try {
    await fillFromDump(pglite, await readFile(join(folder, manifest.database.path), 'utf8'), manifest.tables)
    const before = await read(asking(pglite))
    await openOnPglite(pglite, async () => {})
    await pglite.exec(`reset role; ${plainText}`)
    return { before, after: await read(asking(pglite)) }
  } finally {
    await pglite.close()
  }
}

async function rehearseOnServer<T>(folder: string, url: string, read: Reader<T>): Promise<{ before: T; after: T }> {
  const images = mkdtempSync(join(tmpdir(), 'touchline-rehearsal-'))
  /** The owner of a copy need not be one who sees all rows. */
  const readAll = () =>
    withClient(url, async (ask) => {
      await ask(plainText)
      const force = await suspendForcedSecurity(ask)
      const found = await read(ask)
      await force()
      return found
    })
  try {
    await restoreServer(url, images, folder)
    const before = await readAll()
    await (await openServer(url)).close()
    return { before, after: await readAll() }
  } finally {
    rmSync(images, { recursive: true, force: true })
  }
}
