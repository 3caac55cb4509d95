import { tenant, type Trx } from '#db/tenant.ts'
import { instant } from '#server/app.ts'
import { audit } from '#server/audit.ts'
import { memberOf, os, type Call } from '#server/base.ts'
import { failure } from '#server/failure.ts'
import { planIds, type CurrentPlan, type PlanId } from './plan.contract.ts'
import { plans, trialAccounts, trialAt } from './plan.rules.ts'

/** How a plan is paid. The default is "invoice by the marketplace": the change is recorded and the marketplace bills it (product 2.3). */
export type Billing = { planChanged(trx: Trx, vendorId: string, plan: PlanId): Promise<void> }
const invoiceByMarketplace: Billing = { planChanged: async () => {} }

async function read(trx: Trx, call: Call): Promise<CurrentPlan> {
  const { vendorId } = memberOf(call)
  const row = await trx
    .selectFrom('vendorPlans')
    .select(['plan', 'trialStartedAt', 'version'])
    .where('vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
  const { count } = await trx
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vendorId', '=', vendorId)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()
  const plan = planIds.find((known) => known === row.plan) ?? null
  const { daysLeft } = trialAt(row.trialStartedAt, call.app.now())
  return {
    plan,
    trialStartedAt: row.trialStartedAt,
    daysLeft,
    isExpired: plan === null && daysLeft === 0,
    accounts: count,
    accountsAllowed: plan === null ? trialAccounts : plans[plan].accounts,
    version: row.version,
  }
}

/** The accounts that would sleep under a plan: the newest beyond its number, the owner never (product 2.3). */
async function sleepers(trx: Trx, vendorId: string, plan: PlanId): Promise<{ userId: string; email: string }[]> {
  const members = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select(['members.userId', 'members.role', 'users.email'])
    .where('members.vendorId', '=', vendorId)
    .where('members.state', '=', 'active')
    .orderBy('members.createdAt')
    .forUpdate()
    .execute()
  const owners = members.filter(({ role }) => role === 'owner')
  const others = members.filter(({ role }) => role !== 'owner')
  return others.slice(Math.max(plans[plan].accounts - owners.length, 0))
}

export const planHandlers = {
  current: os.plans.current.handler(({ context: call }) => tenant(call.app.db, memberOf(call).vendorId, (trx) => read(trx, call))),
  preview: os.plans.preview.handler(({ context: call, input }) =>
    tenant(call.app.db, memberOf(call).vendorId, async (trx) => ({
      plan: input.plan,
      accountsAllowed: plans[input.plan].accounts,
      sleeping: (await sleepers(trx, memberOf(call).vendorId, input.plan)).map(({ email }) => email),
    })),
  ),
  change: os.plans.change.handler(({ context: call, input }) => {
    const { vendorId } = memberOf(call)
    return tenant(call.app.db, vendorId, async (trx) => {
      const before = await read(trx, call)
      const changed = await trx
        .updateTable('vendorPlans')
        .set({ plan: input.plan, version: input.version + 1, updatedAt: instant(call.app) })
        .where('vendorId', '=', vendorId)
        .where('version', '=', input.version)
        .returning('vendorId')
        .executeTakeFirst()
      if (!changed) throw failure('request/stale', { current: await read(trx, call) })
      const asleep = await sleepers(trx, vendorId, input.plan)
      for (const { userId } of asleep) {
        await trx.updateTable('members').set({ state: 'suspended' }).where('vendorId', '=', vendorId).where('userId', '=', userId).execute()
      }
      await invoiceByMarketplace.planChanged(trx, vendorId, input.plan)
      await audit(trx, call, {
        action: 'change-plan',
        entity: 'plan',
        target: vendorId,
        before: { plan: before.plan },
        after: { plan: input.plan, asleep: asleep.map(({ userId }) => userId) },
      })
      return read(trx, call)
    })
  }),
}
