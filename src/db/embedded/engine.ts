import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'

/** From here on the engine and a backup beside it fit with all that V8 wants for making them fast, in bytes. */
const ample = 2 * 1024 ** 3

/** The memory that this process may use, in bytes: the machine's, or a container's part of it. */
function memory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity)
}

/**
 * The V8 options that the engine needs in so much memory. Optimizing the one function that evaluates
 * PostgreSQL's expressions takes V8 600 MB for a second, soon after each start; without that a statement
 * takes up to half as long again.
 * @param bytes the memory that the process may use
 */
export function optionsWithin(bytes: number): string[] {
  return bytes < ample ? ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] : []
}

/** The extensions that the schema needs. */
export const extensions = { btree_gist }

/** Starts an embedded PostgreSQL with the schema's extensions, within the memory that there is. @throws when it does not open */
export function startEngine(options: Omit<PGliteOptions, 'extensions'> = {}): Promise<PGlite> {
  for (const option of optionsWithin(memory())) setFlagsFromString(option)
  return PGlite.create({ ...options, extensions })
}
