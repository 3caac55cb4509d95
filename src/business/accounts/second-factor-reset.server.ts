import { languageOf } from '#lib/manner.ts'
import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { runAs } from '#kernel/context.ts'
import { composeMail } from '#kernel/mail.ts'
import { queue } from '#kernel/outbox.ts'
import { currentFirst, emailKeyOf } from './identity.server.ts'

const delayHours = 48

/** Formats an instant for a reader whose time zone is unknown. */
const inUtc = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`

/**
 * The operator's remedy for a lost authenticator: the second factor ends 48 hours later, unless one of its codes is
 * used before. Its holder is notified by email at once, and a repeated request changes nothing.
 * @returns the lines to print, null where no account of that e-mail has a second factor
 */
export async function requestSecondFactorReset(app: App, email: string): Promise<string[] | null> {
  const user = await app.db.kysely
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .select(['users.id', 'users.email', 'users.language', 'members.vendorId'])
    .where('users.emailKey', '=', emailKeyOf(email))
    .where('users.totpIsOn', '=', true)
    .where('members.state', '<>', 'removed')
    .orderBy(currentFirst)
    .executeTakeFirst()
  if (!user) return null
  const dueAt = instant(app, delayHours * 3_600_000)
  return runAs(app, 'operator', user.vendorId, async ({ trx, call }) => {
    const created = await trx
      .insertInto('secondFactorResets')
      .values({ userId: user.id, dueAt })
      .onConflict((conflict) => conflict.column('userId').doNothing())
      .returning('userId')
      .executeTakeFirst()
    if (!created) return [`${user.email}: asked for already; nothing changed`]
    await queue(trx, app, 'mail', composeMail(user.email, languageOf(user.language), 'accounts.mail.factorReset', { at: inUtc(dueAt) }))
    await audit(trx, call, { action: 'request-second-factor-reset', entity: 'account', target: user.id })
    return [`${user.email}: the second factor ends on ${inUtc(dueAt)}, unless a code of it is used before; the holder is notified by email`]
  })
}

/** Cancels a requested reset. @returns whether there was one */
export async function cancelReset(trx: Trx, userId: string): Promise<boolean> {
  const found = await trx.deleteFrom('secondFactorResets').where('userId', '=', userId).returning('userId').executeTakeFirst()
  return found !== undefined
}

/** Uses up a reset that is due. @returns whether there was one */
export async function claimDueReset(trx: Trx, app: App, userId: string): Promise<boolean> {
  const due = await trx
    .deleteFrom('secondFactorResets')
    .where('userId', '=', userId)
    .where('dueAt', '<=', instant(app))
    .returning('userId')
    .executeTakeFirst()
  return due !== undefined
}
