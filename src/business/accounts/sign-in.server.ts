import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { tenant } from '#db/tenant.ts'
import { instant } from '#kernel/app.ts'
import { audit, auditRow } from '#kernel/audit.ts'
import { memberOf, os, type Call } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { countOrRefuse, countUses, forgetUses, keyOf, limits, refuseBeyond, type Use } from '#kernel/limits.ts'
import { raiseAlarm } from './alarm.server.ts'
import { auditRefusal, emailKeyOf, limitKeyOf, triedOf } from './identity.server.ts'
import { identifyBrowser, meetBrowser } from './known-browser.server.ts'
import { passwordMatches } from './password.server.ts'
import { holdsGrant } from './reset-grant.server.ts'
import { isWrongCode, spendSecondFactor } from './second-factor.server.ts'
import { endOldest, holdSession, newSession, renewSession } from './session.server.ts'

/**
 * Counts a try before anything is checked, so that parallel guesses can't outrun the limit. A browser
 * that has signed in to the account before, or proved its address by mail just now, counts alone: nobody
 * else's guesses may keep its owner out.
 * @returns the key of the count that a right password gives back, and whether the address was counted
 */
async function countTry(call: Call, email: string, knownBrowser: Uint8Array | null): Promise<{ key: string; isKnown: boolean }> {
  const { app, ip } = call
  // One count for all proofs by mail, or each new code would bring ten more guesses at the second factor.
  const proof = knownBrowser ? Buffer.from(knownBrowser).toString('hex') : (await holdsGrant(call, emailKeyOf(email))) && 'mail'
  if (proof) {
    const use: Use = [limits.signInByBrowser, limitKeyOf(call, `${proof} ${email}`)]
    await countOrRefuse(app, use)
    return { key: keyOf(...use), isKnown: true }
  }
  const byEmailUse: Use = [limits.signInByEmail, limitKeyOf(call, email)]
  const byAddressUse: Use = [limits.signInByAddress, ip]
  const waits = await countUses(app, byAddressUse, byEmailUse)
  // One address trying many accounts is what password spraying looks like (checks O8).
  if (waits[0]) await raiseAlarm(call, 'sign-in-flood', byAddressUse)
  else if (waits[1]) await raiseAlarm(call, 'sign-in-lockout', byEmailUse)
  refuseBeyond(waits)
  return { key: keyOf(...byEmailUse), isKnown: false }
}

function findMember(call: Call, email: string) {
  const browser = identifyBrowser(call).hash
  return call.app.db.kysely
    .selectFrom('users')
    .leftJoin('members', (join) => join.onRef('members.userId', '=', 'users.id').on('members.state', 'in', ['active', 'asleep']))
    .select(['users.id', 'users.email', 'users.passwordHash', 'users.totpSecret', 'users.totpIsOn'])
    .select(['members.vendorId', 'members.role', 'members.state'])
    .select((of) =>
      of
        .selectFrom('knownBrowsers')
        .select('knownBrowsers.hash')
        .whereRef('knownBrowsers.userId', '=', 'users.id')
        .where('knownBrowsers.hash', '=', browser)
        .as('knownBrowser'),
    )
    .where('users.emailKey', '=', emailKeyOf(email))
    .executeTakeFirst()
}

const isInvalid = (error: unknown) => error instanceof ORPCError && error.code === 'auth/invalid-credential'

/** Sign-in (spec 4). Every failure of the credential itself is `auth/invalid-credential` (product 2.6). */
export const signIn = os.accounts.signIn.handler(async ({ context: call, input }) => {
  const { app } = call
  const user = await findMember(call, input.email)
  const counted = await countTry(call, input.email, user?.knownBrowser ?? null)
  const isRight = await passwordMatches(input.password, user?.passwordHash ?? null, counted.isKnown)
  if (!user || !isRight || !user.vendorId || !user.role) {
    await auditRefusal(call, triedOf(user), 'sign-in-refused')
    throw failure('auth/invalid-credential')
  }
  const { id: userId, vendorId, role } = { ...user, vendorId: user.vendorId, role: user.role }
  // Only who knows the password learns that the account is there and sleeps.
  if (user.state === 'asleep') {
    await auditRefusal(call, { vendorId, userId, role }, 'sign-in-refused')
    throw failure('team/asleep')
  }
  const setCookie = await tenant(app.db, vendorId, async (trx) => {
    await spendSecondFactor(trx, call, { ...user, vendorId, role }, input.totp)
    const now = instant(app)
    const { row, setCookie } = await newSession(trx, call, { userId, vendorId })
    // A right password gives the tries back, so that only failures add up; the address is locked before the account, as `takeUses` does.
    if (!counted.isKnown)
      await trx
        .updateTable('limits')
        .set({ count: sql<number>`greatest("count" - 1, 0)` })
        .where('key', '=', keyOf(limits.signInByAddress, call.ip))
        .execute()
    await trx.deleteFrom('limits').where('key', '=', counted.key).execute()
    // Spec 4: the trial counts from the first sign-in; stored once and never moved.
    await trx
      .updateTable('vendorPlans')
      .set({ trialStartedAt: now, updatedAt: now })
      .where('vendorId', '=', vendorId)
      .where('trialStartedAt', 'is', null)
      .execute()
    // The language in which the member reads now is that of the mails to them. The row is held, and still has the
    // password that was checked: a change of it ends either this session or this sign-in.
    const held = await trx
      .updateTable('users')
      .set({ language: call.language })
      .where('id', '=', userId)
      .where('passwordHash', '=', user.passwordHash)
      .returning('id')
      .executeTakeFirst()
    if (!held) throw failure('auth/invalid-credential')
    await trx
      .insertInto('audit')
      .values(auditRow(call, { action: 'sign-in', entity: 'account', target: userId }, { vendorId, userId, role }))
      .execute()
    await trx.updateTable('members').set({ lastSignInAt: now }).where('vendorId', '=', vendorId).where('userId', '=', userId).execute()
    await trx
      .updateTable('merchants')
      .set({ isOnLine: true, lastLogin: now, lastUpdated: now, updatedAt: now })
      .where('vendorId', '=', vendorId)
      // The merchant is the owner's account (spec 3).
      .where('uid', '=', userId)
      .execute()
    await trx.insertInto('sessions').values(row).execute()
    await endOldest(trx, call, { userId, vendorId })
    const keepBrowser = await meetBrowser(trx, call, { vendorId, userId })
    return () => {
      setCookie()
      keepBrowser()
    }
  }).catch(async (error: unknown) => {
    if (isWrongCode(error) || isInvalid(error)) await auditRefusal(call, { vendorId, userId, role }, 'sign-in-refused')
    throw error
  })
  setCookie()
  return { id: userId, email: user.email, status: 'active' }
})

/** Asks for the password again before sensitive changes; the session gets a new id and counts as recent. */
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
    await holdSession(trx, call)
    await spendSecondFactor(trx, call, { ...user, vendorId, role }, input.totp)
    await forgetUses(trx, limits.confirmByMember, userId)
    await audit(trx, call, { action: 'confirm-password', entity: 'account', target: userId })
    return renewSession(trx, call, { userId, vendorId }, expiresAt)
  }).catch(async (error: unknown) => {
    if (isWrongCode(error)) await refused()
    throw error
  })
  setCookie()
  return { success: true }
})
