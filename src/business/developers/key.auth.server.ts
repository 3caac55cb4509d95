import { compiled, type PlaceOf } from '#db/compiled.ts'
import { lone } from '#db/tenant.ts'
import { instant } from '#kernel/app.ts'
import type { Call, SignedIn } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import { countOrRefuse, limits } from '#kernel/limits.ts'
import { sha256 } from '#kernel/secrets.ts'
import { keyPrefix } from './key.contract.ts'

/** The precision with which a key's last use is stored. */
const usedMs = 60_000

const liveKey = compiled((kysely, place: PlaceOf<{ hash: Uint8Array; now: string }>) =>
  kysely
    .selectFrom('apiKeys')
    .innerJoin('vendorPlans', 'vendorPlans.vendorId', 'apiKeys.vendorId')
    .select(['apiKeys.id', 'apiKeys.vendorId', 'apiKeys.scopes', 'apiKeys.createdAt', 'apiKeys.lastUsedAt'])
    .select(['vendorPlans.plan', 'vendorPlans.trialStartedAt'])
    .where('apiKeys.hash', '=', place('hash'))
    .where('apiKeys.revokedAt', 'is', null)
    .where((where) => where.or([where('apiKeys.expiresAt', 'is', null), where('apiKeys.expiresAt', '>', place('now'))])),
)

/**
 * The identity that a call with an API key acts as: the business with at most a manager's rights, logged under the key.
 * @throws key/invalid for a key that is unknown, expired or revoked; auth/too-many-requests beyond its limit
 */
export async function readKey({ app }: Call, token: string): Promise<SignedIn & { scopes: string[] }> {
  const hash = sha256(token)
  const now = instant(app)
  const [row] = token.startsWith(keyPrefix) ? await liveKey(app.db.kysely, { hash, now }) : []
  if (!row) throw failure('key/invalid')
  const { id, lastUsedAt, ...rest } = row
  await countOrRefuse(app, [limits.callsByKey, id])
  if (!lastUsedAt || Date.parse(lastUsedAt) <= app.now() - usedMs)
    await lone(app.db, (kysely) => kysely.updateTable('apiKeys').set({ lastUsedAt: now }).where('id', '=', id).execute())
  return {
    ...rest,
    sessionId: id,
    hash,
    userId: id,
    email: '',
    emailIsVerified: true,
    role: 'manager',
    ownRole: 'manager',
    agent: 'apiKey',
    trainerId: null,
    // A key never counts as a recent sign-in.
    confirmedAt: new Date(0).toISOString(),
    expiresAt: now,
  }
}
