import { tenant, type Trx } from '#db/tenant.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import { dayIn, instant } from '#kernel/app.ts'
import { handlersOf, memberOf } from '#kernel/base.ts'
import { contextOf } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { closureContract, type Closure } from './closure.contract.ts'
import { comingIn, countPeople, readThese } from './session.read.server.ts'

const os = handlersOf({ closures: closureContract })

const closures = (trx: Trx, vendorId: string) =>
  trx
    .selectFrom('closures')
    .select(['id', 'fromDay', 'toDay', 'label', 'createdAt', 'updatedAt', 'version'])
    .select(({ selectFrom, fn }) =>
      selectFrom('batchSessions')
        .select(fn.countAll<number>().as('count'))
        .where('batchSessions.vendorId', '=', vendorId)
        .whereRef('batchSessions.closure', '=', 'closures.id')
        .$asScalar()
        .$notNull()
        .as('cancelled'),
    )
    .where('vendorId', '=', vendorId)

/** One closure. @throws document/not-found */
export async function readClosure(trx: Trx, vendorId: string, id: string): Promise<Closure> {
  const row = await closures(trx, vendorId).where('id', '=', id).executeTakeFirst()
  if (!row) throw failure('document/not-found')
  return row
}

/** Closing days and removing a closure are served by `effects`, since they can credit people and reverse it. */
export const closureHandlers = {
  list: os.closures.list.handler(({ context: call, input }) => {
    const { vendorId } = memberOf(call)
    return tenant(call.app.db, vendorId, async (trx) => {
      let query = closures(trx, vendorId)
      if (!input.all) query = query.where('toDay', '>=', dayIn(call.app, await zoneOf(trx, vendorId)))
      return query.orderBy('fromDay').orderBy('id').limit(500).execute()
    })
  }),
  touch: os.closures.touch.handler(({ context: call, input }) => {
    const { vendorId } = memberOf(call)
    return tenant(call.app.db, vendorId, async (trx) => {
      const ids = await comingIn(trx, vendorId, input.fromDay, input.toDay, instant(call.app))
      const sessions = await readThese(contextOf(trx, call, vendorId), await zoneOf(trx, vendorId), ids.slice(0, 100))
      return { sessions, count: ids.length, people: await countPeople(trx, vendorId, ids) }
    })
  }),
}
