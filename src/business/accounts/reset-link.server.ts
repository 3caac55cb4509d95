import { timingSafeEqual } from 'node:crypto'
import { tenant, type Trx } from '#db/tenant.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf } from '#kernel/base.ts'
import { countOrRefuse, limits } from '#kernel/limits.ts'
import { findTried } from './identity.server.ts'
import { issueGrant } from './reset-grant.server.ts'
import { accountContract } from './account.contract.ts'

const os = handlersOf({ accounts: accountContract })

const idBytes = 16

const signatureOf = ({ app }: Call, id: string) => app.secrets.hmac('code-link', id)

/**
 * The link that is mailed with a code: it still works after others' wrong guesses have used up the code.
 * @param id the code's; only this server can sign it, so nothing else is stored
 */
export function resetLinkOf(call: Call, id: string): string {
  const token = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), signatureOf(call, id)]).toString('base64url')
  // After the #, so that it reaches no server's log and no other site.
  return `${call.origin}/forgot-password?lang=${call.language}#${token}`
}

/** The id in a token; null where this server did not sign it. */
function idOf(call: Call, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return timingSafeEqual(bytes.subarray(idBytes), signatureOf(call, id)) ? id : null
}

/** The address that an open code was mailed to. */
async function emailKeyOfCode({ app }: Call, id: string): Promise<string | null> {
  const code = await app.db.kysely
    .selectFrom('mailedCodes')
    .select('emailKey')
    .where('id', '=', id)
    .where('purpose', '=', 'reset')
    .where('expiresAt', '>', instant(app))
    .executeTakeFirst()
  return code?.emailKey ?? null
}

/** Uses up a code, however often it was guessed at. @returns whether it still existed and was valid */
async function consumeLink(trx: Trx, { app }: Call, id: string): Promise<boolean> {
  const spent = await trx
    .deleteFrom('mailedCodes')
    .where('id', '=', id)
    .where('purpose', '=', 'reset')
    .where('expiresAt', '>', instant(app))
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}

/**
 * Verifies an address by the link mailed with a code, even where no guess at the code is left; sets the same grant as
 * `verifyOtp`.
 * @returns the account's address, or `success` false for a link that is used, expired or not ours
 * @throws auth/too-many-requests by the requester's address only: no one can block others from their links
 */
export const verifyLink = os.accounts.verifyLink.handler(async ({ context: call, input }) => {
  const { app } = call
  await countOrRefuse(app, [limits.linkByAddress, call.ip])
  const id = idOf(call, input.token)
  const emailKey = id && (await emailKeyOfCode(call, id))
  const { email, tried } = await findTried(call, emailKey ?? '')
  const setCookie = await tenant(app.db, tried.vendorId, async (trx) => {
    const isRight = id && emailKey && email && (await consumeLink(trx, call, id))
    const setCookie = isRight ? await issueGrant(trx, call, emailKey) : null
    const action = isRight ? 'verify-link' : 'verify-link-refused'
    await audit(trx, call, { action, entity: 'account', target: tried.userId }, tried)
    return setCookie
  })
  if (!setCookie || !email) return { success: false }
  setCookie()
  return { success: true, email }
})
