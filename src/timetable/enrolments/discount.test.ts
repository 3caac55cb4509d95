import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { placeOf, yearOf, type Year } from '../../../test/year.ts'
import { discountOn } from './terms.rules.ts'
import { joined } from '#directory/team/team.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const sibling = { kind: 'percent', value: 1500, until: '2027-05-31', reason: 'Second child' } as const

/** A batch of 60.00 a month from 1 March 2027, and a customer. */
async function cheapFloor() {
  const base = await year.yearFloor('2027-03-01', '2027-12-31')
  const cheap = await base.calls.batches.create(
    base.batch({
      name: 'Seniors',
      price: 6000,
      startDate: '2027-03-01',
      endDate: '2027-12-31',
      startingTime: '19:00',
      endingTime: '20:00',
    }),
  )
  return { ...base, other: base.made.id, made: cheap, amal: await person(base.calls, 'Amal') }
}
const totals = async (vendorId: string) => (await year.bills(vendorId)).map(({ fromDay, total }) => [fromDay, total])

test('15 % off 60.00 is 51.00 in each of three months, and 60.00 from its end on', async () => {
  const base = await cheapFloor()
  const { calls, owner, made, amal } = base
  const row = await calls.enrolments.enrol({ batch: made.id, customer: amal.id, terms: 'bill', discount: sibling })
  expect(row.discount).toEqual({ kind: 'percent', value: 1500, until: '2027-05-31' })
  await year.on('2027-05-31', base)
  expect((await placeOf(base)).discount).toEqual({ kind: 'percent', value: 1500, until: '2027-05-31' })
  expect(await calls.enrolments.sums({})).toMatchObject({ monthly: 4857 })
  await year.on('2027-06-01', base)
  expect(await calls.enrolments.sums({})).toMatchObject({ monthly: 5714 })
  await year.on('2027-07-10', base)
  expect(await totals(owner.vendorId)).toEqual([
    ['2027-03-01', 5100],
    ['2027-04-01', 5100],
    ['2027-05-01', 5100],
    ['2027-06-01', 6000],
    ['2027-07-01', 6000],
  ])
  expect((await placeOf(base)).discount).toBeNull()
  const [bill] = (await calls.sales.list({ sort: 'day', direction: 'asc' })).rows
  expect(await calls.sales.get({ id: bill?.id ?? '' })).toMatchObject({
    discountReason: 'Second child',
    total: 5100,
    list: 5714,
    discount: 857,
  })
  await year.expectSound(owner.vendorId)
})

test('a discount changes from a day on: issued bills stay, and the bill of a period has the discount of its first day', async () => {
  const base = await cheapFloor()
  const { calls, owner, made, amal } = base
  const row = await calls.enrolments.enrol({ batch: made.id, customer: amal.id, terms: 'bill' })
  const fixed = { kind: 'amount', value: 1001, until: null, reason: 'Scholarship' } as const
  const changed = await calls.enrolments.setDiscount({ ...seen(row), from: '2027-04-15', discount: fixed })
  expect(changed).toMatchObject({ discount: null, version: row.version + 1 })
  await year.on('2027-06-02', base)
  const now = await placeOf(base)
  expect(now.discount).toEqual({ kind: 'amount', value: 1001, until: null })
  await calls.enrolments.setDiscount({ ...seen(now), from: '2027-06-02', discount: null })
  await year.on('2027-07-02', base)
  expect((await totals(owner.vendorId)).map(([, total]) => total)).toEqual([6000, 6000, 4999, 4999, 6000])
  const { rows } = await calls.enrolments.terms({ id: row.id })
  expect(rows.map(({ from, discount, reason }) => [from, discount?.value ?? null, reason])).toEqual([
    ['2027-06-02', null, null],
    ['2027-04-15', 1001, 'Scholarship'],
    [null, null, null],
  ])
  await year.expectSound(owner.vendorId)
})

