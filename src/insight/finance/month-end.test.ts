import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { club, november, october, on } from '../../../test/club.ts'
import { attend, person, refusal } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a month needs its attendance, bills, expenses and closing, then its trainers are paid together, once', async () => {
  const base = await club(app)
  const { calls, days, go, clean } = base
  const { id: customer } = await person(calls, 'Amal')
  await go(on(10, 6))
  const items = [{ kind: 'batch' as const, batch: days.id, startDate: '2026-10-12' }]
  const sale = await calls.sales.sell({ customer, items, total: 35_000, payments: [] })
  await go(on(10, 30))
  expect(await calls.finance.monthEnd(october)).toMatchObject({ isOver: false, isClosed: false, done: [] })
  await go(on(11, 3))
  const open = await calls.finance.monthEnd(october)
  // Amal was at neither the 12th nor the 26th; her bill was due long ago.
  expect(open).toMatchObject({
    isOver: true,
    attendance: { count: 2 },
    bills: { unbilled: { count: 0 }, pastDue: { count: 1, amount: 35_000 } },
    expenses: { count: 0, amount: 0 },
    done: ['bills'],
  })
  expect((await calls.sessions.get({ id: open.attendance.session ?? '' })).day).toBe('2026-10-12')
  const place = sale.items[0]?.enrolment ?? ''
  for (const day of ['2026-10-12', '2026-10-26']) await attend(app, base, { batch: days.id, day, places: [place] })
  await calls.expenses.create({ supplier: 'Landlord', category: 'rent', day: '2026-10-20', amount: 90_000, tax: 0, method: 'transfer' })
  const ready = await calls.finance.monthEnd(october)
  expect(ready).toMatchObject({ attendance: { count: 0, session: null }, expenses: { count: 1, amount: 90_000 } })
  expect(ready.done).toEqual(['attendance', 'bills', 'expenses'])
  expect(ready.pay).toMatchObject({ sessions: 6, payable: 0 })
  await calls.finance.close(october)
  const closed = await calls.finance.monthEnd(october)
  expect(closed.done).toEqual(['attendance', 'bills', 'expenses', 'close'])
  expect(closed.pay.payable).toBe(ready.pay.amount)
  const owed = (await calls.payroll.list(october)).rows.filter(({ payable }) => payable > 0)
  const payments = owed.map(({ trainer, payable }) => ({ id: crypto.randomUUID(), trainer, amount: payable }))
  expect(payments.length).toBe(2)
  // One amount too high, and none is paid.
  const wrong = payments.map((payment, at) => (at === 1 ? { ...payment, amount: payment.amount + 1 } : payment))
  expect(await refusal(calls.payroll.payAll({ payments: wrong, method: 'transfer' }))).toBe('payroll.amount.over')
  expect((await calls.finance.monthEnd(october)).pay.payable).toBe(ready.pay.amount)
  const twice = await Promise.all([1, 2].map(() => calls.payroll.payAll({ payments, method: 'transfer', reference: '2026-10' })))
  expect(twice[0]).toEqual(twice[1])
  expect((await calls.finance.monthEnd(october)).done).toEqual(['attendance', 'bills', 'expenses', 'close', 'pay'])
  expect((await calls.finance.monthEnd(november)).pay.payable).toBe(0)
  await clean()
})
