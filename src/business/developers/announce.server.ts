import { sql, type QueryCreator } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'
import { newId } from '#kernel/ids.ts'
import type { Listener, Message } from '#kernel/modules.ts'

/** How long what could not be delivered is tried again, from when it was written or asked for again. */
export const patienceMs = 24 * 3_600_000

/**
 * Finds the vendor's webhooks that ask for an event. The record is held by the change that tells of it, so
 * the place after the last one is its own. A webhook that is being removed is waited for and left out: its
 * messages would be refused, and with them the change.
 */
export function listenersTo(db: QueryCreator<Schema>, vendorId: string, event: string, record: string) {
  return db
    .selectFrom('webhooks')
    .select(['webhooks.id'])
    .select(
      sql<number>`coalesce((select max(d."position") from "webhookDeliveries" d
        where d."vendorId" = ${vendorId} and d."webhook" = "webhooks"."id" and d."record" = ${record}), 0)`.as('position'),
    )
    .where('webhooks.vendorId', '=', vendorId)
    .where(sql<boolean>`${event} = any("webhooks"."events")`)
    .forKeyShare('webhooks')
}

/** Says that a webhook has something to send; others who tell of a change wait here until this one is committed. */
export async function wakeWebhook(trx: Trx, app: App, webhook: string): Promise<void> {
  const dueAt = sql<string>`least("dueAt", ${instant(app)}::timestamptz)`
  await trx.updateTable('webhookQueue').set({ dueAt }).where('webhook', '=', webhook).execute()
}

/** Writes a message for each webhook, in the transaction of the change that it tells of. */
export async function announce(trx: Trx, app: App, vendorId: string, message: Message, to: readonly Listener[]): Promise<void> {
  const now = instant(app)
  const { id, ...payload } = message
  const rows = to.map(({ id: webhook, position }) => ({
    vendorId,
    id: newId(app.now()),
    webhook,
    message: id,
    ...payload,
    position: position + 1,
    dueAt: now,
    giveUpAt: instant(app, patienceMs),
    createdAt: now,
  }))
  await trx.insertInto('webhookDeliveries').values(rows).execute()
  // In one order, so that two changes never wait for each other.
  for (const { webhook } of rows.toSorted((a, b) => (a.webhook < b.webhook ? -1 : 1))) await wakeWebhook(trx, app, webhook)
}
