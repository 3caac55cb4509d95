import { embeddedParsers, openOnPglite, type Database } from '../open.ts'
import { backupHandler } from './backup.ts'
import { serveControl } from './control.ts'
import { openEmbedded } from './open-embedded.ts'
import { startUpkeep } from './upkeep.ts'
import { removeDeadCopies } from './work.ts'

/**
 * Opens the product's database in a data directory, migrated, with its upkeep and its control socket for commands.
 * @param report receives the error of a failed round of upkeep
 * @throws as `openEmbedded` and the migrations do; the directory is unlocked then
 */
export async function openEmbeddedDatabase(dataDir: string, report: (error: unknown) => void = () => {}): Promise<Database> {
  const embedded = await openEmbedded(dataDir, { parsers: embeddedParsers })
  try {
    removeDeadCopies(dataDir)
    const db = await openOnPglite(embedded.pglite, () => embedded.close())
    const alone = db.asOwner
    if (!alone) throw new Error('The embedded database has no owner')
    const stopControl = await serveControl(dataDir, { backup: backupHandler(dataDir, alone) })
    const stopUpkeep = startUpkeep(alone, { report })
    return {
      ...db,
      async close() {
        await Promise.all([stopControl(), stopUpkeep()])
        await db.close()
      },
    }
  } catch (error) {
    await embedded.close()
    throw error
  }
}
