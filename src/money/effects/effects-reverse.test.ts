import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { april } from './effects.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

test('a move that is reversed after the next month was billed leaves that bill, and no day is billed again', async () => {
  const base = await april(year, { isPaid: false })
  await year.on('2027-04-16', base)
  const moved = await base.calls.enrolments.move({ ...seen(await base.place()), batch: base.second.id })
  await year.on('2027-05-01', base)
  expect(await base.sums()).toEqual([
    [10_000, 5000, 5000, 'open'],
    [7500, 0, 7500, 'open'],
    [15_000, 0, 15_000, 'open'],
  ])
  const { rows } = await base.calls.effects.list({ customer: base.amal.id })
  await base.calls.effects.reverse({ id: rows[0]!.id, reason: 'A mistake' })
  expect(await base.calls.enrolments.get({ id: moved.id })).toMatchObject({ billedThrough: '2027-05-31', nextChargeOn: '2027-06-01' })
  await year.on('2027-05-02', base)
  expect(await base.sums()).toEqual([
    [10_000, 0, 10_000, 'open'],
    [7500, 0, 0, 'void'],
    [15_000, 0, 15_000, 'open'],
  ])
  await base.sound()
})

test('a bill that is due again although a part was refunded counts as unpaid, and can be paid', async () => {
  const base = await april(year, { isPaid: false })
  const { calls } = base
  const [bill] = await base.bills()
  await calls.sales.pay({ sale: bill!.id, amount: 6000, method: 'cash' })
  await year.on('2027-04-16', base)
  await calls.enrolments.cancel({ ...seen(await base.place()), when: 'now', reason: '' })
  await calls.sales.refund({ sale: bill!.id, amount: 2000, method: 'cash', reason: 'Kind' })
  expect([await base.credit(), await base.sums()]).toEqual([1000, [[10_000, 7000, 0, 'partiallyRefunded']]])
  const { rows } = await calls.effects.list({ customer: base.amal.id })
  await calls.effects.reverse({ id: rows[0]!.id, reason: 'A mistake' })
  expect([await base.credit(), await base.sums()]).toEqual([0, [[10_000, 2000, 4000, 'partiallyPaid']]])
  expect((await calls.sales.list({ state: 'overdue' })).rows.map(({ id }) => id)).toEqual([bill!.id])
  expect((await base.place()).owed).toBe(4000)
  await base.pay()
  expect(await base.sums()).toEqual([[10_000, 2000, 0, 'partiallyRefunded']])
  await base.sound()
})
