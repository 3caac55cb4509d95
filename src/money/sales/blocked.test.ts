import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { lineOf, placeOf, yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

test('who is blocked gets no bills, which the place says; unblocked, it is billed from that day on', async () => {
  const base = await year.yearFloor('2027-01-10', '2027-12-31')
  const { calls, owner } = base
  const eve = await person(calls, 'Eve')
  const sell = () =>
    calls.sales.sell({ customer: eve.id, items: [lineOf(base)], total: 35_000, payments: [{ method: 'cash', amount: 35_000 }] })
  await sell()
  await calls.customers.block(seen(await calls.customers.get({ id: eve.id })))
  await year.on('2027-02-10', base)
  await year.on('2027-04-20', base)
  expect(await year.spans(owner.vendorId)).toEqual([['2027-01-10', '2027-02-09']])
  expect(await placeOf(base)).toMatchObject({ isBlocked: true, nextChargeOn: '2027-02-10' })
  expect(await refusal(sell())).toBe('customer/blocked')
  await calls.customers.unblock(seen(await calls.customers.get({ id: eve.id })))
  expect(await placeOf(base)).toMatchObject({ isBlocked: false, nextChargeOn: '2027-04-20' })
  // The money log records the days in between that were not billed.
  const { rows } = await calls.reports.audit({})
  expect(rows.filter(({ entity }) => entity === 'enrolment').map(({ action, role }) => [action, role])).toEqual([['update', 'owner']])
  await year.on('2027-05-21', base)
  expect(await year.spans(owner.vendorId)).toEqual([
    ['2027-01-10', '2027-02-09'],
    ['2027-04-20', '2027-05-19'],
    ['2027-05-20', '2027-06-19'],
  ])
  await year.expectSound(owner.vendorId)
})

test('a block that ends before the next charge changes no date', async () => {
  const base = await year.yearFloor('2027-01-10', '2027-12-31')
  const { calls, owner } = base
  const eve = await person(calls, 'Eve')
  await calls.sales.sell({ customer: eve.id, items: [lineOf(base)], total: 35_000, payments: [{ method: 'cash', amount: 35_000 }] })
  await calls.customers.block(seen(await calls.customers.get({ id: eve.id })))
  await calls.customers.unblock(seen(await calls.customers.get({ id: eve.id })))
  await year.on('2027-02-10', base)
  // The first is credited by the block, and its days are charged again.
  expect(await year.spans(owner.vendorId)).toEqual([
    ['2027-01-10', '2027-02-09'],
    ['2027-01-10', '2027-02-09'],
    ['2027-02-10', '2027-03-09'],
  ])
})
