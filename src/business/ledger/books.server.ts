import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { fieldsOf } from '#lib/choices.ts'
import { inChunks } from '#lib/chunks.ts'
import type { Trx } from '#db/tenant.ts'
import { auditRow, logged, type Change } from '#kernel/audit.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { asEntries, type Move, type Source } from './ledger.rules.ts'

/** The hash that precedes the first row of a chain. */
const origin = Buffer.alloc(32)

/** The next hash of a chain, over the previous hash and a row's values. */
export function linked(before: Uint8Array, values: readonly unknown[]): Buffer {
  return createHash('sha256').update(before).update(JSON.stringify(values)).digest()
}

/** A vendor's books, locked by this transaction. */
export type Books = { entries: number; entriesHash: Uint8Array; events: number; eventsHash: Uint8Array; closedThrough: string | null }

/**
 * Locks a vendor's books until the transaction ends. Every change of money does so first, so that numbers have no
 * gap, chains have one end, and no month closes meanwhile.
 * They are locked before anything else, so that their holder can't deadlock with a transaction that waits for them.
 * @throws run/voiding while a billing run is being voided
 */
export async function lockBooks(trx: Trx, vendorId: string): Promise<Books> {
  const locked = () =>
    trx
      .selectFrom('books')
      .select(['entries', 'entriesHash', 'events', 'eventsHash', 'closedThrough', 'pausedBy'])
      .where('vendorId', '=', vendorId)
      .forUpdate()
  // The first change of money creates them; another transaction may do so at the same time.
  const create = async () => {
    await trx
      .insertInto('books')
      .values({ vendorId, entriesHash: origin, eventsHash: origin })
      .onConflict((conflict) => conflict.column('vendorId').doNothing())
      .execute()
    return locked().executeTakeFirstOrThrow()
  }
  const { pausedBy, ...books } = (await locked().executeTakeFirst()) ?? (await create())
  if (pausedBy !== null) throw failure('run/voiding')
  return books
}

/** Sets the last closed day; nothing is posted on or before it. The books must be locked. */
export async function closeThrough(trx: Trx, vendorId: string, closedThrough: string): Promise<void> {
  await trx.updateTable('books').set({ closedThrough }).where('vendorId', '=', vendorId).execute()
}

/** Sets the first day whose deferred revenue closing a month posts. The books must be locked. */
export async function setDeferredSince(trx: Trx, vendorId: string, deferredSince: string): Promise<void> {
  await trx.updateTable('books').set({ deferredSince }).where('vendorId', '=', vendorId).execute()
}

/**
 * The currency of a business, its decimal digits, the last closed day, the first day whose deferred revenue is in the
 * ledger, and the day since which accrual counts deliveries, null where it always did.
 */
export async function currencyOf(trx: Trx, vendorId: string) {
  return trx
    .selectFrom('merchants')
    .innerJoin('countries', 'countries.id', 'merchants.code')
    .leftJoin('books', (join) => join.on('books.vendorId', '=', vendorId))
    .select(['countries.currency', 'countries.exponent', 'books.closedThrough', 'books.deferredSince', 'books.accrualSince'])
    .where('merchants.vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
}

/** The decimal digits of a document's own currency, from the countries that use it; 2 for a currency that none uses. */
export const exponentOf = (currency: RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce((select max(country."exponent") from "countries" country where country."currency" = ${currency}), 2)`

/** The values of an entry that its hash covers, in order. */
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

/** The next number of a gap-free series, such as `sale:2026` (product 3); a rollback leaves no gap. */
async function nextNumber(trx: Trx, vendorId: string, series: string): Promise<number> {
  const { last } = await trx
    .insertInto('numbers')
    .values({ vendorId, series, last: 1 })
    .onConflict((conflict) => conflict.columns(['vendorId', 'series']).doUpdateSet({ last: (eb) => eb('numbers.last', '+', 1) }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** The number of a document: its kind's letter, the year of its day, and its position in that year. */
export async function documentNumber(trx: Trx, vendorId: string, kind: 'S' | 'C' | 'Q' | 'P', day: string): Promise<string> {
  const year = day.slice(0, 4)
  const place = await nextNumber(trx, vendorId, `${kind}:${year}`)
  return `${kind}${year}-${String(place).padStart(5, '0')}`
}

/** The input of `postEntries`: the source of a change of money, and its moves. */
export type Posting = { source: Source; sourceId: string; day: string; at: string; currency: string; moves: readonly Move[] }

/**
 * Appends entries to the vendor's ledger. The books must be locked.
 * @param day of the entries; @throws month/closed where it lies in a closed month
 */
export async function postEntries(trx: Trx, call: Call, posting: Posting): Promise<void> {
  const { app } = call
  const { vendorId } = memberOf(call)
  const { moves, ...common } = posting
  const books = await lockBooks(trx, vendorId)
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
  for (const chunk of inChunks(rows)) await trx.insertInto('ledger').values(chunk).execute()
  await trx.updateTable('books').set({ entries: sequence, entriesHash: hash }).where('vendorId', '=', vendorId).execute()
}

/** Appends the one audit row of a change of money to its chain. The books must be locked. */
export async function auditMoney(trx: Trx, call: Call, change: Change): Promise<void> {
  const { vendorId } = memberOf(call)
  const { events, eventsHash } = await lockBooks(trx, vendorId)
  const row = { ...auditRow(call, change), sequence: events + 1 }
  const hash = linked(eventsHash, eventValues(row))
  const publish = await logged(trx, call, change, { ...row, hash })
  await trx.updateTable('books').set({ events: row.sequence, eventsHash: hash }).where('vendorId', '=', vendorId).execute()
  await publish()
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
