import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { fallbackLanguage, languages } from '#lib/manner.ts'
import { newPassword } from '#business/accounts/account.contract.ts'
import { roles, type Role } from '#lib/roles.ts'
import { listInput, listOutput, versioned } from '#lib/calls.ts'
import { email, id, withRules, type Rule } from '#lib/fields.ts'

/** The roles that a member can be given; the owner's is not one of them. */
export type GivenRole = Exclude<Role, 'owner'>
export const givenRoles: readonly GivenRole[] = roles.filter((role) => role !== 'owner')

/**
 * `invited(7 days) → active ↔ suspended → removed`; `expired` is an invitation past its days, `asleep` a member put to
 * sleep by a smaller plan (product 3).
 */
export const memberStates = ['invited', 'expired', 'active', 'suspended', 'asleep', 'removed'] as const
export type MemberState = (typeof memberStates)[number]

const role = {
  role: z.enum(givenRoles, 'team.role.required'),
  /** Which trainer a member with the trainer role is; null for other roles. */
  trainer: z._default(z.nullable(id('team.trainer.required')), null),
}
const hasTrainer: Rule<{ role: GivenRole; trainer: string | null }>[] = [
  { path: 'trainer', error: 'team.trainer.required', holds: (value) => value.role !== 'trainer' || Boolean(value.trainer) },
]

/** The invitee, the role, and the language of the mail. */
export const inviteInput = z.strictObject({
  email: email({ required: 'accounts.email.required', invalid: 'accounts.email.invalid' }),
  ...role,
  language: z._default(z.enum(languages, 'lib.fields.invalid'), fallbackLanguage),
})
export type InviteInput = z.output<typeof inviteInput>
export const inviteForm = withRules(inviteInput, hasTrainer)
const createInput = z.strictObject({ ...inviteInput.shape, id: z.optional(id()) })

/** A role, and the trainer that belongs to the trainer role. */
export const roleInput = z.strictObject(role)
export type RoleInput = z.output<typeof roleInput>
export const roleForm = withRules(roleInput, hasTrainer)
const changeInput = z.strictObject({ ...roleInput.shape, ...versioned })

/** A login of the business, or an invitation to become one. Instants are ISO 8601 UTC. */
export const member = z.object({
  id: z.string(),
  /** An invitation can be resent or withdrawn, a member changed. */
  isInvitation: z.boolean(),
  email: z.string(),
  role: z.enum(roles),
  trainer: z.nullable(z.string()),
  trainerName: z.string(),
  state: z.enum(memberStates),
  lastSignInAt: z.nullable(z.string()),
  invitedUntil: z.nullable(z.string()),
  createdAt: z.string(),
  version: z.number(),
})
export type Member = z.output<typeof member>

const token = z.string('invite.gone').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'invite.gone'))

/** What the page of an invitation shows to anyone who has the link. */
export const teamInvitation = z.object({
  vendor: z.object({ name: z.string(), logo: z.string() }),
  email: z.string(),
  role: z.enum(givenRoles),
  /** An existing account of this e-mail confirms its own password instead of choosing one. */
  hasAccount: z.boolean(),
  expiresAt: z.string(),
})
export type TeamInvitation = z.output<typeof teamInvitation>

const confirmPassword = z
  .string('accounts.confirmPassword.required')
  .check(z.minLength(1, 'accounts.confirmPassword.required'), z.maxLength(512, 'accounts.password.long'), z.normalize('NFC'))

/** A new password under the registration rules, typed twice. */
const chosen = z.strictObject({ token, password: newPassword, confirmPassword })
export const choosePasswordForm = withRules(chosen, [
  {
    path: 'confirmPassword',
    error: 'accounts.confirmPassword.match',
    holds: (value) => !value.confirmPassword || value.password === value.confirmPassword,
  },
])

/** The password of an existing account. */
const known = z
  .string('accounts.password.required')
  .check(z.minLength(1, { error: 'accounts.password.required', abort: true }), z.maxLength(512, 'accounts.password.long'))
export const ownPasswordForm = z.strictObject({ token, password: known })

/** Either of the two; the server decides which one applies. */
export const acceptInput = z.strictObject({ token, password: known, confirmPassword: z.optional(confirmPassword) })
export type AcceptInput = z.output<typeof acceptInput>

export const teamList = listInput(['createdAt', 'email'], {
  state: z._default(z.enum(['current', 'removed'], 'lib.fields.invalid'), 'current'),
})

const done = z.object({ success: z.boolean() })
const seen = z.strictObject(versioned)
const invitations = '/team/invitations' as const
const action = (path: `/${string}`) => oc.route({ method: 'POST', path }).input(seen).output(member)

export const teamContract = {
  list: oc.route({ method: 'GET', path: '/team' }).input(teamList).output(listOutput(member)),
  /** A second call with the same id and input returns the invitation that the first one created. */
  invite: oc.route({ method: 'POST', path: invitations, successStatus: 201 }).input(withRules(createInput, hasTrainer)).output(member),
  /** Mails a new link for seven more days; the previous one ends. */
  resend: action(`${invitations}/{id}/resend`),
  withdraw: oc
    .route({ method: 'POST', path: `${invitations}/{id}/withdraw` })
    .input(seen)
    .output(done),
  changeRole: oc.route({ method: 'POST', path: '/team/{id}/role' }).input(withRules(changeInput, hasTrainer)).output(member),
  suspend: action('/team/{id}/suspend'),
  /** Also wakes a sleeping member. */
  reactivate: action('/team/{id}/reactivate'),
  remove: action('/team/{id}/remove'),
  /** Shows the owner the product as a role sees it, in this browser, read-only. */
  look: oc.route({ method: 'POST', path: '/team/look' }).input(roleForm).output(done),
  stopLooking: oc.route({ method: 'POST', path: '/team/stop-looking' }).output(done),
  invitation: oc.route({ method: 'POST', path: '/invitation' }).input(z.strictObject({ token })).output(teamInvitation),
  accept: oc.route({ method: 'POST', path: '/invitation/accept' }).input(acceptInput).output(done),
}
