import * as fc from 'fast-check'
import { discountOf } from '#lib/amounts.ts'
import { expect, test } from 'vitest'
import { taxClasses } from '#business/ledger/tax.rules.ts'
import { roles } from '#lib/roles.ts'
import { actionsOf, creditParts, discountLimits, dueOf, isReversible, priceSale, refundLimits, sum, worthOf } from './sale.rules.ts'

const items = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 20 }),
    unit: fc.integer({ min: 0, max: 500_000 }),
    taxClass: fc.constantFrom(...taxClasses),
  }),
  { minLength: 1, maxLength: 12 },
)
const rate = fc.integer({ min: 0, max: 25_000 })
const tax = fc.record({ rateThousandths: rate, reducedThousandths: fc.option(rate), isIncluded: fc.boolean() })
const discount = fc.option(
  fc.oneof(
    fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 2_000_000 }) }),
    fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 10_000 }) }),
  ),
)

const onAll = (amount: number) => ({ amount, line: null })

test('a sale comes to its lines: net and tax make the total, list and discount the net, and the discount is the asked one', () => {
  const [one, two] = priceSale(
    [
      { quantity: 1, unit: 35_000, taxClass: 'standard' },
      { quantity: 2, unit: 5250, taxClass: 'standard' },
    ],
    { kind: 'percent', value: 1000 },
    { rateThousandths: 5000, reducedThousandths: null, isIncluded: true },
  )
  expect(one).toEqual({ list: 33_333, discount: 3333, net: 30_000, tax: 1500, total: 31_500 })
  expect(two).toEqual({ list: 10_000, discount: 1000, net: 9000, tax: 450, total: 9450 })
  fc.assert(
    fc.property(items, discount, tax, (sold, off, terms) => {
      const lines = priceSale(sold, off, terms)
      for (const line of lines) {
        expect(line.net + line.tax).toBe(line.total)
        expect(line.list - line.discount).toBe(line.net)
        for (const amount of Object.values(line)) expect(amount).toBeGreaterThanOrEqual(0)
      }
      for (const [at, { net, tax: taxed }] of lines.entries()) {
        const own = { standard: terms.rateThousandths, reduced: terms.reducedThousandths ?? terms.rateThousandths, zero: 0, exempt: 0 }
        const of = own[sold[at]!.taxClass]
        // Within half a unit of the rate of what is paid, by the tax alone or by both.
        const away = Math.abs(taxed * 100_000 - net * of)
        expect(away).toBeLessThanOrEqual(terms.isIncluded ? (100_000 + of) / 2 : 50_000)
      }
      const gross = sum(sold.map(({ quantity, unit }) => quantity * unit))
      const taken = off ? Math.min(gross, off.kind === 'amount' ? off.value : Math.floor((gross * off.value * 2 + 10_000) / 20_000)) : 0
      const paid = sum(lines.map(({ total, net }) => (terms.isIncluded ? total : net)))
      expect(paid).toBe(gross - taken)
    }),
  )
})

test('a rate of three decimals is exact on top of prices and in them, in currencies of no, two and three digits', () => {
  const one = (unit: number, rateThousandths: number, isIncluded: boolean) =>
    priceSale([{ quantity: 1, unit, taxClass: 'standard' }], null, { rateThousandths, reducedThousandths: null, isIncluded })[0]
  // New York on 200.00 and on 4.00, whose tax is half a cent: 17.75, where 8.88 % would be 17.76.
  expect(one(20_000, 8875, false)).toMatchObject({ net: 20_000, tax: 1775, total: 21_775 })
  expect(one(400, 8875, false)).toMatchObject({ tax: 36 })
  // Quebec in 1,099.75: 99.75, where 9.98 % would be 99.80.
  expect(one(109_975, 9975, true)).toMatchObject({ net: 100_000, tax: 9975, total: 109_975 })
  expect(one(10_000, 9975, false)).toMatchObject({ tax: 998 })
  expect(one(10_998, 9975, true)).toMatchObject({ net: 10_000, tax: 998 })
  // 48.499 Kuwaiti dinars: 4.30428625 on top, 3.95342… within.
  expect(one(48_499, 8875, false)).toMatchObject({ tax: 4304 })
  expect(one(48_499, 8875, true)).toMatchObject({ net: 44_546, tax: 3953 })
})

