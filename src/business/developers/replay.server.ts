import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import { midnightSql, zoneOf } from '#business/setup/zone.server.ts'
import { addDays } from '#lib/days.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { failure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import { patienceMs, wakeWebhook } from './announce.server.ts'
import { retentionDays, type replayInput } from './webhook.contract.ts'
import { readWebhook } from './webhook.row.server.ts'

/** Requeues deliveries of a webhook as if new, with the same message ids; pending ones become due at once. */
async function sendAgain(ctx: TenantContext, webhook: string, which: RawBuilder<unknown>, details: object): Promise<{ count: number }> {
  const { trx, call, vendorId, now } = ctx
  const { rows } = await sql<{ id: string }>`
    update "webhookDeliveries" set "state" = 'pending', "tries" = 0, "dueAt" = ${now}, "giveUpAt" = ${instant(call.app, patienceMs)}
    where "vendorId" = ${vendorId} and "webhook" = ${webhook} and ${which} returning "id"`.execute(trx)
  if (rows.length === 0) return { count: 0 }
  await audit(trx, call, { action: 'replay', entity: 'webhook', target: webhook, after: { ...details, count: rows.length } })
  await wakeWebhook(trx, call.app, webhook)
  return { count: rows.length }
}

/** Sends one delivery again. @throws document/not-found */
export async function replayOne(ctx: TenantContext, { id }: { id: string }): Promise<{ count: number }> {
  const { trx, vendorId } = ctx
  const found = await trx
    .selectFrom('webhookDeliveries')
    .select(['webhook', 'message'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw failure('document/not-found')
  return sendAgain(ctx, found.webhook, sql`"id" = ${id}`, { message: found.message })
}

/** Sends the deliveries of a range of days, in the business's time zone, again. @throws document/not-found */
export async function replaySpan(
  ctx: TenantContext,
  { webhook, from, to, which }: z.output<typeof replayInput>,
): Promise<{ count: number }> {
  const { trx, vendorId } = ctx
  await readWebhook(ctx, webhook)
  const zone = await zoneOf(trx, vendorId)
  const days = sql`"createdAt" >= ${midnightSql(from, zone)} and "createdAt" < ${midnightSql(addDays(to, 1), zone)}`
  const states = which === 'failed' ? sql`"state" = 'failed'` : sql`"state" <> 'pending'`
  return sendAgain(ctx, webhook, sql`${days} and ${states}`, { from, to, which })
}

/** Deletes deliveries after 30 days. */
export async function dropOldDeliveries({ trx, call, vendorId }: TenantContext): Promise<void> {
  await trx
    .deleteFrom('webhookDeliveries')
    .where('vendorId', '=', vendorId)
    .where('createdAt', '<', instant(call.app, -retentionDays * 86_400_000))
    .execute()
}
