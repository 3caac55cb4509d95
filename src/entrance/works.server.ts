import { makeArchives, sweepArchives } from '#insight/archives/archive.make.server.ts'
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
import { watchClock } from '#kernel/clock.ts'
import type { Works } from '#kernel/jobs.ts'

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

/** What the product does by itself, besides what is queued. */
export const works: Works = {
  clock: (app) => watchClock(app),
  minutely: [tellTrialsEnded, (app, isOver) => runDays(app, dailyWorks, isOver)],
  secondly: [makeArchives],
  sweeps: [sweepArchives],
}
