import { prefixed } from '#lib/choices.ts'
import { roles, type Role } from '#lib/roles.ts'

/** Who may make a call and which conditions apply before it runs. */
export type Policy = {
  /** `public`: anyone; `marketplace`: a caller that signs with its secret; otherwise the permitted member roles (product 4). */
  who: 'public' | 'marketplace' | readonly Role[]
  /**
   * What it changes: `own` the member's own account; `access` the plan, who may sign in, and legal obligations, even after the
   * trial; `vendor` the vendor's data, refused after the trial (product 2.1). An owner who views the product
   * as another role may change only their own account.
   */
  writes: 'nothing' | 'own' | 'access' | 'vendor'
  /** Requires a proved e-mail address: the call writes to others or grants lasting access. */
  verified?: boolean
  /** Requires the password again when the sign-in is older than 15 minutes. */
  recent?: boolean
  /** Reads so much that a business may run only a few at once (src/kernel/lanes.ts). */
  costly?: boolean
}

/** For the own account, which future roles have too; calls that show the business name their roles. */
const everyone = roles
/** A trainer sees only their own sessions and batches, not the lists of services, halls and people. */
const floorViewers = ['owner', 'manager', 'frontDesk', 'accountant'] as const
const floorEditors = ['owner', 'manager'] as const
export const owner = ['owner'] as const

export const anyone: Policy = { who: 'public', writes: 'nothing' }
export const anyoneWrites: Policy = { who: 'public', writes: 'own' }
export const self: Policy = { who: everyone, writes: 'nothing' }
export const selfWrites: Policy = { who: everyone, writes: 'own' }
export const selfSensitive: Policy = { who: everyone, writes: 'own', recent: true }
export const view: Policy = { who: floorViewers, writes: 'nothing' }
/** A trainer's view is narrowed to their own records where these are read. */
export const viewOwn: Policy = { who: ['owner', 'manager', 'frontDesk', 'trainer', 'accountant'], writes: 'nothing' }
export const desk: Policy = { who: ['owner', 'manager', 'frontDesk'], writes: 'nothing' }
export const deskWrites: Policy = { who: ['owner', 'manager', 'frontDesk'], writes: 'vendor' }
export const markAttendance: Policy = { who: ['owner', 'manager', 'frontDesk', 'trainer'], writes: 'vendor' }
export const office: Policy = { who: floorEditors, writes: 'nothing' }
export const edit: Policy = { who: floorEditors, writes: 'vendor' }
/** The books: for anyone who sells, and for bookkeepers (product 4). */
export const seeSales: Policy = { who: ['owner', 'manager', 'frontDesk', 'accountant'], writes: 'nothing' }
export const seeFinance: Policy = { who: ['owner', 'manager', 'accountant'], writes: 'nothing' }
/** Reads across all of a period's books or people. */
export const seeReports: Policy = { ...seeFinance, costly: true }
export const bookkeeping: Policy = { who: ['owner', 'accountant'], writes: 'vendor' }
/** The drawer is counted by anyone who accepts money, and by bookkeepers (product 4, "day close"). */
export const countDay = ['owner', 'manager', 'frontDesk', 'accountant'] as const
/** Granting a role requires a recent sign-in; team.rules.ts defines whose role a manager may change. */
export const grantAccess: Policy = { who: floorEditors, writes: 'vendor', recent: true }
export const revokeAccess: Policy = { who: floorEditors, writes: 'access' }
/** "Export all" (product 4). The data belongs to the business even when the trial is over (product 2.1). */
export const exportAll: Policy = { who: ['owner', 'accountant'], writes: 'nothing' }

/** The six calls of an entity of the floor. */
export const floor = <const Name extends string>(name: Name) =>
  prefixed(name, { list: view, get: view, create: edit, update: edit, archive: edit, restore: edit })

/** The names of all calls of a contract. */
export type Calls<T, Prefix extends string = ''> = {
  [Key in keyof T & string]: T[Key] extends { '~orpc': unknown } ? `${Prefix}${Key}` : Calls<T[Key], `${Prefix}${Key}.`>
}[keyof T & string]
