import { makeArchives, sweepArchives } from '#features/archives/archive.make.server.ts'
import { dropOldDeliveries } from '#features/developers/replay.server.ts'
import { dropOldNotices } from '#features/notifications/forget.server.ts'
import { tellExpiredOffers } from '#features/enrolments/offers.server.ts'
import { keepRanks } from '#features/challenges/challenge.daily.server.ts'
import { forgetBuyers } from '#features/erasure/bills.server.ts'
import { checkChains } from '#features/finance/chain.server.ts'
import { makeDueExpenses } from '#features/expenses/recurring.server.ts'
import { tellTrial, tellTrialsEnded } from '#features/plans/trial.server.ts'
import { tellPastDue } from '#features/sales/past-due.server.ts'
import { renewPlans } from '#features/plans/billing.server.ts'
import { billRenewals, remindUnpaid } from '#features/sales/renewal.server.ts'
import { freezeRankings } from '#features/rankings/freeze.server.ts'
import type { DailyWork } from './daily.ts'
import { watchClock } from './clock.ts'
import type { Works } from './jobs.ts'

const enterExpenses: DailyWork = async ({ run }) => {
  await run(makeDueExpenses)
}

const forgetDeliveries: DailyWork = async ({ run }) => {
  await run(dropOldDeliveries)
  await run(dropOldNotices)
}

/** What every vendor is due each day, in this order. */
export const dailyWorks: readonly DailyWork[] = [
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
  daily: dailyWorks,
  minutely: [tellTrialsEnded],
  secondly: [makeArchives],
  sweeps: [sweepArchives],
}
