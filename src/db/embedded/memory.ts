import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { startEngine } from './engine.ts'

/**
 * A database in memory, for tests and the demo: empty, or a copy of a snapshot (about a tenth of a second).
 * It runs the same engine with the same extensions as the one on disk.
 */
export async function openInMemory(from?: Blob, options: { parsers?: PGliteOptions['parsers'] } = {}): Promise<PGlite> {
  return startEngine({
    ...(from ? { loadDataDir: from } : {}),
    ...(options.parsers ? { parsers: options.parsers } : {}),
  })
}

/** All of a database as one value, from which `openInMemory` creates copies. No transaction may be open. */
export async function databaseSnapshot(pglite: PGlite): Promise<Blob> {
  // Pages that are still in the engine's buffers must be in the files that are copied.
  await pglite.exec('checkpoint')
  return pglite.dumpDataDir('none')
}
