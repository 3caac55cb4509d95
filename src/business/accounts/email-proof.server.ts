import { tenant } from '#db/tenant.ts'
import { audit } from '#kernel/audit.ts'
import { handlersOf, memberOf } from '#kernel/base.ts'
import { countUses, limits, refuseBeyond, claimOrRefuse, type Use } from '#kernel/limits.ts'
import { composeMail } from '#kernel/mail.ts'
import { queue } from '#kernel/outbox.ts'
import { raiseAlarm } from '#kernel/alarms.ts'
import { emailKeyOf } from './identity.server.ts'
import { proveAddress } from './users.server.ts'
import { codeMinutes, issueCode, consumeCode } from './mailed-code.server.ts'
import { accountContract } from './account.contract.ts'

const os = handlersOf({ accounts: accountContract })

const done = { success: true }

/** Mails a signed-in member a code to verify their address; does nothing where it is verified. @throws auth/too-many-requests */
export const sendEmailCode = os.accounts.sendEmailCode.handler(async ({ context: call }) => {
  const { app } = call
  const { userId, vendorId, email, emailIsVerified } = memberOf(call)
  if (emailIsVerified) return done
  await tenant(app.db, vendorId, async (trx) => {
    const ofMember = [limits.codeByMinute, limits.codeByHour, limits.codeByDay].map((limit): Use => [limit, `email:${userId}`])
    await claimOrRefuse(trx, app, ...ofMember)
    const { otp, expiresAt } = await issueCode(trx, call, 'email', emailKeyOf(email))
    const values = { email, minutes: codeMinutes }
    await queue(trx, app, 'mail', composeMail(email, call.language, 'accounts.mail.verify', values, { figure: otp }), expiresAt)
    await audit(trx, call, { action: 'send-email-code', entity: 'account', target: userId })
  })
  app.wake()
  return done
})

/** Verifies the signed-in member's address by the mailed code: `success` false for a wrong or used one, with `code` if no try is left. */
export const verifyEmail = os.accounts.verifyEmail.handler(async ({ context: call, input }) => {
  const { userId, vendorId, email } = memberOf(call)
  const byAddressUse: Use = [limits.verifyByAddress, call.ip]
  const waits = await countUses(call.app, byAddressUse)
  if (waits[0]) await raiseAlarm(call, 'code-guessing', byAddressUse)
  refuseBeyond(waits)
  const found = await tenant(call.app.db, vendorId, async (trx) => {
    const found = await consumeCode(trx, call, 'email', emailKeyOf(email), input.otp)
    if (found === 'right') await proveAddress(trx, userId)
    await audit(trx, call, { action: found === 'right' ? 'verify-email' : 'verify-email-refused', entity: 'account', target: userId })
    return found
  })
  return found === 'expired' ? { success: false, code: 'auth/code-expired' as const } : { success: found === 'right' }
})
