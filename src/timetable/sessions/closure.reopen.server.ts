import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { instant } from '#kernel/app.ts'
import type { TenantContext } from '#kernel/context.ts'
import { batches } from '#timetable/batches/batch.row.server.ts'
import { closes, closuresIn } from './closed.server.ts'
import type { ClosureSpan } from './closure.contract.ts'
import { conflictsOf, writePlan } from './session-plan.server.ts'

/** The sessions that a closure cancelled. */
export function sessionsOfClosure(trx: Trx, vendorId: string, closure: string) {
  return trx
    .selectFrom('batchSessions')
    .innerJoin('batches', (join) => join.on('batches.vendorId', '=', vendorId).onRef('batches.id', '=', 'batchSessions.batch'))
    .select(['batchSessions.id', 'day', 'startsAt', 'endsAt', 'batchSessions.trainer', 'batchSessions.hall', 'batches.state'])
    .where('batchSessions.vendorId', '=', vendorId)
    .where('closure', '=', closure)
    .execute()
}

type Cancelled = Awaited<ReturnType<typeof sessionsOfClosure>>[number]

/**
 * Plans sessions again that a closure no longer closes. Those whose trainer or hall is now taken stay cancelled; those that another
 * closure closes too move to that one.
 * @param span what the closure closed
 * @returns the ids of those that are planned again
 */
export async function reopenSessions(
  { trx, call, vendorId }: TenantContext,
  { id, zone, span }: { id: string; zone: string; span: ClosureSpan },
  sessions: readonly Cancelled[],
): Promise<string[]> {
  const others = (await closuresIn(trx, vendorId, span.fromDay, span.toDay)).filter((closure) => closure.id !== id)
  const restored: string[] = []
  for (const { id: session, state, ...meeting } of sessions) {
    const other = others.find((closure) => closes(closure, meeting, zone))
    const isFree = !other && state === 'open' && (await conflictsOf(trx, vendorId, zone, [meeting], { sessions: [session] })).length === 0
    if (isFree) restored.push(session)
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
  return restored
}

/** Those of some sessions that are planned: the plan of their batch may have dropped others meanwhile. */
export async function stillPlanned(trx: Trx, vendorId: string, sessions: readonly string[]): Promise<string[]> {
  if (sessions.length === 0) return []
  const rows = await trx
    .selectFrom('batchSessions')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('id', 'in', sessions)
    .where('state', '<>', 'cancelled')
    .execute()
  return rows.map(({ id }) => id)
}

/** Plans what batches left out while a closure closed it, where trainer and hall are free. */
export async function planReopened({ trx, call, vendorId }: TenantContext, { fromDay, toDay }: ClosureSpan): Promise<void> {
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
    await writePlan(trx, call, row, { isReopened: true })
  }
}
