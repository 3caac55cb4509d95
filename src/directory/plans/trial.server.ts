import { platform } from '#db/tenant.ts'
import { noteTrialEndNotice } from '#business/accounts/vendor-plan.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { instant, type App } from '#kernel/app.ts'
import type { DailyTask } from '#business/accounts/daily.server.ts'
import { runAs } from '#kernel/context.ts'
import { describeError } from '#kernel/log.ts'
import { trialAt, trialDays } from '#lib/plans.ts'

/** Days before the trial's end on which it is announced; a missed day is announced on the next. */
const reminderDays = [1, 3, 7]

const dayMs = 86_400_000

/** Notifies that a trial ends soon. */
export const remindOfTrial: DailyTask = ({ run }) =>
  run(async (ctx) => {
    const { trx, call, vendorId } = ctx
    const { plan, trialStartedAt } = await trx
      .selectFrom('vendorPlans')
      .select(['plan', 'trialStartedAt'])
      .where('vendorId', '=', vendorId)
      .executeTakeFirstOrThrow()
    if (plan !== null || trialStartedAt === null) return
    const { daysLeft: days } = trialAt(trialStartedAt, call.app.now())
    const step = reminderDays.find((most) => days <= most)
    if (step !== undefined && days > 0) await notify(ctx, { kind: 'trialEnds', cause: String(step), values: { days } })
  })

/** Trials that ended more days ago than this are not announced, since that is no longer news. */
const newsDays = 7

async function notifyTrialEnded(app: App, vendorId: string, isNews: boolean): Promise<void> {
  if (isNews) await runAs(app, 'system', vendorId, (ctx) => notify(ctx, { kind: 'trialEnded', cause: 'trial', values: {} }))
  await platform(app.db, (trx) => noteTrialEndNotice(trx, vendorId))
}

/**
 * Notifies at once of every trial that has ended, because vendors with an ended trial have no daily tasks. A failed
 * notice is retried by the next call and holds up no other vendor.
 * @param isOver stops between two vendors
 */
export async function notifyTrialsEnded(app: App, isOver: () => boolean = () => false): Promise<void> {
  const ended = instant(app, -trialDays * dayMs)
  const rows = await app.db.kysely
    .selectFrom('vendorPlans')
    .select(['vendorId', 'trialStartedAt'])
    .where('plan', 'is', null)
    .where('trialEndTold', '=', false)
    .where('trialStartedAt', '<=', ended)
    .orderBy('trialStartedAt')
    .limit(1000)
    .execute()
  for (const { vendorId, trialStartedAt } of rows) {
    if (isOver()) return
    const isNews = trialStartedAt !== null && Date.parse(trialStartedAt) > Date.parse(ended) - newsDays * dayMs
    await notifyTrialEnded(app, vendorId, isNews).catch((error: unknown) =>
      app.log.error('The notice that a trial ends could not be sent and will be tried again', describeError(error)),
    )
  }
}
