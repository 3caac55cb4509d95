import { fieldsOf } from '#lib/choices.ts'
import { readJson } from '#lib/json.ts'
import { lone, type Trx } from '#db/tenant.ts'
import { instant } from '#kernel/app.ts'
import type { Call } from '#kernel/base.ts'
import { randomToken, sha256 } from '#kernel/secrets.ts'
import { identifyBrowser, type Browser } from './known-browser.server.ts'

/** How long a challenge waits for its signature, in milliseconds; the browser's dialog closes after the same time. */
export const challengeMs = 5 * 60_000

/**
 * Issues a challenge to one browser, for a member's new passkey or, without a member, for a sign-in. Only its hash is stored.
 * @returns the challenge, 32 random bytes as base64url
 */
export async function issueChallenge(trx: Trx, call: Call, browser: Browser, userId: string | null): Promise<string> {
  const challenge = randomToken()
  await trx
    .insertInto('passkeyChallenges')
    .values({ hash: sha256(challenge), browser: browser.hash, userId, expiresAt: instant(call.app, challengeMs) })
    .execute()
  return challenge
}

/**
 * Consumes the challenge that a browser says it signed, before anything else is checked: a try uses it up whether it is
 * right or wrong, and of two tries with one challenge only one proceeds, whichever process they reach.
 * @returns the challenge, null where it was not issued to this browser and for this purpose, has expired or was used
 */
export async function consumeChallenge(call: Call, userId: string | null, clientDataJSON: string): Promise<string | null> {
  const { challenge } = clientDataOf(clientDataJSON)
  if (typeof challenge !== 'string') return null
  const used = await lone(call.app.db, (kysely) =>
    kysely
      .deleteFrom('passkeyChallenges')
      .where('hash', '=', sha256(challenge))
      .where('browser', '=', identifyBrowser(call).hash)
      .where('userId', userId === null ? 'is' : '=', userId)
      .where('expiresAt', '>', instant(call.app))
      .returning('hash')
      .executeTakeFirst(),
  )
  return used ? challenge : null
}

/** What the browser says it signed; no fields where that can't be read. */
export function clientDataOf(clientDataJSON: string): Record<string, unknown> {
  try {
    return fieldsOf(readJson(Buffer.from(clientDataJSON, 'base64url').toString()))
  } catch {
    return {}
  }
}
