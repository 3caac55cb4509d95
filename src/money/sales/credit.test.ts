import { afterAll, beforeAll, expect, test } from 'vitest'
import { joined } from '#directory/team/team.sample.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { lineOf, yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

/** A customer whose first bill of 350.00 was paid in cash, of which an amount was credited to their balance. */
async function credited(amount: number) {
  const base = await year.yearFloor('2027-05-01', '2027-12-31')
  const { calls } = base
  const amal = await person(calls, 'Amal')
  const payments = [{ method: 'cash' as const, amount: 35_000, reference: '' }]
  const sold = await calls.sales.sell({ customer: amal.id, items: [lineOf(base)], payments, total: 35_000 })
  const note = { sale: sold.id, amount, method: 'credit', reason: 'Two lessons missed' } as const
  await calls.sales.refund(note)
  const credit = () => calls.sales.credit({ customer: amal.id })
  const bills = async () => (await calls.sales.list({ customer: amal.id, sort: 'day', direction: 'asc' })).rows
  return { ...base, amal, sold, credit, bills }
}
const free = (unit: number) => ({ kind: 'free' as const, text: 'A ball', quantity: 1, unit })

test('a refund to the balance is used by the next bill first, also by the one that the night issues', async () => {
  const base = await credited(40_00)
  const { calls, amal, owner } = base
  expect(await base.credit()).toMatchObject({ balance: 4000, rows: [{ kind: 'credited', amount: 4000, number: 'S2027-00001' }] })
  const ball = await calls.sales.sell({ customer: amal.id, items: [free(1500)], total: 1500 })
  expect(ball).toMatchObject({ state: 'paid', due: 0, payments: [{ method: 'credit', amount: 1500 }] })
  await year.on('2027-06-01', base)
  expect((await base.bills()).map(({ total, paid, due }) => [total, paid, due])).toEqual([
    [35_000, 35_000, 0],
    [1500, 1500, 0],
    [35_000, 2500, 32_500],
  ])
  expect(await base.credit()).toMatchObject({ balance: 0, rows: [{ amount: -2500 }, { amount: -1500 }, { amount: 4000 }] })
  // The drawer has what was paid in, and nothing of the balance.
  expect((await calls.finance.statement({ from: '2027-05-01', to: '2027-06-30' })).places.cash).toBe(35_000)
  await year.expectSound(owner.vendorId)
})

test('a refund to the balance pays the oldest open bill at once, and what is left stays', async () => {
  const base = await credited(1000)
  const { calls, amal, sold, owner } = base
  const first = await calls.sales.sell({ customer: amal.id, items: [free(3000)], total: 3000 })
  const second = await calls.sales.sell({ customer: amal.id, items: [free(500)], total: 500 })
  expect([first.due, second.due]).toEqual([2000, 500])
  await calls.sales.refund({ sale: sold.id, amount: 4000, method: 'credit', reason: 'Moved away' })
  expect((await base.bills()).map(({ due }) => due)).toEqual([0, 0, 0])
  expect((await base.credit()).balance).toBe(1500)
  // The payment of the ball is reversed: the balance has it again.
  const [used] = (await calls.sales.get({ id: first.id })).payments
  await calls.sales.reversePayment({ sale: first.id, payment: used?.id ?? '', reason: 'Not for this' })
  expect((await base.credit()).balance).toBe(1500 + 1000)
  await year.expectSound(owner.vendorId)
})

test('a bill is paid from the balance by hand up to what there is, and only by its own customer', async () => {
  const base = await credited(1000)
  const { calls, amal } = base
  const badr = await person(calls, 'Badr')
  const other = await calls.sales.sell({ customer: badr.id, items: [free(500)], total: 500 })
  const walkIn = await calls.sales.sell({ items: [free(500)], total: 500 })
  for (const { id } of [other, walkIn])
    expect(await refusal(calls.sales.pay({ sale: id, method: 'credit', amount: 500, reference: '' }))).toBe('sales.credit.most')
  await calls.sales.pay({ sale: walkIn.id, method: 'cash', amount: 500, reference: '' })
  expect(await refusal(calls.sales.refund({ sale: walkIn.id, amount: 500, method: 'credit', reason: 'Torn' }))).toBe('sales.method.credit')
  await calls.customers.merge({ ...seen(badr), drop: amal.id })
  expect(await calls.sales.credit({ customer: badr.id })).toMatchObject({ balance: 1000 })
  await calls.sales.pay({ sale: other.id, method: 'credit', amount: 500, reference: '' })
  expect(await calls.sales.credit({ customer: badr.id })).toMatchObject({ balance: 500 })
})

test('fifty payouts at once pay the balance out once; a retry pays nothing again, and a role pays up to its limit', async () => {
  const base = await credited(35_000)
  const { calls, amal, owner } = base
  const request = { customer: amal.id, amount: 20_000, method: 'transfer', reason: 'Moves away' } as const
  const answers = await Promise.all(Array.from({ length: 50 }, () => refusal(calls.sales.payOutCredit(request))))
  expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
  expect(new Set(answers)).toEqual(new Set(['accepted', 'sales.credit.most']))
  const id = newId()
  await calls.sales.payOutCredit({ ...request, id, amount: 15_000 })
  await calls.sales.payOutCredit({ ...request, id, amount: 15_000 })
  expect(await refusal(calls.sales.payOutCredit({ ...request, id, amount: 1 }))).toBe('request/reused')
  expect(await base.credit()).toMatchObject({ balance: 0 })
  const { methods } = await calls.reports.dayExpected({ day: '2027-05-01' })
  expect(methods.find(({ method }) => method === 'transfer')).toMatchObject({ back: 35_000 })
  await year.expectSound(owner.vendorId)
  const payments = [{ method: 'card' as const, amount: 200_000, reference: '' }]
  const hall = await calls.sales.sell({ customer: amal.id, items: [free(200_000)], payments, total: 200_000 })
  await calls.sales.refund({ sale: hall.id, amount: 200_000, method: 'credit', reason: 'Cancelled' })
  const manager = await joined(app, base, 'manager')
  expect(await refusal(manager.calls.sales.payOutCredit({ ...request, amount: 100_001 }))).toBe('sale/limit')
  const desk = await joined(app, base, 'frontDesk')
  expect(await refusal(desk.calls.sales.payOutCredit({ ...request, amount: 1 }))).toBe('permission/denied')
})
