import { tenant, type Trx } from '#db/tenant.ts'
import { auditRefusal, findTried, limitKeyOf } from '#business/accounts/identity.server.ts'
import { addMember } from '#business/accounts/members.server.ts'
import { createUser, proveAddress } from '#business/accounts/users.server.ts'
import { hashPassword, passwordMatches, refuseCommonPassword } from '#business/accounts/password.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { countAccounts, lockPlan } from './accounts.server.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf } from '#kernel/base.ts'
import { failure, fieldFailure, withConstraints } from '#kernel/failure.ts'
import { countOrRefuse, limits } from '#kernel/limits.ts'
import { sha256 } from '#kernel/secrets.ts'
import { teamContract, choosePasswordForm, type AcceptInput, type TeamInvitation } from './team.contract.ts'

const os = handlersOf({ team: teamContract })

/** The error for a stranger whose link is wrong, ended or used: always the same. */
const notFound = () => failure('document/not-found')

/** The vendor and invitation of a link, found by the secret's hash alone. @throws document/not-found */
async function linkOf({ app }: Call, hash: Buffer): Promise<{ vendorId: string; invitation: string }> {
  const link = await app.db.kysely
    .selectFrom('invitationLinks')
    .select(['vendorId', 'invitation'])
    .where('hash', '=', hash)
    .where('expiresAt', '>', instant(app))
    .executeTakeFirst()
  if (!link) throw notFound()
  return link
}

const readInvitation = (trx: Trx, vendorId: string, id: string) =>
  trx
    .selectFrom('invitations')
    .select(['id', 'email', 'emailKey', 'role', 'trainer', 'expiresAt'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()

type Found = NonNullable<Awaited<ReturnType<typeof readInvitation>>> & { vendorName: string; logo: string }

/** The invitation that a link opens, with the business's name. @throws document/not-found */
async function open(call: Call, token: string): Promise<Found & { vendorId: string; hash: Buffer }> {
  const hash = sha256(token)
  const { vendorId, invitation: id } = await linkOf(call, hash)
  return tenant(call.app.db, vendorId, async (trx) => {
    const found = await readInvitation(trx, vendorId, id)
    if (!found) throw notFound()
    const { name } = await trx.selectFrom('merchants').select('name').where('vendorId', '=', vendorId).executeTakeFirstOrThrow()
    const vendor = await trx.selectFrom('vendors').select('logo').where('vendorId', '=', vendorId).executeTakeFirst()
    return { ...found, vendorId, hash, vendorName: name || 'Touchline', logo: vendor?.logo ?? '' }
  })
}

const accountOf = ({ app }: Call, emailKey: string) =>
  app.db.kysely.selectFrom('users').select(['id', 'passwordHash']).where('emailKey', '=', emailKey).executeTakeFirst()

async function show(call: Call, token: string): Promise<TeamInvitation> {
  await countOrRefuse(call.app, [limits.invitationByAddress, call.ip])
  const { email, emailKey, role, expiresAt, vendorName, logo } = await open(call, token)
  const hasAccount = (await accountOf(call, emailKey)) !== undefined
  return { vendor: { name: vendorName, logo }, email, role, hasAccount, expiresAt }
}

/**
 * Authenticates the invitee by the account's own password, or by a new one under the registration rules.
 * @returns the hash of a new password
 */
async function checkPassword(call: Call, { email, emailKey, vendorName }: Found, input: AcceptInput): Promise<string | null> {
  const account = await accountOf(call, emailKey)
  if (account) {
    if (await passwordMatches(input.password, account.passwordHash)) return null
    const { tried } = await findTried(call, emailKey)
    await auditRefusal(call, tried, 'confirm-password-refused')
    throw fieldFailure('password', 'accounts.password.wrong')
  }
  const chosen = choosePasswordForm.safeParse(input)
  const [problem] = chosen.error?.issues ?? []
  if (problem) throw fieldFailure(String(problem.path[0]), problem.message)
  const { password } = choosePasswordForm.parse(input)
  refuseCommonPassword('password', password, [email, vendorName])
  return hashPassword(password)
}

/** The account that accepts: the existing one of the e-mail, or a new one. @throws team/elsewhere for a member of another business */
async function accountFor(trx: Trx, call: Call, { email, emailKey }: Found, passwordHash: string | null): Promise<string> {
  // The link was mailed to this address.
  if (passwordHash !== null) return createUser(trx, call, { email, passwordHash, emailIsVerified: true })
  const { id } = await trx.selectFrom('users').select('id').where('emailKey', '=', emailKey).forUpdate().executeTakeFirstOrThrow()
  const elsewhere = await trx
    .selectFrom('members')
    .select('vendorId')
    .where('userId', '=', id)
    .where('state', '<>', 'removed')
    .executeTakeFirst()
  if (elsewhere) throw failure('team/elsewhere')
  await proveAddress(trx, id)
  return id
}

/**
 * Makes the invitee an active member, once.
 * @throws document/not-found after the first time, team/full where a smaller plan has no account left, team/elsewhere
 */
async function accept(call: Call, input: AcceptInput): Promise<{ success: boolean }> {
  const { app } = call
  await countOrRefuse(call.app, [limits.acceptByAddress, call.ip])
  const found = await open(call, input.token)
  const { vendorId, hash, id } = found
  // The link must not bypass the limit on password guesses for an account.
  await countOrRefuse(call.app, [limits.signInByEmail, limitKeyOf(call, found.email)])
  const passwordHash = await checkPassword(call, found, input)
  // If two invitations of one address are accepted at once, the second finds that the account is taken.
  await withConstraints({ usersEmailKey: 'team/elsewhere', membersOnce: 'team/elsewhere' }, () =>
    tenant(app.db, vendorId, async (trx) => {
      const allowed = await lockPlan(trx, vendorId)
      const consumed = await trx
        .deleteFrom('invitationLinks')
        .where('hash', '=', hash)
        .where('expiresAt', '>', instant(app))
        .returning('invitation')
        .executeTakeFirst()
      const invitation = consumed && (await readInvitation(trx, vendorId, id))
      if (!invitation) throw notFound()
      // The invitation already counts as an account, unless the plan became smaller since.
      if ((await countAccounts(trx, vendorId, instant(app))) > allowed) throw failure('team/full')
      const userId = await accountFor(trx, call, found, passwordHash)
      const { role, trainer } = invitation
      await addMember(trx, { vendorId, userId, role, trainerId: trainer }, instant(app))
      await trx
        .updateTable('invitations')
        .set({ state: 'accepted', updatedAt: instant(app) })
        .where('vendorId', '=', vendorId)
        .where('id', '=', id)
        .execute()
      await audit(
        trx,
        call,
        { action: 'accept', entity: 'member', target: userId, after: { invitation: id, role, trainerId: trainer } },
        { vendorId, userId, role },
      )
      await notify({ trx, call, vendorId }, { kind: 'memberAdded', cause: id, values: { email: invitation.email, role } })
    }),
  )
  return { success: true }
}

export const acceptHandlers = {
  invitation: os.team.invitation.handler(({ context: call, input }) => show(call, input.token)),
  accept: os.team.accept.handler(({ context: call, input }) => accept(call, input)),
}
