import { sql, type QueryCreator, type RawBuilder } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'
import { newId } from '#kernel/ids.ts'
import type { Listener, Message } from '#kernel/modules.ts'

/** How long a failed delivery is retried, counted from its creation or its last replay. */
export const patienceMs = 24 * 3_600_000

/**
 * Finds the vendor's webhooks that subscribe to an event. The change being announced has already locked the record,
 * so the next position is safe to use. Waits for a webhook that is being removed and leaves it out: its messages
 * would violate a constraint and fail the change.
 */
export function listenersTo(db: QueryCreator<Schema>, vendorId: RawBuilder<string>, event: RawBuilder<string>, record: RawBuilder<string>) {
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

/** Marks a webhook as due; other changes that announce to it wait here until this transaction commits. */
export async function wakeWebhook(trx: Trx, app: App, webhook: string): Promise<void> {
  const dueAt = sql<string>`least("dueAt", ${instant(app)}::timestamptz)`
  await trx.updateTable('webhookQueue').set({ dueAt }).where('webhook', '=', webhook).execute()
}

/** Writes a message for each webhook in the transaction of the change that it announces. */
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
  // Always in the same order, so that two changes can't deadlock.
  for (const { webhook } of rows.toSorted((a, b) => (a.webhook < b.webhook ? -1 : 1))) await wakeWebhook(trx, app, webhook)
}
