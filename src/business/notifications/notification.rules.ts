import { keysOf, recordOf } from '#lib/choices.ts'
import { roles, type Role } from '#lib/roles.ts'
import type { Place, Plans } from '#lib/addresses.ts'
import { batchOf, outsidePlaces, quoteOf, saleOf, sessionOf, type Opens, type OutsideMail } from './outside.rules.ts'

/** The tabs of the notifications' page; the last is the owner's. */
export const notificationTabs = ['list', 'settings', 'log'] as const

/** How a notification's values are stored: amounts in minor units, days YYYY-MM-DD, months YYYY-MM, instants in UTC. */
export type NoticeValues = {
  text: string
  /** One of a few words that the sentence translates. */
  word: string
  count: number
  money: { minor: number; currency: string; exponent: number }
  day: string
  month: string
  time: string
}
type Shape = Record<string, keyof NoticeValues>

/** The channels of a kind for a role whose member has set nothing else. */
type Ways = 'app' | 'both'

type Kind = {
  area: 'money' | 'people' | 'account'
  /** The roles that receive it; no other role can. */
  roles: Partial<Record<Role, Ways>>
  /** The values in its sentence. */
  values: Shape
  opens: Opens
  /** The causer is notified too, since it may be someone else with their password. */
  notifiesCauser?: true
  /** The roles that can't switch it off. */
  fixedFor?: readonly Role[]
  /** The key of its mail, where the mail contains more than the sentence. */
  mail?: string
}

const toAll = recordOf(roles, () => 'both' as const)
const waitlistOf = (id: string): Place => ({ to: '/services/batch', search: { id, tab: 'waitlist' } })
const payoutOf = (id: string): Place => ({ to: '/finance/payout', search: { id } })
const security = { to: '/setup' } as const

/** Events of a member's own account are always reported to that member. */
const ofAccount = { area: 'account', roles: toAll, values: {}, opens: security, notifiesCauser: true, fixedFor: roles } as const

/** A place that somebody did not take; `next` says whether it is offered to the next person by the business's rule. */
const placeFreed = {
  area: 'people',
  roles: { owner: 'app', manager: 'app', frontDesk: 'app' },
  values: { customer: 'text', batch: 'text', next: 'word' },
  opens: waitlistOf,
} as const

