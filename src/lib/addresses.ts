/** The paths of the signed-in screens and their search parameters. The router, its links and the server's mails are checked against it. */

/** The parameters of a list: its search text, page and order, and its filters by name. */
type List<Filters extends string = never> = {
  search?: string
  page?: number
  sort?: string
  direction?: 'asc' | 'desc'
} & { [Filter in Filters]?: string }

/** The record that the URL names. */
type Named = { id: string }

/** The days that figures cover: `month` YYYY-MM, `from` and `to` YYYY-MM-DD. */
export type Days = { month?: string; span?: 'month' | 'quarter' | 'year' | 'custom'; from?: string; to?: string }

/** The ledger entries that a figure is narrowed to. */
type Narrowing = { [Name in 'account' | 'source' | 'method' | 'batch' | 'service' | 'hall' | 'trainer']?: string }

/** The calendar's time range and filters, and the session that is shown next to it; `date` is YYYY-MM-DD. */
type Calendar = {
  view?: 'day' | 'week' | 'month' | 'agenda'
  session?: string
  date?: string
  lanes?: 'trainer' | 'hall'
  trainer?: string
  hall?: string
  batch?: string
}

/** The period of a ranking; `day` is YYYY-MM-DD. */
type Period = { span?: 'week' | 'month' | 'quarter' | 'year'; day?: string }

/** No parameters. */
type Nothing = object

/** The search parameters of each path. Every link must provide the non-optional ones. */
export type Searches = {
  '/': Nothing
  '/services': List<'state' | 'service' | 'audience'> &
    Calendar & { tab?: 'services' | 'batches' | 'calendar' | 'halls' | 'occupancy'; over?: string; show?: 'missed' }
  /** `day` with the times `from` and `to` (HH:mm), a trainer and a hall: a batch for that day only. */
  '/services/add': { kind?: 'batch' | 'hall'; day?: string; from?: string; to?: string; trainer?: string; hall?: string }
  '/services/edit': Named & { kind?: 'batch' | 'hall' }
  '/services/batch': Named & Days & { tab?: 'roster' | 'waitlist' | 'sessions' | 'attendance' | 'money' | 'history' }
  '/services/next-season': Named
  '/services/session': Named
  '/sales': List<'state' | 'from' | 'to' | 'customer' | 'batch' | 'run' | 'lifecycle' | 'source' | 'tag' | 'debt'> & {
    tab?: 'subscriptions' | 'sales' | 'customers' | 'quotes' | 'runs'
  }
  /** `step` is the part of the form that a phone shows. */
  '/sales/add': { batch?: string; customer?: string; step?: 'who' | 'what' | 'pay' }
  '/sales/edit': Named
  '/sales/sale': Named & { note?: string; act?: 'pay' }
  '/sales/quote': Named
  '/sales/quote/add': { batch?: string; customer?: string }
  '/sales/quote/edit': Named
  '/sales/customer': Named
  '/sales/customer/add': Nothing
  '/sales/customer/edit': Named
  '/sales/customer/account': Named & Days
  '/sales/import': Nothing
  '/sales/audit-report': List<'actor' | 'action' | 'mark' | 'from' | 'to'> & { tab?: 'changes' | 'days'; close?: 'day' }
  '/sales/subscription-report': {
    from?: string
    to?: string
    batch?: string
    by?: 'batch'
    figure?: string
    month?: string
    of?: string
    after?: number
  }
  '/staff': List<'state' | 'service' | 'month' | 'trainer' | 'reason'> & { tab?: 'trainers' | 'team' | 'timeOff' }
  '/staff/add': Nothing
  '/staff/trainer': Named & { date?: string }
  '/staff/edit': Named
  '/finance': List<'kind' | 'rateThousandths' | 'taxClass' | 'category' | 'state'> &
    Days &
    Narrowing & {
      tab?:
        | 'overview'
        | 'monthEnd'
        | 'balance'
        | 'statement'
        | 'transactions'
        | 'payouts'
        | 'invoices'
        | 'expenses'
        | 'accounts'
        | 'payroll'
        | 'profit'
        | 'tax'
        | 'delivered'
        | 'exports'
      format?: 'xero' | 'quickbooks' | 'datev'
      basis?: 'accrual' | 'billed' | 'cash'
      against?: 'year'
      /** The money account whose book is shown. */
      money?: string
      /** The bank's lines instead of the account's entries. */
      book?: 'bank'
      by?: string
    }
  '/finance/expense': Partial<Named>
  '/finance/payout': Named
  '/challenges': { session?: string; status?: string; allorsingle?: string; archived?: boolean; page?: number }
  '/challenges/challenge': List<'state' | 'entry'> & Named & { tab?: string }
  '/challenges/add': Nothing
  '/challenges/edit': Named
  '/rankings': Period & { tab?: 'customers' | 'trainers' | 'batches' | 'business'; page?: number }
  '/rankings/tv': Period
  '/setup': List<'webhook' | 'state' | 'event'> & { tab?: 'setup' | 'developers' }
  '/notifications': List<'kind' | 'channel' | 'state' | 'from' | 'to'> & { tab?: 'list' | 'settings' | 'log' }
}

export type Path = keyof Searches

type NamesIn<Each> = Each extends object ? keyof Each : never
type ValueIn<Each, Name> = Each extends object ? (Name extends keyof Each ? Each[Name] : never) : never

/** The union of all paths' search parameters, for components that appear on several screens and link to the current path (`to="."`). */
export type Search = { [Name in NamesIn<Searches[Path]>]?: ValueIn<Searches[Path], Name> }

/** The same before validation: anyone who types a URL may put anything there. */
export type Unchecked = { [Name in keyof Search]?: unknown }

/** The search parameters with free text values, such as a list's filters. */
export type FilterName = { [Name in keyof Search]-?: string extends Search[Name] ? Name : never }[keyof Search]
export type Filters = { [Name in FilterName]?: string }

/** The target of a link: a path and its search parameters. */
export type Place = {
  [To in Path]: { to: To; hash?: string } & (object extends Searches[To] ? { search?: Searches[To] } : { search: Searches[To] })
}[Path]

/** The signed-out page that screens link to; a full load opens it, since the shell does not render it. */
export type Plans = { to: '/plans'; search?: undefined }
