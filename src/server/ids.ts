import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

type Source = (size: number) => Buffer

const drawn = new AsyncLocalStorage<Source>()

/**
 * Runs work whose new ids take their random part from a source that can be repeated: the demo
 * data has the same ids in each run. Nothing that serves requests calls it.
 */
export function withIdsFrom<T>(source: Source, work: () => Promise<T>): Promise<T> {
  return drawn.run(source, work)
}

/** The id that nobody and nothing has. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * A new UUIDv7: ids are made in the app (citus rule 3) and sort by time.
 * @param now milliseconds since the epoch
 */
export function newId(now: number = Date.now()): string {
  const bytes = (drawn.getStore() ?? randomBytes)(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
