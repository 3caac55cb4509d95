import { languageOf } from '#lib/manner.ts'
import { audit } from '#kernel/audit.ts'
import { instant } from '#kernel/app.ts'
import type { TenantContext } from '#kernel/context.ts'
import { composeMail } from '#kernel/mail.ts'
import { queue } from '#kernel/outbox.ts'
import { hasArrived, type SendResult } from './send.server.ts'
import { failingDays } from './webhook.contract.ts'

/** A message that was sent, with its result. */
export type Try = { id: string; message: string; body: string; tries: number; giveUpAt: string; sent: SendResult }

const [second, minute, hour] = [1000, 60_000, 3_600_000]
/** How long a delivery waits after its first, second, … failed attempt; the last value repeats. */
const waits = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour]
const waitAfter = (tries: number): number => waits[Math.min(tries, waits.length) - 1] ?? 0

/** Records the result of one attempt: delivered, postponed, or given up where the next one would be too late. */
async function noteOne({ trx, call, vendorId, now }: TenantContext, { id, tries, giveUpAt, sent }: Try): Promise<void> {
  const again = instant(call.app, waitAfter(tries + 1))
  const state = hasArrived(sent) ? 'delivered' : again > giveUpAt ? 'failed' : 'pending'
  await trx
    .updateTable('webhookDeliveries')
    .set({ state, tries: tries + 1, sentAt: now, ...sent, ...(state === 'pending' ? { dueAt: again } : {}) })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
}

/** Notifies every owner by mail that a webhook was paused. */
async function notifyOwners({ trx, call, vendorId }: TenantContext, url: string): Promise<void> {
  const owners = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select(['users.email', 'users.language'])
    .where('members.vendorId', '=', vendorId)
    .where('members.role', '=', 'owner')
    .where('members.state', '=', 'active')
    .execute()
  const values = { host: new URL(url).host, days: failingDays }
  for (const { email, language } of owners)
    await queue(trx, call.app, 'mail', composeMail(email, languageOf(language), 'developers.mail.paused', values))
}

/**
 * Records the results of a webhook's attempts. A webhook that has failed every time for three days is paused, and
 * the owners are notified.
 */
export async function noteOutcomes(ctx: TenantContext, webhook: string, tries: readonly Try[]): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const row = await trx
    .selectFrom('webhooks')
    .select(['url', 'state', 'failingSince', 'version'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', webhook)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  for (const one of tries) await noteOne(ctx, one)
  const failingSince = tries.some(({ sent }) => hasArrived(sent)) ? null : (row.failingSince ?? now)
  const pauses = row.state === 'active' && failingSince !== null && failingSince <= instant(call.app, -failingDays * 24 * hour)
  if (failingSince === row.failingSince && !pauses) return
  await trx
    .updateTable('webhooks')
    .set({ failingSince, ...(pauses ? { state: 'paused', updatedAt: now, version: row.version + 1 } : {}) })
    .where('vendorId', '=', vendorId)
    .where('id', '=', webhook)
    .execute()
  if (!pauses) return
  await audit(trx, call, { action: 'pause', entity: 'webhook', target: webhook, before: { state: 'active' }, after: { state: 'paused' } })
  await notifyOwners(ctx, row.url)
}
