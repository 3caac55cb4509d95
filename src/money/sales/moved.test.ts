import { afterAll, beforeAll, expect, test } from 'vitest'
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

/**
 * Amal's bill for the month from 1 March, paid or not, and two other batches of the same dates; `move` takes her to one
 * of them on the next day, with the days that are paid: months are billed in full.
 */
async function sold(isPaid = false) {
  const base = await year.yearFloor('2027-03-01', '2027-12-31')
  const { calls, batch } = base
  await calls.enrolments.saveBilling({ billingDay: null, proration: 'full', version: 0 })
  const addBatch = (startingTime: string, more: object = {}) =>
    calls.batches.create(
      batch({ startingTime, endingTime: startingTime.replace(':00', ':50'), startDate: '2027-03-01', endDate: '2027-12-31', ...more }),
    )
  const [late, later] = [await addBatch('19:00'), await addBatch('20:00')]
  const customer = (await person(calls, 'Amal')).id
  const payments = isPaid ? [{ method: 'cash' as const, amount: 35_000 }] : []
  const bill = await calls.sales.sell({ customer, items: [lineOf(base)], total: 35_000, payments })
  const place = async () => (await calls.enrolments.list({ customer, state: 'held' })).rows[0]
  const move = async (to: string) => calls.enrolments.move({ ...seen((await place())!), batch: to })
  const billed = async () => (await calls.sales.list({ customer, direction: 'asc' })).rows.map(({ day, state }) => `${day} ${state}`)
  await year.on('2027-03-02', base)
  return { ...base, addBatch, late, later, customer, bill, place, move, billed }
}

test('a place that was moved, also twice, ends with the bill that gave it', async () => {
  const base = await sold()
  const { calls, owner, late, later, bill, move, place, made } = base
  await move(late.id)
  await move(later.id)
  await calls.sales.void({ id: bill.id, reason: 'Sold in error' })
  expect(await place()).toBeUndefined()
  for (const { id } of [made, late, later]) expect((await calls.batches.get({ id })).enrolled).toBe(0)
  await year.expectSound(owner.vendorId)
})

test('a refund that releases the place shows and ends the one that it was moved to', async () => {
  const base = await sold(true)
  const { calls, owner, late, bill, move, place } = base
  const moved = await move(late.id)
  const request = { sale: bill.id, amount: 35_000, releasesSeat: true }
  expect((await calls.sales.refundEffect(request)).seats.map(({ enrolment }) => enrolment)).toEqual([moved.id])
  await calls.sales.refund({ ...request, method: 'cash', reason: 'Moved away' })
  expect(await place()).toBeUndefined()
  await year.expectSound(owner.vendorId)
})

test('a voided renewal of a place that was moved is billed again where it is now', async () => {
  const base = await sold()
  const { calls, owner, late, move, place, billed, customer } = base
  await year.on('2027-04-02', base)
  await move(late.id)
  expect((await place())?.nextChargeOn).toBe('2027-05-01')
  const [renewal] = (await calls.sales.list({ customer, direction: 'desc' })).rows
  await calls.sales.void({ id: renewal!.id, reason: 'By mistake' })
  expect(await place()).toMatchObject({ batch: late.id, nextChargeOn: '2027-04-02' })
  await year.on('2027-04-03', base)
  expect(await billed()).toEqual(['2027-03-01 open', '2027-04-01 void', '2027-04-02 open'])
  await year.expectSound(owner.vendorId)
})

test('a bill that one of the moved place follows can’t be voided before it', async () => {
  const base = await sold()
  const { calls, late, bill, move, place, customer } = base
  await move(late.id)
  await year.on('2027-04-02', base)
  const voided = (id: string) => refusal(calls.sales.void({ id, reason: 'By mistake' }))
  expect(await voided(bill.id)).toBe('sale/state')
  const [renewal] = (await calls.sales.list({ customer, direction: 'desc' })).rows
  expect([await voided(renewal!.id), (await place())?.nextChargeOn]).toEqual(['accepted', '2027-04-01'])
  expect([await voided(bill.id), await place()]).toEqual(['accepted', undefined])
})

test('who went on by single sessions, or left and came back, keeps that place', async () => {
  const base = await sold()
  const { calls, addBatch, bill, move, place, late, customer } = base
  const single = await addBatch('21:00', { priceUnit: 'session' })
  await move(single.id)
  await calls.sales.void({ id: bill.id, reason: 'Sold in error' })
  expect((await place())?.batch).toBe(single.id)
  await calls.enrolments.cancel({ ...seen((await place())!), when: 'now' })
  const first = await calls.sales.sell({ customer, items: [{ kind: 'batch', batch: late.id }], total: 35_000 })
  await calls.enrolments.cancel({ ...seen((await place())!), when: 'now' })
  const again = await calls.enrolments.enrol({ batch: late.id, customer, terms: 'bill' })
  expect((await calls.sales.get({ id: first.id })).state).toBe('void')
  expect(await place()).toMatchObject({ id: again.id, billedThrough: '2027-04-01' })
})
