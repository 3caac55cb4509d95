import { ORPCError } from '@orpc/server'
import { compiled, type PlaceOf } from '#db/compiled.ts'
import { tenant, type Trx } from '#db/tenant.ts'
import { raiseAlarm } from '#kernel/alarms.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import { countOrRefuse, countUses, limits, refuseBeyond, returning, type Use } from '#kernel/limits.ts'
import { lockUser, admitMember } from './admit-member.server.ts'
import { auditRefusal, triedOf } from './identity.server.ts'
import { identifyBrowser } from './known-browser.server.ts'
import { challengeMs, consumeChallenge, issueChallenge } from './passkey-challenge.server.ts'
import { checkAssertion, domainOf } from './passkey-proof.server.ts'
import { passkeyContract } from './passkey.contract.ts'

const os = handlersOf({ accounts: passkeyContract })

/** The options with which the browser asks for any passkey of this domain: nothing in them depends on an account. */
export const beginPasskeySignIn = os.accounts.beginPasskeySignIn.handler(async ({ context: call }) => {
  const { app } = call
  await countOrRefuse(app, [limits.passkeyBeginByAddress, call.ip])
  const browser = identifyBrowser(call)
  const stranger = triedOf(undefined)
  const challenge = await tenant(app.db, stranger.vendorId, async (trx) => {
    await audit(trx, call, { action: 'begin-passkey-sign-in', entity: 'account', target: stranger.userId }, stranger)
    return issueChallenge(trx, call, browser, null)
  })
  browser.keep()
  return { challenge, rpId: domainOf(call), timeout: challengeMs, userVerification: 'required' as const }
})

const holderOf = compiled((kysely, place: PlaceOf<{ credential: string; hash: Buffer }>) =>
  kysely
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .leftJoin('members', (join) => join.onRef('members.userId', '=', 'users.id').on('members.state', 'in', ['active', 'asleep']))
    .select(['passkeys.id as passkey', 'passkeys.userId', 'passkeys.publicKey', 'passkeys.counter'])
    .select(['users.id', 'users.email', 'users.passwordHash', 'members.vendorId', 'members.role', 'members.state'])
    .select((of) =>
      of
        .selectFrom('knownBrowsers')
        .select('knownBrowsers.seenAt')
        .whereRef('knownBrowsers.userId', '=', 'users.id')
        .where('knownBrowsers.hash', '=', place('hash'))
        .as('browserSeenAt'),
    )
    .where('passkeys.credential', '=', place('credential')),
)

/**
 * Stores a passkey's counter and last use. The account must be locked.
 * @throws auth/invalid-credential where it was removed meanwhile, or another sign-in has stored this counter or a later one
 */
async function storeUse(
  trx: Trx,
  call: Call,
  passkey: string,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
): Promise<void> {
  const used = await trx
    .updateTable('passkeys')
    .set({ counter, isBackedUp, lastUsedAt: instant(call.app) })
    .where('id', '=', passkey)
    // Many authenticators have no counter and always say 0.
    .where('counter', counter === 0 ? '=' : '<', counter)
    .returning('id')
    .executeTakeFirst()
  if (!used) throw failure('auth/invalid-credential')
}

const isInvalid = (error: unknown) => error instanceof ORPCError && error.code === 'auth/invalid-credential'

/**
 * Sign-in with a passkey, which is both factors at once: the device, and the fingerprint, face or PIN by which it knows its holder.
 * Every failure of the proof is `auth/invalid-credential`, as with a password.
 */
export const signInWithPasskey = os.accounts.signInWithPasskey.handler(async ({ context: call, input }) => {
  const { app } = call
  const use: Use = [limits.passkeyByAddress, call.ip]
  const waits = await countUses(app, use)
  if (waits[0]) await raiseAlarm(call, 'sign-in-flood', use)
  refuseBeyond(waits)
  const browser = identifyBrowser(call)
  const challenge = await consumeChallenge(call, null, input.clientDataJSON)
  const [user] = await holderOf(app.db.kysely, { credential: input.credential, hash: browser.hash })
  const proof = user && challenge !== null ? await checkAssertion(call, challenge, user, input) : null
  if (!user || !proof || !user.vendorId || !user.role) {
    await auditRefusal(call, triedOf(user), 'sign-in-refused')
    throw failure('auth/invalid-credential')
  }
  const admitted = { ...user, vendorId: user.vendorId, role: user.role }
  if (user.state === 'asleep') {
    await auditRefusal(call, triedOf(user), 'sign-in-refused')
    throw failure('team/asleep')
  }
  const setCookies = await tenant(app.db, user.vendorId, async (trx) => {
    // A right passkey returns its try, so that only failures add up.
    const trialStartedAt = await lockUser(trx, call, admitted, returning(trx, ...use).compile())
    await storeUse(trx, call, user.passkey, proof)
    return admitMember(trx, call, admitted, { action: 'sign-in-with-passkey', trialStartedAt, browser })
  }).catch(async (error: unknown) => {
    if (isInvalid(error)) await auditRefusal(call, triedOf(user), 'sign-in-refused')
    throw error
  })
  setCookies()
  return { id: user.id, email: user.email, status: 'active' }
})
