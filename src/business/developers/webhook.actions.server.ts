import { randomBytes } from 'node:crypto'
import { notify } from '#business/notifications/notify.server.ts'
import { instant } from '#kernel/app.ts'
import { audit, changedFields } from '#kernel/audit.ts'
import { memberOf } from '#kernel/base.ts'
import { changedRecord } from '#kernel/changes.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { mayChoose } from './address.server.ts'
import { announce, wakeWebhook } from './announce.server.ts'
import { testEvent } from './event.rules.ts'
import { secretPrefix } from './send.server.ts'
import { formerHours, webhookInput, webhookLimit, type Webhook, type WebhookInput } from './webhook.contract.ts'
import { readWebhook, readWebhooks } from './webhook.row.server.ts'
import type { Seen } from '#lib/calls.ts'

/** 256 bits, so that SHA-256 signs at its full strength. */
const newSecret = () => `${secretPrefix}${randomBytes(32).toString('base64')}`

/** @throws request/invalid at `url` for a private address */
function assertUrl({ call }: TenantContext, url: string): void {
  if (!mayChoose(url, call.app.config.production)) throw fieldFailure('url', 'developers.webhooks.url.private')
}

/** Writes columns of the webhook version that the caller saw. @throws document/not-found, request/stale */
async function write(ctx: TenantContext, seen: Seen, action: string, columns: Record<string, unknown>, logged = columns): Promise<Webhook> {
  const { trx, call, vendorId, now } = ctx
  await trx.selectFrom('webhooks').select('id').where('vendorId', '=', vendorId).where('id', '=', seen.id).forUpdate().execute()
  const before = await readWebhook(ctx, seen.id)
  if (before.version !== seen.version) throw failure('request/stale', { current: before })
  const change = changedFields(before, logged)
  if (action === 'update' && Object.keys(change.after).length === 0) return before
  await trx
    .updateTable('webhooks')
    .set({ ...columns, updatedAt: now, version: seen.version + 1 })
    .where('vendorId', '=', vendorId)
    .where('id', '=', seen.id)
    .execute()
  await audit(trx, call, { action, entity: 'webhook', target: seen.id, ...change })
  return readWebhook(ctx, seen.id)
}

/** @throws request/invalid at `url` for a private address and beyond ten webhooks */
export async function createWebhook(ctx: TenantContext, input: WebhookInput): Promise<Webhook & { secret: string }> {
  const { trx, call, vendorId, now } = ctx
  assertUrl(ctx, input.url)
  // Locked, so that two concurrent creations can't exceed the limit.
  await trx.selectFrom('vendorPlans').select('vendorId').where('vendorId', '=', vendorId).forUpdate().execute()
  if ((await readWebhooks(ctx)).length >= webhookLimit) throw fieldFailure('url', 'developers.webhooks.limit')
  const [id, secret] = [newId(call.app.now()), newSecret()]
  const given = { url: input.url, events: [...new Set(input.events)] }
  await trx
    .insertInto('webhooks')
    .values({ vendorId, id, ...given, secret: call.app.secrets.seal(secret), createdAt: now, updatedAt: now })
    .execute()
  await trx.insertInto('webhookQueue').values({ webhook: id, vendorId, dueAt: null, leasedUntil: null }).execute()
  await audit(trx, call, { action: 'create', entity: 'webhook', target: id, after: given })
  const values = { by: memberOf(call).email, address: new URL(input.url).host }
  await notify(ctx, { kind: 'webhookMade', cause: id, values })
  return { ...(await readWebhook(ctx, id)), secret }
}

/** Changes the address or the events. @throws request/invalid at `url` for a private address, document/not-found, request/stale */
export async function updateWebhook(ctx: TenantContext, { id, version, ...named }: Partial<WebhookInput> & Seen): Promise<Webhook> {
  const { url, events } = changedRecord<WebhookInput>(Object.keys(webhookInput.shape), await readWebhook(ctx, id), named)
  assertUrl(ctx, url)
  return write(ctx, { id, version }, 'update', { url, events: [...new Set(events)] })
}

/** Pauses a webhook; later messages wait until it is resumed. @throws document/not-found, request/stale */
export async function pauseWebhook(ctx: TenantContext, seen: Seen): Promise<Webhook> {
  return write(ctx, seen, 'pause', { state: 'paused' })
}

/** Resumes a webhook and sends the messages that waited. */
export async function resumeWebhook(ctx: TenantContext, seen: Seen): Promise<Webhook> {
  const row = await write(ctx, seen, 'resume', { state: 'active', failingSince: null }, { state: 'active' })
  await wakeWebhook(ctx.trx, ctx.call.app, seen.id)
  return row
}

/** Creates a new secret; the former one also signs for a day, so that the receiver can switch over. */
export async function rollWebhook(ctx: TenantContext, seen: Seen): Promise<Webhook & { secret: string }> {
  const { trx, call, vendorId } = ctx
  const { secret: formerSecret } = (await trx
    .selectFrom('webhooks')
    .select('secret')
    .where('vendorId', '=', vendorId)
    .where('id', '=', seen.id)
    .executeTakeFirst()) ?? { secret: null }
  const secret = newSecret()
  const formerUntil = instant(call.app, formerHours * 3_600_000)
  const row = await write(ctx, seen, 'roll', { secret: call.app.secrets.seal(secret), formerSecret, formerUntil }, { formerUntil })
  return { ...row, secret }
}

/** Sends a test message without a change. @throws document/not-found */
export async function testWebhook(ctx: TenantContext, { id }: { id: string }): Promise<{ count: number }> {
  const { trx, call, vendorId, now } = ctx
  await readWebhook(ctx, id)
  const message = newId(call.app.now())
  const payload = { id: message, event: testEvent, at: now, vendor: vendorId, record: { kind: 'webhook', id, version: null } }
  const body = JSON.stringify({ ...payload, before: null, after: null })
  await audit(trx, call, { action: 'test', entity: 'webhook', target: id })
  await announce(trx, call.app, vendorId, { id: message, event: testEvent, record: message, body }, [{ id, position: 0 }])
  return { count: 1 }
}
