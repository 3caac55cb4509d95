import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, person, refusal, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const free = (unit: number) => ({ kind: 'free' as const, text: 'A racket', quantity: 1, unit })
const all = { from: '2027-01-01', to: '2027-12-31' }

test('the statement has each bill, payment, refund, credit note and void on its day, and ends at what is due less the credit', async () => {
  const base = await year.yearFloor('2027-05-01', '2027-12-31')
  const { calls, owner } = base
  const amal = await person(calls, 'Amal')
  const sell = (unit: number, paid = 0) => {
    const payments = paid === 0 ? [] : [{ method: 'cash' as const, amount: paid, reference: '' }]
    return calls.sales.sell({ customer: amal.id, items: [free(unit)], payments, total: unit })
  }
  const account = (days = all) => calls.sales.account({ customer: amal.id, ...days })
  expect(await account()).toMatchObject({ opening: 0, closing: 0, charged: 0, credited: 0, rows: [] })
  // 1 May: 50.00 billed and 30.00 paid; 20.00 stay.
  const racket = await sell(5000, 3000)
  await year.on('2027-05-10', base)
  // 10 May: 40.00 billed and paid, of which 15.00 go to the credit, which pays the open bill, and 10.00 back in cash.
  const second = await sell(4000, 4000)
  await calls.sales.refund({ sale: second.id, amount: 1500, method: 'credit', reason: 'Too dear' })
  await calls.sales.refund({ sale: second.id, amount: 1000, method: 'cash', reason: 'Worn' })
  await year.on('2027-06-03', base)
  // 3 June: a bill is made and voided, and the cash of May bounced.
  const wrong = await sell(700)
  await calls.sales.void({ id: wrong.id, reason: 'Wrong person' })
  const [cash] = (await calls.sales.get({ id: racket.id })).payments
  await calls.sales.reversePayment({ sale: racket.id, payment: cash?.id ?? '', reason: 'Not received' })
  const whole = await account()
  expect(whole.rows.map(({ day, kind, number, amount, balance }) => [day.slice(5), kind, number, amount, balance])).toEqual([
    ['05-01', 'bill', racket.number, 5000, 5000],
    ['05-01', 'payment', racket.number, -3000, 2000],
    ['05-10', 'bill', second.number, 4000, 6000],
    ['05-10', 'payment', second.number, -4000, 2000],
    ['05-10', 'creditNote', 'C2027-00001', -1500, 500],
    ['05-10', 'creditNote', 'C2027-00002', -1000, -500],
    ['05-10', 'refund', 'C2027-00002', 1000, 500],
    ['06-03', 'bill', wrong.number, 700, 1200],
    ['06-03', 'payment', racket.number, 3000, 4200],
    ['06-03', 'void', wrong.number, -700, 3500],
  ])
  expect(whole).toMatchObject({ opening: 0, closing: 3500, charged: 13_700, credited: 10_200 })
  // 50.00 are due, less the 15.00 that the credit paid.
  expect((await calls.sales.list({ customer: amal.id })).sums.due).toBe(3500)
  expect((await account({ from: '2027-06-01', to: '2027-06-30' })).opening).toBe(500)
  expect(await account({ from: '2027-05-01', to: '2027-05-09' })).toMatchObject({ opening: 0, closing: 2000 })
  await year.expectSound(owner.vendorId)
})

test('credit is a balance below 0 until it is paid out, and follows a merged customer', async () => {
  const base = await year.yearFloor('2027-05-01', '2027-12-31')
  const { calls } = base
  const [amal, badr] = [await person(calls, 'Amal'), await person(calls, 'Badr')]
  const payments = [{ method: 'card' as const, amount: 5000, reference: '' }]
  const sold = await calls.sales.sell({ customer: amal.id, items: [free(5000)], payments, total: 5000 })
  await calls.sales.refund({ sale: sold.id, amount: 2000, method: 'credit', reason: 'Too dear' })
  await calls.sales.payOutCredit({ customer: amal.id, amount: 500, method: 'cash', reason: 'Asked for it' })
  const account = await calls.sales.account({ customer: amal.id, ...all })
  expect(account.rows.map(({ kind, method, amount, balance }) => [kind, method, amount, balance])).toEqual([
    ['bill', null, 5000, 5000],
    ['payment', 'card', -5000, 0],
    ['creditNote', null, -2000, -2000],
    ['payOut', 'cash', 500, -1500],
  ])
  expect(account).toMatchObject({ closing: -1500, customer: { firstName: 'Amal' } })
  await calls.customers.merge({ ...seen(badr), drop: amal.id })
  expect((await calls.sales.account({ customer: badr.id, ...all })).closing).toBe(-1500)
  expect((await calls.sales.account({ customer: amal.id, ...all })).rows).toEqual([])
})

test('the balances of all customers are those of the ledger', async () => {
  const base = await year.yearFloor('2027-05-01', '2027-12-31')
  const { calls, owner } = base
  const people = [await person(calls, 'Amal'), await person(calls, 'Badr')]
  for (const [at, { id: customer }] of people.entries()) {
    const sold = await calls.sales.sell({
      customer,
      items: [free(3000 + at)],
      payments: [{ method: 'cash', amount: 2000, reference: '' }],
      total: 3000 + at,
    })
    await calls.sales.refund({ sale: sold.id, amount: 1500, method: 'credit', reason: 'Too dear' })
  }
  const closings = await Promise.all(people.map(async ({ id: customer }) => (await calls.sales.account({ customer, ...all })).closing))
  const entries = await tenant(app.app.db, owner.vendorId, (trx) =>
    trx.selectFrom('ledger').select(['debit', 'credit', 'amount']).where('vendorId', '=', owner.vendorId).execute(),
  )
  const owed = (account: string) => account === 'customerReceivable' || account === 'customerCredit'
  const balance = entries.reduce((sum, { debit, credit, amount }) => sum + (owed(debit) ? amount : 0) - (owed(credit) ? amount : 0), 0)
  expect(closings).toEqual([3000 - 2000 - 1500, 3001 - 2000 - 1500])
  expect(closings.reduce((sum, closing) => sum + closing, 0)).toBe(balance)
})

test('days in the wrong order and customers of another business are refused', async () => {
  const [{ calls }, other] = [await floor(app), await floor(app)]
  const amal = await person(calls, 'Amal')
  expect(await refusal(calls.sales.account({ customer: amal.id, from: '2027-05-02', to: '2027-05-01' }))).toBe('sales.account.order')
  expect(await refusal(other.calls.sales.account({ customer: amal.id, ...all }))).toBe('document/not-found')
})
