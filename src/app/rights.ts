import { policies, type CallName } from '#entrance/policy.ts'
import type { Role } from '#lib/roles.ts'
import { refundLimits } from '#money/sales/sale.rules.ts'

/** Whether a role may make a call. */
type May = (call: CallName) => boolean

/** Returns a predicate for the calls that a member with a role may make. */
export const mayAs =
  (role: Role): May =>
  (call) => {
    const { who } = policies[call]
    return typeof who !== 'string' && who.includes(role)
  }

/** A level of access to an area and its condition; the first level whose condition is true applies. */
type Level<Word = string> = readonly [word: Word, holds: (may: May, role: Role) => boolean]

const able =
  (call: CallName) =>
  (may: May): boolean =>
    may(call)

/** The rows of product 4, each derived from representative calls. Trainers are limited to their own sessions, sellers to an amount. */
export const areas = {
  floor: [
    ['edit', able('batches.update')],
    ['view', able('services.list')],
    ['ownSessions', able('sessions.list')],
  ],
  attendance: [
    ['own', (may, role) => role === 'trainer' && may('attendance.mark')],
    ['edit', able('attendance.mark')],
    ['view', able('attendance.grid')],
  ],
  customers: [
    ['all', able('customers.archive')],
    ['contact', able('customers.list')],
    ['firstName', able('attendance.mark')],
    ['none', () => true],
  ],
  sales: [
    ['all', (may, role) => may('sales.refund') && refundLimits[role] === null],
    ['toLimit', able('sales.void')],
    ['sellToLimit', able('sales.refund')],
    ['view', able('sales.list')],
  ],
  money: [
    ['all', able('payouts.setAccount')],
    ['edit', able('expenses.create')],
    ['view', able('finance.statement')],
    ['dayClose', able('reports.closeDay')],
    ['ownPay', able('payroll.own')],
  ],
  competition: [
    ['edit', able('challenges.create')],
    ['score', able('challenges.score')],
    ['view', able('challenges.list')],
  ],
  office: [
    ['all', able('plans.change')],
    ['noPlan', (may) => may('setup.saveVendor') && may('team.invite')],
    ['export', able('finance.entries')],
  ],
} as const satisfies Record<string, readonly Level[]>
export type Area = keyof typeof areas
/** A role's access to an area, as named in the catalogues (`team.rights.may`). */
export type Right = (typeof areas)[Area][number][0] | 'no'

/** What a role may do in an area. */
export function rightOf(area: Area, role: Role, may: May): Right {
  const levels: readonly Level<Right>[] = areas[area]
  return levels.find(([, holds]) => holds(may, role))?.[0] ?? 'no'
}
