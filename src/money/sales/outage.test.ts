import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, travel } from '../../../test/floor.ts'
import { lineOf, morning, yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

test('after an outage bills are numbered in the order of their days, and what ended meanwhile gets its last month', async () => {
  const base = await year.yearFloor('2027-01-05', '2027-12-31')
  const { calls, owner, made } = base
  const [amal, badr, carla, dina] = await Promise.all(['Amal', 'Badr', 'Carla', 'Dina'].map((name) => person(calls, name)))
  await calls.sales.sell({ customer: amal!.id, items: [lineOf(base)], total: 35_000 })
  await year.on('2027-01-20', base)
  await calls.sales.sell({ customer: badr!.id, items: [lineOf(base)], total: 35_000 })
  const until = (customer: string, endDate: string) => calls.enrolments.enrol({ batch: made.id, customer, endDate, terms: 'bill' })
  await until(carla!.id, '2027-02-27')
  // A place whose end was known when the server last created bills is not billed later.
  const old = await until(dina!.id, '2027-03-31')
  await tenant(app.app.db, owner.vendorId, (trx) =>
    trx
      .updateTable('enrolments')
      .set({ startDate: '2027-01-05', endDate: '2027-01-19', nextChargeOn: '2027-01-10', billedThrough: '2027-01-09' })
      .where('vendorId', '=', owner.vendorId)
      .where('id', '=', old.id)
      .execute(),
  )
  await travel(app, owner, morning('2027-03-25'))
  // Selling stores which places have ended before the renewals run.
  await calls.sales.sell({ customer: (await person(calls, 'Eve')).id, items: [lineOf(base)], total: 35_000 })
  await year.days()
  const renewed = (await year.bills(owner.vendorId)).filter(({ kind }) => kind === 'renewal')
  const inOrder = renewed.toSorted((a, b) => a.number.localeCompare(b.number))
  expect(inOrder.map(({ day, toDay }) => [day, toDay])).toEqual([
    ['2027-02-05', '2027-03-04'],
    ['2027-02-20', '2027-03-19'],
    ['2027-02-20', '2027-02-27'],
    ['2027-03-05', '2027-04-04'],
    ['2027-03-20', '2027-04-19'],
  ])
  await year.days()
  expect(await year.bills(owner.vendorId)).toHaveLength(10)
  await year.expectSound(owner.vendorId)
})
