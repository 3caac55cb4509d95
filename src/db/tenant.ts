import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { errorCode } from './errors.ts'
import { appRole } from './migrate.ts'
import type { Database } from './open.ts'
import { opening } from './opening.ts'
import type { Schema } from './schema.gen.ts'

/** The handle that work gets: queries of one transaction. */
export type Trx = Transaction<Schema>

const inside = new AsyncLocalStorage<true>()

async function transact<T>(db: Database, vendorId: string | null, work: (trx: Trx) => Promise<T>, relaxed = false): Promise<T> {
  // On one connection a transaction inside another would wait for itself for ever.
  if (inside.getStore()) throw new Error('A transaction is open already: pass its handle on')
  for (let attempt = 1; ; attempt++) {
    try {
      return await opening.run({ vendorId, role: appRole, relaxed }, () =>
        db.kysely.transaction().execute((trx) => inside.run(true, () => work(trx))),
      )
    } catch (error) {
      const code = errorCode(error)
      // A serialization failure or a deadlock undid everything, so the same work may run again.
      if ((code !== '40001' && code !== '40P01') || attempt === 5) throw error
      await wait(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/**
 * The only door to a vendor's rows: one transaction in which row-level security shows that
 * vendor's rows alone. The vendor id comes from the session, never from a request.
 * Work may run up to 5 times, so it must do nothing outside the database.
 */
export function tenant<T>(db: Database, vendorId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return transact(db, vendorId, work)
}

/** One transaction over the platform's tables (users, sessions, codes, limits, outbox); it sees no vendor's rows. */
export function platform<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return transact(db, null, work)
}

/**
 * As `platform`, for counters alone: the answer does not wait for the disk, so a power cut may
 * forget the last moments of a count, which then only starts anew.
 */
export function counting<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return transact(db, null, work, true)
}
