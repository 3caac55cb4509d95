import fc from 'fast-check'
import type { Role } from './money-model.ts'
import type { TaxClass } from './money-model.bill.ts'
import type { PayoutStep } from './money-model.payouts.ts'

/** Random operations on a business's money: `money-steps.ts` applies them to the product and to the model. */

/** The customers of a business; those from index 3 on leave their months to the daily tasks. */
export const people = 9
export const quietFrom = 3

const method = fc.constantFrom('cash' as const, 'card' as const, 'transfer' as const, 'wallet' as const)
const spentBy = fc.constantFrom('cash' as const, 'card' as const, 'transfer' as const)
/** Thousandths of the right amount; often all of it, occasionally more. */
const part = fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 1050 }))
/** Counts back from the latest; usually among those for which the operation is valid. */
const back = fc.nat({ max: 11 })
const isApt = fc.boolean()
const isSeldom = fc.nat({ max: 4 }).map((one) => one === 0)
/** Occasionally around the largest valid amount. */
const hugeUnit = fc.oneof(
  { weight: 9, arbitrary: fc.nat({ max: 500 }) },
  { weight: 1, arbitrary: fc.integer({ min: 10 ** 11, max: 10 ** 12 }) },
)
const unit = fc.oneof(
  fc.constantFrom(0, 1, 5, 999),
  fc.nat({ max: 99 }),
  fc.nat({ max: 60_000 }),
  fc.nat({ max: 60_000 }),
  fc.nat({ max: 1_000_000_000 }),
  hugeUnit,
)
/** Often one that leaves half units and equal shares, where rounding has to choose. */
const discountPart = fc.oneof(fc.constantFrom(50, 100, 250, 500), fc.integer({ min: 1, max: 1010 }))
const taxClass = fc.constantFrom<TaxClass>('standard', 'reduced', 'zero', 'exempt')
/** Mostly the usual one. */
const lineClass = fc.oneof({ weight: 2, arbitrary: fc.constant('standard' as const) }, { weight: 1, arbitrary: taxClass })
const item = fc.oneof(
  { weight: 1, arbitrary: fc.constant('place' as const) },
  { weight: 4, arbitrary: fc.record({ quantity: fc.integer({ min: 1, max: 12 }), unit, taxClass: lineClass }) },
)
const customer = fc.nat({ max: people - 1 })
/** Occasionally a total that is not the price. */
const wrong = fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(-1, 1) })
/** A day a number of days ago; occasionally in the future. */
const daysAgo = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 5 }) },
  { weight: 2, arbitrary: fc.integer({ min: -1, max: 60 }) },
)
const spending = { amount: fc.integer({ min: 1, max: 500_000 }), taxPart: fc.nat({ max: 1000 }), method: spentBy }
const trainer = fc.constantFrom(0, 1)
/** A month a number of months ago. */
const monthsAgo = fc.integer({ min: -1, max: 3 })

export const operations = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      customer,
      items: fc.array(item, { minLength: 1, maxLength: 5 }),
      discount: fc.option(fc.record({ kind: fc.constantFrom('amount' as const, 'percent' as const), part: discountPart })),
      payments: fc.array(fc.record({ method, part: fc.integer({ min: 1, max: 700 }) }), { maxLength: 2 }),
      wrong,
    }),
  },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('pay' as const), back, isApt, method, part }) },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      back,
      isApt,
      method: fc.oneof(method, fc.constant('marketplace' as const)),
      part,
      releasesSeat: isSeldom,
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('void' as const), back, isApt }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('reverse' as const), back, isApt, which: fc.nat({ max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('again' as const), back, isOther: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('role' as const),
      role: fc.constantFrom<Role>('owner', 'owner', 'owner', 'manager', 'frontDesk'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('classify' as const), taxClass }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('order' as const), customer, wrong }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('giveBack' as const), back, part, releasesSeat: isSeldom }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('payout' as const), daysAgo }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('payoutStep' as const),
      back: fc.nat({ max: 2 }),
      isApt,
      step: fc.constantFrom<PayoutStep>('process', 'paid', 'failed', 'retry'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('quote' as const),
      candidates: fc.integer({ min: 1, max: 40 }),
      price: fc.oneof(fc.constantFrom(0, 1, 999), fc.nat({ max: 90_000 })),
      counter: fc.option(fc.integer({ min: 1, max: 90_000 })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('spend' as const), daysAgo, ...spending }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('respend' as const), back, isSame: fc.boolean(), daysAgo, ...spending }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unspend' as const), back }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('agree' as const),
      monthDay: fc.option(fc.integer({ min: 1, max: 28 })),
      daysAgo: fc.nat({ max: 40 }),
      ...spending,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), back }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('session' as const),
      weeksAgo: fc.integer({ min: -2, max: 6 }),
      change: fc.constantFrom('cancel' as const, 'restore' as const, 'give' as const),
      trainer,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('close' as const), monthsAgo }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), monthsAgo }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('payTrainer' as const), trainer, part, method }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('adjust' as const),
      trainer,
      monthsAgo,
      amount: fc.integer({ min: -5000, max: 9000 }).filter((amount) => amount !== 0),
    }),
  },
)
export type Operation = typeof operations extends fc.Arbitrary<infer One> ? One : never
/** The operations of one kind. */
export type Of<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>
