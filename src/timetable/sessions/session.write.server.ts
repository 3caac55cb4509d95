import { sql, type RawBuilder } from 'kysely'
import { instant } from '#kernel/app.ts'
import { emit } from '#kernel/events.ts'
import type { TenantContext } from '#kernel/context.ts'
import { sessionsChanged } from './session.events.ts'

/** Cancels sessions for a reason that their people read. @param closure the closure of their days, if that is the reason */
export async function cancelSessions(
  context: TenantContext,
  sessions: readonly string[],
  reason: string | null,
  closure?: string,
): Promise<void> {
  const { trx, call, vendorId } = context
  await trx
    .updateTable('batchSessions')
    .set({
      state: 'cancelled',
      reason,
      ...(closure === undefined ? {} : { closure }),
      updatedAt: instant(call.app),
      version: sql<number>`"version" + 1`,
    })
    .where('vendorId', '=', vendorId)
    .where(sql<boolean>`"id" = any(${sessions}::uuid[])`)
    .execute()
  await emit(context, sessionsChanged, { sessions })
}

/** Assigns each session an individual trainer; their batches' plan no longer changes them. */
export async function assignTrainers(
  { trx, call, vendorId }: TenantContext,
  given: readonly { id: string; trainer: string }[],
): Promise<void> {
  await sql`
    update "batchSessions" s set "trainer" = m."trainer", "isOwn" = true, "updatedAt" = ${instant(call.app)}, "version" = s."version" + 1
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as m ("id" uuid, "trainer" uuid)
    where s."vendorId" = ${vendorId} and s."id" = m."id"`.execute(trx)
}

/** Updates whether sessions `s` are completed: those that have begun and meet the condition. */
export async function completeSessions(
  { trx, call, vendorId }: TenantContext,
  sessions: readonly string[],
  isMarked: RawBuilder<boolean>,
): Promise<void> {
  const now = instant(call.app)
  await sql`
    update "batchSessions" s set "updatedAt" = ${now},
      "state" = case when s."startsAt" <= ${now} and ${isMarked} then 'completed' else 'scheduled' end
    where s."vendorId" = ${vendorId} and s."id" = any(${sessions}::uuid[]) and s."state" <> 'cancelled'`.execute(trx)
}
