import type { CallName } from '#entrance/policy.ts'
import type { Place, Search } from '#lib/addresses.ts'
import type { TextKey } from '#ui/use-open-texts.ts'

/** What `?tab=` may say. */
export type TabId = NonNullable<Search['tab']>

/** A tab of a screen: its address, its text, the call that a role needs to see it, and the starts of the paths that belong to it. */
export type Tab = {
  readonly id: TabId
  readonly place: Place
  readonly title: TextKey
  readonly call?: CallName
  readonly under?: readonly string[]
  /** What the tab is divided into; the first part is what it opens with. */
  readonly parts?: readonly Tab[]
}

/** The screens of the sidebar that have tabs. The first tab that a role may see is what the screen opens with. */
export const sections = {
  '/services': {
    label: 'services.tabs.label',
    tabs: [
      { id: 'services', place: { to: '/services' }, title: 'services.tabs.services', call: 'services.list' },
      {
        id: 'batches',
        place: { to: '/services', search: { tab: 'batches' } },
        title: 'services.tabs.batches',
        call: 'batches.list',
        under: ['/services/batch', '/services/next-season'],
      },
      {
        id: 'calendar',
        place: { to: '/services', search: { tab: 'calendar' } },
        title: 'services.tabs.calendar',
        call: 'sessions.list',
        under: ['/services/session'],
      },
      { id: 'halls', place: { to: '/services', search: { tab: 'halls' } }, title: 'services.tabs.halls', call: 'halls.list' },
      {
        id: 'occupancy',
        place: { to: '/services', search: { tab: 'occupancy' } },
        title: 'services.tabs.occupancy',
        call: 'reports.occupancy',
      },
    ],
  },
  '/sales': {
    label: 'sales.tabs.label',
    tabs: [
      { id: 'subscriptions', place: { to: '/sales' }, title: 'sales.tabs.subscriptions', call: 'enrolments.list' },
      {
        id: 'sales',
        place: { to: '/sales', search: { tab: 'sales' } },
        title: 'sales.tabs.sales',
        call: 'sales.list',
        under: ['/sales/sale', '/sales/add', '/sales/edit'],
      },
      {
        id: 'customers',
        place: { to: '/sales', search: { tab: 'customers' } },
        title: 'sales.tabs.customers',
        call: 'customers.list',
        under: ['/sales/customer', '/sales/import'],
      },
      {
        id: 'quotes',
        place: { to: '/sales', search: { tab: 'quotes' } },
        title: 'sales.tabs.quotes',
        call: 'quotes.list',
        under: ['/sales/quote'],
      },
      { id: 'runs', place: { to: '/sales', search: { tab: 'runs' } }, title: 'sales.tabs.runs', call: 'sales.runs' },
    ],
  },
  '/staff': {
    label: 'team.tabs.label',
    tabs: [
      {
        id: 'trainers',
        place: { to: '/staff' },
        title: 'team.tabs.trainers',
        call: 'trainers.list',
        under: ['/staff/trainer', '/staff/add', '/staff/edit'],
      },
      { id: 'team', place: { to: '/staff', search: { tab: 'team' } }, title: 'team.tabs.team', call: 'team.list' },
      { id: 'timeOff', place: { to: '/staff', search: { tab: 'timeOff' } }, title: 'team.tabs.timeOff' },
    ],
  },
  '/finance': {
    label: 'finance.tabs.label',
    tabs: [
      {
        id: 'overview',
        place: { to: '/finance' },
        title: 'finance.groups.overview',
        call: 'finance.statement',
        parts: [
          { id: 'overview', place: { to: '/finance' }, title: 'finance.tabs.overview' },
          { id: 'monthEnd', place: { to: '/finance', search: { tab: 'monthEnd' } }, title: 'finance.tabs.monthEnd' },
        ],
      },
      {
        id: 'statement',
        place: { to: '/finance', search: { tab: 'statement' } },
        title: 'finance.groups.money',
        call: 'finance.statement',
        under: ['/finance/expense', '/finance/payout'],
        parts: [
          { id: 'statement', place: { to: '/finance', search: { tab: 'statement' } }, title: 'finance.tabs.statement' },
          { id: 'transactions', place: { to: '/finance', search: { tab: 'transactions' } }, title: 'finance.tabs.transactions' },
          { id: 'invoices', place: { to: '/finance', search: { tab: 'invoices' } }, title: 'finance.tabs.invoices' },
          { id: 'accounts', place: { to: '/finance', search: { tab: 'accounts' } }, title: 'finance.tabs.accounts' },
          { id: 'payouts', place: { to: '/finance', search: { tab: 'payouts' } }, title: 'finance.tabs.payouts' },
          { id: 'expenses', place: { to: '/finance', search: { tab: 'expenses' } }, title: 'finance.tabs.expenses' },
        ],
      },
      { id: 'payroll', place: { to: '/finance', search: { tab: 'payroll' } }, title: 'finance.groups.pay', call: 'finance.statement' },
      {
        id: 'profit',
        place: { to: '/finance', search: { tab: 'profit' } },
        title: 'finance.groups.reports',
        call: 'finance.statement',
        parts: [
          { id: 'profit', place: { to: '/finance', search: { tab: 'profit' } }, title: 'finance.tabs.profit' },
          { id: 'balance', place: { to: '/finance', search: { tab: 'balance' } }, title: 'finance.tabs.balance' },
          { id: 'tax', place: { to: '/finance', search: { tab: 'tax' } }, title: 'finance.tabs.tax' },
          { id: 'delivered', place: { to: '/finance', search: { tab: 'delivered' } }, title: 'finance.tabs.delivered' },
          { id: 'exports', place: { to: '/finance', search: { tab: 'exports' } }, title: 'finance.tabs.exports' },
        ],
      },
    ],
  },
  '/setup': {
    label: 'setup.title',
    tabs: [
      { id: 'setup', place: { to: '/setup' }, title: 'developers.tabs.setup' },
      { id: 'developers', place: { to: '/setup', search: { tab: 'developers' } }, title: 'developers.tabs.developers', call: 'keys.list' },
    ],
  },
} as const satisfies Readonly<Record<string, { label: TextKey; tabs: readonly Tab[] }>>

export type SectionPath = keyof typeof sections

/** Whether the screen of a path has tabs. */
export const isSection = (path: string): path is SectionPath => Object.hasOwn(sections, path)

/** Whether a role may see what needs a call; what needs none is for all. */
export const allowedBy =
  (may: (call: CallName) => boolean) =>
  ({ call }: { readonly call?: CallName | undefined }): boolean =>
    call === undefined || may(call)
