import {
  anyone,
  anyoneWrites,
  countDay,
  desk,
  deskWrites,
  edit,
  bookkeeping,
  owner,
  seeFinance,
  seeReports,
  seeSales,
  type Policy,
} from '#kernel/policy.rules.ts'
import type { CallName } from './policy.ts'

/** The policies of sales, payments and accounting calls. */
export const moneyPolicies = {
  'sales.settings': desk,
  'sales.list': seeSales,
  'sales.get': seeSales,
  'sales.sell': deskWrites,
  'sales.pay': deskWrites,
  'sales.reversePayment': edit,
  'sales.refundEffect': desk,
  // Up to the role's limit.
  'sales.refund': deskWrites,
  'sales.void': edit,
  'sales.credit': desk,
  'sales.account': desk,
  // Up to the role's limit.
  'sales.payOutCredit': edit,
  'sales.send': { ...deskWrites, verified: true },

  'effects.list': desk,
  // What was posted by the rules of the business; the chain keeps both.
  'effects.reverse': edit,

  'quotes.list': seeSales,
  'quotes.get': seeSales,
  'quotes.create': deskWrites,
  'quotes.update': deskWrites,
  'quotes.send': { ...deskWrites, verified: true },
  'quotes.withdraw': deskWrites,
  'quotes.acceptCounter': deskWrites,
  'quotes.decline': deskWrites,
  'quotes.convert': deskWrites,
  'quotes.name': deskWrites,
  'quotes.release': deskWrites,
  // Open to anyone who has the link's secret.
  'quotes.offer': anyone,
  'quotes.answer': anyoneWrites,
  // Managers may not see the bank account.
  'payouts.list': seeFinance,
  'payouts.get': seeFinance,
  'payouts.summary': seeFinance,
  'payouts.setAccount': { who: owner, writes: 'vendor', recent: true },
  // Allowed after the trial has ended: the customer has already paid the marketplace.
  'marketplace.sell': { who: 'marketplace', writes: 'vendor' },

  'finance.statement': seeReports,
  'finance.entries': seeFinance,
  'finance.profit': seeReports,
  'finance.tax': seeReports,
  'finance.invoices': seeFinance,
  'finance.delivered': seeReports,
  'finance.close': bookkeeping,
  'finance.reopen': bookkeeping,

  'payroll.list': seeFinance,
  'payroll.lines': seeFinance,
  'payroll.rates': seeFinance,
  // A trainer's own pay only.
  'payroll.own': { who: ['trainer'], writes: 'nothing' },
  'payroll.adjust': bookkeeping,
  'payroll.pay': bookkeeping,
  'expenses.list': seeFinance,
  'expenses.get': seeFinance,
  'expenses.create': bookkeeping,
  'expenses.update': bookkeeping,
  'expenses.void': bookkeeping,
  'expenses.suppliers': seeFinance,
  'expenses.listRecurring': seeFinance,
  'expenses.createRecurring': bookkeeping,
  'expenses.updateRecurring': bookkeeping,
  'expenses.endRecurring': bookkeeping,
  'reports.audit': seeReports,
  'reports.auditors': seeReports,
  'reports.chain': seeReports,
  'reports.dayExpected': { who: countDay, writes: 'nothing' },
  'reports.dayCloses': { who: countDay, writes: 'nothing' },
  'reports.closeDay': { who: countDay, writes: 'vendor' },
  'reports.subscriptions': seeReports,
  // Accountants see it without names.
  'reports.people': seeReports,
} satisfies Partial<Record<CallName, Policy>>