test('who waits gets the discount with the place, and the next month that a desk sells has it too', async () => {
  const base = await cheapFloor()
  const { calls, owner, amal } = base
  const small = await calls.batches.create(
    base.batch({
      name: 'Few',
      price: 6000,
      totalCandidates: 1,
      startDate: '2027-03-01',
      endDate: '2027-12-31',
      startingTime: '20:00',
      endingTime: '21:00',
    }),
  )
  const badr = await person(calls, 'Badr')
  const first = await calls.enrolments.enrol({ batch: small.id, customer: badr.id, terms: 'free', reason: 'Coach' })
  await calls.enrolments.enrol({ batch: small.id, customer: amal.id, terms: 'from', discount: { ...sibling, until: null }, ifFull: 'wait' })
  await calls.enrolments.cancel({ ...seen(first), when: 'now', reason: '' })
  await calls.enrolments.accept(seen(await calls.enrolments.offerNext({ batch: small.id })))
  const items = [{ kind: 'batch' as const, batch: small.id }]
  expect(await refusal(calls.sales.sell({ customer: amal.id, items, total: 6000 }))).toBe('sale/price-changed')
  await calls.sales.sell({ customer: amal.id, items, total: 5100, payments: [{ method: 'cash', amount: 5100, reference: '' }] })
  expect((await totals(owner.vendorId)).map(([, total]) => total)).toEqual([5100, 5100])
  await year.expectSound(owner.vendorId)
})

test('a move takes along what is agreed for later, and a bill of the desk has the reason of the terms', async () => {
  const base = await cheapFloor()
  const { calls, owner, made, amal } = base
  const row = await calls.enrolments.enrol({ batch: made.id, customer: amal.id, terms: 'bill' })
  const first = await calls.enrolments.setDiscount({ ...seen(row), from: '2027-05-01', discount: { ...sibling, reason: 'Typed wrongly' } })
  const fixed = { kind: 'amount', value: 5000, until: null, reason: 'Scholarship' } as const
  const second = await calls.enrolments.setDiscount({ ...seen(first), from: '2027-05-01', discount: fixed })
  const moved = await calls.enrolments.move({ ...seen(second), batch: base.other })
  expect((await calls.enrolments.terms({ id: moved.id })).rows.map(({ from, discount }) => [from, discount?.value ?? null])).toEqual([
    ['2027-05-01', 5000],
    [null, null],
  ])
  await year.on('2027-04-20', base)
  const items = [{ kind: 'batch' as const, batch: base.other }]
  const sold = await calls.sales.sell({ customer: amal.id, items, total: 30_000 })
  expect(sold).toMatchObject({ total: 30_000, discountReason: 'Scholarship' })
  expect((await totals(owner.vendorId)).at(-1)).toEqual(['2027-05-01', 30_000])
  await year.expectSound(owner.vendorId)
})

test('half a unit of a discount is rounded up, in the bill as in the monthly recurring revenue and in what is renewed', async () => {
  const base = await cheapFloor()
  const { calls, owner, amal } = base
  const odd = await calls.batches.create(
    base.batch({
      name: 'Odd',
      price: 6010,
      startDate: '2027-03-01',
      endDate: '2027-12-31',
      startingTime: '20:00',
      endingTime: '21:00',
    }),
  )
  await calls.enrolments.enrol({ batch: odd.id, customer: amal.id, terms: 'bill', discount: sibling })
  // 901.5 off, and 5 % tax within 51.08.
  expect(await totals(owner.vendorId)).toEqual([['2027-03-01', 5108]])
  expect(await calls.enrolments.sums({})).toMatchObject({ monthly: 4865 })
  await year.on('2027-03-10', base)
  const { renewals } = await calls.reports.subscriptions({ from: '2027-03', to: '2027-03' })
  expect(renewals).toMatchObject({ count: 1, amount: 5108 })
})

test('a move takes the discount along', async () => {
  const base = await cheapFloor()
  const { calls, owner, made, amal } = base
  const row = await calls.enrolments.enrol({ batch: made.id, customer: amal.id, terms: 'bill', discount: sibling })
  const moved = await calls.enrolments.move({ ...seen(row), batch: base.other })
  expect(moved.discount).toEqual({ kind: 'percent', value: 1500, until: '2027-05-31' })
  await year.on('2027-06-02', base)
  expect((await totals(owner.vendorId)).map(([, total]) => total)).toEqual([29_750, 29_750, 29_750, 35_000])
  await year.expectSound(owner.vendorId)
})

