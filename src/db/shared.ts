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

/** How a transaction is opened, and how much at most shares it: each is answered when all of it is done. */
type How = { open: typeof tenant; most: number }

/**
 * Work that shares a transaction with what its vendor asks for in the same turn of the event loop (decision 74). Where that
 * is rolled back, each is carried out by itself: what fails is what would have failed alone.
 * @param carryOut carries out works in their order; none may depend on what another one finds or leaves
 * @returns carries out one work for a vendor
 */
export function shared<Work, Result extends object>(
  carryOut: (trx: Trx, works: readonly Work[]) => Promise<Result[]>,
  { open, most }: How = { open: tenant, most: 8 },
): (db: Database, vendorId: string, work: Work) => Promise<Result> {
  const carried = (db: Database, vendorId: string, asked: readonly Asked<Work>[]) =>
    open(db, vendorId, (trx) =>
      carryOut(
        trx,
        asked.map(({ work }) => work),
      ),
    )
  /** The result of one, or null where all of them have to be carried out by themselves. */
  const send = gathered(async (db: Database, asked: Asked<Work>[]) => {
    const results = new Map<Asked<Work>, Promise<Result | null>>()
    for (const { vendorId, portion } of portionsOf(asked, most)) {
      const sent = carried(db, vendorId, portion).catch((error: unknown) => {
        // Where the database is away, no one knows whether it has committed.
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
    const result = (await send(db, asked)) ?? (await carried(db, vendorId, [asked]))[0]
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
