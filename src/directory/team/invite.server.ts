import { sql } from 'kysely'
import { emailKeyOf } from '#business/accounts/identity.server.ts'
import { mailByHand } from '#directory/customers/customer.mail.server.ts'
import { countAccounts, lockPlan, claimAccount } from './accounts.server.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import { languageOf, mannerOf } from '#lib/manner.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { memberOf } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { composeMail } from '#kernel/mail.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import { randomToken, sha256 } from '#kernel/secrets.ts'
import { catalogueText, type Language } from '#kernel/texts.ts'
import { assertGrants, trainerOf } from './team.actions.server.ts'
import type { GivenRole, InviteInput, Member } from './team.contract.ts'
import { lockInvitation } from './team.row.server.ts'
import { invitationMs } from './team.rules.ts'
import type { Seen } from '#lib/calls.ts'

type Letter = { id: string; email: string; role: GivenRole; language: Language; expiresAt: string }

/** Ends an invitation's link: its secret no longer opens anything. */
export async function endInvitationLink({ trx, vendorId }: Pick<TenantContext, 'trx' | 'vendorId'>, invitation: string): Promise<void> {
  await trx.deleteFrom('invitationLinks').where('vendorId', '=', vendorId).where('invitation', '=', invitation).execute()
}

/**
 * Mails the invitee a new secret link and ends the previous one. Only the SHA-256 of the secret is stored, and the
 * secret follows the #, so that it is in no log and no Referer. @throws auth/too-many-requests
 */
async function mailLink(ctx: TenantContext, { id, email, role, language, expiresAt }: Letter): Promise<void> {
  const { trx, call, vendorId } = ctx
  const vendor = await trx.selectFrom('merchants').select(['name', 'code']).where('vendorId', '=', vendorId).executeTakeFirstOrThrow()
  const token = randomToken()
  await endInvitationLink(ctx, id)
  await trx
    .insertInto('invitationLinks')
    .values({ hash: sha256(token), vendorId, invitation: id, expiresAt })
    .execute()
  const link = `${call.origin}/invite?lang=${language}#${token}`
  const until = new Intl.DateTimeFormat(mannerOf(language, vendor.code), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: await zoneOf(trx, vendorId),
  }).format(new Date(expiresAt))
  const values = {
    vendor: vendor.name || 'Touchline',
    by: memberOf(call).email,
    role: catalogueText(language, `lib.roles.${role}`),
    until,
    link,
  }
  const mail = composeMail(email, language, 'team.mail.invite', values, { link })
  await mailByHand(ctx, { kind: 'invitation', customer: null, about: id }, mail, expiresAt)
}

/**
 * @throws request/invalid at `email` for someone already a member or invited; whether another business knows the
 *   address is not disclosed
 */
async function assertNew({ trx, vendorId }: TenantContext, emailKey: string): Promise<void> {
  const member = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select('users.id')
    .where('members.vendorId', '=', vendorId)
    .where('members.state', '<>', 'removed')
    .where('users.emailKey', '=', emailKey)
    .executeTakeFirst()
  if (member) throw fieldFailure('email', 'team.email.member')
  const invited = await trx
    .selectFrom('invitations')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('emailKey', '=', emailKey)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (invited) throw fieldFailure('email', 'team.email.invited')
}

/**
 * Invites someone for seven days if an account is free. A second call with the same id is a retry.
 * @throws team/full, permission/denied for a role above the caller's, request/invalid, request/reused for a different
 *   request with the same id
 */
export async function inviteMember(
  ctx: TenantContext,
  { id = newId(ctx.call.app.now()), ...input }: InviteInput & { id?: string | undefined },
): Promise<Member> {
  const { trx, call, vendorId, now } = ctx
  assertGrants(call, input.role)
  const inputDigest = digestOf(input)
  const allowed = await lockPlan(trx, vendorId)
  const before = await answeredBefore(ctx, 'invitations', id, inputDigest, () => lockInvitation(ctx, id))
  if (before) return before
  const emailKey = emailKeyOf(input.email)
  await assertNew(ctx, emailKey)
  const trainer = await trainerOf(ctx, input)
  if ((await countAccounts(trx, vendorId, now)) >= allowed) throw failure('team/full')
  const expiresAt = instant(call.app, invitationMs)
  const { email, role, language } = input
  const row = { email, role, trainer, language, expiresAt }
  await trx
    .insertInto('invitations')
    .values({ vendorId, id, ...row, emailKey, state: 'open', inputDigest, createdAt: now, updatedAt: now })
    .execute()
  await mailLink(ctx, { id, ...row })
  await audit(trx, call, { action: 'invite', entity: 'member', target: id, after: row })
  return lockInvitation(ctx, id)
}

/** Locks the invitation of an action. @throws document/not-found, permission/denied, request/stale */
async function lockVersion(ctx: TenantContext, { id, version }: Seen): Promise<Member & { role: GivenRole }> {
  const row = await lockInvitation(ctx, id)
  const { role } = row
  if (role === 'owner') throw failure('permission/denied')
  assertGrants(ctx.call, role)
  if (row.version !== version) throw failure('request/stale', { current: row })
  return { ...row, role }
}

const next = ({ now }: TenantContext) => ({ updatedAt: now, version: sql<number>`"version" + 1` })

/** Mails a new link for seven more days. An expired invitation takes an account again. @throws team/full */
export async function resend(ctx: TenantContext, seen: Seen): Promise<Member> {
  const { trx, call, vendorId } = ctx
  await lockPlan(trx, vendorId)
  const row = await lockVersion(ctx, seen)
  if (row.state === 'expired') await claimAccount(ctx)
  const expiresAt = instant(call.app, invitationMs)
  const { language } = await trx
    .updateTable('invitations')
    .set({ expiresAt, ...next(ctx) })
    .where('vendorId', '=', vendorId)
    .where('id', '=', row.id)
    .returning('language')
    .executeTakeFirstOrThrow()
  await mailLink(ctx, { id: row.id, email: row.email, role: row.role, language: languageOf(language), expiresAt })
  await audit(trx, call, {
    action: 'resend',
    entity: 'member',
    target: row.id,
    before: { expiresAt: row.invitedUntil },
    after: { expiresAt },
  })
  return lockInvitation(ctx, row.id)
}

/** Withdraws an invitation; its link ends, and its account is free again. */
export async function withdrawInvitation(ctx: TenantContext, seen: Seen): Promise<{ success: boolean }> {
  const { trx, call, vendorId } = ctx
  const row = await lockVersion(ctx, seen)
  await endInvitationLink(ctx, row.id)
  await trx
    .updateTable('invitations')
    .set({ state: 'withdrawn', ...next(ctx) })
    .where('vendorId', '=', vendorId)
    .where('id', '=', row.id)
    .execute()
  await audit(trx, call, { action: 'withdraw', entity: 'member', target: row.id, before: { state: 'open' }, after: { state: 'withdrawn' } })
  return { success: true }
}
