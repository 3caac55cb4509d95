import { rateOf, scaled } from '#lib/amounts.ts'
import type { PayRule } from './pay-rule.contract.ts'

/** What is paid for a session with no one present: as any other, the rule's minimum, or nothing. */
export const emptySessionRules = ['full', 'minimum', 'nothing'] as const
export type EmptySessionRule = (typeof emptySessionRules)[number]

/** What the pay of a session follows from. `base` is its net revenue in minor units; present are people marked present or late. */
export type SessionFacts = { minutes: number; people: number; base: number }

/**
 * The pay of a session in minor units, half a unit rounded up; `payOf` in `session-pay.server.ts` is the same in SQL.
 * @param empty what the business pays for a session with no one present
 */
export function paidFor(
  { unit, amount, share, minimum, maximum }: Pick<PayRule, 'unit' | 'amount' | 'share' | 'minimum' | 'maximum'>,
  { minutes, people, base }: SessionFacts,
  empty: EmptySessionRule = 'full',
): number {
  if (people === 0 && empty === 'nothing') return 0
  if (people === 0 && empty === 'minimum') return minimum ?? 0
  const by = amount ?? 0
  const worth = {
    session: by,
    hour: scaled(by, minutes, 60),
    head: by * people,
    share: rateOf(base, share ?? 0),
    general: 0,
  }[unit]
  return Math.min(Math.max(worth, minimum ?? 0), maximum ?? Infinity)
}

/** The rule that pays a session of a service on a day: the service's own, else the general one; the latest day first. */
export function ruleOn(rules: readonly PayRule[], service: string, day: string): PayRule | undefined {
  const running = rules.filter((rule) => !rule.isReplaced && (rule.from === null || rule.from <= day))
  const own = running.find((rule) => rule.service === service)
  return own && own.unit !== 'general' ? own : running.find((rule) => rule.service === null)
}
