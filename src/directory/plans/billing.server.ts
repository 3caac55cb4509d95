import type { Trx } from '#db/tenant.ts'
import { documentNumber } from '#business/ledger/books.server.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import { addDays } from '#lib/days.ts'
import { dayIn, instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import type { DailyTask } from '#business/accounts/daily.server.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { charge, yearFrom } from './billing.rules.ts'
import type { PlanId } from '#lib/plans.ts'
import type { PlanInvoice, PlanPreview } from './plan.contract.ts'

/** How a plan is paid (product 2.3). No card data is ever stored. */
export type Billing = {
  /** What `planChanged` would bill today; nothing if the plan stays the same. */
  preview(trx: Trx, call: Call, change: { from: PlanId | null; to: PlanId }): Promise<PlanPreview['bill']>
  planChanged(trx: Trx, call: Call, change: { from: PlanId | null; to: PlanId }): Promise<void>
}

const invoices = (trx: Trx, vendorId: string) =>
  trx
    .selectFrom('planInvoices')
    .select(['id', 'number', 'day', 'toDay', 'plan', 'amount', 'credit', 'total'])
    .where('vendorId', '=', vendorId)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')

/** What was billed for the vendor's plans, newest first. */
export async function readPlanInvoices({ trx, vendorId }: Pick<TenantContext, 'trx' | 'vendorId'>): Promise<PlanInvoice[]> {
  return invoices(trx, vendorId).limit(500).execute()
}

const lastInvoice = async (trx: Trx, vendorId: string) => (await invoices(trx, vendorId).limit(1).executeTakeFirst()) ?? null

async function write(trx: Trx, call: Call, plan: PlanId, day: string, before: PlanInvoice | null): Promise<void> {
  const { vendorId } = memberOf(call)
  const { amount, credit } = charge(plan, day, before)
  // Nothing to bill and nothing to credit.
  if (amount === 0 && credit === 0) return
  const number = await documentNumber(trx, vendorId, 'P', day)
  const id = newId(call.app.now())
  await trx
    .insertInto('planInvoices')
    .values({ vendorId, id, number, day, plan, toDay: yearFrom(plan, day), amount, credit, createdAt: instant(call.app) })
    .execute()
}

/** The default: the marketplace bills the year from the day of the change, less what is left of the year before. */
export const invoiceByMarketplace: Billing = {
  async preview(trx, call, { from, to }) {
    const { vendorId } = memberOf(call)
    const day = dayIn(call.app, await zoneOf(trx, vendorId))
    if (from === to) return { day, toDay: null, amount: 0, credit: 0, total: 0 }
    const { amount, credit } = charge(to, day, await lastInvoice(trx, vendorId))
    return { day, toDay: yearFrom(to, day), amount, credit, total: amount - credit }
  },
  async planChanged(trx, call, { from, to }) {
    if (from === to) return
    const { vendorId } = memberOf(call)
    await write(trx, call, to, dayIn(call.app, await zoneOf(trx, vendorId)), await lastInvoice(trx, vendorId))
  },
}

/**
 * Bills the next year of a plan whose billed year is over. A plan change locks the same row, so neither misses the other.
 * @returns whether a year was billed
 */
async function renewPlan(ctx: TenantContext): Promise<boolean> {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const { plan } = await trx.selectFrom('vendorPlans').select('plan').where('vendorId', '=', vendorId).forUpdate().executeTakeFirstOrThrow()
  const last = await lastInvoice(trx, vendorId)
  if (!last?.toDay || last.plan !== plan || last.toDay >= today) return false
  const day = addDays(last.toDay, 1)
  await write(trx, call, last.plan, day, last)
  await audit(trx, call, { action: 'renew', entity: 'plan', target: vendorId, after: { plan, day } })
  return true
}

/** Bills each year of the plan that has begun. */
export const renewPlans: DailyTask = async ({ run, isOver }) => {
  while (!isOver() && (await run(renewPlan)));
}
