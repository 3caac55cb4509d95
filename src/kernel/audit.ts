import { sql, type QueryCreator, type RawBuilder } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import type { Trx } from '#db/tenant.ts'
import { instant } from './app.ts'
import { memberOf, type Call } from './base.ts'
import { newId } from './ids.ts'

/** What changed: the call's action, the entity and its id, and the changed fields before and after. */
export type Change = {
  action: string
  entity: string
  target: string
  /** The batch or customer whose history shows the change, unless it is the target itself. */
  subject?: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  /** The record's version after the change, for webhooks. */
  version?: number
}

/** Only the fields that differ, so that a row of the log shows nothing but the change. */
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

type Actor = { vendorId: string; userId: string; role: string; ownRole?: string; agent?: string }

/** The audit row of a change, for statements that write it together with the change. @param actor as for `audit` */
export function auditRow(call: Call, change: Change, actor: Actor = memberOf(call)) {
  return {
    vendorId: actor.vendorId,
    id: newId(call.app.now()),
    at: instant(call.app),
    actor: actor.userId,
    role: actor.agent ?? actor.ownRole ?? actor.role,
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

/** A row with its link in the chain, if any. */
type Row = ReturnType<typeof auditRow> & { sequence?: number; hash?: Buffer }

/** Adds a change's statements to the statement that writes its row. */
type Also = (db: QueryCreator<Schema>) => QueryCreator<Schema>

/**
 * Writes a row of the log, and finds in the same statement the webhooks that subscribe to the change: a vendor
 * without any needs no extra round trip.
 * @param also the additional work of the statement
 * @returns a function that notifies those webhooks; run it last in the transaction, since others wait from then until its end
 */
export async function logged(trx: Trx, call: Call, change: Change, row: Row, also: Also = (db) => db): Promise<() => Promise<void>> {
  const { eventOf, fieldsSent, listenersTo, announce } = call.app.modules.announcer
  const event = eventOf(change)
  if (!event) {
    await also(trx).insertInto('audit').values(row).execute()
    return async () => {}
  }
  const { vendorId, id, at } = row
  const { entity, target, before, after, version = after?.['version'] ?? null } = change
  const db = also(trx).with('log', (log) => log.insertInto('audit').values(row)) as QueryCreator<Schema>
  const listeners = await listenersTo(db, vendorId, event, target).execute()
  if (listeners.length === 0) return async () => {}
  const record = { kind: entity, id: target, version }
  const body = JSON.stringify({ id, event, at, vendor: vendorId, record, before: fieldsSent(before), after: fieldsSent(after) })
  return () => announce(trx, call.app, vendorId, { id, event, record: target, body }, listeners)
}

/**
 * Writes the one audit row of a change, in the change's own transaction.
 * @param actor who made it; the session's member unless a sign-in or registration names another
 * @param also the additional work of the statement
 */
export async function audit(trx: Trx, call: Call, change: Change, actor: Actor = memberOf(call), also?: Also): Promise<void> {
  const publish = await logged(trx, call, change, auditRow(call, change, actor), also)
  await publish()
}

/**
 * Removes the values from rows of the log, and the address that each change came from: who changed what and when stays.
 * @param which a condition on the rows
 * @returns their positions in the chain of money; null where a row has none
 */
export async function emptyAudit(trx: Trx, vendorId: string, which: RawBuilder<boolean>): Promise<{ sequence: number | null }[]> {
  const { rows } = await sql<{ sequence: number | null }>`
    update "audit" set "before" = null, "after" = '{"erased": true}', "ip" = ''
    where "vendorId" = ${vendorId} and ${which} returning "sequence"`.execute(trx)
  return rows
}
