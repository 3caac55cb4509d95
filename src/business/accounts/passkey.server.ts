import { tenant, type Trx } from '#db/tenant.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { failure, withConstraints } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { countOrRefuse, limits } from '#kernel/limits.ts'
import { identifyBrowser } from './known-browser.server.ts'
import { challengeMs, consumeChallenge, issueChallenge } from './passkey-challenge.server.ts'
import { checkNewPasskey, domainOf, passkeyAlgorithms, userHandleOf } from './passkey-proof.server.ts'
import { passkeyContract, passkeysMost } from './passkey.contract.ts'
import { lockSession } from './sign-in-session.server.ts'

const os = handlersOf({ accounts: passkeyContract })

const done = { success: true }

/**
 * Locks the account and the session of a call and returns the account's passkeys, so that no two are added at once, and none by a
 * session that a password reset has just ended.
 * @throws passkey/full beyond the maximum, auth/session-expired
 */
async function lockForOneMore(trx: Trx, call: Call) {
  await lockSession(trx, call)
  const { userId } = memberOf(call)
  const own = await trx.selectFrom('passkeys').select(['credential', 'transports']).where('userId', '=', userId).execute()
  if (own.length >= passkeysMost) throw failure('passkey/full')
  return own
}

export const passkeys = os.accounts.passkeys.handler(({ context: call }) =>
  call.app.db.kysely
    .selectFrom('passkeys')
    .select(['id', 'name', 'isBackedUp', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', memberOf(call).userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute(),
)

/** The options with which the browser creates a passkey, on an authenticator that has none of this account yet. */
export const beginPasskey = os.accounts.beginPasskey.handler(async ({ context: call }) => {
  const { app } = call
  const { userId, vendorId, email } = memberOf(call)
  await countOrRefuse(app, [limits.passkeyByMember, userId])
  const browser = identifyBrowser(call)
  const { own, challenge } = await tenant(app.db, vendorId, async (trx) => {
    const own = await lockForOneMore(trx, call)
    await audit(trx, call, { action: 'begin-passkey', entity: 'account', target: userId })
    return { own, challenge: await issueChallenge(trx, call, browser, userId) }
  })
  browser.keep()
  return {
    challenge,
    rp: { id: domainOf(call), name: 'Touchline' },
    user: { id: userHandleOf(userId), name: email, displayName: email },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: challengeMs,
    attestation: 'none' as const,
    excludeCredentials: own.map(({ credential: id, transports }) => ({ id, transports, type: 'public-key' as const })),
    authenticatorSelection: { residentKey: 'required' as const, requireResidentKey: true as const, userVerification: 'required' as const },
  }
})

/** Stores the passkey that the browser created for a challenge of `beginPasskey`. @throws auth/invalid-credential where its proof is wrong */
export const addPasskey = os.accounts.addPasskey.handler(async ({ context: call, input }) => {
  const { app } = call
  const { userId, vendorId } = memberOf(call)
  const challenge = await consumeChallenge(call, userId, input.clientDataJSON)
  const created = challenge === null ? null : await checkNewPasskey(call, challenge, input)
  if (!created) throw failure('auth/invalid-credential')
  const { name, credential, transports } = input
  await withConstraints({ passkeysCredential: 'document/exists' }, () =>
    tenant(app.db, vendorId, async (trx) => {
      await lockForOneMore(trx, call)
      const id = newId(app.now())
      await trx
        .insertInto('passkeys')
        .values({ id, userId, credential, transports, name, ...created, createdAt: instant(app), lastUsedAt: null })
        .execute()
      await audit(trx, call, { action: 'add-passkey', entity: 'passkey', target: id, after: { name } })
      await notify({ trx, call, vendorId }, { kind: 'passkeyAdded', cause: call.requestId, values: { name }, to: { user: userId } })
    }),
  )
  app.wake()
  return done
})

/** Renames one of the member's own passkeys. @throws document/not-found for any other id */
export const renamePasskey = os.accounts.renamePasskey.handler(async ({ context: call, input: { id, name } }) => {
  const { userId, vendorId } = memberOf(call)
  await tenant(call.app.db, vendorId, async (trx) => {
    const before = await trx
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw failure('document/not-found')
    await trx.updateTable('passkeys').set({ name }).where('id', '=', id).where('userId', '=', userId).execute()
    await audit(trx, call, { action: 'rename-passkey', entity: 'passkey', target: id, before, after: { name } })
  })
  return done
})

/** Notifies a member that passkeys no longer open the account. */
function notifyOfRemoval(trx: Trx, call: Call, { vendorId, userId }: { vendorId: string; userId: string }, count: number): Promise<void> {
  return notify({ trx, call, vendorId }, { kind: 'passkeysRemoved', cause: call.requestId, values: { count }, to: { user: userId } })
}

/** Removes one of the member's own passkeys. @throws document/not-found for any other id */
export const removePasskey = os.accounts.removePasskey.handler(async ({ context: call, input: { id } }) => {
  const { userId, vendorId } = memberOf(call)
  await tenant(call.app.db, vendorId, async (trx) => {
    const before = await trx.deleteFrom('passkeys').where('id', '=', id).where('userId', '=', userId).returning('name').executeTakeFirst()
    if (!before) throw failure('document/not-found')
    await audit(trx, call, { action: 'remove-passkey', entity: 'passkey', target: id, before })
    await notifyOfRemoval(trx, call, { vendorId, userId }, 1)
  })
  call.app.wake()
  return done
})

/** Removes all passkeys of an account whose password was reset, and notifies the member. The account must be locked. @returns how many */
export async function removePasskeys(trx: Trx, call: Call, member: { vendorId: string; userId: string }): Promise<number> {
  const removed = await trx.deleteFrom('passkeys').where('userId', '=', member.userId).returning('id').execute()
  if (removed.length > 0) await notifyOfRemoval(trx, call, member, removed.length)
  return removed.length
}
