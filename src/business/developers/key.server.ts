import { notify } from '#business/notifications/notify.server.ts'
import { midnightAfter, zoneOf } from '#business/setup/zone.server.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { handlersOf, memberOf } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { randomToken, sha256 } from '#kernel/secrets.ts'
import { keyContract, keyLimit, keyPrefix, keyScopes, type Key, type KeyInput } from './key.contract.ts'

const os = handlersOf({ keys: keyContract })

async function list({ trx, vendorId, now }: TenantContext): Promise<Key[]> {
  const rows = await trx
    .selectFrom('apiKeys')
    .select(['id', 'name', 'scopes', 'ending', 'createdAt', 'expiresAt', 'lastUsedAt'])
    .where('vendorId', '=', vendorId)
    .where('revokedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    scopes: keyScopes.filter((scope) => row.scopes.includes(scope)),
    isExpired: row.expiresAt !== null && row.expiresAt <= now,
  }))
}

/** Creates a key and stores only its SHA-256. @throws request/invalid at `expiresOn` for a past day, at `name` beyond 20 keys */
async function create(ctx: TenantContext, input: KeyInput): Promise<Key & { secret: string }> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const { expiresOn, ...given } = input
  if (expiresOn !== null && expiresOn < today) throw fieldFailure('expiresOn', 'developers.keys.expiresOn.past')
  // Locked, so that two concurrent creations can't exceed the limit.
  await trx.selectFrom('vendorPlans').select('vendorId').where('vendorId', '=', vendorId).forUpdate().execute()
  if ((await list(ctx)).length >= keyLimit) throw fieldFailure('name', 'developers.keys.limit')
  const secret = `${keyPrefix}${randomToken()}`
  const row = {
    id: newId(call.app.now()),
    name: given.name,
    scopes: keyScopes.filter((scope) => given.scopes.includes(scope)),
    ending: secret.slice(-4),
    createdAt: now,
    expiresAt: expiresOn && midnightAfter(expiresOn, await zoneOf(trx, vendorId)),
  }
  await trx
    .insertInto('apiKeys')
    .values({ ...row, vendorId, hash: sha256(secret), createdBy: memberOf(call).userId })
    .execute()
  const after = { name: row.name, scopes: row.scopes, ending: row.ending, expiresOn }
  await audit(trx, call, { action: 'create', entity: 'apiKey', target: row.id, after })
  await notify(ctx, { kind: 'keyMade', cause: row.id, values: { by: memberOf(call).email, name: row.name } })
  return { ...row, lastUsedAt: null, isExpired: false, secret }
}

/** @throws document/not-found for a key that is not the vendor's or is already revoked */
async function revoke({ trx, call, vendorId, now }: TenantContext, { id }: { id: string }): Promise<{ success: boolean }> {
  const revoked = await trx
    .updateTable('apiKeys')
    .set({ revokedAt: now })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning(['name', 'ending'])
    .executeTakeFirst()
  if (!revoked) throw failure('document/not-found')
  await audit(trx, call, { action: 'revoke', entity: 'apiKey', target: id, before: revoked })
  return { success: true }
}

/** Revokes every key of the business. @param actor logged as the one who did it */
export async function revokeKeys({ trx, call, vendorId }: TenantContext, actor: { userId: string; role: string }): Promise<void> {
  const revoked = await trx
    .updateTable('apiKeys')
    .set({ revokedAt: instant(call.app) })
    .where('vendorId', '=', vendorId)
    .where('revokedAt', 'is', null)
    .returning(['id', 'name', 'ending'])
    .execute()
  for (const { id, ...before } of revoked)
    await audit(trx, call, { action: 'revoke', entity: 'apiKey', target: id, before }, { vendorId, ...actor })
}

export const keyHandlers = {
  list: os.keys.list.handler(inTenant((ctx) => list(ctx))),
  create: os.keys.create.handler(inTenant(create)),
  revoke: os.keys.revoke.handler(inTenant(revoke)),
}
