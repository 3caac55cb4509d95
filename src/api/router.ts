import { accountHandlers } from '#features/accounts/account.server.ts'
import { archiveHandlers } from '#features/archives/archive.server.ts'
import { batchHandlers } from '#features/batches/batch.server.ts'
import { challengeHandlers } from '#features/challenges/challenge.server.ts'
import { customerHandlers } from '#features/customers/customer.server.ts'
import { importHandlers } from '#features/customers/import.server.ts'
import { attendanceHandlers } from '#features/enrolments/attendance.server.ts'
import { enrolmentHandlers } from '#features/enrolments/enrolment.server.ts'
import { keyHandlers } from '#features/developers/key.server.ts'
import { webhookHandlers } from '#features/developers/webhook.server.ts'
import { erasureHandlers } from '#features/erasure/erasure.server.ts'
import { expenseHandlers } from '#features/expenses/expense.server.ts'
import { financeHandlers } from '#features/finance/finance.server.ts'
import { hallHandlers } from '#features/halls/hall.server.ts'
import { homeHandlers } from '#features/home/home.server.ts'
import { notificationHandlers } from '#features/notifications/notification.server.ts'
import { payrollHandlers } from '#features/payroll/payroll.server.ts'
import { marketplaceHandlers } from '#features/payouts/marketplace.server.ts'
import { payoutHandlers } from '#features/payouts/payout.server.ts'
import { planHandlers } from '#features/plans/plan.server.ts'
import { quoteHandlers } from '#features/quotes/quote.server.ts'
import { rankingHandlers } from '#features/rankings/rankings.server.ts'
import { reportHandlers } from '#features/reports/report.server.ts'
import { serviceHandlers } from '#features/services/service.server.ts'
import { saleHandlers } from '#features/sales/sale.server.ts'
import { closureHandlers } from '#features/sessions/closure.server.ts'
import { feedHandlers } from '#features/sessions/feed.server.ts'
import { sessionHandlers } from '#features/sessions/session.server.ts'
import { setupHandlers } from '#features/setup/setup.server.ts'
import { teamHandlers } from '#features/team/team.server.ts'
import { timeOffHandlers } from '#features/timeoff/timeoff.server.ts'
import { trainerHandlers } from '#features/trainers/trainer.server.ts'
import { os } from '#server/base.ts'
import { documentHandlers } from '#server/documents.ts'
import { historyHandlers } from '#server/history.ts'
import { imageHandlers } from '#server/images.ts'

/** Every handler, in the contract's order. */
export const router = os.router({
  accounts: accountHandlers,
  plans: planHandlers,
  team: teamHandlers,
  setup: setupHandlers,
  services: serviceHandlers,
  halls: hallHandlers,
  trainers: trainerHandlers,
  timeOff: timeOffHandlers,
  batches: batchHandlers,
  sessions: sessionHandlers,
  closures: closureHandlers,
  feeds: feedHandlers,
  customers: { ...customerHandlers, ...erasureHandlers },
  imports: importHandlers,
  enrolments: enrolmentHandlers,
  attendance: attendanceHandlers,
  sales: saleHandlers,
  quotes: quoteHandlers,
  payouts: payoutHandlers,
  marketplace: marketplaceHandlers,
  finance: financeHandlers,
  payroll: payrollHandlers,
  expenses: expenseHandlers,
  reports: reportHandlers,
  notifications: notificationHandlers,
  rankings: rankingHandlers,
  challenges: challengeHandlers,
  archives: archiveHandlers,
  history: historyHandlers,
  home: homeHandlers,
  images: imageHandlers,
  documents: documentHandlers,
  keys: keyHandlers,
  webhooks: webhookHandlers,
})
