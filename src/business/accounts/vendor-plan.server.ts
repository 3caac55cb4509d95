import type { Trx } from '#db/tenant.ts'
import type { PlanId } from '#lib/plans.ts'

/** Creates a new business's plan row: no plan, and a trial that has not begun. @param now ISO instant */
export async function createPlan(trx: Trx, vendorId: string, now: string): Promise<void> {
  await trx.insertInto('vendorPlans').values({ vendorId, plan: null, trialStartedAt: null, updatedAt: now }).execute()
}

/** Spec 4: the trial starts at the first sign-in; stored once and never moved. @param now ISO instant */
export async function startTrial(trx: Trx, vendorId: string, now: string): Promise<void> {
  await trx
    .updateTable('vendorPlans')
    .set({ trialStartedAt: now, updatedAt: now })
    .where('vendorId', '=', vendorId)
    .where('trialStartedAt', 'is', null)
    .execute()
}

/** Sets a business's plan. The row must be locked, at the version before. @param now ISO instant */
export async function setPlan(
  trx: Trx,
  vendorId: string,
  { plan, version }: { plan: PlanId; version: number },
  now: string,
): Promise<void> {
  await trx.updateTable('vendorPlans').set({ plan, version, updatedAt: now }).where('vendorId', '=', vendorId).execute()
}

/** Records that the owner was notified of the trial's end, or that it is too long ago. */
export async function noteTrialEndNotice(trx: Trx, vendorId: string): Promise<void> {
  await trx.updateTable('vendorPlans').set({ trialEndTold: true }).where('vendorId', '=', vendorId).execute()
}
