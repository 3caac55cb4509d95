import type { Role } from '#features/accounts/account.contract.ts'
import type { contract } from './contract.ts'

/** Who may make a call and what must be true before it runs. */
export type Policy = {
  /** `public`: anyone; otherwise the member roles that may (product 4). */
  who: 'public' | readonly Role[]
  /** Whether it changes something: `own` the member's own account, `vendor` the vendor's data (refused after the trial, product 2.1). */
  writes: 'nothing' | 'own' | 'vendor'
  /** Asks for the password again when the sign-in is older than 15 minutes. */
  recent?: boolean
}

type Calls<T, Prefix extends string = ''> = {
  [Key in keyof T & string]: T[Key] extends { '~orpc': unknown } ? `${Prefix}${Key}` : Calls<T[Key], `${Prefix}${Key}.`>
}[keyof T & string]

/** The name of a call, such as `batches.create`. */
export type CallName = Calls<typeof contract>

const everyone = ['owner', 'manager', 'frontDesk', 'trainer', 'accountant'] as const
/** A trainer sees the own sessions and batches alone, not the lists of services, halls and people. */
const floorViewers = ['owner', 'manager', 'frontDesk', 'accountant'] as const
const floorEditors = ['owner', 'manager'] as const
const owner = ['owner'] as const

const anyone: Policy = { who: 'public', writes: 'nothing' }
const anyoneWrites: Policy = { who: 'public', writes: 'own' }
const self: Policy = { who: everyone, writes: 'nothing' }
const selfWrites: Policy = { who: everyone, writes: 'own' }
const selfSensitive: Policy = { who: everyone, writes: 'own', recent: true }
const view: Policy = { who: floorViewers, writes: 'nothing' }
const own: Policy = { who: everyone, writes: 'nothing' }
const desk: Policy = { who: ['owner', 'manager', 'frontDesk'], writes: 'nothing' }
const deskWrites: Policy = { who: ['owner', 'manager', 'frontDesk'], writes: 'vendor' }
const seeAttendance: Policy = { who: ['owner', 'manager', 'frontDesk', 'trainer'], writes: 'nothing' }
const office: Policy = { who: floorEditors, writes: 'nothing' }
const edit: Policy = { who: floorEditors, writes: 'vendor' }
/** The books: whoever sells, and who keeps them (product 4). */
const seeSales: Policy = { who: ['owner', 'manager', 'frontDesk', 'accountant'], writes: 'nothing' }
const seeFinance: Policy = { who: ['owner', 'manager', 'accountant'], writes: 'nothing' }
const keepBooks: Policy = { who: ['owner', 'accountant'], writes: 'vendor' }
const setupEdit: Policy = { who: floorEditors, writes: 'vendor' }

const floor = <const Name extends 'services' | 'halls' | 'trainers' | 'batches'>(name: Name) =>
  ({
    [`${name}.list`]: view,
    [`${name}.get`]: view,
    [`${name}.create`]: edit,
    [`${name}.update`]: edit,
    [`${name}.archive`]: edit,
    [`${name}.restore`]: edit,
  }) as Record<`${Name}.${'list' | 'get' | 'create' | 'update' | 'archive' | 'restore'}`, Policy>

/** One row for every call; a call without a row does not compile, and would be refused. */
export const policies: Record<CallName, Policy> = {
  'accounts.register': anyoneWrites,
  'accounts.signIn': anyoneWrites,
  'accounts.signOut': anyoneWrites,
  'accounts.signOutEverywhere': selfWrites,
  'accounts.session': self,
  'accounts.sendOtp': anyoneWrites,
  'accounts.verifyOtp': anyoneWrites,
  'accounts.resetPasswordWithOtp': anyoneWrites,
  'accounts.confirmPassword': selfWrites,
  'accounts.changePassword': selfSensitive,
  'accounts.sessions': self,
  'accounts.endSession': selfWrites,
  'accounts.secondFactor': self,
  'accounts.beginTotp': selfSensitive,
  'accounts.confirmTotp': selfWrites,
  'accounts.removeTotp': selfSensitive,

  'plans.current': self,
  'plans.preview': { who: owner, writes: 'nothing' },
  'plans.change': { who: owner, writes: 'own', recent: true },

  'setup.countries': anyone,
  'setup.merchant': self,
  'setup.vendor': own,
  'setup.saveVendor': setupEdit,
  'setup.progress': own,

  'services.types': own,
  ...floor('services'),
  ...floor('halls'),
  ...floor('trainers'),
  ...floor('batches'),
  // The rows are narrowed to a trainer's own.
  'batches.list': own,
  'batches.get': own,
  'batches.cancel': edit,
  'batches.complete': edit,

  'sessions.list': own,
  'sessions.get': own,
  'sessions.plan': office,
  'sessions.touch': office,
  'sessions.change': edit,
  'sessions.cancel': edit,
  'sessions.restore': edit,
  'closures.list': view,
  'closures.touch': office,
  'closures.create': edit,
  'closures.remove': edit,
  'feeds.list': office,
  'feeds.create': edit,
  'feeds.remove': edit,

  'customers.list': desk,
  'customers.get': desk,
  'customers.create': deskWrites,
  'customers.update': deskWrites,
  'customers.archive': edit,
  'customers.restore': edit,
  'customers.block': edit,
  'customers.unblock': edit,
  'customers.tags': office,
  'customers.duplicates': office,
  'customers.merge': edit,
  'imports.list': office,
  'imports.check': office,
  'imports.begin': edit,
  'imports.add': edit,
  'imports.finish': edit,
  'imports.undo': edit,

  'enrolments.list': desk,
  'enrolments.get': desk,
  'enrolments.enrol': deskWrites,
  'enrolments.update': deskWrites,
  'enrolments.offerNext': deskWrites,
  'enrolments.accept': deskWrites,
  'enrolments.decline': deskWrites,
  'enrolments.freeze': deskWrites,
  'enrolments.unfreeze': deskWrites,
  'enrolments.cancel': deskWrites,
  'enrolments.keep': deskWrites,
  'enrolments.move': deskWrites,
  'enrolments.finish': deskWrites,
  // A trainer's are narrowed to the own sessions.
  'attendance.roster': seeAttendance,
  'attendance.mark': { ...seeAttendance, writes: 'vendor' },
  'attendance.grid': seeAttendance,

  'sales.settings': desk,
  'sales.list': seeSales,
  'sales.get': seeSales,
  'sales.sell': deskWrites,
  'sales.pay': deskWrites,
  'sales.refundEffect': desk,
  // To the role's limit.
  'sales.refund': deskWrites,
  'sales.void': edit,
  'sales.send': deskWrites,

  'finance.statement': seeFinance,
  'finance.entries': seeFinance,
  'finance.close': keepBooks,
  'finance.reopen': keepBooks,

  'history.list': office,
  'home.today': own,

  'images.upload': edit,

  'documents.get': view,
  'documents.list': view,
  'documents.where': view,
  'documents.resolve': view,
  'documents.create': edit,
  'documents.update': edit,
}
