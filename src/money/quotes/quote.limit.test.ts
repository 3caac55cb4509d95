import { afterAll, beforeAll, expect, test } from 'vitest'
import { joined, onPlan } from '#directory/team/team.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, seen } from '../../../test/floor.ts'
import { quoteDesk, sent } from './quote.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A desk, a quote of its batch at 350.00 for two, and a member in the role; the owner has no limit. */
async function floorOf(role: 'frontDesk' | 'manager' | 'owner') {
  const base = await quoteDesk(app)
  await onPlan(base, 'elite')
  const { calls } = role === 'owner' ? base : await joined(app, base.owner, role)
  return { ...base, by: calls, two: { ...base.request, service: null, batch: base.made.id, candidates: 2 } }
}

/** The lowest price that each role may quote. */
const lowest = [
  ['frontDesk', 31_500],
  ['manager', 24_500],
] as const

test.each(lowest)('%s quotes a batch down to the price that the role may give at the desk, and no lower', async (role, price) => {
  const { by, calls, two } = await floorOf(role)
  for (const more of [{}, { candidates: 1 }]) {
    expect(await refusal(by.quotes.create({ ...two, ...more, offeredPrice: price - 1 }))).toBe('sales.discount.limit')
    expect(await refusal(by.quotes.create({ ...two, ...more, offeredPrice: price }))).toBe('accepted')
  }
  const row = await by.quotes.create({ ...two, offeredPrice: 40_000 })
  expect(await refusal(by.quotes.update({ ...seen(row), offeredPrice: price - 1 }))).toBe('sales.discount.limit')
  expect(await by.quotes.update({ ...seen(row), offeredPrice: price })).toMatchObject({ offeredPrice: price })
  // The owner may, and a service has no price of its own.
  expect(await refusal(calls.quotes.create({ ...two, offeredPrice: 1 }))).toBe('accepted')
})

test.each(lowest)('%s neither agrees to a lower counter-offer nor sells at one that was agreed', async (role, price) => {
  const base = await floorOf(role)
  const { by, calls, two } = base
  const { quote, token } = await sent(app, base, { ...two, offeredPrice: 35_000 })
  await app.browser().calls.quotes.answer({ token, answer: 'counter', price: price - 1 })
  const countered = seen(await calls.quotes.get({ id: quote.id }))
  expect(await refusal(by.quotes.acceptCounter(countered))).toBe('sales.discount.limit')
  const agreed = seen(await calls.quotes.acceptCounter(countered))
  expect(await refusal(by.quotes.convert(agreed))).toBe('sales.discount.limit')
  expect((await calls.sales.list({})).total).toBe(0)
  expect(await calls.quotes.convert(agreed)).toMatchObject({ state: 'converted', total: 2 * (price - 1) })
})

test.each([
  ['frontDesk', 31_500, []],
  ['manager', 24_500, ['largeDiscount']],
  ['owner', 1, ['largeDiscount']],
] as const)('what %s sells by quote is a discount on the list price in the log of money', async (role, price, marks) => {
  const base = await floorOf(role)
  const { by, calls, two } = base
  const { quote, token } = await sent(app, { ...base, calls: by }, { ...two, offeredPrice: price })
  await app.browser().calls.quotes.answer({ token, answer: 'accept' })
  const { sale } = await by.quotes.convert(seen(await by.quotes.get({ id: quote.id })))
  // The price includes 5 %: 70,000 ÷ 1.05 = 66,666.67.
  expect(await calls.sales.get({ id: sale ?? '' })).toMatchObject({ total: 2 * price, list: 66_667, discountReason: quote.number })
  const { rows } = await calls.reports.audit({ action: 'convert' })
  expect(rows.map((row) => [row.role, row.marks])).toEqual([[role, marks]])
})

test('where prices are without tax a quote is held to the price with it', async () => {
  const { by, calls, two } = await floorOf('frontDesk')
  await calls.setup.saveTax({ rate: 1500, isIncluded: false, number: '', validFrom: '2026-10-05', version: 0 })
  // 350.00 plus 15 % is 402.50, of which the desk may take off 40.25.
  expect(await refusal(by.quotes.create({ ...two, offeredPrice: 36_224 }))).toBe('sales.discount.limit')
  expect(await refusal(by.quotes.create({ ...two, offeredPrice: 36_225 }))).toBe('accepted')
})
