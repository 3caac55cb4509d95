import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountOf, hundredthsOf, rateOf, split, taxOf, taxWithin } from './amounts.ts'

const minor = fc.integer({ min: 0, max: 1_000_000_000_000 })

test('M4 10,000 splits of amounts up to 10^12 sum exactly, and no part is a whole unit from its share', () => {
  fc.assert(
    fc.property(minor, fc.array(minor, { minLength: 1, maxLength: 60 }), (amount, weights) => {
      const parts = split(amount, weights)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
      const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
      if (total === 0n) return
      for (const [index, part] of parts.entries()) {
        const away = BigInt(part) * total - BigInt(amount) * BigInt(weights[index] ?? 0)
        expect(away < total && away > -total).toBe(true)
      }
    }),
    { numRuns: 10_000 },
  )
})

test('rates round half up, and the tax within an amount and the amount without it are the amount again', () => {
  expect([rateOf(100, 550), rateOf(109, 550), rateOf(10, 500), rateOf(9, 500)]).toEqual([6, 6, 1, 0])
  expect([8875, 9975, 8874, 5000, 4].map(hundredthsOf)).toEqual([888, 998, 887, 500, 0])
  // 5 % included in 105.00 is 5.00; included in 0.10 it is half a unit, rounded down to the nearest.
  expect([taxWithin(10_500, 5000), taxWithin(10, 5000), taxWithin(11, 5000)]).toEqual([500, 0, 1])
  fc.assert(
    fc.property(minor, fc.integer({ min: 0, max: 50_000 }), (amount, rate) => {
      const tax = taxWithin(amount, rate)
      const net = amount - tax
      expect(Math.abs(taxOf(net, rate) - tax)).toBeLessThanOrEqual(1)
    }),
  )
})

test('a discount of an amount or a part takes at most the whole', () => {
  expect(discountOf(1000, { kind: 'amount', value: 300 })).toBe(300)
  expect(discountOf(1000, { kind: 'amount', value: 1500 })).toBe(1000)
  expect(discountOf(999, { kind: 'percent', value: 1250 })).toBe(125)
})

test('what rounding leaves goes to the first of equal parts; where nothing weighs, the first takes all', () => {
  expect(split(10, [1, 1, 1])).toEqual([4, 3, 3])
  expect(split(11, [1, 1, 1])).toEqual([4, 4, 3])
  expect(split(7, [0, 0])).toEqual([7, 0])
})
