import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { auditRow, logged, type Change } from '#server/audit.ts'
import { memberOf, type Call } from '#server/base.ts'
import { failure } from '#server/failure.ts'
import { newId } from '#server/ids.ts'
import { asEntries, type Move, type Source } from './ledger.rules.ts'

/** The hash before the first row of a chain. */
const origin = Buffer.alloc(32)

/** The next hash of a chain: of the one before and a row's values. */
export function linked(before: Uint8Array, values: readonly unknown[]): Buffer {
  return createHash('sha256').update(before).update(JSON.stringify(values)).digest()
}

/** A vendor's books while this transaction holds them. */
export type Books = { entries: number; entriesHash: Uint8Array; events: number; eventsHash: Uint8Array; closedThrough: string | null }

/**
 * Holds a vendor's books until the transaction ends: whatever changes money does so first, so that
 * numbers have no gap, chains have one end, and no month closes underneath.
 * They are held before anything else, so that nobody who holds them waits for one who waits for them.
 */
export async function holdBooks(trx: Trx, vendorId: string): Promise<Books> {
  await trx
    .insertInto('books')
    .values({ vendorId, entriesHash: origin, eventsHash: origin })
    .onConflict((conflict) => conflict.column('vendorId').doNothing())
    .execute()
  return trx
    .selectFrom('books')
    .select(['entries', 'entriesHash', 'events', 'eventsHash', 'closedThrough'])
    .where('vendorId', '=', vendorId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The currency of a business, the digits after its point, and the last closed day. */
export async function currencyOf(trx: Trx, vendorId: string) {
  return trx
    .selectFrom('merchants')
    .innerJoin('countries', 'countries.id', 'merchants.code')
    .leftJoin('books', 'books.vendorId', 'merchants.vendorId')
    .select(['countries.currency', 'countries.exponent', 'books.closedThrough'])
    .where('merchants.vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
}

/** The digits after the point of a paper's own currency, by the countries that use it; one that none uses shows two. */
export const exponentOf = (currency: RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce((select max(country."exponent") from "countries" country where country."currency" = ${currency}), 2)`

/** The values of an entry that its hash covers, in their order. */
function entryValues(row: Record<string, unknown>): unknown[] {
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

/** The values of a money change in the log that its hash covers, in their order. */
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

/** JSON with its keys in order, since the database gives them back in an order of its own. */
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

/** The next number of a gap-free series, such as `sale:2026` (product 3); one that fails leaves no gap. */
async function nextNumber(trx: Trx, vendorId: string, series: string): Promise<number> {
  const { last } = await trx
    .insertInto('numbers')
    .values({ vendorId, series, last: 1 })
    .onConflict((conflict) => conflict.columns(['vendorId', 'series']).doUpdateSet({ last: (eb) => eb('numbers.last', '+', 1) }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** The number of a document: its kind's letters, the year of its day, and the place in that year. */
export async function documentNumber(trx: Trx, vendorId: string, kind: 'S' | 'C' | 'Q' | 'P', day: string): Promise<string> {
  const year = day.slice(0, 4)
  const place = await nextNumber(trx, vendorId, `${kind}:${year}`)
  return `${kind}${year}-${String(place).padStart(5, '0')}`
}

/** What a change of money is written with. */
export type Posting = { source: Source; sourceId: string; day: string; at: string; currency: string; moves: readonly Move[] }

/**
 * Writes entries at the end of the vendor's ledger. The books must be held.
 * @param day of the entries; @throws month/closed where it lies in a closed month
 */
export async function post(trx: Trx, call: Call, posting: Posting): Promise<void> {
  const { app } = call
  const { vendorId } = memberOf(call)
  const { moves, ...common } = posting
  const books = await holdBooks(trx, vendorId)
  if (books.closedThrough !== null && posting.day <= books.closedThrough) throw failure('month/closed')
  let { entries: sequence, entriesHash: hash } = books
  const rows = asEntries(moves).map((move) => {
    sequence += 1
    const row = {
      vendorId,
      id: newId(app.now()),
      sequence,
      ...common,
      debit: move.debit,
      credit: move.credit,
      amount: move.amount,
      method: move.method ?? null,
      customer: move.customer ?? null,
      batch: move.batch ?? null,
      service: move.service ?? null,
      hall: move.hall ?? null,
      trainer: move.trainer ?? null,
    }
    hash = linked(hash, entryValues(row))
    return { ...row, hash }
  })
  if (rows.length === 0) return
  await trx.insertInto('ledger').values(rows).execute()
  await trx.updateTable('books').set({ entries: sequence, entriesHash: hash }).where('vendorId', '=', vendorId).execute()
}

/** Writes the one audit row of a change of money, at the end of its chain. The books must be held. */
export async function auditMoney(trx: Trx, call: Call, change: Change): Promise<void> {
  const { vendorId } = memberOf(call)
  const { events, eventsHash } = await holdBooks(trx, vendorId)
  const row = { ...auditRow(call, change), sequence: events + 1 }
  const hash = linked(eventsHash, eventValues(row))
  const tell = await logged(trx, call, change, { ...row, hash })
  await trx.updateTable('books').set({ events: row.sequence, eventsHash: hash }).where('vendorId', '=', vendorId).execute()
  await tell()
}

/** What a chain tells of itself: its length, and the first place where it is broken; null where it is whole. */
export type Chain = { length: number; brokenAt: number | null }

/** One link as it is stored, with the values that its hash covers. */
type Link = { sequence: number | null; hash: Uint8Array | null; values: unknown[] }

/** Links read at a time: a chain of any length is followed in the same memory. */
const pageOfLinks = 2000

/**
 * Follows one chain from its first link.
 * @param page reads the next links after a sequence
 * @param end tells the length and the last hash that the books have; it is asked after the last link, and
 * again where the chain grew meanwhile, so that nobody has to wait who writes
 */
async function follow(page: (after: number) => Promise<Link[]>, end: () => Promise<{ length: number; hash: Uint8Array }>): Promise<Chain> {
  let [length, before] = [0, origin as Uint8Array]
  for (;;) {
    const links = await page(length)
    for (const { sequence, hash, values } of links) {
      const own = linked(before, values)
      if (sequence !== length + 1 || hash === null || !own.equals(hash)) return { length: (await end()).length, brokenAt: length + 1 }
      length += 1
      before = own
    }
    if (links.length > 0) continue
    const books = await end()
    const grew = books.length > length && (await page(length)).length > 0
    if (!grew)
      return { length: books.length, brokenAt: books.length === length && Buffer.from(before).equals(books.hash) ? null : length + 1 }
  }
}

/**
 * Follows both chains of a vendor from their first row, some at a time: a row that was changed,
 * removed or put in is found. Holds nothing: what is written meanwhile is followed too.
 */
export async function checkBooks(trx: Trx, vendorId: string): Promise<{ entries: Chain; events: Chain }> {
  const books = async () =>
    (await trx
      .selectFrom('books')
      .select(['entries', 'entriesHash', 'events', 'eventsHash'])
      .where('vendorId', '=', vendorId)
      .executeTakeFirst()) ?? { entries: 0, entriesHash: origin, events: 0, eventsHash: origin }
  const rowsOf = (table: 'ledger' | 'audit', after: number) =>
    trx
      .selectFrom(table)
      .selectAll()
      .where('vendorId', '=', vendorId)
      // Also what was put in before the first.
      .where('sequence', '>', after || Number.MIN_SAFE_INTEGER)
      .orderBy('sequence')
      .limit(pageOfLinks)
      .execute() as Promise<(Record<string, unknown> & Omit<Link, 'values'>)[]>
  const links = (table: 'ledger' | 'audit', values: (row: Record<string, unknown>) => unknown[]) => async (after: number) =>
    (await rowsOf(table, after)).map((row) => ({ sequence: row.sequence, hash: row.hash, values: values(row) }))
  return {
    entries: await follow(links('ledger', entryValues), async () => {
      const { entries, entriesHash } = await books()
      return { length: entries, hash: entriesHash }
    }),
    events: await follow(links('audit', eventValues), async () => {
      const { events, eventsHash } = await books()
      return { length: events, hash: eventsHash }
    }),
  }
}
