import { sql, type RawBuilder } from 'kysely'
import { inChunks } from '#lib/chunks.ts'
import type { Trx } from '#db/tenant.ts'
import { together } from '#db/together.ts'
import { auditRow, logging, type Change } from '#kernel/audit.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import { askAny, type Asking } from '#kernel/guards.ts'
import { newId } from '#kernel/ids.ts'
import { entryValues, eventValues, linked, origin } from './chain-links.server.ts'
import { documentMatched } from './ledger.guards.ts'
import { asEntries, type Move, type Source } from './ledger.rules.ts'
import { accountsFor } from './money-account.row.server.ts'

/** A vendor's books, locked by this transaction. */
export type Books = { entries: number; entriesHash: Uint8Array; events: number; eventsHash: Uint8Array; closedThrough: string | null }

/** The books that transactions have locked: until its end, no one but the transaction itself changes them. */
const lockedBy = new WeakMap<Trx, Books>()

/** Changes what a transaction knows of the books that it has locked. */
const note = (trx: Trx, changes: Partial<Books>) => {
  const books = lockedBy.get(trx)
  if (books) lockedBy.set(trx, { ...books, ...changes })
}

/** The next lock of a transaction reads its books again, and whether they are paused. */
export const letGo = (trx: Trx) => lockedBy.delete(trx)

/**
 * Locks a vendor's books until the transaction ends; later calls in the same transaction send nothing. Every change of money does so first, so that numbers have no
 * gap, chains have one end, and no month closes meanwhile.
 * They are locked before anything else, so that their holder can't deadlock with a transaction that waits for them.
 * @throws run/voiding while a billing run is being voided
 */
export async function lockBooks(trx: Trx, vendorId: string): Promise<Books> {
  const before = lockedBy.get(trx)
  if (before) return before
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
  lockedBy.set(trx, books)
  return books
}

/** Sets the last closed day; nothing is posted on or before it. The books must be locked. */
export async function closeThrough(trx: Trx, vendorId: string, closedThrough: string): Promise<void> {
  await trx.updateTable('books').set({ closedThrough }).where('vendorId', '=', vendorId).execute()
  note(trx, { closedThrough })
}

/** Sets the first day whose deferred revenue closing a month posts. The books must be locked. */
export async function setDeferredSince(trx: Trx, vendorId: string, deferredSince: string): Promise<void> {
  await trx.updateTable('books').set({ deferredSince }).where('vendorId', '=', vendorId).execute()
}

/**
 * The country of a business (ISO code), its currency with its decimal digits, the last closed day, the first day whose deferred revenue is in the
 * ledger, and the day since which accrual counts deliveries, null where it always did.
 */
export async function currencyOf(trx: Trx, vendorId: string) {
  return trx
    .selectFrom('merchants')
    .innerJoin('countries', 'countries.id', 'merchants.code')
    .leftJoin('books', (join) => join.on('books.vendorId', '=', vendorId))
    .select([
      'countries.id as country',
      'countries.currency',
      'countries.exponent',
      'books.closedThrough',
      'books.deferredSince',
      'books.accrualSince',
    ])
    .where('merchants.vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
}

/** The decimal digits of a document's own currency, from the countries that use it; 2 for a currency that none uses. */
export const exponentOf = (currency: RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce((select max(country."exponent") from "countries" country where country."currency" = ${currency}), 2)`

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

/** @throws document/matched where a line of the bank is matched with an entry of the document, which therefore can't be reversed */
export async function assertUnmatched(asking: Asking, document: string): Promise<void> {
  if (await askAny(asking, documentMatched, { document })) throw failure('document/matched')
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
  const entries = asEntries(moves)
  const accountOf = await accountsFor({ trx, vendorId, now: posting.at, newId: () => newId(app.now()) }, posting.source, entries)
  const rows = entries.map((move) => {
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
      intoAccount: accountOf(move.debit, move.into, move.method),
      fromAccount: accountOf(move.credit, move.from, move.method),
      taxClass: move.taxClass ?? null,
      taxRateThousandths: move.taxRateThousandths ?? null,
    }
    hash = linked(hash, entryValues(row))
    return { ...row, hash }
  })
  if (rows.length === 0) return
  const counted = trx.updateTable('books').set({ entries: sequence, entriesHash: hash }).where('vendorId', '=', vendorId)
  await together(trx, ...inChunks(rows).map((chunk) => trx.insertInto('ledger').values(chunk).compile()), counted.compile())
  note(trx, { entries: sequence, entriesHash: hash })
}

/** Appends the one audit row of a change of money to its chain. The books must be locked. */
export async function auditMoney(trx: Trx, call: Call, change: Change): Promise<void> {
  const { vendorId } = memberOf(call)
  const { events, eventsHash } = await lockBooks(trx, vendorId)
  const row = { ...auditRow(call, change), sequence: events + 1 }
  const hash = linked(eventsHash, eventValues(row))
  const { statement, publish } = logging(trx, call, change, { ...row, hash })
  const counted = trx.updateTable('books').set({ events: row.sequence, eventsHash: hash }).where('vendorId', '=', vendorId)
  const [listeners] = await together(trx, statement, counted.compile())
  note(trx, { events: row.sequence, eventsHash: hash })
  await publish(listeners)
}
