import { afterAll, beforeAll, expect, test } from 'vitest'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { attend, person, refusal, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

/** A business whose sessions of 12.00 each are on Mondays and Thursdays, with Amal and Badr in them, on Monday 5 April 2027. */
async function basketball(visits: 'byHand' | 'day' | 'week' | 'month') {
  const base = await year.yearFloor('2027-04-05', '2027-12-31')
  const { calls, owner } = base
  const rules = { billingDay: null, proration: 'days', cancelledSessions: 'nothing', visits } as const
  await calls.enrolments.saveBilling({ ...rules, version: 0 })
  const dates = { startDate: '2027-04-05', endDate: '2027-12-31', startingTime: '07:00', endingTime: '08:00', trainingDays: week(1, 4) }
  const batch = await calls.batches.create(base.batch({ price: 1200, priceUnit: 'session', ...dates }))
  const enrol = async (name: string, more: object = {}) => {
    const customer = await person(calls, name)
    const place = await calls.enrolments.enrol({ batch: batch.id, customer: customer.id, ...more })
    return { customer: customer.id, place: place.id }
  }
  /** Marks people as present, or otherwise, at the session of a day. */
  const mark = async (day: string, people: readonly { place: string }[], as: 'present' | 'late' | 'absent' | 'excused' = 'present') => {
    const places = people.map(({ place }) => place)
    await attend(app, base, { batch: batch.id, day, places, mark: as })
  }
  const bills = async () => (await year.bills(owner.vendorId)).map(({ fromDay, total, day }) => [day, fromDay, total])
  return { ...base, single: batch, rules, enrol, attend: mark, bills, sound: () => year.expectSound(owner.vendorId) }
}

test('each attended session is billed the day after, late counts, absent and excused do not, and nothing is billed twice', async () => {
  const base = await basketball('day')
  const [amal, badr, cyra, dima] = [await base.enrol('Amal'), await base.enrol('Badr'), await base.enrol('Cyra'), await base.enrol('Dima')]
  await base.attend('2027-04-05', [amal])
  await base.attend('2027-04-05', [badr], 'late')
  await base.attend('2027-04-05', [cyra], 'absent')
  await base.attend('2027-04-05', [dima], 'excused')
  await year.days()
  expect(await base.bills()).toEqual([])
  for (const day of ['2027-04-06', '2027-04-07']) {
    await year.on(day, base)
    expect(await base.bills()).toEqual([
      ['2027-04-06', '2027-04-05', 1200],
      ['2027-04-06', '2027-04-05', 1200],
    ])
  }
  await base.sound()
  const { kinds } = await base.calls.finance.delivered({ from: '2027-04-01', to: '2027-04-30' })
  expect(kinds.filter(({ count }) => count > 0).map(({ kind }) => kind)).toEqual(['unpaid'])
})

test('after each week or month one bill has a line for each visit, also for one that was marked late', async () => {
  const base = await basketball('week')
  const amal = await base.enrol('Amal')
  await base.attend('2027-04-05', [amal])
  await year.on('2027-04-08', base)
  await base.attend('2027-04-08', [amal])
  await year.on('2027-04-11', base)
  expect(await base.bills()).toEqual([])
  await year.on('2027-04-12', base)
  const { rows } = await base.calls.sales.list({ customer: amal.customer })
  expect(rows.map(({ total, day }) => [total, day])).toEqual([[2400, '2027-04-12']])
  // The rules change to months: what is due then is billed once.
  await base.calls.enrolments.saveBilling({ ...base.rules, visits: 'month', version: 1 })
  await base.attend('2027-04-12', [amal])
  await year.on('2027-04-20', base)
  expect(await base.bills()).toHaveLength(2)
  await year.on('2027-05-01', base)
  expect((await base.bills()).at(-1)).toEqual(['2027-05-01', '2027-04-12', 1200])
  await base.sound()
})

test('a session that was sold is not billed again: the sale pays for the next session’s day', async () => {
  const base = await basketball('day')
  await year.on('2027-04-06', base)
  const amal = await base.enrol('Amal')
  const sell = () => base.calls.sales.sell({ customer: amal.customer, items: [{ kind: 'batch', batch: base.single.id }], total: 1200 })
  await sell()
  await sell()
  expect((await base.bills()).map(([, fromDay]) => fromDay)).toEqual(['2027-04-08', '2027-04-12'])
  for (const day of ['2027-04-08', '2027-04-12', '2027-04-15']) {
    await year.on(day, base)
    await base.attend(day, [amal])
  }
  await year.on('2027-04-16', base)
  expect((await base.bills()).map(([, fromDay]) => fromDay)).toEqual(['2027-04-08', '2027-04-12', '2027-04-15'])
})

test('once every session is sold, today’s is not sold a second time', async () => {
  const base = await basketball('byHand')
  await year.on('2027-12-28', base)
  const amal = await base.enrol('Amal')
  const items = [{ kind: 'batch' as const, batch: base.single.id }]
  const sell = () => refusal(base.calls.sales.sell({ customer: amal.customer, items, total: 1200 }))
  // The session of Thursday the 30th, today without a session, and no day twice.
  expect([await sell(), await sell(), await sell()]).toEqual(['accepted', 'accepted', 'sales.batch.billed'])
  expect((await base.bills()).map(([, fromDay]) => fromDay)).toEqual(['2027-12-28', '2027-12-30'])
  await base.sound()
})

test('visits before the rule, free ones, those of blocked people and those of a discount are billed as agreed', async () => {
  const base = await basketball('byHand')
  const { calls } = base
  const [amal, badr, cyra] = [
    await base.enrol('Amal', { discount: { kind: 'percent', value: 2500, reason: 'Sibling' } }),
    await base.enrol('Badr', { terms: 'free', reason: 'Coach' }),
    await base.enrol('Cyra'),
  ]
  await base.attend('2027-04-05', [amal, badr, cyra])
  await year.on('2027-04-08', base)
  await calls.enrolments.saveBilling({ ...base.rules, visits: 'day', version: 1 })
  await base.attend('2027-04-08', [amal, badr, cyra])
  await calls.customers.block(seen(await calls.customers.get({ id: cyra.customer })))
  await year.on('2027-04-09', base)
  expect(await base.bills()).toEqual([['2027-04-09', '2027-04-08', 900]])
  await calls.customers.unblock(seen(await calls.customers.get({ id: cyra.customer })))
  const [bill] = (await calls.sales.list({ customer: amal.customer })).rows
  await calls.sales.void({ id: bill!.id, reason: 'By mistake' })
  await year.on('2027-04-10', base)
  expect((await base.bills()).map(([day, fromDay, total]) => `${day} ${fromDay} ${total}`).toSorted()).toEqual([
    '2027-04-10 2027-04-08 1200',
    '2027-04-10 2027-04-08 900',
  ])
  await base.sound()
})
