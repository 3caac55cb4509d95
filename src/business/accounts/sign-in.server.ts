import { ORPCError } from '@orpc/server'
import { compiled, type PlaceOf } from '#db/compiled.ts'
import { tenant } from '#db/tenant.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { countOrRefuse, countUses, forgetting, limits, refuseBeyond, returning, type Use } from '#kernel/limits.ts'
import { raiseAlarm } from '#kernel/alarms.ts'
import { lockUser, admitMember } from './admit-member.server.ts'
import { auditRefusal, emailKeyOf, limitKeyOf, triedOf } from './identity.server.ts'
import { identifyBrowser, type Browser } from './known-browser.server.ts'
import { passwordMatches } from './password.server.ts'
import { hasGrant } from './reset-grant.server.ts'
import { isWrongCode, consumeSecondFactor } from './second-factor.server.ts'
import { lockSession, renewSession } from './sign-in-session.server.ts'
import { accountContract } from './account.contract.ts'

const os = handlersOf({ accounts: accountContract })

/**
 * Counts a try before anything is checked, so that parallel guesses can't outrun the limit. A browser that has signed
 * in to the account before, or has just verified its address by mail, is counted separately: others' guesses must not
 * lock the owner out.
 * @returns the count that a right password resets, and whether the address was not counted
 */
async function countTry(call: Call, email: string, knownBrowser: Browser | null): Promise<{ use: Use; isKnown: boolean }> {
  const { app, ip } = call
  // One count for all verifications by mail, or each new code would allow ten more guesses at the second factor.
  const proof = knownBrowser ? knownBrowser.hash.toString('hex') : (await hasGrant(call, emailKeyOf(email))) && 'mail'
  if (proof) {
    const use: Use = [limits.signInByBrowser, limitKeyOf(call, `${proof} ${email}`)]
    await countOrRefuse(app, use)
    return { use, isKnown: true }
  }
  const byEmailUse: Use = [limits.signInByEmail, limitKeyOf(call, email)]
  const byAddressUse: Use = [limits.signInByAddress, ip]
  const waits = await countUses(app, byAddressUse, byEmailUse)
  // One address trying many accounts is what password spraying looks like (checks O8).
  if (waits[0]) await raiseAlarm(call, 'sign-in-flood', byAddressUse)
  else if (waits[1]) await raiseAlarm(call, 'sign-in-lockout', byEmailUse)
  refuseBeyond(waits)
  return { use: byEmailUse, isKnown: false }
}

const memberByEmail = compiled((kysely, place: PlaceOf<{ emailKey: string; hash: Buffer }>) =>
  kysely
    .selectFrom('users')
    .leftJoin('members', (join) => join.onRef('members.userId', '=', 'users.id').on('members.state', 'in', ['active', 'asleep']))
    .select(['users.id', 'users.email', 'users.passwordHash', 'users.totpSecret', 'users.totpIsOn'])
    .select(['members.vendorId', 'members.role', 'members.state'])
    .select((of) =>
      of
        .selectFrom('knownBrowsers')
        .select('knownBrowsers.seenAt')
        .whereRef('knownBrowsers.userId', '=', 'users.id')
        .where('knownBrowsers.hash', '=', place('hash'))
        .as('browserSeenAt'),
    )
    .where('users.emailKey', '=', place('emailKey')),
)

const isInvalid = (error: unknown) => error instanceof ORPCError && error.code === 'auth/invalid-credential'

/** Sign-in (spec 4). Every failure of the credential itself is `auth/invalid-credential` (product 2.6). */
export const signInHandler = os.accounts.signIn.handler(async ({ context: call, input }) => {
  const { app } = call
  const browser = identifyBrowser(call)
  const [user] = await memberByEmail(app.db.kysely, { emailKey: emailKeyOf(input.email), hash: browser.hash })
  const counted = await countTry(call, input.email, user?.browserSeenAt ? browser : null)
  const isRight = await passwordMatches(input.password, user?.passwordHash ?? null, counted.isKnown)
  if (!user || !isRight || !user.vendorId || !user.role) {
    await auditRefusal(call, triedOf(user), 'sign-in-refused')
    throw failure('auth/invalid-credential')
  }
  const { id: userId, vendorId, role } = { ...user, vendorId: user.vendorId, role: user.role }
  // Only someone who knows the password learns that the account exists and is asleep.
  if (user.state === 'asleep') {
    await auditRefusal(call, { vendorId, userId, role }, 'sign-in-refused')
    throw failure('team/asleep')
  }
  const setCookies = await tenant(app.db, vendorId, async (trx) => {
    await consumeSecondFactor(trx, call, { ...user, vendorId, role }, input.totp)
    // A right password returns its try, so that only failures add up.
    if (!counted.isKnown) await returning(trx, limits.signInByAddress, call.ip).execute()
    const admitted = { ...user, vendorId, role }
    const trialStartedAt = await lockUser(trx, call, admitted, forgetting(trx, ...counted.use).compile())
    return admitMember(trx, call, admitted, { action: 'sign-in', trialStartedAt, browser })
  }).catch(async (error: unknown) => {
    if (isWrongCode(error) || isInvalid(error)) await auditRefusal(call, { vendorId, userId, role }, 'sign-in-refused')
    throw error
  })
  setCookies()
  return { id: userId, email: user.email, status: 'active' }
})

/** Confirms the password before sensitive changes; the session gets a new id and counts as recent. */
export const confirmPassword = os.accounts.confirmPassword.handler(async ({ context: call, input }) => {
  const { app } = call
  const { userId, vendorId, role, expiresAt } = memberOf(call)
  await countOrRefuse(app, [limits.confirmByMember, userId])
  const user = await app.db.kysely
    .selectFrom('users')
    .select(['id', 'email', 'passwordHash', 'totpSecret', 'totpIsOn'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const refused = () => auditRefusal(call, { vendorId, userId, role }, 'confirm-password-refused')
  if (!(await passwordMatches(input.password, user.passwordHash, true))) {
    await refused()
    throw fieldFailure('password', 'accounts.password.wrong')
  }
  const setCookie = await tenant(app.db, vendorId, async (trx) => {
    await lockSession(trx, call)
    await consumeSecondFactor(trx, call, { ...user, vendorId, role }, input.totp)
    await forgetting(trx, limits.confirmByMember, userId).execute()
    await audit(trx, call, { action: 'confirm-password', entity: 'account', target: userId })
    return renewSession(trx, call, { userId, vendorId }, expiresAt)
  }).catch(async (error: unknown) => {
    if (isWrongCode(error)) await refused()
    throw error
  })
  setCookie()
  return { success: true }
})
