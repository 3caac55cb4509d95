import { prefixed } from '#lib/choices.ts'
import { roles, type Role } from '#lib/roles.ts'

/** Who may make a call and what must be true before it runs. */
export type Policy = {
  /** `public`: anyone; `marketplace`: who signs with its secret; otherwise the member roles that may (product 4). */
  who: 'public' | 'marketplace' | readonly Role[]
  /**
   * What it changes: `own` the member's own account; `access` the plan, who may sign in, and what a law asks for, also after the
   * trial; `vendor` the vendor's data, refused after the trial (product 2.1). An owner who looks at the
   * product as another role changes the own account alone.
   */
  writes: 'nothing' | 'own' | 'access' | 'vendor'
  /** Asks that the member has proved the own e-mail address: it writes to others or gives lasting access. */
  verified?: boolean
  /** Asks for the password again when the sign-in is older than 15 minutes. */
  recent?: boolean
  /** Reads so much that a business runs few at once (src/kernel/lanes.ts). */
  costly?: boolean
}

/** The own account, which a role that is added has too; whatever shows the business names its roles. */
const everyone = roles
/** A trainer sees the own sessions and batches alone, not the lists of services, halls and people. */
const floorViewers = ['owner', 'manager', 'frontDesk', 'accountant'] as const
const floorEditors = ['owner', 'manager'] as const
export const owner = ['owner'] as const

export const anyone: Policy = { who: 'public', writes: 'nothing' }
export const anyoneWrites: Policy = { who: 'public', writes: 'own' }
export const self: Policy = { who: everyone, writes: 'nothing' }
export const selfWrites: Policy = { who: everyone, writes: 'own' }
export const selfSensitive: Policy = { who: everyone, writes: 'own', recent: true }
export const view: Policy = { who: floorViewers, writes: 'nothing' }
/** What a trainer sees of it is narrowed to the own where it is read. */
export const viewOwn: Policy = { who: ['owner', 'manager', 'frontDesk', 'trainer', 'accountant'], writes: 'nothing' }
export const desk: Policy = { who: ['owner', 'manager', 'frontDesk'], writes: 'nothing' }
export const deskWrites: Policy = { who: ['owner', 'manager', 'frontDesk'], writes: 'vendor' }
export const markAttendance: Policy = { who: ['owner', 'manager', 'frontDesk', 'trainer'], writes: 'vendor' }
export const office: Policy = { who: floorEditors, writes: 'nothing' }
export const edit: Policy = { who: floorEditors, writes: 'vendor' }
/** The books: anyone who sells, and who keeps them (product 4). */
export const seeSales: Policy = { who: ['owner', 'manager', 'frontDesk', 'accountant'], writes: 'nothing' }
export const seeFinance: Policy = { who: ['owner', 'manager', 'accountant'], writes: 'nothing' }
/** Over all of a period's books or people. */
export const seeReports: Policy = { ...seeFinance, costly: true }
export const bookkeeping: Policy = { who: ['owner', 'accountant'], writes: 'vendor' }
/** The drawer is counted by anyone who takes money, and by who keeps the books (product 4, "day close"). */
export const countDay = ['owner', 'manager', 'frontDesk', 'accountant'] as const
/** A role is given only after a recent sign-in; whose role a manager may give and take stands in team.rules.ts. */
export const grantAccess: Policy = { who: floorEditors, writes: 'vendor', recent: true }
export const revokeAccess: Policy = { who: floorEditors, writes: 'access' }
/** "Export all" (product 4). It is the business's own also when the trial is over (product 2.1). */
export const exportAll: Policy = { who: ['owner', 'accountant'], writes: 'nothing' }

/** The six calls of an entity of the floor. */
export const floor = <const Name extends string>(name: Name) =>
  prefixed(name, { list: view, get: view, create: edit, update: edit, archive: edit, restore: edit })

/** The names of all calls of a contract. */
export type Calls<T, Prefix extends string = ''> = {
  [Key in keyof T & string]: T[Key] extends { '~orpc': unknown } ? `${Prefix}${Key}` : Calls<T[Key], `${Prefix}${Key}.`>
}[keyof T & string]
