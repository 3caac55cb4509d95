import { tenant, type Trx } from '#db/tenant.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { contextOf } from '#kernel/context.ts'
import { emit } from '#kernel/events.ts'
import { failure } from '#kernel/failure.ts'
import { countOrRefuse, countUses, forgetting, limits, refuseBeyond, claimOrRefuse, claimUses, type Use } from '#kernel/limits.ts'
import { composeMail } from '#kernel/mail.ts'
import { queue } from '#kernel/outbox.ts'
import { raiseAlarm } from '#kernel/alarms.ts'
import { connectionsEnded } from './account.events.ts'
import { currentFirst, emailKeyOf, findTried, limitKeyOf } from './identity.server.ts'
import { identifyBrowser, isKnownBrowser, rememberBrowser } from './known-browser.server.ts'
import { codeMinutes, issueCode, consumeCode } from './mailed-code.server.ts'
import { hashPassword, refuseCommonPassword } from './password.server.ts'
import { removePasskeys } from './passkey.server.ts'
import { dropGrant, grantHashOf, issueGrant, consumeGrant } from './reset-grant.server.ts'
import { resetLinkOf } from './reset-link.server.ts'
import { consumeSecondFactor } from './second-factor.server.ts'
import { lockSession, renewSession } from './sign-in-session.server.ts'
import { accountContract } from './account.contract.ts'

const os = handlersOf({ accounts: accountContract })

const done = { success: true }

/**
 * Whether to mail another code to an account that unknown browsers request codes for. A few an hour are mailed; beyond
 * those, one before the last one expires, so that strangers can't flood the mailbox but it always has a valid code.
 */
async function claimMail(trx: Trx, { app }: Call, ofReader: string): Promise<boolean> {
  const [isBeyond] = await claimUses(trx, app, [limits.codeByReader, ofReader])
  if (!isBeyond) return true
  const [waits] = await claimUses(trx, app, [limits.codeByTurn, ofReader])
  return !waits
}

/**
 * sendOtp (spec 7). A known and an unknown address cost the same work and get the same answer (product 2.5).
 * Each requesting browser or address has its own limits, so that others' requests can't lock the holder out.
 */
export const sendOtp = os.accounts.sendOtp.handler(async ({ context: call, input }) => {
  const { app } = call
  const emailKey = emailKeyOf(input.email)
  const { email, tried } = await findTried(call, emailKey)
  const browser = identifyBrowser(call).hash
  const isKnown = await isKnownBrowser(call, tried.userId, browser)
  const byReader = limitKeyOf(call, input.email)
  const byAsker = limitKeyOf(call, `${isKnown ? browser.toString('hex') : call.ip} ${emailKey}`)
  const isMailed = await tenant(app.db, tried.vendorId, async (trx) => {
    const ofAsker = [limits.codeByMinute, limits.codeByHour, limits.codeByDay].map((limit): Use => [limit, byAsker])
    await claimOrRefuse(trx, app, ...ofAsker, [limits.codeByAddress, call.ip])
    const isMailed = isKnown || (await claimMail(trx, call, byReader))
    if (isMailed) {
      const { id, otp, expiresAt } = await issueCode(trx, call, 'reset', emailKey)
      const link = resetLinkOf(call, id)
      const values = { minutes: codeMinutes, link }
      const mail = composeMail(email ?? input.email, call.language, 'accounts.mail.code', values, { figure: otp, link })
      // For an unknown address the same row is written but expires at once, so no mail is sent.
      await queue(trx, app, 'mail', mail, email === null ? instant(app) : expiresAt)
    }
    await audit(trx, call, { action: 'send-code', entity: 'account', target: tried.userId }, tried)
    return isMailed
  })
  if (!isMailed) await raiseAlarm(call, 'code-flood', [limits.codeByReader, byReader])
  app.wake()
  return done
})

/**
 * verifyOtp (spec 7): `success` false for a wrong, used or expired code, with `code` where no try is left; a right one
 * sets a grant in this browser's cookie.
 */
export const verifyOtp = os.accounts.verifyOtp.handler(async ({ context: call, input }) => {
  const { app } = call
  const emailKey = emailKeyOf(input.email)
  const byAddressUse: Use = [limits.verifyByAddress, call.ip]
  const waits = await countUses(app, byAddressUse)
  if (waits[0]) await raiseAlarm(call, 'code-guessing', byAddressUse)
  refuseBeyond(waits)
  const { tried } = await findTried(call, emailKey)
  const { found, setCookie } = await tenant(app.db, tried.vendorId, async (trx) => {
    const found = await consumeCode(trx, call, 'reset', emailKey, input.otp)
    const setCookie = found === 'right' ? await issueGrant(trx, call, emailKey) : () => {}
    await audit(
      trx,
      call,
      { action: found === 'right' ? 'verify-code' : 'verify-code-refused', entity: 'account', target: tried.userId },
      tried,
    )
    return { found, setCookie }
  })
  if (found === 'expired') return { success: false, code: 'auth/code-expired' as const }
  if (found === 'wrong') return { success: false }
  setCookie()
  return done
})

