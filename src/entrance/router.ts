import { implement } from '@orpc/server'
import { accountHandlers } from '#business/accounts/account.server.ts'
import { archiveHandlers } from '#insight/archives/archive.server.ts'
import { batchHandlers } from '#timetable/batches/batch.server.ts'
import { challengeHandlers } from '#insight/challenges/challenge.server.ts'
import { customerHandlers } from '#directory/customers/customer.server.ts'
import { importHandlers } from '#directory/customers/import.server.ts'
import { attendanceHandlers } from '#timetable/attendance/attendance.server.ts'
import { batchPriceHandlers } from '#timetable/enrolments/price.server.ts'
import { ownPriceHandlers } from '#timetable/enrolments/own-price.server.ts'
import { enrolmentHandlers } from '#timetable/enrolments/enrolment.server.ts'
import { keyHandlers } from '#business/developers/key.server.ts'
import { webhookHandlers } from '#business/developers/webhook.server.ts'
import { erasureHandlers } from '#insight/erasure/erasure.server.ts'
import { expenseHandlers } from '#money/expenses/expense.server.ts'
import { bankingHandlers } from '#money/banking/banking.server.ts'
import { cashbookHandlers } from '#money/cashbook/cashbook.server.ts'
import { moneyAccountHandlers } from '#business/ledger/money-account.server.ts'
import { journalHandlers } from '#insight/journal/journal.server.ts'
import { financeHandlers } from '#insight/finance/finance.server.ts'
import { hallHandlers } from '#directory/halls/hall.server.ts'
import { homeHandlers } from '#insight/home/home.server.ts'
import { profileHandlers } from '#insight/home/profile.server.ts'
import { notificationHandlers } from '#business/notifications/notification.server.ts'
import { viewHandlers } from '#business/views/view.server.ts'
import { payrollHandlers } from '#money/payroll/payroll.server.ts'
import { marketplaceHandlers } from '#money/payouts/marketplace.server.ts'
import { payoutHandlers } from '#money/payouts/payout.server.ts'
import { planHandlers } from '#directory/plans/plan.server.ts'
import { quoteHandlers } from '#money/quotes/quote.server.ts'
import { rankingHandlers } from '#insight/rankings/rankings.server.ts'
import { reportHandlers } from '#insight/reports/report.server.ts'
import { serviceHandlers } from '#directory/services/service.server.ts'
import { saleHandlers } from '#money/sales/sale.server.ts'
import { closureHandlers } from '#timetable/sessions/closure.server.ts'
import { feedHandlers } from '#timetable/sessions/feed.server.ts'
import { sessionAddHandlers } from '#timetable/sessions/session.add.server.ts'
import { sessionHandlers } from '#timetable/sessions/session.server.ts'
import { setupHandlers } from '#business/setup/setup.server.ts'
import { teamHandlers } from '#directory/team/team.server.ts'
import { timeOffHandlers } from '#timetable/timeoff/timeoff.server.ts'
import { trainerHandlers } from '#directory/trainers/trainer.server.ts'
import { taxHandlers } from '#business/ledger/tax.server.ts'
import { batchActHandlers } from '#money/effects/effect.batches.server.ts'
import { seasonHandlers } from '#money/effects/season.server.ts'
import { customerActHandlers } from '#money/effects/effect.customers.server.ts'
import { placeActHandlers } from '#money/effects/effect.places.server.ts'
import { severalPlacesHandlers } from '#money/effects/effect.several.server.ts'
import { closureActHandlers, sessionActHandlers } from '#money/effects/effect.sessions.server.ts'
import { effectHandlers } from '#money/effects/effect.reverse.server.ts'
import { placeHandlers } from '#money/sales/place.server.ts'
import { loadHandlers } from '#timetable/sessions/load.server.ts'
import type { Call } from '#kernel/base.ts'
import { contract } from './contract.ts'
import { documentHandlers } from './documents.server.ts'
import { historyHandlers } from '#insight/history/history.server.ts'
import { imageHandlers } from '#kernel/image-uploads.ts'

/** Every handler, in the contract's order; one that several rooms contribute to belongs to the highest of them. */
export const router = implement(contract)
  .$context<Call>()
  .router({
    accounts: accountHandlers,
    plans: planHandlers,
    team: teamHandlers,
    setup: { ...setupHandlers, ...profileHandlers, ...taxHandlers },
    services: serviceHandlers,
    halls: hallHandlers,
    trainers: { ...trainerHandlers, ...loadHandlers },
    timeOff: timeOffHandlers,
    batches: { ...batchHandlers, ...batchPriceHandlers, ...batchActHandlers, ...seasonHandlers },
    sessions: { ...sessionHandlers, ...sessionAddHandlers, ...sessionActHandlers },
    effects: effectHandlers,
    closures: { ...closureHandlers, ...closureActHandlers },
    feeds: feedHandlers,
    customers: { ...customerHandlers, ...customerActHandlers, ...erasureHandlers },
    imports: importHandlers,
    enrolments: { ...enrolmentHandlers, ...ownPriceHandlers, ...placeHandlers, ...placeActHandlers, ...severalPlacesHandlers },
    attendance: attendanceHandlers,
    sales: saleHandlers,
    quotes: quoteHandlers,
    payouts: payoutHandlers,
    marketplace: marketplaceHandlers,
    finance: financeHandlers,
    journal: journalHandlers,
    payroll: payrollHandlers,
    expenses: expenseHandlers,
    cashbook: { ...moneyAccountHandlers, ...cashbookHandlers },
    banking: bankingHandlers,
    reports: reportHandlers,
    notifications: notificationHandlers,
    views: viewHandlers,
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
