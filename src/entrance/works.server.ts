import { makeArchives, sweepArchives } from '#insight/archives/archive.make.server.ts'
import { webhooks } from '#business/developers/dispatch.server.ts'
import { dropOldDeliveries } from '#business/developers/replay.server.ts'
import { dropOldNotices } from '#business/notifications/forget.server.ts'
import { tellExpiredOffers } from '#timetable/enrolments/offers.server.ts'
import { keepRanks } from '#insight/challenges/challenge.daily.server.ts'
import { forgetBuyers } from '#insight/erasure/bills.server.ts'
import { checkChains } from '#business/ledger/chain.server.ts'
import { makeDueExpenses } from '#money/expenses/recurring.server.ts'
import { tellTrial, tellTrialsEnded } from '#directory/plans/trial.server.ts'
import { checkOwed } from '#money/sales/owed.server.ts'
import { tellPastDue } from '#money/sales/past-due.server.ts'
import { renewPlans } from '#directory/plans/billing.server.ts'
import { billRenewals, remindUnpaid } from '#money/sales/renewal.server.ts'
import { freezeRankings } from '#insight/rankings/freeze.server.ts'
import { runDays, type DailyWork } from '#business/accounts/daily.server.ts'
import type { App } from '#kernel/app.ts'
import { watchClock } from '#kernel/clock.ts'
import { sweepImages } from '#kernel/image-sweep.ts'
import { every, jobs, sweep, type Work } from '#kernel/jobs.ts'
import type { Workers } from '#kernel/outbox.ts'

const enterExpenses: DailyWork = async ({ run }) => {
  await run(makeDueExpenses)
}

const forgetDeliveries: DailyWork = async ({ run }) => {
  await run(dropOldDeliveries)
  await run(dropOldNotices)
}

/** What every vendor is due each day, in this order. */
export const dailyWorks: readonly DailyWork[] = [
  checkOwed,
  billRenewals,
  remindUnpaid,
  enterExpenses,
  tellPastDue,
  tellExpiredOffers,
  tellTrial,
  forgetDeliveries,
  freezeRankings,
  keepRanks,
  renewPlans,
  forgetBuyers,
  checkChains,
]

/** What the product does by itself: what is queued, what is due by date, and removing what has expired. */
export function works(app: App, workers: Partial<Workers>): Work[] {
  const isClockRight = watchClock(app)
  /** Waits while the clock is doubted: what is due by date, and removing what expired. */
  const dated = (ms: number, name: string, ...parts: ((app: App, isOver: () => boolean) => Promise<unknown>)[]) =>
    every(ms, name, async (_, isOver) => {
      if (await isClockRight()) for (const part of parts) await part(app, isOver)
    })
  return [
    jobs(workers),
    webhooks,
    every(1000, 'Making archives', makeArchives),
    every(60_000, 'Looking at the disks', async () => app.room.look()),
    dated(60_000, 'Doing what is due each day', tellTrialsEnded, (_, isOver) => runDays(app, dailyWorks, isOver)),
    dated(600_000, 'Removing what has expired', sweep, sweepArchives),
    dated(6 * 3_600_000, 'Removing unused images', sweepImages),
  ]
}