test('credits in any amounts take each line back exactly, its tax and its commission too, and never more', () => {
  fc.assert(
    fc.property(items, tax, fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 8 }), (sold, terms, cuts) => {
      const lines = priceSale(sold, null, terms).map((line) => ({ ...line, commission: Math.floor(line.net / 7) }))
      const total = sum(lines.map((line) => line.total))
      fc.pre(total > 0)
      const amounts: number[] = []
      let left = total
      for (const cut of cuts) {
        const amount = Math.min(left, Math.max(1, Math.floor((total * cut) / 2000)))
        if (amount > 0) amounts.push(amount)
        left -= amount
      }
      if (left > 0) amounts.push(left)
      const back = lines.map(() => ({ net: 0, tax: 0, commission: 0 }))
      for (const [at, amount] of amounts.entries()) {
        const parts = creditParts(lines, amounts.slice(0, at).map(onAll), onAll(amount))
        expect(sum(parts.map((part) => part.net + part.tax))).toBe(amount)
        for (const [index, part] of parts.entries()) {
          for (const name of ['net', 'tax', 'commission'] as const) {
            expect(part[name]).toBeGreaterThanOrEqual(0)
            const line = back[index]
            if (line) line[name] += part[name]
          }
        }
      }
      expect(back).toEqual(lines.map((line) => ({ net: line.net, tax: line.tax, commission: line.commission })))
    }),
  )
})

test('product 4: what each role may give off a sale in percent, and back of a bill in whole units', () => {
  expect(roles.map((role) => [role, discountLimits[role] / 100, refundLimits[role]])).toEqual([
    ['owner', 100, null],
    ['manager', 30, 1000],
    ['frontDesk', 10, 100],
    ['trainer', 0, 0],
    ['accountant', 0, 0],
  ])
})

test('a discount takes no more than all', () => {
  expect(discountOf(1000, { kind: 'amount', value: 1500 })).toBe(1000)
  expect(discountOf(1000, { kind: 'percent', value: 1250 })).toBe(125)
})

test('what is due is the total without what was credited, less what came in and was not given back', () => {
  expect(dueOf({ total: 1000, credited: 0, paid: 400, refunded: 0 })).toBe(600)
  expect(dueOf({ total: 1000, credited: 300, paid: 1000, refunded: 300 })).toBe(0)
  expect(worthOf({ total: 1000, credited: 300 })).toBe(700)
})

test('a payment that stands is taken back while nothing of the bill was given back, unless the marketplace took it', () => {
  const stands = { method: 'cash' as const, reverses: null, reversedOn: null }
  expect(isReversible({ refunded: 0 }, stands)).toBe(true)
  expect(isReversible({ refunded: 1 }, stands)).toBe(false)
  expect(isReversible({ refunded: 0 }, { ...stands, method: 'marketplace' })).toBe(false)
  expect(isReversible({ refunded: 0 }, { ...stands, reverses: 'another' })).toBe(false)
  expect(isReversible({ refunded: 0 }, { ...stands, reversedOn: '2026-11-23' })).toBe(false)
})

test('what can be done with a bill follows from what was paid and credited', () => {
  const open = { state: 'open' as const, customer: 'somebody', total: 1000, paid: 0, credited: 0, due: 1000 }
  const all = () => true
  expect(actionsOf(open, all)).toEqual(['pay', 'refund', 'void', 'send'])
  expect(actionsOf({ ...open, state: 'paid', paid: 1000, due: 0 }, all)).toEqual(['refund', 'send'])
  expect(actionsOf({ ...open, credited: 1000, due: 0 }, all)).toEqual(['send'])
  expect(actionsOf({ ...open, state: 'void', due: 0, customer: null }, all)).toEqual([])
  expect(actionsOf(open, (call) => call === 'sales.pay')).toEqual(['pay'])
})
