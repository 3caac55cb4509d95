import type { CallName } from '#entrance/policy.ts'

/** The call that a screen is there for; a screen without a row is open to every role, each with what it may see. */
export const purposes: Readonly<Record<string, CallName>> = {
  '/services/add': 'services.create',
  '/services/edit': 'services.update',
  '/sales/add': 'sales.sell',
  '/sales/edit': 'sales.get',
  '/sales/sale': 'sales.get',
  '/sales/quote': 'quotes.get',
  '/sales/quote/add': 'quotes.create',
  '/sales/quote/edit': 'quotes.update',
  '/sales/customer': 'customers.get',
  '/sales/customer/add': 'customers.create',
  '/sales/customer/edit': 'customers.update',
  '/sales/import': 'imports.begin',
  '/sales/audit-report': 'reports.closeDay',
  '/sales/subscription-report': 'reports.subscriptions',
  '/staff/add': 'trainers.create',
  '/staff/edit': 'trainers.update',
  '/staff/trainer': 'trainers.get',
  '/finance/expense': 'expenses.get',
  '/finance/payout': 'payouts.get',
  '/challenges/add': 'challenges.create',
  '/challenges/edit': 'challenges.update',
}
