import { sql, type CompiledQuery, type QueryCreator, type RawBuilder } from 'kysely'
import { compiled, type Compiled, type PlaceOf } from '#db/compiled.ts'
import type { Schema } from '#db/schema.gen.ts'
import type { Trx } from '#db/tenant.ts'
import { instant } from './app.ts'
import { memberOf, type Call } from './base.ts'
import { newId } from './ids.ts'
import type { Listener } from './modules.ts'

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

/** A row of the log with its link in the chain of money, if any. */
type Row = ReturnType<typeof auditRow> & { sequence?: number; hash?: Buffer }

/** Every write of the product sends one of these two, so they are compiled once. */
const written = compiled((kysely, place: PlaceOf<Row>) =>
  kysely
    .insertInto('audit')
    .values(valuesOf(place))
    .returning(['id', sql<number>`0`.as('position')]),
)
let announced: Compiled<Row & { event: string }, Listener> | undefined

const valuesOf = (place: PlaceOf<Row>) => ({
  vendorId: place('vendorId'),
  id: place('id'),
  at: place('at'),
  actor: place('actor'),
  role: place('role'),
  action: place('action'),
  entity: place('entity'),
  target: place('target'),
  subject: place('subject'),
  before: place('before'),
  after: place('after'),
  requestId: place('requestId'),
  ip: place('ip'),
  sequence: place('sequence'),
  hash: place('hash'),
})

/** The statement that writes a row of the log, and what is done with its answer. */
export type Logging = {
  /** Writes the row, and finds the webhooks that subscribe to the change: a vendor without any needs no extra round trip. */
  statement: CompiledQuery<Listener>
  /** Notifies those webhooks; run it last in the transaction, since others wait from then until its end. */
  publish: (listeners: Listener[]) => Promise<void>
}

/** How a change is logged, for transactions that send the statement together with others. */
export function logging(trx: Trx, call: Call, change: Change, row: Row): Logging {
  const { eventOf, fieldsSent, listenersTo, announce } = call.app.modules.announcer
  const { vendorId, id, at } = row
  const { entity, target, before, after, version = after?.['version'] ?? null } = change
  const event = eventOf(change)
  // Its answer is ignored: no webhook hears of a change without an event.
  if (!event) return { statement: written.bound(trx, row), publish: async () => {} }
  announced ??= compiled((kysely, place: PlaceOf<Row & { event: string }>) =>
    listenersTo(
      kysely.with('log', (log) => log.insertInto('audit').values(valuesOf(place))) as QueryCreator<Schema>,
      place('vendorId'),
      place('event'),
      place('target'),
    ),
  )
  return {
    statement: announced.bound(trx, { ...row, event }),
    async publish(listeners) {
      if (listeners.length === 0) return
      const record = { kind: entity, id: target, version }
      const body = JSON.stringify({ id, event, at, vendor: vendorId, record, before: fieldsSent(before), after: fieldsSent(after) })
      await announce(trx, call.app, vendorId, { id, event, record: target, body }, listeners)
    },
  }
}

/**
 * Writes the one audit row of a change, in the change's own transaction.
 * @param actor who made it; the session's member unless a sign-in or registration names another
 */
export async function audit(trx: Trx, call: Call, change: Change, actor: Actor = memberOf(call)): Promise<void> {
  const { statement, publish } = logging(trx, call, change, auditRow(call, change, actor))
  await publish((await trx.executeQuery(statement)).rows)
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
