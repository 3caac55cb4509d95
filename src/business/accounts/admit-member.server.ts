import type { CompiledQuery } from 'kysely'
import { compiled, type PlaceOf } from '#db/compiled.ts'
import type { Trx } from '#db/tenant.ts'
import { together } from '#db/together.ts'
import { merchantSignsIn } from '#business/setup/merchant.server.ts'
import { instant } from '#kernel/app.ts'
import { auditRow, logging } from '#kernel/audit.ts'
import type { Call } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import { meetBrowser, type Browser } from './known-browser.server.ts'
import { newSession, noteEnded, oldestSessions } from './sign-in-session.server.ts'
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

const memberSignsIn = compiled((kysely, place: PlaceOf<{ vendorId: string; userId: string; now: string }>) =>
  kysely
    .updateTable('members')
    .set({ lastSignInAt: place('now') })
    .where('vendorId', '=', place('vendorId'))
    .where('userId', '=', place('userId')),
)

/**
 * Locks an account if it still has the password that it had when the credential was checked, so that a concurrent change
 * ends either this session or this sign-in. The member's current language becomes that of their mails.
 * @param before the statement that gives back the try: its limit is locked before the account, as in `claimUses`
 * @returns when the business's trial began, null for never
 * @throws auth/invalid-credential where the password was changed meanwhile
 */
export async function lockUser(
  trx: Trx,
  call: Call,
  { id, passwordHash, vendorId }: Admitted,
  before: CompiledQuery,
): Promise<string | null> {
  const [, [user]] = await together(trx, before, lockedUser.bound(trx, { id, passwordHash, vendorId }))
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
  const change = { action, entity: 'account', target: userId }
  const log = logging(trx, call, change, auditRow(call, change, { ...member, role }))
  const [listeners, , ended] = await together(
    trx,
    log.statement,
    trx.insertInto('sessions').values(row).compile(),
    oldestSessions.bound(trx, member),
    memberSignsIn.bound(trx, { ...member, now }),
    // The merchant is the owner's account (spec 3).
    ...(role === 'owner' ? [merchantSignsIn.bound(trx, { ...member, now })] : []),
  )
  await log.publish(listeners)
  await noteEnded(trx, call, member, ended)
  await meetBrowser(trx, call, member, browser, browserSeenAt)
  return () => {
    setCookie()
    browser.keep()
  }
}
