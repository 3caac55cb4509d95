import type { CallName } from '#entrance/policy.ts'
import type { Place, Plans } from '#lib/addresses.ts'
import type { TextKey } from '#ui/use-open-texts.ts'

/** Something to do: its text, further words that find it, the call that a role needs for it, and where it is done. */
type Act = { title: TextKey; also: TextKey; call?: CallName; icon: string; place: Place | Plans }

/** What the palette offers to do, the most frequent first. */
export const paletteActs: readonly Act[] = [
  { title: 'palette.acts.sell', also: 'palette.also.sell', call: 'sales.sell', icon: 'sales', place: { to: '/sales/add' } },
  {
    title: 'palette.acts.customer',
    also: 'palette.also.customer',
    call: 'customers.create',
    icon: 'people',
    place: { to: '/sales/customer/add' },
  },
  {
    title: 'palette.acts.pay',
    also: 'palette.also.pay',
    call: 'sales.pay',
    icon: 'sales',
    place: { to: '/sales', search: { tab: 'sales', state: 'unpaid' } },
  },
  {
    title: 'palette.acts.batch',
    also: 'palette.also.batch',
    call: 'batches.create',
    icon: 'services',
    place: { to: '/services/add', search: { kind: 'batch' } },
  },
  {
    title: 'palette.acts.expense',
    also: 'palette.also.expense',
    call: 'expenses.create',
    icon: 'finance',
    place: { to: '/finance/expense' },
  },
  {
    title: 'palette.acts.cashUp',
    also: 'palette.also.cashUp',
    call: 'reports.closeDay',
    icon: 'finance',
    place: { to: '/sales/audit-report', search: { tab: 'days', close: 'day' } },
  },
  {
    title: 'palette.acts.remind',
    also: 'palette.also.remind',
    call: 'sales.debtors',
    icon: 'bell',
    place: { to: '/sales', search: { tab: 'customers', debt: 'owes' } },
  },
  {
    title: 'palette.acts.refund',
    also: 'palette.also.refund',
    call: 'sales.refund',
    icon: 'sales',
    place: { to: '/sales', search: { tab: 'sales', state: 'paid' } },
  },
  { title: 'palette.acts.quote', also: 'palette.also.quote', call: 'quotes.create', icon: 'sales', place: { to: '/sales/quote/add' } },
  {
    title: 'palette.acts.monthEnd',
    also: 'palette.also.monthEnd',
    call: 'finance.close',
    icon: 'finance',
    place: { to: '/finance', search: { tab: 'monthEnd' } },
  },
  {
    title: 'palette.acts.payTrainers',
    also: 'palette.also.payTrainers',
    call: 'payroll.pay',
    icon: 'finance',
    place: { to: '/finance', search: { tab: 'payroll' } },
  },
  {
    title: 'palette.acts.service',
    also: 'palette.also.service',
    call: 'services.create',
    icon: 'services',
    place: { to: '/services/add' },
  },
  {
    title: 'palette.acts.hall',
    also: 'palette.also.hall',
    call: 'halls.create',
    icon: 'services',
    place: { to: '/services/add', search: { kind: 'hall' } },
  },
  { title: 'palette.acts.trainer', also: 'palette.also.trainer', call: 'trainers.create', icon: 'staff', place: { to: '/staff/add' } },
  {
    title: 'palette.acts.invite',
    also: 'palette.also.invite',
    call: 'team.invite',
    icon: 'staff',
    place: { to: '/staff', search: { tab: 'team' } },
  },
  {
    title: 'palette.acts.challenge',
    also: 'palette.also.challenge',
    call: 'challenges.create',
    icon: 'challenges',
    place: { to: '/challenges/add' },
  },
  { title: 'palette.acts.import', also: 'palette.also.import', call: 'imports.begin', icon: 'people', place: { to: '/sales/import' } },
  {
    title: 'palette.acts.export',
    also: 'palette.also.export',
    call: 'archives.begin',
    icon: 'setup',
    place: { to: '/setup', hash: 'archives' },
  },
  {
    title: 'palette.acts.books',
    also: 'palette.also.books',
    call: 'finance.statement',
    icon: 'finance',
    place: { to: '/finance', search: { tab: 'exports' } },
  },
  { title: 'palette.acts.plan', also: 'palette.also.plan', call: 'plans.change', icon: 'setup', place: { to: '/plans' } },
]

/** How many acts are offered before anything is typed. */
export const initialActCount = 6
