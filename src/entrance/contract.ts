import { accountContract } from '#business/accounts/account.contract.ts'
import { passkeyContract } from '#business/accounts/passkey.contract.ts'
import { archiveContract } from '#insight/archives/archive.contract.ts'
import { batchContract } from '#timetable/batches/batch.contract.ts'
import { seasonContract } from '#timetable/batches/season.contract.ts'
import { challengeContract } from '#insight/challenges/challenge.contract.ts'
import { customerContract } from '#directory/customers/customer.contract.ts'
import { importContract } from '#directory/customers/import.contract.ts'
import { attendanceContract } from '#timetable/attendance/attendance.contract.ts'
import { enrolmentContract } from '#timetable/enrolments/enrolment.contract.ts'
import { keyContract } from '#business/developers/key.contract.ts'
import { webhookContract } from '#business/developers/webhook.contract.ts'
import { erasureContract } from '#insight/erasure/erasure.contract.ts'
import { expenseContract } from '#money/expenses/expense.contract.ts'
import { bankingContract } from '#money/banking/banking.contract.ts'
import { cashbookContract } from '#money/cashbook/cashbook.contract.ts'
import { moneyAccountContract } from '#business/ledger/money-account.contract.ts'
import { financeContract } from '#insight/finance/finance.contract.ts'
import { hallContract } from '#directory/halls/hall.contract.ts'
import { journalContract } from '#insight/journal/journal.contract.ts'
import { homeContract } from '#insight/home/home.contract.ts'
import { notificationContract } from '#business/notifications/notification.contract.ts'
import { viewContract } from '#business/views/view.contract.ts'
import { payrollContract } from '#money/payroll/payroll.contract.ts'
import { marketplaceContract } from '#money/payouts/marketplace.contract.ts'
import { payoutContract } from '#money/payouts/payout.contract.ts'
import { planContract } from '#directory/plans/plan.contract.ts'
import { quoteContract } from '#money/quotes/quote.contract.ts'
import { rankingContract } from '#insight/rankings/rankings.contract.ts'
import { reportContract } from '#insight/reports/report.contract.ts'
import { serviceContract } from '#directory/services/service.contract.ts'
import { effectContract } from '#money/effects/effect.contract.ts'
import { saleContract } from '#money/sales/sale.contract.ts'
import { closureContract } from '#timetable/sessions/closure.contract.ts'
import { feedContract } from '#timetable/sessions/feed.contract.ts'
import { sessionAddContract } from '#timetable/sessions/session-add.contract.ts'
import { sessionContract } from '#timetable/sessions/session.contract.ts'
import { taxContract } from '#business/ledger/tax.contract.ts'
import { setupContract } from '#business/setup/vendor.contract.ts'
import { teamContract } from '#directory/team/team.contract.ts'
import { timeOffContract } from '#timetable/timeoff/timeoff.contract.ts'
import { trainerContract } from '#directory/trainers/trainer.contract.ts'
import { documentContract } from '#kernel/document.contract.ts'
import { historyContract } from '#insight/history/history.contract.ts'
import { imageContract } from '#kernel/image.contract.ts'

/** Every call of the product: the API's table of contents. */
export const contract = {
  accounts: { ...accountContract, ...passkeyContract },
  plans: planContract,
  team: teamContract,
  setup: { ...setupContract, ...taxContract },
  services: serviceContract,
  halls: hallContract,
  trainers: trainerContract,
  timeOff: timeOffContract,
  batches: { ...batchContract, ...seasonContract },
  sessions: { ...sessionContract, ...sessionAddContract },
  closures: closureContract,
  feeds: feedContract,
  customers: { ...customerContract, ...erasureContract },
  imports: importContract,
  enrolments: enrolmentContract,
  attendance: attendanceContract,
  sales: saleContract,
  effects: effectContract,
  quotes: quoteContract,
  payouts: payoutContract,
  marketplace: marketplaceContract,
  finance: financeContract,
  journal: journalContract,
  payroll: payrollContract,
  expenses: expenseContract,
  cashbook: { ...moneyAccountContract, ...cashbookContract },
  banking: bankingContract,
  reports: reportContract,
  notifications: notificationContract,
  views: viewContract,
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
