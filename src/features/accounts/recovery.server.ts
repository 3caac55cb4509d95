import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { tenant, type Trx } from '#db/tenant.ts'
import { notify } from '#features/notifications/notify.server.ts'
import { instant } from '#server/app.ts'
import { audit } from '#server/audit.ts'
import { memberOf, os, type Call } from '#server/base.ts'
import { failure } from '#server/failure.ts'
import { countOrRefuse, countUses, forgetUses, limits, refuseBeyond, takeOrRefuse, type Use } from '#server/limits.ts'
import { composeMail } from '#server/mail.ts'
import { queue } from '#server/outbox.ts'
import { randomToken, sha256 } from '#server/secrets.ts'
import { raiseAlarm } from './alarm.server.ts'
import { cookieHeader, currentFirst, emailKeyOf, findTried, limitKeyOf } from './identity.server.ts'
import { hashPassword, refuseCommonPassword } from './password.server.ts'
import { spendSecondFactor } from './second-factor.server.ts'
import { holdSession, renewSession } from './session.server.ts'

const codeMs = 10 * 60_000
const grantMs = 10 * 60_000
const tries = 5
const grantCookie = '__Host-reset'
const done = { success: true }

const codeHash = ({ app }: Call, emailKey: string, otp: string) => app.secrets.hmac('code', `${emailKey}\0${otp}`)

/** Six digits from the system's random source, kept as text so that leading zeros live (product 2.4). */
export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}

/** sendOtp (spec 7). A known and an unknown address cost the same work and get the same answer (product 2.5). */
export const sendOtp = os.accounts.sendOtp.handler(async ({ context: call, input }) => {
  const { app } = call
  const emailKey = emailKeyOf(input.email)
  const { email, tried } = await findTried(call, emailKey)
  await tenant(app.db, tried.vendorId, async (trx) => {
    const key = limitKeyOf(call, input.email)
    const ofReader = [limits.codeByMinute, limits.codeByHour, limits.codeByDay].map((limit): Use => [limit, key])
    await takeOrRefuse(trx, app, ...ofReader, [limits.codeByAddress, call.ip])
    const otp = newCode()
    const expiresAt = instant(app, codeMs)
    const hash = codeHash(call, emailKey, otp)
    await trx
      .insertInto('oneTimeCodes')
      .values({ emailKey, hash, tries: 0, expiresAt })
      .onConflict((conflict) => conflict.column('emailKey').doUpdateSet({ hash, tries: 0, expiresAt }))
      .execute()
    const mail = composeMail(email ?? input.email, call.language, 'accounts.mail.code', { minutes: 10 }, otp)
    // For an unknown address the same row is written but is due to be dropped at once, so no mail leaves.
    await queue(trx, app, 'mail', mail, email === null ? instant(app) : expiresAt)
    await audit(trx, call, { action: 'send-code', entity: 'account', target: tried.userId }, tried)
  })
  app.wake()
  return done
})

/** Whether a code was asked for that nobody has exchanged yet, even if its tries or its time are used up. */
async function hasCode(trx: Trx, emailKey: string): Promise<boolean> {
  return (await trx.selectFrom('oneTimeCodes').select('emailKey').where('emailKey', '=', emailKey).executeTakeFirst()) !== undefined
}

/** Counts a try at the code of an e-mail and takes the right one in exchange for a grant. */
async function exchange(trx: Trx, call: Call, emailKey: string, otp: string, token: string): Promise<'right' | 'wrong' | 'expired'> {
  const { app } = call
  const row = await trx
    .updateTable('oneTimeCodes')
    .set({ tries: sql<number>`"tries" + 1` })
    .where('emailKey', '=', emailKey)
    .where('tries', '<', tries)
    .where('expiresAt', '>', instant(app))
    .returning(['hash', 'tries as tried'])
    .executeTakeFirst()
  // An unknown address has such a row too (sendOtp), so that this says nothing of accounts.
  if (!row) return (await hasCode(trx, emailKey)) ? 'expired' : 'wrong'
  if (!timingSafeEqual(Buffer.from(row.hash), codeHash(call, emailKey, otp))) return row.tried < tries ? 'wrong' : 'expired'
  const consumed = await trx
    .deleteFrom('oneTimeCodes')
    .where('emailKey', '=', emailKey)
    .where('hash', '=', Buffer.from(row.hash))
    .returning('emailKey')
    .executeTakeFirst()
  if (!consumed) return 'wrong'
  await trx
    .insertInto('resetGrants')
    .values({ hash: sha256(token), emailKey, expiresAt: instant(app, grantMs) })
    .execute()
  return 'right'
}

