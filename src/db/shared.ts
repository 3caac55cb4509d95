import { isUnavailable } from './errors.ts'
import { gathered, portionsOf } from './gathered.ts'
import type { Database } from './open.ts'
import { tenant, type Trx } from './tenant.ts'

/** The most works that share a transaction: each is answered when all of them are. */
const most = 16

/**
 * Work that shares a transaction with what its vendor asks for in the same turn of the event loop, up to sixteen at a time
 * (decision 74). Where that is rolled back, each is carried out by itself: what fails is what would have failed alone.
 * @param carryOut carries out works in their order; none may depend on what another one finds or leaves
 * @returns carries out one work for a vendor
 */
export function shared<Work, Result extends object>(
  carryOut: (trx: Trx, works: readonly Work[]) => Promise<Result[]>,
): (db: Database, vendorId: string, work: Work) => Promise<Result> {
  type Asked = { vendorId: string; work: Work }
  const alone = async (db: Database, { vendorId, work }: Asked) => {
    const [result] = await tenant(db, vendorId, (trx) => carryOut(trx, [work]))
    if (!result) throw new Error('Work without a result')
    return result
  }
  /** The result of one, or null where all of them have to be carried out by themselves. */
  const send = gathered(async (db: Database, asked: Asked[]) => {
    const results = new Map<Asked, Promise<Result | null>>()
    for (const { vendorId, portion } of portionsOf(asked, most)) {
      const sent = tenant(db, vendorId, (trx) =>
        carryOut(
          trx,
          portion.map(({ work }) => work),
        ),
      ).catch((error: unknown) => {
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
    return (await send(db, asked)) ?? alone(db, asked)
  }
}
