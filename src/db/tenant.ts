import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { errorCode } from './errors.ts'
import { appRole } from './migrate.ts'
import type { Database } from './open.ts'
import { opening } from './opening.ts'
import type { Schema } from './schema.gen.ts'

/** The handle that work gets: queries of one transaction. */
export type Trx = Transaction<Schema>

const inside = new AsyncLocalStorage<true>()

/** Runs work again when the database undid all of it: after a serialization failure or a deadlock. */
async function repeated<T>(work: () => Promise<T>): Promise<T> {
  // On one connection a transaction inside another would wait for itself for ever.
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

function transact<T>(db: Database, vendorId: string | null, work: (trx: Trx) => Promise<T>): Promise<T> {
  return repeated(() =>
    opening.run({ vendorId, role: appRole }, () => db.kysely.transaction().execute((trx) => inside.run(true, () => work(trx)))),
  )
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

/** As `platform` for one statement, which is a transaction by itself: two trips to the database less. */
export function lone<T>(db: Database, statement: (kysely: Kysely<Schema>) => Promise<T>): Promise<T> {
  return repeated(() => statement(db.kysely))
}
