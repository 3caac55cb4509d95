import { tenant, type Trx } from '#db/tenant.ts'
import { setPlan } from '#business/accounts/vendor-plan.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import { inTenant } from '#kernel/context.ts'
import { countAccounts, planEffect, lockPlan, planOf, sleepMembers, wake } from '#directory/team/accounts.server.ts'
import { invoiceByMarketplace, readPlanInvoices } from './billing.server.ts'
import { planContract, type CurrentPlan } from './plan.contract.ts'
import { accountsAllowed, trialAt } from '#lib/plans.ts'

const os = handlersOf({ plans: planContract })

async function read(trx: Trx, call: Call): Promise<CurrentPlan> {
  const { vendorId } = memberOf(call)
  const row = await trx
    .selectFrom('vendorPlans')
    .select(['plan', 'trialStartedAt', 'version'])
    .where('vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
  const plan = planOf(row.plan)
  const { daysLeft } = trialAt(row.trialStartedAt, call.app.now())
  return {
    plan,
    trialStartedAt: row.trialStartedAt,
    daysLeft,
    isExpired: plan === null && daysLeft === 0,
    accounts: await countAccounts(trx, vendorId, instant(call.app)),
    accountsAllowed: accountsAllowed(plan),
    version: row.version,
  }
}

export const planHandlers = {
  invoices: os.plans.invoices.handler(inTenant((ctx) => readPlanInvoices(ctx))),
  current: os.plans.current.handler(({ context: call }) => tenant(call.app.db, memberOf(call).vendorId, (trx) => read(trx, call))),
  preview: os.plans.preview.handler(({ context: call, input: { plan } }) =>
    tenant(call.app.db, memberOf(call).vendorId, async (trx) => {
      const { sleeping, waking } = await planEffect(trx, memberOf(call).vendorId, plan)
      const { plan: from } = await read(trx, call)
      const emails = (members: { email: string }[]) => members.map(({ email }) => email)
      return {
        plan,
        accountsAllowed: accountsAllowed(plan),
        sleeping: emails(sleeping),
        waking: emails(waking),
        bill: await invoiceByMarketplace.preview(trx, call, { from, to: plan }),
      }
    }),
  ),
  change: os.plans.change.handler(({ context: call, input }) => {
    const { vendorId } = memberOf(call)
    return tenant(call.app.db, vendorId, async (trx) => {
      await lockPlan(trx, vendorId)
      const before = await read(trx, call)
      if (before.version !== input.version) throw failure('request/stale', { current: before })
      await setPlan(trx, vendorId, { plan: input.plan, version: input.version + 1 }, instant(call.app))
      const effect = await planEffect(trx, vendorId, input.plan)
      const ids = (members: { userId: string }[]) => members.map(({ userId }) => userId)
      const [asleep, awake] = [ids(effect.sleeping), ids(effect.waking)]
      await sleepMembers(trx, call, asleep)
      await wake(trx, vendorId, awake)
      await invoiceByMarketplace.planChanged(trx, call, { from: before.plan, to: input.plan })
      await audit(trx, call, {
        action: 'change-plan',
        entity: 'plan',
        target: vendorId,
        before: { plan: before.plan },
        after: { plan: input.plan, asleep, awake },
      })
      if (before.plan !== input.plan)
        await notify({ trx, call, vendorId }, { kind: 'planChanged', cause: `${vendorId}:${input.version}`, values: { plan: input.plan } })
      return read(trx, call)
    })
  }),
}
