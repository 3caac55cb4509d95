import { tenant, type Trx } from '#db/tenant.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import { dayIn, instant } from '#kernel/app.ts'
import { handlersOf, memberOf, type Call } from '#kernel/base.ts'
import { contextOf } from '#kernel/context.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { closes } from './closed.server.ts'
import { closureContract, type Closure, type ClosureSpan } from './closure.contract.ts'
import { sessionsOfClosure } from './closure.reopen.server.ts'
import { isComing } from './known.server.ts'
import { comingIn, countPeople, readThese } from './session.read.server.ts'

const os = handlersOf({ closures: closureContract })

const closures = (trx: Trx, vendorId: string) =>
  trx
    .selectFrom('closures')
    .leftJoin('halls', (join) => join.on('halls.vendorId', '=', vendorId).onRef('halls.id', '=', 'closures.hall'))
    .select(['closures.id', 'fromDay', 'toDay', 'closures.startingTime', 'closures.endingTime', 'hall', 'title as hallTitle', 'label'])
    .select(['closures.createdAt', 'closures.updatedAt', 'closures.version'])
    .select(({ selectFrom, fn }) =>
      selectFrom('batchSessions')
        .select(fn.countAll<number>().as('count'))
        .where('batchSessions.vendorId', '=', vendorId)
        .whereRef('batchSessions.closure', '=', 'closures.id')
        .$asScalar()
        .$notNull()
        .as('cancelled'),
    )
    .where('closures.vendorId', '=', vendorId)

/** One closure. @throws document/not-found */
export async function readClosure(trx: Trx, vendorId: string, id: string): Promise<Closure> {
  const row = await closures(trx, vendorId).where('closures.id', '=', id).executeTakeFirst()
  if (!row) throw failure('document/not-found')
  return row
}

/** One closure of the member's business. @throws document/not-found */
export const readOneClosure = (call: Call, id: string): Promise<Closure> => {
  const { vendorId } = memberOf(call)
  return tenant(call.app.db, vendorId, (trx) => readClosure(trx, vendorId, id))
}

/** The ids of the sessions that a closure cancels, earliest first; a session that has begun takes place. */
export async function closedBy(trx: Trx, vendorId: string, zone: string, span: ClosureSpan, now: string): Promise<string[]> {
  const rows = await comingIn(trx, vendorId, span.fromDay, span.toDay, now)
  return rows.filter((row) => closes(span, row, zone)).map(({ id }) => id)
}

/** A new closure's hall must be one of the business's that is in use. @throws request/invalid at `hall` */
export async function assertHall(trx: Trx, vendorId: string, { hall }: ClosureSpan): Promise<void> {
  if (hall === null) return
  const row = await trx.selectFrom('halls').select('state').where('vendorId', '=', vendorId).where('id', '=', hall).executeTakeFirst()
  if (row?.state !== 'active') throw fieldFailure('hall', 'batches.hall.unavailable')
}

/** Closing days, and changing and removing a closure are served by `effects`, since they can credit people and reverse it. */
export const closureHandlers = {
  list: os.closures.list.handler(({ context: call, input }) => {
    const { vendorId } = memberOf(call)
    return tenant(call.app.db, vendorId, async (trx) => {
      let query = closures(trx, vendorId)
      if (!input.all) query = query.where('toDay', '>=', dayIn(call.app, await zoneOf(trx, vendorId)))
      return query.orderBy('fromDay').orderBy('closures.startingTime').orderBy('closures.id').limit(500).execute()
    })
  }),
  touch: os.closures.touch.handler(({ context: call, input }) => {
    const { vendorId } = memberOf(call)
    return tenant(call.app.db, vendorId, async (trx) => {
      const { id, ...span } = input
      // A closure may be of a hall that was archived since.
      if (id === undefined) await assertHall(trx, vendorId, span)
      const zone = await zoneOf(trx, vendorId)
      const now = instant(call.app)
      const ids = await closedBy(trx, vendorId, zone, span, now)
      const own = id === undefined ? [] : await sessionsOfClosure(trx, vendorId, id)
      const restored = own.filter((row) => isComing(now, row) && row.state === 'open' && !closes(span, row, zone)).length
      const sessions = await readThese(contextOf(trx, call, vendorId), zone, ids.slice(0, 100))
      return { sessions, count: ids.length, people: await countPeople(trx, vendorId, ids), restored }
    })
  }),
}
