import type { Schema } from '#db/schema.gen.ts'
import { changeMembers, endSessions } from '#business/accounts/members.server.ts'
import { lockPlan, claimAccount } from './accounts.server.ts'
import { audit, changedFields } from '#kernel/audit.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { GivenRole, Member, MemberState, RoleInput } from './team.contract.ts'
import { lockMember } from './team.row.server.ts'
import { grants, mayChange } from './team.rules.ts'
import type { Seen } from '#lib/calls.ts'

/** @throws permission/denied for a role that the caller's own may not grant */
export function assertGrants(call: Call, role: GivenRole): void {
  if (!grants[memberOf(call).role].includes(role)) throw failure('permission/denied')
}

/**
 * The trainer that a role belongs to: one of the vendor's who still works there; null for other roles.
 * @throws request/invalid at `trainer`
 */
export async function trainerOf(
  { trx, vendorId }: Pick<TenantContext, 'trx' | 'vendorId'>,
  { role, trainer }: RoleInput,
): Promise<string | null> {
  if (role !== 'trainer') return null
  const found = await trx
    .selectFrom('trainers')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('id', '=', trainer)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (!found) throw fieldFailure('trainer', 'team.trainer.required')
  return found.id
}

/** Locks the member of an action. @throws document/not-found, permission/denied, team/state, request/stale */
async function lockVersion(ctx: TenantContext, { id, version }: Seen, from: readonly MemberState[]): Promise<Member> {
  const row = await lockMember(ctx, id)
  if (!mayChange(memberOf(ctx.call), row)) throw failure('permission/denied')
  if (!from.includes(row.state)) throw failure('team/state')
  if (row.version !== version) throw failure('request/stale', { current: row })
  return row
}

type Columns = Partial<{ role: GivenRole; trainerId: string | null; state: Schema['members']['state']; asleepAt: null }>

/** Writes columns together with their audit row. */
async function write(ctx: TenantContext, action: string, row: Member, columns: Columns): Promise<Member> {
  const { trx, call, vendorId } = ctx
  await changeMembers(trx, vendorId, [row.id], columns)
  const { asleepAt: _, ...logged } = columns
  await audit(trx, call, { action, entity: 'member', target: row.id, ...changedFields({ ...row, trainerId: row.trainer }, logged) })
  return lockMember(ctx, row.id)
}

/** Changes a member's role. Their sessions end, so that old permissions end with them (checks T6, S1). */
export async function changeRole(ctx: TenantContext, { id, version, ...input }: RoleInput & Seen): Promise<Member> {
  assertGrants(ctx.call, input.role)
  const row = await lockVersion(ctx, { id, version }, ['active', 'suspended', 'asleep'])
  const trainerId = await trainerOf(ctx, input)
  await endSessions(ctx.trx, ctx.vendorId, [id])
  return write(ctx, 'change-role', row, { role: input.role, trainerId })
}

/** Locks a member out from the next request on, until they are reactivated. */
export async function suspend(ctx: TenantContext, seen: Seen): Promise<Member> {
  const row = await lockVersion(ctx, seen, ['active', 'asleep'])
  await endSessions(ctx.trx, ctx.vendorId, [row.id])
  return write(ctx, 'suspend', row, { state: 'suspended', asleepAt: null })
}

/** Lets a suspended or sleeping member in again. @throws team/full where the plan has no account for them */
export async function reactivate(ctx: TenantContext, seen: Seen): Promise<Member> {
  // Lock the plan before the member, in the same order as a plan change.
  await lockPlan(ctx.trx, ctx.vendorId)
  const row = await lockVersion(ctx, seen, ['suspended', 'asleep'])
  await claimAccount(ctx)
  return write(ctx, 'reactivate', row, { state: 'active', asleepAt: null })
}

/** Removes a member from the business for good; they can only be invited again. Their past actions retain their name. */
export async function removeMember(ctx: TenantContext, seen: Seen): Promise<Member> {
  const row = await lockVersion(ctx, seen, ['active', 'suspended', 'asleep'])
  await endSessions(ctx.trx, ctx.vendorId, [row.id])
  return write(ctx, 'remove', row, { state: 'removed', asleepAt: null })
}
