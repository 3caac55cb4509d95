import type { Trx } from '#db/tenant.ts'
import { changeMembers, endSessions } from '#business/accounts/members.server.ts'
import { instant } from '#kernel/app.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import { accountsAllowed, planIds, type PlanId } from '#lib/plans.ts'

/** The plan that a stored string denotes; null while on trial. */
export const planOf = (word: string | null): PlanId | null => planIds.find((known) => known === word) ?? null

/**
 * How many accounts are in use: members who may sign in, and invitations that can still be accepted. Sleeping and
 * suspended members use none (product 2.3).
 * @param now UTC instant
 */
export async function countAccounts(trx: Trx, vendorId: string, now: string): Promise<number> {
  const members = await trx
    .selectFrom('members')
    .where('vendorId', '=', vendorId)
    .where('state', '=', 'active')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const invited = await trx
    .selectFrom('invitations')
    .where('vendorId', '=', vendorId)
    .where('state', '=', 'open')
    .where('expiresAt', '>', now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return members.count + invited.count
}

/**
 * Locks the plan until the transaction ends, so that the last account goes to only one of many requests (checks C3).
 * @returns how many accounts the plan allows
 */
export async function lockPlan(trx: Trx, vendorId: string): Promise<number> {
  const { plan } = await trx.selectFrom('vendorPlans').select('plan').where('vendorId', '=', vendorId).forUpdate().executeTakeFirstOrThrow()
  return accountsAllowed(planOf(plan))
}

/** Checks that one more account is free, and locks the plan. @throws team/full */
export async function claimAccount({ trx, vendorId, now }: TenantContext): Promise<void> {
  const allowed = await lockPlan(trx, vendorId)
  if ((await countAccounts(trx, vendorId, now)) >= allowed) throw failure('team/full')
}

/**
 * What a plan does to the members, who are locked until the transaction ends. Above its account limit the newest
 * members sleep, never the owner; below it the last to fall asleep wakes first, so that switching back undoes exactly
 * what the previous change did (product 2.3).
 */
export async function planEffect(trx: Trx, vendorId: string, plan: PlanId) {
  const allowed = accountsAllowed(plan)
  const members = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select(['members.userId', 'members.role', 'members.state', 'members.asleepAt', 'users.email'])
    .where('members.vendorId', '=', vendorId)
    .where('members.state', 'in', ['active', 'asleep'])
    .orderBy('members.createdAt')
    .orderBy('members.userId')
    .forUpdate('members')
    .execute()
  const active = members.filter(({ state }) => state === 'active')
  const others = active.filter(({ role }) => role !== 'owner')
  const since = ({ asleepAt }: { asleepAt: string | null }) => Date.parse(asleepAt ?? '')
  const asleep = members.filter(({ state }) => state === 'asleep').toSorted((a, b) => since(b) - since(a))
  return {
    sleeping: others.slice(Math.max(allowed - (active.length - others.length), 0)),
    waking: asleep.slice(0, Math.max(allowed - active.length, 0)),
  }
}

/** Puts members to sleep. */
export async function sleepMembers(trx: Trx, call: Call, userIds: readonly string[]): Promise<void> {
  const { vendorId } = memberOf(call)
  await changeMembers(trx, vendorId, userIds, { state: 'asleep', asleepAt: instant(call.app) })
  await endSessions(trx, vendorId, userIds)
}

/** Wakes members. */
export const wake = (trx: Trx, vendorId: string, userIds: readonly string[]): Promise<void> =>
  changeMembers(trx, vendorId, userIds, { state: 'active', asleepAt: null })
