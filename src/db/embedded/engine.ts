import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'

/** From this much memory on, in bytes, the engine, a concurrent backup and V8's optimizations of both fit. */
const ample = 2 * 1024 ** 3

/** The memory available to this process, in bytes: the machine's, or its container's limit. */
function memory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity)
}

/**
 * The V8 options that the engine needs with this much memory. V8 uses 600 MB for a second, soon after each
 * start, to optimize the one function that evaluates PostgreSQL's expressions; without that optimization
 * a statement takes up to half as long again.
 * @param bytes the memory available to the process
 */
export function optionsWithin(bytes: number): string[] {
  return bytes < ample ? ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] : []
}

/** The extensions that the schema needs. */
export const extensions = { btree_gist }

/** Starts an embedded PostgreSQL with the schema's extensions, within the available memory. @throws when it does not open */
export function startEngine(options: Omit<PGliteOptions, 'extensions'> = {}): Promise<PGlite> {
  for (const option of optionsWithin(memory())) setFlagsFromString(option)
  return PGlite.create({ ...options, extensions })
}
