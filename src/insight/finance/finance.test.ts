import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, refusal, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 86_400_000
const free = (unit: number) => ({ kind: 'free' as const, text: 'A football', quantity: 1, unit })
const paid = (method: 'cash' | 'card', amount: number) => ({ method, amount, reference: '' })

test('a statement runs from balance to balance, and each line is the sum of its entries', async () => {
  const { calls, owner } = await openFloor(app, 5)
  const first = await calls.sales.sell({ items: [free(10_500)], payments: [paid('cash', 10_500)], total: 10_500 })
  await travel(app, owner, start + 2 * day)
  await calls.sales.sell({
    items: [free(21_000)],
    discount: { kind: 'percent', value: 1000 },
    discountReason: 'A friend',
    payments: [paid('card', 8900), paid('cash', 5000)],
    total: 18_900,
  })
  await calls.sales.refund({ sale: first.id, amount: 4200, method: 'card', reason: 'Torn' })
  const whole = await calls.finance.statement({ from: '2026-10-05', to: '2026-10-31' })
  expect(whole).toMatchObject({ currency: 'AED', exponent: 2, opening: 0, closing: 20_200, owed: 5000, closedThrough: null })
  expect(whole.movements).toEqual([
    { source: 'payment', method: 'card', amount: 8900, count: 1, documents: 1 },
    { source: 'payment', method: 'cash', amount: 15_500, count: 2, documents: 2 },
    { source: 'refund', method: 'card', amount: -4200, count: 1, documents: 1 },
  ])
  expect(whole.earned).toEqual({ sold: 30_000, discounts: 2000, refunds: 4000, net: 24_000, tax: 1200 })
  const later = await calls.finance.statement({ from: '2026-10-06', to: '2026-10-07' })
  expect(later).toMatchObject({ opening: 10_500, closing: 20_200, earned: { sold: 20_000, tax: 700 } })
  expect(await calls.finance.statement({ from: '2026-10-06', to: '2026-10-06' })).toMatchObject({
    opening: 10_500,
    movements: [],
    closing: 10_500,
  })
  const { rows, hasMore } = await calls.finance.entries({ from: '2026-10-05', to: '2026-10-31' })
  expect(hasMore).toBe(false)
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => rows.length - at))
  expect(rows.filter(({ source }) => source === 'refund')).toMatchObject([
    { debit: 'customerReceivable', credit: 'cash', amount: 4200, number: 'C2026-00001', sale: first.id },
    { debit: 'taxPayable', credit: 'customerReceivable', amount: 200 },
    { debit: 'refund', credit: 'customerReceivable', amount: 4000 },
  ])
  expect(await refusal(calls.finance.statement({ from: '2026-10-06', to: '2026-10-05' }))).toBe('finance.range.order')
})

test('a closed month takes no entry until it is opened again with a reason; the running one can’t be closed', async () => {
  const { calls, owner } = await openFloor(app, 5)
  const sold = await calls.sales.sell({ items: [free(1000)], total: 1000 })
  expect(await refusal(calls.finance.close({ month: '2026-10' }))).toBe('finance.month.running')
  await travel(app, owner, start + 28 * day)
  expect(await calls.finance.close({ month: '2026-10' })).toEqual({ closedThrough: '2026-10-31' })
  // Today is in an open month: a payment made now is dated today.
  expect(await calls.sales.pay({ sale: sold.id, ...paid('cash', 400) })).toMatchObject({ paid: 400 })
  app.clock.set(start)
  expect(await refusal(calls.sales.sell({ items: [free(1000)], total: 1000 }))).toBe('month/closed')
  expect((await calls.sales.list({})).total).toBe(1)
  await travel(app, owner, start + 28 * day)
  expect(await calls.finance.reopen({ month: '2026-10', reason: 'A bill was found' })).toEqual({ closedThrough: '2026-09-30' })
  expect(await calls.finance.statement({ from: '2026-10-01', to: '2026-11-30' })).toMatchObject({
    closing: 400,
    owed: 600,
    closedThrough: '2026-09-30',
  })
})