/** The business's name, which no password may repeat (checks A5); empty before the profile is saved. */
async function vendorName({ app }: Call, vendorId: string): Promise<string> {
  const merchant = await tenant(app.db, vendorId, (trx) =>
    trx.selectFrom('merchants').select('name').where('vendorId', '=', vendorId).executeTakeFirst(),
  )
  return merchant?.name ?? ''
}

/** Revokes everything that the old password, or a code mailed under it, still opens. */
async function endAccess(trx: Trx, userId: string, emailKey: string): Promise<void> {
  await trx.deleteFrom('sessions').where('userId', '=', userId).execute()
  // Before the grants: this waits for a code being exchanged, and the next line then finds its grant.
  await trx.deleteFrom('mailedCodes').where('emailKey', '=', emailKey).where('purpose', '=', 'reset').execute()
  await trx.deleteFrom('resetGrants').where('emailKey', '=', emailKey).execute()
}

/** Notifies the member, who may not be the one who changed it. */
function notifyOfReset(trx: Trx, call: Call, { vendorId, userId }: { vendorId: string; userId: string }): Promise<void> {
  const notice = { kind: 'passwordChanged', cause: call.requestId, values: {}, to: { user: userId } } as const
  return notify({ trx, call, vendorId }, notice)
}

/** resetPasswordWithOtp (spec 7): needs this browser's single-use grant, bound to the e-mail; ends every session. */
export const resetPasswordWithOtp = os.accounts.resetPasswordWithOtp.handler(async ({ context: call, input }) => {
  const { app } = call
  const emailKey = emailKeyOf(input.email)
  const hash = grantHashOf(call)
  const refused = () => failure('auth/invalid-verification-code')
  const found = await app.db.kysely
    .selectFrom('resetGrants')
    .innerJoin('users', 'users.emailKey', 'resetGrants.emailKey')
    .innerJoin('members', 'members.userId', 'users.id')
    .select(['users.id', 'users.email', 'users.totpSecret', 'users.totpIsOn', 'users.emailIsVerified'])
    .select(['members.vendorId', 'members.role', 'members.state'])
    .where('resetGrants.hash', '=', hash)
    .where('resetGrants.emailKey', '=', emailKey)
    .where('resetGrants.expiresAt', '>', instant(app))
    .orderBy(currentFirst)
    .executeTakeFirst()
  if (!found) throw refused()
  // Counted before any check: someone who reads the mails must not guess the second factor with grant after grant.
  await countOrRefuse(app, [limits.resetByMember, found.id], [limits.resetByDay, found.id])
  refuseCommonPassword('newPassword', input.newPassword, [found.email, await vendorName(call, found.vendorId)])
  const passwordHash = await hashPassword(input.newPassword)
  const storeBrowser = await tenant(app.db, found.vendorId, async (trx) => {
    await consumeSecondFactor(trx, call, found, input.totp)
    if (!(await consumeGrant(trx, call, hash, emailKey))) throw refused()
    await trx.updateTable('users').set({ passwordHash, emailIsVerified: true }).where('id', '=', found.id).execute()
    await endAccess(trx, found.id, emailKey)
    const { id: userId, vendorId, role } = found
    // Someone else who had the account may have added one: after a reset only the new password opens it (decision 63).
    const removed = await removePasskeys(trx, call, { vendorId, userId })
    // Anyone who registered someone else's address must lose access. A member who may not sign in ends nothing.
    if (found.state === 'active' && (input.endConnections || !found.emailIsVerified))
      await emit(contextOf(trx, call, vendorId), connectionsEnded, { userId, role })
    // An owner who mistyped the old password up to the limit must get in with the new one (checks A2).
    await forgetting(trx, limits.signInByEmail, limitKeyOf(call, found.email)).execute()
    await notifyOfReset(trx, call, { vendorId, userId })
    const change = { action: 'reset-password', entity: 'account', target: userId }
    const passkeys = removed > 0 ? { before: { passkeys: removed }, after: { passkeys: 0 } } : {}
    await audit(trx, call, { ...change, ...passkeys }, { vendorId, userId, role })
    // Guesses by others must not block the sign-in that follows; the notice above covers this browser.
    return rememberBrowser(trx, call, found.id)
  })
  dropGrant(call)
  storeBrowser()
  app.wake()
  return done
})

/** Changes the password of a signed-in member: other sessions end, this one gets a new id. */
export const changePassword = os.accounts.changePassword.handler(async ({ context: call, input }) => {
  const { app } = call
  const { userId, vendorId, email, expiresAt } = memberOf(call)
  refuseCommonPassword('newPassword', input.newPassword, [email, await vendorName(call, vendorId)])
  const passwordHash = await hashPassword(input.newPassword)
  const setCookie = await tenant(app.db, vendorId, async (trx) => {
    await lockSession(trx, call)
    await trx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
    await endAccess(trx, userId, emailKeyOf(email))
    await notifyOfReset(trx, call, { vendorId, userId })
    await audit(trx, call, { action: 'change-password', entity: 'account', target: userId })
    return renewSession(trx, call, { userId, vendorId }, expiresAt)
  })
  setCookie()
  app.wake()
  return done
})
