import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

type Source = (size: number) => Buffer

/** The source of random bytes, and how many ids were created in the last moment. */
type Maker = { draw: Source; moment: number; count: number }

/** Takes random bytes from the system in portions: each call to it costs as much as sending a statement. */
function inPortions(portion = 4096): Source {
  let [left, at] = [Buffer.alloc(0), 0]
  return (size) => {
    if (at + size > left.length) [left, at] = [randomBytes(portion), 0]
    at += size
    return Buffer.from(left.subarray(at - size, at))
  }
}

const maker = (draw: Source): Maker => ({ draw, moment: 0, count: 0 })
const own = maker(inPortions())
const drawn = new AsyncLocalStorage<Maker>()

/**
 * Runs work whose new ids take their random part from a repeatable source, so that the demo data has the same
 * ids in each run. Nothing that serves requests calls it.
 */
export function withIdsFrom<T>(source: Source, work: () => Promise<T>): Promise<T> {
  return drawn.run(maker(source), work)
}

/** An id that never belongs to anyone or anything. */
export const nilId = '00000000-0000-0000-0000-000000000000'

/**
 * A new UUIDv7: ids are created in the app (citus rule 3) and sort by time. Ids of the same process and millisecond
 * sort in the order of creation: a count of 26 bits precedes the 48 random ones (RFC 9562, 6.2, method 1).
 * @param now milliseconds since the epoch
 */
export function newId(now: number = Date.now()): string {
  const from = drawn.getStore() ?? own
  from.count = from.moment === now ? from.count + 1 : 0
  from.moment = now
  const bytes = from.draw(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt16BE(0x7000 | ((from.count >> 14) & 0xfff), 6)
  bytes.writeUInt16BE(0x8000 | (from.count & 0x3fff), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
