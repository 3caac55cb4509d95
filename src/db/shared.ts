import type { CompiledQuery } from 'kysely'
import { isUnavailable } from './errors.ts'
import { gathered } from './gathered.ts'
import type { Database } from './open.ts'
import { tenant, tenantReading, type Builder, type Trx } from './tenant.ts'
import { together } from './together.ts'

type Asked<Work> = { vendorId: string; work: Work }

/** What is asked for, in portions of one vendor each. */
const portionsOf = <Work>(asked: readonly Asked<Work>[], most: number) =>
  [...Map.groupBy(asked, ({ vendorId }) => vendorId)].flatMap(([vendorId, own]) =>
    Array.from({ length: Math.ceil(own.length / most) }, (_, at) => ({ vendorId, portion: own.slice(at * most, (at + 1) * most) })),
  )

/** How a transaction is opened, and how many works share it at most: each is answered when all of them are done. */
type Options = { open: typeof tenant; most: number }

/**
 * Work that shares a transaction with what its vendor asks for in the same turn of the event loop (decision 74). If one work
 * is refused, all are rolled back and each runs by itself, so that only that one fails. If the database times out or goes
 * away, all of them fail.
 * @param run runs works in their order; none may depend on what another one finds or leaves
 * @returns runs one work for a vendor
 */
export function shared<Work, Result extends object>(
  run: (trx: Trx, works: readonly Work[]) => Promise<Result[]>,
  { open, most }: Options = { open: tenant, most: 8 },
): (db: Database, vendorId: string, work: Work) => Promise<Result> {
  const runTogether = (db: Database, vendorId: string, asked: readonly Asked<Work>[]) =>
    open(db, vendorId, (trx) =>
      run(
        trx,
        asked.map(({ work }) => work),
      ),
    )
  /** The result of one, or null where each has to run by itself. */
  const send = gathered(async (db: Database, asked: Asked<Work>[]) => {
    const results = new Map<Asked<Work>, Promise<Result | null>>()
    for (const { vendorId, portion } of portionsOf(asked, most)) {
      const sent = runTogether(db, vendorId, portion).catch((error: unknown) => {
        // If the database went away, it may have committed.
        if (portion.length === 1 || isUnavailable(error)) throw error
        return []
      })
      for (const [at, one] of portion.entries())
        results.set(
          one,
          sent.then((all) => all[at] ?? null),
        )
    }
    return asked.map((one) => results.get(one))
  })
  return async (db, vendorId, work) => {
    const asked = { vendorId, work }
    const result = (await send(db, asked)) ?? (await runTogether(db, vendorId, [asked]))[0]
    if (!result) throw new Error('Work without a result')
    return result
  }
}

const rowsOf = shared((trx, statements: readonly CompiledQuery[]) => together(trx, ...statements), { open: tenantReading, most: 4 })

/**
 * Like `tenantReading` for a single statement: those of a vendor at one moment share a transaction and a write, up to four.
 * @param build builds the statement and compiles it
 */
export function tenantRows<Row>(db: Database, vendorId: string, build: (on: Builder) => CompiledQuery<Row>): Promise<Row[]>
export function tenantRows(db: Database, vendorId: string, build: (on: Builder) => CompiledQuery): Promise<unknown[]> {
  return rowsOf(db, vendorId, build(db.kysely))
}
