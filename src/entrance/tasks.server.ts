import { createArchives, sweepArchives } from '#insight/archives/archive.make.server.ts'
import { webhooks } from '#business/developers/dispatch.server.ts'
import { dropOldDeliveries } from '#business/developers/replay.server.ts'
import { dropOldNotices } from '#business/notifications/forget.server.ts'
import { applyPrices } from '#timetable/enrolments/price.server.ts'
import { offerPlaces } from '#timetable/enrolments/offer.auto.server.ts'
import { notifyExpiredOffers } from '#timetable/enrolments/offers.server.ts'
import { countForHome } from '#insight/home/counts.daily.server.ts'
import { storeRanks } from '#insight/challenges/challenge.daily.server.ts'
import { forgetBuyers } from '#insight/erasure/bills.server.ts'
import { checkChains } from '#business/ledger/chain.server.ts'
import { createDueExpenses } from '#money/expenses/recurring.server.ts'
import { remindOfTrial, notifyTrialsEnded } from '#directory/plans/trial.server.ts'
import { checkOwed } from '#money/sales/owed-bills.server.ts'
import { notifyPastDue } from '#money/sales/past-due.server.ts'
import { renewPlans } from '#directory/plans/billing.server.ts'
import { finishVoid, runTasks } from '#money/sales/billing-run.void.server.ts'
import { billRenewals, remindUnpaid } from '#money/sales/renewal.server.ts'
import { freezeRankings } from '#insight/rankings/freeze.server.ts'
import { billVisits } from '#money/sales/visit.server.ts'
import { runDays, type DailyTask } from '#business/accounts/daily.server.ts'
import { hasKey } from '#lib/choices.ts'
import type { App } from '#kernel/app.ts'
import { watchClock } from '#kernel/clock.ts'
import { sweepImages } from '#kernel/image-sweep.ts'
import { every, jobs, sweep, type Work } from '#kernel/jobs.ts'
import type { Workers } from '#kernel/outbox.ts'

const enterExpenses: DailyTask = async ({ run }) => {
  await run(createDueExpenses)
}

const forgetDeliveries: DailyTask = async ({ run }) => {
  await run(dropOldDeliveries)
  await run(dropOldNotices)
}

/** The daily tasks of every vendor, in this order. */
export const dailyTasks: readonly DailyTask[] = [
  finishVoid,
  applyPrices,
  checkOwed,
  billRenewals,
  billVisits,
  remindUnpaid,
  enterExpenses,
  notifyPastDue,
  notifyExpiredOffers,
  remindOfTrial,
  forgetDeliveries,
  freezeRankings,
  storeRanks,
  renewPlans,
  forgetBuyers,
  countForHome,
  checkChains,
]

/** Those of them that check or count everything, or remove what is old: once is enough for any number of days. */
export const tasksOfAnyDay: readonly DailyTask[] = [checkOwed, forgetDeliveries, forgetBuyers, countForHome, checkChains]

/** Does the queued work of rooms for businesses. */
export const taskWorker =
  (app: App): Workers['task'] =>
  async ({ name, vendorId, about }, signal) => {
    if (!hasKey(runTasks, name)) throw new Error(`No room has the task ${name}`)
    await runTasks[name](app, vendorId, about, () => signal?.aborted ?? false)
  }

/** The product's background work: queued jobs, tasks due by date, and removal of expired data. */
export function tasks(app: App, workers: Partial<Workers>): Work[] {
  const isClockRight = watchClock(app)
  /** Pauses while the clock is in doubt, because it runs tasks due by date and removes expired data. */
  const dated = (ms: number, name: string, ...parts: ((app: App, isOver: () => boolean) => Promise<unknown>)[]) =>
    every(ms, name, async (_, isOver) => {
      if (await isClockRight()) for (const part of parts) await part(app, isOver)
    })
  return [
    jobs(workers),
    jobs({ task: taskWorker(app) }),
    webhooks,
    every(1000, 'Making archives', createArchives),
    every(60_000, 'Looking at the disks', async () => app.room.look()),
    dated(60_000, 'Doing what is due each day', notifyTrialsEnded, (_, isOver) => runDays(app, dailyTasks, isOver)),
    dated(10_000, 'Offering free places', offerPlaces),
    dated(600_000, 'Removing what has expired', sweep, sweepArchives),
    dated(6 * 3_600_000, 'Removing unused images', sweepImages),
  ]
}
