import { sql } from 'kysely'
import { tenant, type Trx } from '#db/tenant.ts'
import { batches } from '#timetable/batches/batch.row.server.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import { dayIn, instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { contextOf } from '#kernel/context.ts'
import { emit } from '#kernel/events.ts'
import { failure } from '#kernel/failure.ts'
import { closureContract, type Closure } from './closure.contract.ts'
import { knownBefore } from './known.server.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { conflictsOf, writePlan } from './session-plan.server.ts'
import { sessionsChanged } from './session.events.ts'
import { comingIn, countPeople, readThese } from './session.read.server.ts'
import { notifyTrainersOfChange } from './notify-trainers.server.ts'
import { notifyCustomers } from './tell.server.ts'

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

/** Removes a closure. Sessions whose trainer or hall is now taken stay cancelled; those on a day of another closure move to that one. */
async function remove(trx: Trx, call: Call, { id, tell: shouldNotify }: { id: string; tell: boolean }): Promise<{ restored: number }> {
  const { vendorId } = memberOf(call)
  await lockVendor(trx, vendorId)
  const zone = await zoneOf(trx, vendorId)
  const { fromDay, toDay, label } = await readClosure(trx, vendorId, id)
  const own = await trx
    .selectFrom('batchSessions')
    .innerJoin('batches', (join) => join.on('batches.vendorId', '=', vendorId).onRef('batches.id', '=', 'batchSessions.batch'))
    .select(['batchSessions.id', 'day', 'startsAt', 'endsAt', 'batchSessions.trainer', 'batchSessions.hall', 'batches.state'])
    .where('batchSessions.vendorId', '=', vendorId)
    .where('closure', '=', id)
    .execute()
  const others = await trx
    .selectFrom('closures')
    .select(['id', 'fromDay', 'toDay', 'label'])
    .where('vendorId', '=', vendorId)
    .where('id', '<>', id)
    .where('toDay', '>=', fromDay)
    .where('fromDay', '<=', toDay)
    .execute()
  const before = await knownBefore(
    trx,
    vendorId,
    own.map((session) => session.id),
  )
  let restored = 0
  for (const { id: session, state, ...meeting } of own) {
    const other = others.find((closure) => closure.fromDay <= meeting.day && meeting.day <= closure.toDay)
    const isFree = !other && state === 'open' && (await conflictsOf(trx, vendorId, zone, [meeting], { sessions: [session] })).length === 0
    if (isFree) restored += 1
    await trx
      .updateTable('batchSessions')
      .set({
        closure: other?.id ?? null,
        ...(other ? { reason: other.label } : isFree ? { state: 'scheduled', reason: null } : {}),
        updatedAt: instant(call.app),
        version: sql<number>`"version" + 1`,
      })
      .where('vendorId', '=', vendorId)
      .where('id', '=', session)
      .execute()
  }
  await emit(contextOf(trx, call, vendorId), sessionsChanged, { sessions: own.map((session) => session.id) })
  await trx.deleteFrom('closures').where('vendorId', '=', vendorId).where('id', '=', id).execute()
  // Batches opened while the closure existed skipped its days.
  const open = await trx
    .selectFrom('batches')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('state', '=', 'open')
    .where('startDate', '<=', toDay)
    .where('endDate', '>=', fromDay)
    .execute()
  for (const batch of open) {
    const row = await batches.kind.select(trx, vendorId, call).where('batches.id', '=', batch.id).executeTakeFirstOrThrow()
    await writePlan(trx, call, row)
  }
  const notified = await notifyCustomers({ trx, call, vendorId }, zone, before, shouldNotify)
  await notifyTrainersOfChange({ trx, call, vendorId }, before)
  await audit(trx, call, {
    action: 'remove',
    entity: 'closure',
    target: id,
    before: { fromDay, toDay, label },
    after: { sessions: restored, told: notified },
  })
  return { restored }
}

/** Closing days is served by `effects`, since it can credit people. */
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
  remove: os.closures.remove.handler(({ context: call, input }) =>
    tenant(call.app.db, memberOf(call).vendorId, (trx) => remove(trx, call, input)),
  ),
}
