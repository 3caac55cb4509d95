import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import { errorCode } from './errors.ts'
import { appRole } from './migrator.ts'
import type { Database } from './open.ts'
import { opening, type Mode } from './opening.ts'
import type { Schema } from './schema.gen.ts'

/** The handle that work receives: queries of one transaction. */
export type Trx = Transaction<Schema>

/** What a statement is built on: it does not have to be an open transaction. */
export type Builder = Kysely<Schema>

/** The open transaction: what is to be done once it is committed. */
const inside = new AsyncLocalStorage<Set<() => void>>()

/** Does something once the open transaction is committed, however often it is asked for; at once outside of one. */
export function afterCommit(act: () => void): void {
  const acts = inside.getStore()
  if (acts) acts.add(act)
  else act()
}

/** Retries work when the database rolled all of it back: after a serialization failure or a deadlock. */
async function repeated<T>(work: () => Promise<T>): Promise<T> {
  // On a single connection, a transaction inside another would wait for itself forever.
  if (inside.getStore()) throw new Error('A transaction is open already: pass its handle on')
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const code = errorCode(error)
      if ((code !== '40001' && code !== '40P01') || attempt === 5) throw error
      await wait(Math.random() * 20 * 2 ** attempt)
    }
  }
}

async function once<T>(db: Database, vendorId: string | null, mode: Mode, work: (trx: Trx) => Promise<T>): Promise<T> {
  const acts = new Set<() => void>()
  const execute = () =>
    opening.run({ vendorId, role: appRole, mode }, () => db.kysely.transaction().execute((trx) => inside.run(acts, () => work(trx))))
  const result = await (vendorId === null ? execute() : db.share(vendorId, execute))
  for (const act of acts) act()
  return result
}

/**
 * The only way to a vendor's rows: one transaction in which row-level security shows only that vendor's rows.
 * The vendor id comes from the session, never from a request.
 * Work may run up to 5 times, so it must do nothing outside the database.
 */
export function tenant<T>(db: Database, vendorId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return repeated(() => once(db, vendorId, 'write', work))
}

/** Like `tenant` for work that only reads: the database refuses changes, and no answer waits for the transaction's end. */
export function tenantReading<T>(db: Database, vendorId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return repeated(() => once(db, vendorId, 'read', work))
}

/** Like `tenantReading`, all of it as of one moment: figures of several statements agree with each other. */
export function tenantAsOfNow<T>(db: Database, vendorId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return repeated(() => once(db, vendorId, 'snapshot', work))
}

/** One transaction over the platform's tables (users, sessions, codes, limits, outbox); it sees no vendor's rows. */
export function platform<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return repeated(() => once(db, null, 'write', work))
}

/** Like `platform` for a single statement, which is its own transaction: two round trips to the database fewer. */
export function lone<T>(db: Database, statement: (kysely: Kysely<Schema>) => Promise<T>): Promise<T> {
  return repeated(() => statement(db.kysely))
}

/** Rows per page of a snapshot: some hundred kilobytes, and some milliseconds of the embedded engine. */
const pageRows = 250

let snapshots = 0

/**
 * Reads all results of one vendor's queries as of one moment, in pages, so that memory use stays small.
 * On a server, one transaction stays open for it. The embedded engine has one connection: there,
 * cursors that outlive their transaction store the rows, and other work runs between two pages.
 * @param plan decides in the snapshot's transaction what to read, in SQL without parameters
 * @param take consumes the pages of one query after the other; it must not query the database itself
 */
export async function snapshot<Query extends { select: string }>(
  db: Database,
  vendorId: string,
  plan: (trx: Trx) => Promise<Query[]>,
  take: (query: Query, pages: AsyncIterable<Record<string, unknown>[]>) => Promise<void>,
): Promise<void> {
  if (inside.getStore()) throw new Error('A transaction is open already')
  const own = (snapshots += 1)
  const name = (index: number) => `"snapshot${own}_${index}"`
  const run = (on: Kysely<Schema>, statement: string) => sql.raw<Record<string, unknown>>(statement).execute(on)
  async function declare(trx: Trx, holds: string): Promise<Map<string, Query>> {
    const cursors = new Map<string, Query>()
    for (const [index, query] of (await plan(trx)).entries()) {
      cursors.set(name(index), query)
      await run(trx, `declare ${name(index)} no scroll cursor ${holds} for ${query.select}`)
    }
    return cursors
  }
  async function* pagesOf(on: Kysely<Schema>, cursor: string) {
    for (;;) {
      const { rows } = await run(on, `fetch ${pageRows} from ${cursor}`)
      if (rows.length > 0) yield rows
      if (rows.length < pageRows) return
    }
  }
  async function readAll(on: Kysely<Schema>, cursors: Map<string, Query>): Promise<void> {
    for (const [cursor, query] of cursors) {
      await take(query, pagesOf(on, cursor))
      await run(on, `close ${cursor}`)
      cursors.delete(cursor)
    }
  }
  if (db.engine === 'server') {
    await once(db, vendorId, 'snapshot', async (trx) => readAll(trx, await declare(trx, '')))
    return
  }
  const cursors = await once(db, vendorId, 'snapshot', (trx) => declare(trx, 'with hold'))
  try {
    await readAll(db.kysely, cursors)
  } finally {
    for (const cursor of cursors.keys()) await run(db.kysely, `close ${cursor}`)
  }
}
