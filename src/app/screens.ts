import type { CallName } from '#entrance/policy.ts'
import type { Path } from '#lib/addresses.ts'
import type { TextKey } from '#ui/use-open-texts.ts'

type Screen = {
  /** The component's file, relative to src. */
  file: string
  /** The text key of its title; sub-paths for adding, editing and the reports have their own (spec 2). */
  title: TextKey
  /** The screen's main call; without one every role may open it, and sees what its own calls allow. */
  call?: CallName
}

/** Every screen of the shell by address; search parameters are in lib/addresses.ts, signed-out pages in public/pages.tsx. */
export const screens: Readonly<Record<Path, Screen>> = {
  '/': { file: 'insight/home/home.page.tsx', title: 'app.titles.home' },
  '/services': { file: 'app/services.page.tsx', title: 'app.titles.services' },
  '/services/add': { file: 'app/services-form.page.tsx', title: 'app.titles.servicesAdd', call: 'services.create' },
  '/services/edit': { file: 'app/services-form.page.tsx', title: 'app.titles.servicesEdit', call: 'services.update' },
  '/services/batch': { file: 'app/batch.page.tsx', title: 'app.titles.batch' },
  '/services/next-season': {
    file: 'timetable/enrolments/next-season.page.tsx',
    title: 'app.titles.nextSeason',
    call: 'batches.rollOver',
  },
  '/services/session': { file: 'app/session.page.tsx', title: 'app.titles.session' },
  '/sales': { file: 'app/sales.page.tsx', title: 'app.titles.sales' },
  '/sales/add': { file: 'money/sales/sell.page.tsx', title: 'app.titles.salesAdd', call: 'sales.sell' },
  '/sales/edit': { file: 'app/sale.page.tsx', title: 'app.titles.salesEdit', call: 'sales.get' },
  '/sales/sale': { file: 'app/sale.page.tsx', title: 'app.titles.sale', call: 'sales.get' },
  '/sales/quote': { file: 'app/quote.page.tsx', title: 'app.titles.quote', call: 'quotes.get' },
  '/sales/quote/add': { file: 'app/quote-form.page.tsx', title: 'app.titles.quoteAdd', call: 'quotes.create' },
  '/sales/quote/edit': { file: 'app/quote-form.page.tsx', title: 'app.titles.quoteEdit', call: 'quotes.update' },
  '/sales/customer': { file: 'app/customer.page.tsx', title: 'app.titles.customer', call: 'customers.get' },
  '/sales/customer/add': { file: 'app/customer-form.page.tsx', title: 'app.titles.customerAdd', call: 'customers.create' },
  '/sales/customer/edit': { file: 'app/customer-form.page.tsx', title: 'app.titles.customerEdit', call: 'customers.update' },
  '/sales/customer/account': { file: 'money/sales/account-statement.page.tsx', title: 'app.titles.account', call: 'sales.account' },
  '/sales/import': { file: 'directory/customers/import.page.tsx', title: 'app.titles.import', call: 'imports.begin' },
  '/sales/audit-report': { file: 'insight/reports/audit-report.page.tsx', title: 'app.titles.auditReport', call: 'reports.closeDay' },
  '/sales/subscription-report': {
    file: 'insight/reports/subscription-report.page.tsx',
    title: 'app.titles.subscriptionReport',
    call: 'reports.subscriptions',
  },
  '/staff': { file: 'app/staff.page.tsx', title: 'app.titles.staff' },
  '/staff/add': { file: 'directory/trainers/trainer-form.page.tsx', title: 'app.titles.staffAdd', call: 'trainers.create' },
  '/staff/trainer': { file: 'app/trainer.page.tsx', title: 'app.titles.trainer', call: 'trainers.get' },
  '/staff/edit': { file: 'directory/trainers/trainer-form.page.tsx', title: 'app.titles.staffEdit', call: 'trainers.update' },
  '/finance': { file: 'app/finance.page.tsx', title: 'app.titles.finance' },
  '/finance/expense': { file: 'money/expenses/expense.page.tsx', title: 'app.titles.expense', call: 'expenses.get' },
  '/finance/payout': { file: 'money/payouts/payout.page.tsx', title: 'app.titles.payout', call: 'payouts.get' },
  '/challenges': { file: 'insight/challenges/challenges.page.tsx', title: 'app.titles.challenges' },
  '/challenges/challenge': { file: 'app/challenge.page.tsx', title: 'app.titles.challenge' },
  '/challenges/add': { file: 'insight/challenges/challenge-form.page.tsx', title: 'app.titles.challengesAdd', call: 'challenges.create' },
  '/challenges/edit': {
    file: 'insight/challenges/challenge-form.page.tsx',
    title: 'app.titles.challengesEdit',
    call: 'challenges.update',
  },
  '/rankings': { file: 'insight/rankings/rankings.page.tsx', title: 'app.titles.rankings' },
  '/setup': { file: 'app/setup.page.tsx', title: 'app.titles.setup' },
  '/notifications': { file: 'business/notifications/notifications.page.tsx', title: 'app.titles.notifications' },
  '/rankings/tv': { file: 'insight/rankings/tv.page.tsx', title: 'app.titles.rankingsTv' },
}

/**
 * The screens that the server draws with their first rows (first-picture.tsx): those that are read. Forms are not among them, since
 * only the browser has their drafts.
 */
export const drawnScreens: readonly Path[] = [
  '/',
  '/services',
  '/services/batch',
  '/services/session',
  '/sales',
  '/sales/edit',
  '/sales/sale',
  '/sales/quote',
  '/sales/customer',
  '/sales/customer/account',
  '/sales/audit-report',
  '/sales/subscription-report',
  '/staff',
  '/staff/trainer',
  '/finance',
  '/finance/payout',
  '/challenges',
  '/challenges/challenge',
  '/rankings',
  '/rankings/tv',
  '/notifications',
]
