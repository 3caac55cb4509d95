import type { Trx } from '#db/tenant.ts'
import { instant } from './app.ts'
import { memberOf, type Call } from './base.ts'
import { newId } from './ids.ts'

/** What changed: the call's action, the entity and its id, and the changed fields before and after. */
export type Change = {
  action: string
  entity: string
  target: string
  /** The batch or customer whose history shows the change, where that is not the target itself. */
  subject?: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** Only the fields that differ, so that a row of the log shows the change and no more. */
export function changedFields(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const keys = Object.keys(after).filter(
    (key) => key !== 'updatedAt' && key !== 'version' && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const pick = (row: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))
  return { before: pick(before), after: pick(after) }
}

type Actor = { vendorId: string; userId: string; role: string }

/** The audit row of a change, for statements that write it along with the change. @param actor as for `audit` */
export function auditRow(call: Call, change: Change, actor: Actor = memberOf(call)) {
  return {
    vendorId: actor.vendorId,
    id: newId(call.app.now()),
    at: instant(call.app),
    actor: actor.userId,
    role: actor.role,
    action: change.action,
    entity: change.entity,
    target: change.target,
    subject: change.subject ?? null,
    before: change.before ? JSON.stringify(change.before) : null,
    after: change.after ? JSON.stringify(change.after) : null,
    requestId: call.requestId,
    ip: call.ip,
  }
}

/**
 * Writes the one audit row of a change, in the change's own transaction.
 * @param actor who did it; the session's member unless a sign-in or registration names another
 */
export async function audit(trx: Trx, call: Call, change: Change, actor: Actor = memberOf(call)): Promise<void> {
  await trx
    .insertInto('audit')
    .values(auditRow(call, change, actor))
    .execute()
}
