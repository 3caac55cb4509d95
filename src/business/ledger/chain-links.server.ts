import { createHash } from 'node:crypto'
import { fieldsOf } from '#lib/choices.ts'
import type { Trx } from '#db/tenant.ts'

/** The hash that precedes the first row of a chain. */
export const origin = Buffer.alloc(32)

/** The next hash of a chain, over the previous hash and a row's values. */
export function linked(before: Uint8Array, values: readonly unknown[]): Buffer {
  return createHash('sha256').update(before).update(JSON.stringify(values)).digest()
}

/** The values of an entry that its hash covers, in order. */
export function entryValues(row: Record<string, unknown>): unknown[] {
  return [
    row['sequence'],
    row['id'],
    row['at'],
    row['day'],
    row['source'],
    row['sourceId'],
    row['debit'],
    row['credit'],
    row['amount'],
    row['currency'],
    row['method'],
    row['customer'],
    row['batch'],
    row['service'],
    row['hall'],
    row['trainer'],
  ]
}

/** The values of a logged change of money that its hash covers, in order. */
export function eventValues(row: Record<string, unknown>): unknown[] {
  return [
    row['sequence'],
    row['id'],
    row['at'],
    row['actor'],
    row['action'],
    row['entity'],
    row['target'],
    canonical(row['before']),
    canonical(row['after']),
  ]
}

/** JSON with sorted keys, since the database does not preserve their order. */
function canonical(value: unknown): unknown {
  const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value
  const sorted = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(sorted)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, sorted(inner)]),
    )
  }
  return sorted(parsed) ?? null
}

/** The state of a chain: its length, and the first place where it is broken; null where it is intact. */
export type Chain = { length: number; brokenAt: number | null }

/** A place in a chain: the number of links up to it, and the hash of the last. */
export type ChainPlace = { length: number; hash: Uint8Array }

/** The two chains of a vendor: the ledger's entries, and the logged changes of money. */
export const chains = ['entries', 'events'] as const
export type ChainName = (typeof chains)[number]

type Row = Record<string, unknown> & { sequence: number | null; hash: Uint8Array | null }
/** Reads the next rows after a sequence, and the end of the chain according to the books. */
export type ChainReader = { page: (after: number) => Promise<Row[]>; end: () => Promise<ChainPlace> }

/** Links read at a time, so that memory use does not depend on the chain's length. */
const pageOfLinks = 2000

/** Reads a chain of a vendor; `inTurn` runs each statement, so that a long chain need not be one transaction. */
export function chainReader(name: ChainName, vendorId: string, inTurn: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>): ChainReader {
  return {
    page: (after) =>
      inTurn(
        (trx) =>
          trx
            .selectFrom(name === 'entries' ? 'ledger' : 'audit')
            .selectAll()
            .where('vendorId', '=', vendorId)
            // Also finds rows inserted before the first.
            .where('sequence', '>', after || Number.MIN_SAFE_INTEGER)
            .orderBy('sequence')
            .limit(pageOfLinks)
            .execute() as Promise<Row[]>,
      ),
    end: () =>
      inTurn(async (trx) => {
        const books = await trx.selectFrom('books').selectAll().where('vendorId', '=', vendorId).executeTakeFirst()
        return books ? { length: books[name], hash: books[`${name}Hash`] } : { length: 0, hash: origin }
      }),
  }
}

/** Whether a row's texts were erased, as for bills that no law requires any more. */
const isEmptied = ({ after }: Row) => JSON.stringify(after) === '{"erased":true}'

/** The places of emptied rows that a `forget` row lists. */
function emptiedBy({ action, after }: Row): number[] {
  const { sequences } = fieldsOf(action === 'forget' ? after : null)
  return Array.isArray(sequences) ? sequences.filter((sequence) => typeof sequence === 'number') : []
}

/**
 * Follows one chain. Its end is read after the last link, and again where the chain grew meanwhile, so that no writer
 * has to wait. An emptied row is accepted with its stored hash where a later link lists it.
 * @param from a place up to which it was found intact before; its first link by default
 * @returns its length, where it is broken, and the place up to which it is intact
 */
export async function followChain(
  name: ChainName,
  { page, end }: ChainReader,
  from: ChainPlace = { length: 0, hash: origin },
): Promise<Chain & { whole: ChainPlace }> {
  let { length, hash: before } = from
  const unnamed = new Set<number>()
  const broken = async (at: number) => ({ length: (await end()).length, brokenAt: at, whole: from })
  for (;;) {
    const rows = await page(length)
    for (const row of rows) {
      const own = linked(before, name === 'entries' ? entryValues(row) : eventValues(row))
      const isWhole = row.hash !== null && own.equals(row.hash)
      if (row.sequence !== length + 1 || row.hash === null || (!isWhole && !(name === 'events' && isEmptied(row))))
        return broken(length + 1)
      length += 1
      before = row.hash
      if (!isWhole) unnamed.add(length)
      else if (name === 'events') for (const place of emptiedBy(row)) unnamed.delete(place)
    }
    if (rows.length > 0) continue
    const books = await end()
    const grew = books.length > length && (await page(length)).length > 0
    if (grew) continue
    if (unnamed.size > 0) return broken(Math.min(...unnamed))
    if (books.length !== length || !Buffer.from(before).equals(books.hash)) return broken(length + 1)
    return { length, brokenAt: null, whole: { length, hash: before } }
  }
}

/**
 * Follows both chains of a vendor from their first row, page by page, and so finds every row that was changed,
 * removed or inserted. Takes no lock: rows written meanwhile are followed too.
 */
export async function checkBooks(trx: Trx, vendorId: string): Promise<{ entries: Chain; events: Chain }> {
  const check = async (name: ChainName) => {
    const { whole: _whole, ...chain } = await followChain(
      name,
      chainReader(name, vendorId, (work) => work(trx)),
    )
    return chain
  }
  return { entries: await check('entries'), events: await check('events') }
}
