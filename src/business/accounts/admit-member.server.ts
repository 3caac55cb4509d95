import { compiled, type PlaceOf } from '#db/compiled.ts'
import type { Trx } from '#db/tenant.ts'
import { merchantSignsIn } from '#business/setup/merchant.server.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import type { Call } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import { meetBrowser, type Browser } from './known-browser.server.ts'
import { endOldest, newSession } from './sign-in-session.server.ts'
import { startTrial } from './vendor-plan.server.ts'

/** A member whose credential was checked, and when they last used this browser: an ISO instant, null for never. */
type Admitted = { id: string; vendorId: string; role: string; passwordHash: string; browserSeenAt: string | null }

const lockedUser = compiled((kysely, place: PlaceOf<{ id: string; passwordHash: string; vendorId: string }>) =>
  kysely
    .selectFrom('users')
    .select('language')
    .select((of) => of.selectFrom('vendorPlans').select('trialStartedAt').where('vendorId', '=', place('vendorId')).as('trialStartedAt'))
    .where('id', '=', place('id'))
    .where('passwordHash', '=', place('passwordHash'))
    .forNoKeyUpdate(),
)

/**
 * Locks an account if it still has the password that it had when the credential was checked, so that a concurrent change
 * ends either this session or this sign-in. The member's current language becomes that of their mails.
 * @returns when the business's trial began, null for never
 * @throws auth/invalid-credential where the password was changed meanwhile
 */
export async function lockUser(trx: Trx, call: Call, { id, passwordHash, vendorId }: Admitted): Promise<string | null> {
  const [user] = await lockedUser(trx, { id, passwordHash, vendorId })
  if (!user) throw failure('auth/invalid-credential')
  if (user.language !== call.language) await trx.updateTable('users').set({ language: call.language }).where('id', '=', id).execute()
  return user.trialStartedAt
}

/**
 * What every sign-in does, by password or by passkey, once its account is locked: the trial, the log, the session, the
 * oldest session beyond the maximum, and the notice of a new browser.
 * @param action the sign-in's name in the log
 * @param trialStartedAt as `lockUser` returns it
 * @returns a function that sets the cookies, after the commit
 */
export async function admitMember(
  trx: Trx,
  call: Call,
  { id: userId, vendorId, role, browserSeenAt }: Admitted,
  { action, trialStartedAt, browser }: { action: string; trialStartedAt: string | null; browser: Browser },
): Promise<() => void> {
  const now = instant(call.app)
  const member = { vendorId, userId }
  const { row, setCookie } = await newSession(trx, call, member)
  if (!trialStartedAt) await startTrial(trx, vendorId, now)
  await trx.updateTable('members').set({ lastSignInAt: now }).where('vendorId', '=', vendorId).where('userId', '=', userId).execute()
  // The merchant is the owner's account (spec 3).
  const also = role === 'owner' ? merchantSignsIn(member, now) : undefined
  await audit(trx, call, { action, entity: 'account', target: userId }, { ...member, role }, also)
  await trx.insertInto('sessions').values(row).execute()
  await endOldest(trx, call, member)
  await meetBrowser(trx, call, member, browser, browserSeenAt)
  return () => {
    setCookie()
    browser.keep()
  }
}