/** verifyOtp (spec 7): `success` false for a wrong, used or expired code, with `code` where no try is left; a right one leaves a grant in this browser's cookie. */
export const verifyOtp = os.accounts.verifyOtp.handler(async ({ context: call, input }) => {
  const { app } = call
  const emailKey = emailKeyOf(input.email)
  const byAddressUse: Use = [limits.verifyByAddress, call.ip]
  const waits = await countUses(app, byAddressUse)
  if (waits[0]) await raiseAlarm(call, 'code-guessing', byAddressUse)
  refuseBeyond(waits)
  const token = randomToken()
  const { tried } = await findTried(call, emailKey)
  const found = await tenant(app.db, tried.vendorId, async (trx) => {
    const found = await exchange(trx, call, emailKey, input.otp, token)
    await audit(
      trx,
      call,
      { action: found === 'right' ? 'verify-code' : 'verify-code-refused', entity: 'account', target: tried.userId },
      tried,
    )
    return found
  })
  if (found === 'expired') return { success: false, code: 'auth/code-expired' as const }
  if (found === 'wrong') return { success: false }
  call.setHeader('set-cookie', cookieHeader(grantCookie, token, grantMs / 1000))
  return done
})

/** The business's name, which no password may repeat (checks A5); empty before the profile is saved. */
async function vendorName({ app }: Call, vendorId: string): Promise<string> {
  const merchant = await tenant(app.db, vendorId, (trx) =>
    trx.selectFrom('merchants').select('name').where('vendorId', '=', vendorId).executeTakeFirst(),
  )
  return merchant?.name ?? ''
}

/** Ends whatever the old password, or a code mailed under it, still opens. */
async function endAccess(trx: Trx, userId: string, emailKey: string): Promise<void> {
  await trx.deleteFrom('sessions').where('userId', '=', userId).execute()
  // Before the grants: a code that is being exchanged is waited for, and its grant found.
  await trx.deleteFrom('oneTimeCodes').where('emailKey', '=', emailKey).execute()
  await trx.deleteFrom('resetGrants').where('emailKey', '=', emailKey).execute()
}

/** Tells the member, who may not be the one who changed it. */
function tellChanged(trx: Trx, call: Call, { vendorId, userId }: { vendorId: string; userId: string }): Promise<void> {
  const notice = { kind: 'passwordChanged', cause: call.requestId, values: {}, to: { user: userId } } as const
  return notify({ trx, call, vendorId }, notice)
}

/** resetPasswordWithOtp (spec 7): needs the single-use grant of this browser, bound to the e-mail; ends every session. */
export const resetPasswordWithOtp = os.accounts.resetPasswordWithOtp.handler(async ({ context: call, input }) => {
  const { app } = call
  const emailKey = emailKeyOf(input.email)
  const hash = sha256(call.cookies[grantCookie] ?? '')
  const refused = () => failure('auth/invalid-verification-code')
  const found = await app.db.kysely
    .selectFrom('resetGrants')
    .innerJoin('users', 'users.emailKey', 'resetGrants.emailKey')
    .innerJoin('members', 'members.userId', 'users.id')
    .select(['users.id', 'users.email', 'users.totpSecret', 'users.totpIsOn', 'members.vendorId', 'members.role'])
    .where('resetGrants.hash', '=', hash)
    .where('resetGrants.emailKey', '=', emailKey)
    .where('resetGrants.expiresAt', '>', instant(app))
    .orderBy(currentFirst)
    .executeTakeFirst()
  if (!found) throw refused()
  // Counted before anything is checked: a grant must not allow endless guesses of the second factor.
  await countOrRefuse(app, [limits.resetByGrant, hash.toString('hex')])
  refuseCommonPassword('newPassword', input.newPassword, [found.email, await vendorName(call, found.vendorId)])
  const passwordHash = await hashPassword(input.newPassword)
  await tenant(app.db, found.vendorId, async (trx) => {
    await spendSecondFactor(trx, call, found, input.totp)
    const consumed = await trx
      .deleteFrom('resetGrants')
      .where('hash', '=', hash)
      .where('emailKey', '=', emailKey)
      .where('expiresAt', '>', instant(app))
      .returning('emailKey')
      .executeTakeFirst()
    if (!consumed) throw refused()
    await trx.updateTable('users').set({ passwordHash }).where('id', '=', found.id).execute()
    await endAccess(trx, found.id, emailKey)
    // Who mistyped the old password to the limit must get in with the new one (checks A2).
    await forgetUses(trx, limits.signInByEmail, limitKeyOf(call, found.email))
    await tellChanged(trx, call, { vendorId: found.vendorId, userId: found.id })
    await audit(
      trx,
      call,
      { action: 'reset-password', entity: 'account', target: found.id },
      { vendorId: found.vendorId, userId: found.id, role: found.role },
    )
  })
  call.setHeader('set-cookie', cookieHeader(grantCookie, '', 0))
  app.wake()
  return done
})

/** A new password from inside: other sessions end, this one gets a new id. */
export const changePassword = os.accounts.changePassword.handler(async ({ context: call, input }) => {
  const { app } = call
  const { userId, vendorId, email, expiresAt } = memberOf(call)
  refuseCommonPassword('newPassword', input.newPassword, [email, await vendorName(call, vendorId)])
  const passwordHash = await hashPassword(input.newPassword)
  const setCookie = await tenant(app.db, vendorId, async (trx) => {
    await holdSession(trx, call)
    await trx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
    await endAccess(trx, userId, emailKeyOf(email))
    await tellChanged(trx, call, { vendorId, userId })
    await audit(trx, call, { action: 'change-password', entity: 'account', target: userId })
    return renewSession(trx, call, { userId, vendorId }, expiresAt)
  })
  setCookie()
  app.wake()
  return done
})
