import { expect, test } from 'vitest'
import type { TrainerRate } from './rate.contract.ts'
import { rateEffect, rateState } from './rate.rules.ts'

const rate = (from: string | null, cost: number, isReplaced = false): TrainerRate => ({
  from,
  cost,
  setAt: '2026-11-23T12:00:00Z',
  isReplaced,
})
const rates = [rate('2026-12-10', 55), rate('2026-11-23', 60), rate('2026-11-23', 600, true), rate(null, 40)]

test.each([
  ['2026-11-22', { before: 40, next: { last: '2026-11-22', from: '2026-11-23', cost: 60 } }],
  ['2026-11-23', { before: 40, next: { last: '2026-12-09', from: '2026-12-10', cost: 55 } }],
  ['2026-11-24', { before: null, next: { last: '2026-12-09', from: '2026-12-10', cost: 55 } }],
  ['2026-12-10', { before: null, next: null }],
])('a rate from %s leaves what is earlier and what begins later', (from, effect) => {
  const { before, next } = rateEffect(rates, from, (a, b) => a.cost === b.cost)
  expect({ before: before?.cost ?? null, next: next && { last: next.last, from: next.from, cost: next.rate.cost } }).toEqual(effect)
})

test.each([
  ['2026-11-22', ['coming', 'coming', 'replaced', 'current']],
  ['2026-11-23', ['coming', 'current', 'replaced', 'past']],
  ['2026-12-10', ['current', 'past', 'replaced', 'past']],
])('on %s one rate is current', (today, states) => expect(rates.map((one) => rateState(rates, one, today))).toEqual(states))

test('a rule for one service leaves those for all of them current', () => {
  const rules = [
    { from: '2026-11-20', isReplaced: false, service: 'football' },
    { from: '2026-11-01', isReplaced: false, service: null },
    { from: null, isReplaced: false, service: null },
  ]
  expect(rules.map((one) => rateState(rules, one, '2026-11-23'))).toEqual(['current', 'current', 'past'])
})
