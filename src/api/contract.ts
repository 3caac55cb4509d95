import { accountContract } from '#features/accounts/account.contract.ts'
import { archiveContract } from '#features/archives/archive.contract.ts'
import { batchContract } from '#features/batches/batch.contract.ts'
import { challengeContract } from '#features/challenges/challenge.contract.ts'
import { customerContract } from '#features/customers/customer.contract.ts'
import { importContract } from '#features/customers/import.contract.ts'
import { attendanceContract } from '#features/enrolments/attendance.contract.ts'
import { enrolmentContract } from '#features/enrolments/enrolment.contract.ts'
import { keyContract } from '#features/developers/key.contract.ts'
import { webhookContract } from '#features/developers/webhook.contract.ts'
import { erasureContract } from '#features/erasure/erasure.contract.ts'
import { expenseContract } from '#features/expenses/expense.contract.ts'
import { financeContract } from '#features/finance/finance.contract.ts'
import { hallContract } from '#features/halls/hall.contract.ts'
import { homeContract } from '#features/home/home.contract.ts'
import { notificationContract } from '#features/notifications/notification.contract.ts'
import { payrollContract } from '#features/payroll/payroll.contract.ts'
import { marketplaceContract } from '#features/payouts/marketplace.contract.ts'
import { payoutContract } from '#features/payouts/payout.contract.ts'
import { planContract } from '#features/plans/plan.contract.ts'
import { quoteContract } from '#features/quotes/quote.contract.ts'
import { rankingContract } from '#features/rankings/rankings.contract.ts'
import { reportContract } from '#features/reports/report.contract.ts'
import { serviceContract } from '#features/services/service.contract.ts'
import { saleContract } from '#features/sales/sale.contract.ts'
import { closureContract } from '#features/sessions/closure.contract.ts'
import { feedContract } from '#features/sessions/feed.contract.ts'
import { sessionContract } from '#features/sessions/session.contract.ts'
import { setupContract } from '#features/setup/vendor.contract.ts'
import { teamContract } from '#features/team/team.contract.ts'
import { timeOffContract } from '#features/timeoff/timeoff.contract.ts'
import { trainerContract } from '#features/trainers/trainer.contract.ts'
import { documentContract } from './document.contract.ts'
import { historyContract } from './history.contract.ts'
import { imageContract } from './image.contract.ts'

/** Every call of the product: the table of contents of the API. */
export const contract = {
  accounts: accountContract,
  plans: planContract,
  team: teamContract,
  setup: setupContract,
  services: serviceContract,
  halls: hallContract,
  trainers: trainerContract,
  timeOff: timeOffContract,
  batches: batchContract,
  sessions: sessionContract,
  closures: closureContract,
  feeds: feedContract,
  customers: { ...customerContract, ...erasureContract },
  imports: importContract,
  enrolments: enrolmentContract,
  attendance: attendanceContract,
  sales: saleContract,
  quotes: quoteContract,
  payouts: payoutContract,
  marketplace: marketplaceContract,
  finance: financeContract,
  payroll: payrollContract,
  expenses: expenseContract,
  reports: reportContract,
  notifications: notificationContract,
  rankings: rankingContract,
  challenges: challengeContract,
  archives: archiveContract,
  history: historyContract,
  home: homeContract,
  images: imageContract,
  documents: documentContract,
  keys: keyContract,
  webhooks: webhookContract,
}