/** Everything that the product notifies its members about. */
export const kinds = {
  quoteAnswered: {
    area: 'money',
    roles: { owner: 'both', manager: 'both', frontDesk: 'app' },
    values: { customer: 'text', number: 'text', answer: 'word', price: 'money' },
    opens: quoteOf,
  },
  marketplaceSale: {
    area: 'money',
    roles: { owner: 'both', manager: 'app', frontDesk: 'app' },
    values: { customer: 'text', number: 'text', batch: 'text', total: 'money' },
    opens: saleOf,
  },
  payoutPaid: {
    area: 'money',
    roles: { owner: 'both', accountant: 'both' },
    values: { net: 'money', from: 'day', to: 'day', reference: 'text' },
    opens: payoutOf,
  },
  payoutFailed: {
    area: 'money',
    roles: { owner: 'both', accountant: 'both' },
    values: { net: 'money', from: 'day', to: 'day', reason: 'text' },
    opens: payoutOf,
  },
  payoutAccountChanged: {
    area: 'money',
    roles: { owner: 'both', accountant: 'app' },
    values: { holder: 'text', bankName: 'text', ending: 'text', hours: 'count' },
    opens: { to: '/finance', search: { tab: 'payouts' } },
    notifiesCauser: true,
    fixedFor: ['owner'],
    mail: 'payouts.mail.account',
  },
  paymentDetailsChanged: {
    area: 'money',
    roles: { owner: 'both', accountant: 'app' },
    values: { hasAccount: 'word', holder: 'text', ending: 'text', note: 'text' },
    opens: { to: '/setup' },
    notifiesCauser: true,
    fixedFor: ['owner'],
    mail: 'sales.mail.paymentDetails',
  },
  pastDue: {
    area: 'money',
    roles: { owner: 'both', manager: 'app', frontDesk: 'app', accountant: 'both' },
    values: { count: 'count', amount: 'money' },
    opens: { to: '/sales', search: { tab: 'sales', state: 'overdue' } },
  },
  renewalFailed: {
    area: 'money',
    roles: { owner: 'both', manager: 'both' },
    values: { count: 'count' },
    opens: { to: '/sales' },
  },
  voidIncomplete: {
    area: 'money',
    roles: { owner: 'both', manager: 'both' },
    values: { day: 'day', count: 'count' },
    opens: { to: '/sales', search: { tab: 'runs' } },
  },
  expensesEntered: {
    area: 'money',
    roles: { owner: 'app', accountant: 'app' },
    values: { count: 'count', supplier: 'text', amount: 'money' },
    opens: { to: '/finance', search: { tab: 'expenses' } },
  },
  trainerPaid: {
    area: 'money',
    roles: { trainer: 'both' },
    values: { amount: 'money', day: 'day', method: 'word', isNamed: 'word', reference: 'text', isDue: 'word', left: 'money' },
    opens: { to: '/finance' },
  },
  monthClosed: {
    area: 'money',
    roles: { owner: 'app', manager: 'app', accountant: 'app' },
    values: { month: 'month' },
    opens: { to: '/finance', search: { tab: 'statement' } },
  },
  monthReopened: {
    area: 'money',
    roles: { owner: 'both', manager: 'app', accountant: 'both' },
    values: { month: 'month', reason: 'text' },
    opens: { to: '/finance', search: { tab: 'statement' } },
  },
  dayDiffers: {
    area: 'money',
    roles: { owner: 'both', manager: 'app', accountant: 'both' },
    values: { day: 'day', difference: 'money', note: 'text' },
    opens: { to: '/sales/audit-report', search: { tab: 'days' } },
  },
  offerAccepted: { ...placeFreed, values: { customer: 'text', batch: 'text' }, opens: batchOf },
  offerDeclined: placeFreed,
  offerExpired: placeFreed,
  offerUnmailed: {
    area: 'people',
    roles: { owner: 'both', manager: 'both', frontDesk: 'both' },
    values: { customer: 'text', batch: 'text', until: 'time' },
    opens: batchOf,
  },
  batchFull: {
    area: 'people',
    roles: { owner: 'app', manager: 'app' },
    values: { batch: 'text', code: 'text', places: 'count' },
    opens: waitlistOf,
  },
  batchCancelled: {
    area: 'people',
    roles: { owner: 'both', manager: 'both', frontDesk: 'app' },
    values: { batch: 'text', code: 'text', reason: 'text', people: 'count' },
    opens: batchOf,
  },
  sessionsCancelled: {
    area: 'people',
    roles: { trainer: 'both' },
    values: { batch: 'text', at: 'time', count: 'count', reason: 'text' },
    opens: sessionOf,
  },
  sessionsChanged: {
    area: 'people',
    roles: { trainer: 'both' },
    values: { batch: 'text', at: 'time', count: 'count', turn: 'word' },
    opens: sessionOf,
  },
  importFinished: {
    area: 'people',
    roles: { owner: 'app', manager: 'app' },
    values: { file: 'text', customers: 'count' },
    opens: { to: '/sales', search: { tab: 'customers' } },
  },
  trialEnds: {
    area: 'account',
    roles: { owner: 'both', manager: 'app' },
    values: { days: 'count' },
    opens: { to: '/plans' },
  },
  trialEnded: {
    area: 'account',
    roles: { owner: 'both', manager: 'app' },
    values: {},
    opens: { to: '/plans' },
    fixedFor: ['owner'],
  },
  planChanged: {
    area: 'account',
    roles: { owner: 'both' },
    values: { plan: 'word' },
    opens: { to: '/plans' },
    notifiesCauser: true,
    fixedFor: ['owner'],
  },
  archiveReady: {
    area: 'account',
    roles: { owner: 'both', accountant: 'both' },
    values: { rows: 'count', until: 'time' },
    opens: { to: '/setup' },
    notifiesCauser: true,
  },
  newBrowser: { ...ofAccount, values: { browser: 'text', at: 'time' } },
  passwordChanged: { ...ofAccount, mail: 'accounts.mail.passwordChanged' },
  secondFactorOn: ofAccount,
  sessionEnded: { ...ofAccount, values: { most: 'count' } },
  keyMade: {
    area: 'account',
    roles: { owner: 'both' },
    values: { by: 'text', name: 'text' },
    opens: security,
    notifiesCauser: true,
    fixedFor: ['owner'],
  },
  webhookMade: {
    area: 'account',
    roles: { owner: 'both' },
    values: { by: 'text', address: 'text' },
    opens: security,
    notifiesCauser: true,
    fixedFor: ['owner'],
  },
  memberAdded: {
    area: 'account',
    roles: { owner: 'both' },
    values: { email: 'text', role: 'word' },
    opens: { to: '/staff', search: { tab: 'team' } },
    fixedFor: ['owner'],
  },
  secondFactorOff: ofAccount,
  passkeyAdded: { ...ofAccount, values: { name: 'text' } },
  passkeysRemoved: { ...ofAccount, values: { count: 'count' } },
} as const satisfies Record<string, Kind>

/** A kind of notification. */
export type KindName = keyof typeof kinds
export const kindNames = keysOf(kinds)

/** The values of a kind's sentence, as stored. */
export type ValuesOf<K extends KindName> = {
  -readonly [N in keyof (typeof kinds)[K]['values']]: NoticeValues[(typeof kinds)[K]['values'][N] & keyof NoticeValues]
}

export const kindOf = (name: KindName): Kind => kinds[name]
export const isKind = (name: string): name is KindName => Object.hasOwn(kinds, name)

/** The page that a notification or mail links to; null where there is none. @param about the id of what it is about */
export function placeOf(name: KindName | OutsideMail, about: string | null): Place | Plans | null {
  const opens: Opens = isKind(name) ? kindOf(name).opens : outsidePlaces[name]
  if (typeof opens !== 'function') return opens
  return about ? opens(about) : null
}

/** A member's setting for a kind. */
export type NotificationChoice = { app: boolean; mail: boolean }

/** Whether a role can't switch a kind off. */
export const isFixed = (name: KindName, role: Role): boolean => kindOf(name).fixedFor?.includes(role) ?? false

/** The channels by which a member receives a kind; null where the role never does. @param chosen the member's setting, null for none */
export function waysOf(name: KindName, role: Role, chosen: NotificationChoice | null): NotificationChoice | null {
  const usual = kindOf(name).roles[role]
  if (!usual) return null
  return chosen && !isFixed(name, role) ? chosen : { app: true, mail: usual === 'both' }
}

/** The kinds that a role receives, in the order of the table. */
export const kindsFor = (role: Role): KindName[] => kindNames.filter((name) => kindOf(name).roles[role])
