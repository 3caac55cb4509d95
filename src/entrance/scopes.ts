import { keysOf } from '#lib/choices.ts'
import type { KeyScope } from '#business/developers/key.contract.ts'
import type { CallName } from './policy.ts'

const reads = <const Name extends string>(name: Name) => [`${name}.list`, `${name}.get`] as const
const writes = <const Name extends string>(name: Name) =>
  [`${name}.create`, `${name}.update`, `${name}.archive`, `${name}.restore`] as const

/**
 * The calls that each scope of an API key allows; no key can make any other call. Accounts, plans, the
 * team, keys, webhooks and the bank account are in no scope.
 */
export const scopeCalls: Record<KeyScope, readonly CallName[]> = {
  'read:floor': [
    'setup.vendor',
    'services.types',
    ...reads('services'),
    ...reads('halls'),
    ...reads('trainers'),
    ...reads('batches'),
    'sessions.list',
    'sessions.get',
    'closures.list',
    'timeOff.list',
  ],
  'write:floor': [
    ...writes('services'),
    ...writes('halls'),
    ...writes('trainers'),
    ...writes('batches'),
    'batches.cancel',
    'batches.complete',
    'batches.changePrice',
    'batches.withdrawPrice',
    'sessions.change',
    'sessions.cancel',
    'sessions.restore',
    'closures.create',
    'closures.remove',
    'images.upload',
  ],
  'read:customers': [
    ...reads('customers'),
    'customers.tags',
    'customers.duplicates',
    'enrolments.list',
    'enrolments.sums',
    'enrolments.get',
    'enrolments.terms',
    'enrolments.billing',
    'batches.priceEffect',
    'attendance.roster',
    'attendance.grid',
  ],
  'write:customers': [
    ...writes('customers'),
    'customers.block',
    'customers.unblock',
    'customers.merge',
    'enrolments.enrol',
    'enrolments.update',
    'enrolments.offerNext',
    'enrolments.accept',
    'enrolments.decline',
    'enrolments.freeze',
    'enrolments.unfreeze',
    'enrolments.cancel',
    'enrolments.keep',
    'enrolments.move',
    'enrolments.finish',
    'enrolments.setDiscount',
    'attendance.mark',
  ],
  'read:sales': ['sales.settings', 'sales.list', 'sales.get', 'sales.refundEffect', 'sales.credit', 'quotes.list', 'quotes.get'],
  'write:sales': [
    'sales.sell',
    'sales.pay',
    'sales.reversePayment',
    'sales.refund',
    'sales.payOutCredit',
    'sales.void',
    'sales.send',
    'quotes.create',
    'quotes.update',
    'quotes.send',
    'quotes.withdraw',
    'quotes.acceptCounter',
    'quotes.decline',
    'quotes.convert',
    'quotes.name',
    'quotes.release',
  ],
  'read:finance': [
    'finance.statement',
    'finance.entries',
    'finance.profit',
    'finance.tax',
    'finance.invoices',
    'finance.delivered',
    'payouts.list',
    'payouts.get',
    'payouts.summary',
    'payroll.list',
    'payroll.lines',
    'payroll.rates',
    'expenses.list',
    'expenses.get',
    'expenses.suppliers',
    'expenses.listRecurring',
    'reports.chain',
    'reports.dayExpected',
    'reports.dayCloses',
    'reports.subscriptions',
  ],
  'read:competition': [
    'challenges.list',
    'challenges.get',
    'challenges.board',
    'challenges.facts',
    'challenges.entries',
    'rankings.board',
    'rankings.business',
  ],
}

/** The scope that allows a call; null if no key may make it. */
export function scopeOf(call: string): KeyScope | null {
  return keysOf(scopeCalls).find((scope) => scopeCalls[scope].some((one) => one === call)) ?? null
}
