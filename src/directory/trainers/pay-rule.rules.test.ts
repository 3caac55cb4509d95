import { expect, test } from 'vitest'
import type { PayRule } from './pay-rule.contract.ts'
import { ruleOn } from './pay-rule.rules.ts'

const rule = (amount: number, more: Partial<PayRule> = {}): PayRule => ({
  service: null,
  from: null,
  unit: 'session',
  amount,
  share: null,
  minimum: null,
  maximum: null,
  setAt: '2026-01-01T00:00:00.000Z',
  isReplaced: false,
  ...more,
})
const judo = { service: 'judo' }
const amountOn = (rules: PayRule[], day = '2026-11-10') => ruleOn(rules, 'judo', day)?.amount

test('a service’s own rule pays its sessions, and the general one those of every other', () => {
  const rules = [rule(1), rule(2, judo)]
  expect(amountOn(rules)).toBe(2)
  expect(ruleOn(rules, 'karate', '2026-11-10')?.amount).toBe(1)
  expect(amountOn([])).toBeUndefined()
})

test('the latest rule that has begun pays, and one of a later day does not yet', () => {
  const rules = [rule(3, { from: '2026-11-11' }), rule(2, { from: '2026-11-01' }), rule(1)]
  expect(['2026-10-31', '2026-11-10', '2026-11-11'].map((day) => amountOn(rules, day))).toEqual([1, 2, 3])
})

test('a rule that was replaced pays nothing, and one that goes back to the general rule leaves the sessions to it', () => {
  expect(amountOn([rule(3, { from: '2026-11-01', isReplaced: true }), rule(2, { from: '2026-11-01' })])).toBe(2)
  const back = rule(0, { ...judo, from: '2026-11-01', unit: 'general', amount: null })
  expect(amountOn([back, rule(2, judo), rule(1)])).toBe(1)
  expect(amountOn([back, rule(2, judo), rule(1)], '2026-10-31')).toBe(2)
})
