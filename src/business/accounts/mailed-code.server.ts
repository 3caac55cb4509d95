import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { instant } from '#kernel/app.ts'
import type { Call } from '#kernel/base.ts'
import { newId } from '#kernel/ids.ts'
import { identifyBrowser } from './known-browser.server.ts'

/** The purpose of a code: a new password, or verifying a signed-in account's address. */
export type CodePurpose = 'reset' | 'email'

/** How long a code is valid, as its mail states. */
export const codeMinutes = 10
const codeMs = codeMinutes * 60_000
/** Guesses at a code by the browser that requested it, and as many by all others: the two counts are separate. */
const tries = 5

const hashOf = ({ app }: Call, purpose: CodePurpose, emailKey: string, otp: string) =>
  app.secrets.hmac('code', `${purpose}\0${emailKey}\0${otp}`)

/** Six digits from the system's random source, as text to preserve leading zeros (product 2.4). */
export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}

/** Creates a code for an address, whose other open codes stay valid, and identifies the requesting browser by a cookie. */
export async function issueCode(
  trx: Trx,
  call: Call,
  purpose: CodePurpose,
  emailKey: string,
): Promise<{ id: string; otp: string; expiresAt: string }> {
  const { app } = call
  const id = newId(app.now())
  const otp = newCode()
  const expiresAt = instant(app, codeMs)
  const { hash: asker, keep } = identifyBrowser(call)
  await trx
    .insertInto('mailedCodes')
    .values({ id, purpose, emailKey, hash: hashOf(call, purpose, emailKey, otp), asker, expiresAt })
    .execute()
  keep()
  return { id, otp, expiresAt }
}

/**
 * Counts a guess at each open code of an address, or uses up the code that it matches.
 * @returns 'expired' where codes were requested but all are expired or out of tries, so that only a new one helps
 */
export async function consumeCode(
  trx: Trx,
  call: Call,
  purpose: CodePurpose,
  emailKey: string,
  otp: string,
): Promise<'right' | 'wrong' | 'expired'> {
  const now = instant(call.app)
  const asker = identifyBrowser(call).hash
  const asked = await trx
    .selectFrom('mailedCodes')
    .select(['id', 'hash', 'asker', 'tries', 'otherTries', 'expiresAt'])
    .where('emailKey', '=', emailKey)
    .where('purpose', '=', purpose)
    // Always in the same order, so that two guesses can't deadlock.
    .orderBy('id')
    .forUpdate()
    .execute()
  const triedOf = (code: (typeof asked)[number]) => (asker.equals(code.asker) ? code.tries : code.otherTries)
  const open = asked.filter((code) => code.expiresAt > now && triedOf(code) < tries)
  // An unknown address has such rows too (sendOtp), so that this reveals nothing about accounts.
  if (open.length === 0) return asked.length > 0 ? 'expired' : 'wrong'
  const guess = hashOf(call, purpose, emailKey, otp)
  const met = open.find(({ hash }) => timingSafeEqual(Buffer.from(hash), guess))
  if (met) {
    await trx.deleteFrom('mailedCodes').where('id', '=', met.id).execute()
    return 'right'
  }
  await trx
    .updateTable('mailedCodes')
    .set({
      tries: sql<number>`"tries" + case when "asker" = ${asker} then 1 else 0 end`,
      otherTries: sql<number>`"otherTries" + case when "asker" = ${asker} then 0 else 1 end`,
    })
    .where(
      'id',
      'in',
      open.map(({ id }) => id),
    )
    .execute()
  return open.some((code) => triedOf(code) + 1 < tries) ? 'wrong' : 'expired'
}
