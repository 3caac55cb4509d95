import { audit } from '#kernel/audit.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'

/** @throws document/not-found */
export async function removeWebhook({ trx, call, vendorId }: TenantContext, { id }: { id: string }): Promise<{ success: boolean }> {
  const removed = await trx.deleteFrom('webhooks').where('vendorId', '=', vendorId).where('id', '=', id).returning('url').executeTakeFirst()
  if (!removed) throw failure('document/not-found')
  await trx.deleteFrom('webhookQueue').where('webhook', '=', id).execute()
  await audit(trx, call, { action: 'remove', entity: 'webhook', target: id, before: { url: removed.url } })
  return { success: true }
}

/** Removes every webhook of the business. @param actor logged as the one who did it */
export async function removeWebhooks({ trx, call, vendorId }: TenantContext, actor: { userId: string; role: string }): Promise<void> {
  const removed = await trx.deleteFrom('webhooks').where('vendorId', '=', vendorId).returning(['id', 'url']).execute()
  for (const { id, url } of removed) {
    await trx.deleteFrom('webhookQueue').where('webhook', '=', id).execute()
    await audit(trx, call, { action: 'remove', entity: 'webhook', target: id, before: { url } }, { vendorId, ...actor })
  }
}
