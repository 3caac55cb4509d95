import { createHash } from 'node:crypto'
import type { Trx } from '#db/tenant.ts'
import { auditRow, type Change } from '#server/audit.ts'
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

/** The values of an entry that its hash covers, in their order. */
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
export async function documentNumber(trx: Trx, vendorId: string, kind: 'S' | 'C' | 'Q', day: string): Promise<string> {
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
  await trx
    .insertInto('audit')
    .values({ ...row, hash })
    .execute()
  await trx.updateTable('books').set({ events: row.sequence, eventsHash: hash }).where('vendorId', '=', vendorId).execute()
}

/** What a chain tells of itself: its length, and the first place where it is broken; null where it is whole. */
export type Chain = { length: number; brokenAt: number | null }

function check(rows: { values: unknown[]; sequence: number; hash: Uint8Array }[], length: number, end: Uint8Array): Chain {
  let before: Uint8Array = origin
  for (const [index, { values, sequence, hash }] of rows.entries()) {
    const own = linked(before, values)
    if (sequence !== index + 1 || !own.equals(hash)) return { length, brokenAt: index + 1 }
    before = own
  }
  return { length, brokenAt: rows.length === length && Buffer.from(before).equals(end) ? null : rows.length + 1 }
}

/** Follows both chains of a vendor from their first row: a row that was changed, removed or put in is found. */
export async function checkBooks(trx: Trx, vendorId: string): Promise<{ entries: Chain; events: Chain }> {
  const books = await holdBooks(trx, vendorId)
  const entries = await trx.selectFrom('ledger').selectAll().where('vendorId', '=', vendorId).orderBy('sequence').execute()
  const events = await trx
    .selectFrom('audit')
    .selectAll()
    .where('vendorId', '=', vendorId)
    .where('sequence', 'is not', null)
    .orderBy('sequence')
    .execute()
  return {
    entries: check(
      entries.map((row) => ({ ...row, values: entryValues(row) })),
      books.entries,
      books.entriesHash,
    ),
    events: check(
      events.map((row) => ({ sequence: row.sequence ?? 0, hash: row.hash ?? origin, values: eventValues(row) })),
      books.events,
      books.eventsHash,
    ),
  }
}