test('a retry adds no second discount; a day after the end, a discount without a reason and one of an old version are refused', async () => {
  const { calls, made, amal } = await cheapFloor()
  const request = {
    id: '01990000-0000-7000-8000-00000000d15c',
    batch: made.id,
    customer: amal.id,
    terms: 'bill',
    discount: sibling,
  } as const
  const row = await calls.enrolments.enrol(request)
  expect(await calls.enrolments.enrol(request)).toEqual(row)
  expect((await calls.enrolments.terms({ id: row.id })).rows).toHaveLength(1)
  expect(await refusal(calls.enrolments.enrol({ ...request, discount: null }))).toBe('request/reused')
  const late = calls.enrolments.setDiscount({ ...seen(row), from: '2028-01-01', discount: null })
  await expect(late).rejects.toMatchObject({ data: { issues: [{ path: ['from'], message: 'The enrolment ends before this day' }] } })
  expect(await refusal(calls.enrolments.setDiscount({ ...seen(row), from: '2027-03-01', discount: { ...sibling, reason: '' } }))).toBe(
    'enrolments.discount.reason',
  )
  expect(await refusal(calls.enrolments.setDiscount({ id: row.id, version: row.version + 1, from: '2027-03-01', discount: null }))).toBe(
    'request/stale',
  )
})

test('who gets another discount is notified on request of what they pay from their next period on', async () => {
  const { calls, made } = await cheapFloor()
  const email = 'amal-discount@example.com'
  const { id: customer } = await person(calls, 'Amal', { email })
  const row = await calls.enrolments.enrol({ batch: made.id, customer, terms: 'bill' })
  const mails = async () => (await app.mails()).filter(({ to, subject }) => to === email && subject.startsWith('New price'))
  const silent = await calls.enrolments.setDiscount({ ...seen(row), from: '2027-03-15', discount: sibling })
  expect(await mails()).toEqual([])
  await calls.enrolments.setDiscount({ ...seen(silent), from: '2027-03-15', discount: { ...sibling, value: 2000 }, tell: true })
  expect((await mails()).map(({ text }) => text.replaceAll(/[\s\u2066-\u2069]+/g, ' '))).toEqual([
    expect.stringMatching(/From 1 April 2027, your place in Seniors costs AED 48 a month instead of AED 51/),
  ])
})

test('a desk gives discounts up to its limit, and no one gives any to somebody else’s place', async () => {
  const { calls, owner, made, amal } = await cheapFloor()
  const desk = await joined(app, owner, 'frontDesk')
  const request = { batch: made.id, customer: amal.id, terms: 'bill' } as const
  const over = 'This discount is more than your role may give'
  await expect(desk.calls.enrolments.enrol({ ...request, discount: sibling })).rejects.toMatchObject({
    data: { issues: [{ path: ['discount'], message: over }] },
  })
  expect((await calls.enrolments.list({ batch: made.id })).rows).toEqual([])
  const row = await desk.calls.enrolments.enrol({ ...request, discount: { ...sibling, value: 1000 } })
  const change = { ...seen(row), from: '2027-04-01', discount: sibling }
  expect(await refusal(desk.calls.enrolments.setDiscount(change))).toBe('sales.discount.limit')
  const stranger = await app.owner()
  expect(await refusal(stranger.calls.enrolments.setDiscount(change))).toBe('document/not-found')
  expect(await refusal(stranger.calls.enrolments.terms({ id: row.id }))).toBe('document/not-found')
})

test.each([
  [null, 6000, '2027-03-01', 0],
  [sibling, 6000, '2027-05-31', 900],
  [sibling, 6000, '2027-06-01', 0],
  [{ kind: 'percent', value: 3333, until: null }, 1, '2027-03-01', 0],
  [{ kind: 'percent', value: 5000, until: null }, 1, '2027-03-01', 1],
  [{ kind: 'percent', value: 10_000, until: null }, 6000, '2027-03-01', 6000],
  [{ kind: 'amount', value: 7000, until: null }, 6000, '2027-03-01', 6000],
] as const)('%j takes off %i on %s: %i', (discount, price, day, off) => expect(discountOn(discount, price, day)).toBe(off))
