import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

type Rules = { billingDay: number | null; proration: 'days' | 'halfMonths' | 'full' }

/** A business with billing rules and a batch of 100.00 a month, on a day of 2027. */
async function ruled(day: string, rules: Partial<Rules> = {}, batch: object = {}) {
  const base = await year.yearFloor(day, '2027-12-31')
  const { calls, owner } = base
  await calls.enrolments.saveBilling({ billingDay: 1, proration: 'days', ...rules, version: 0 })
  const dates = { startDate: day, endDate: '2027-12-31', startingTime: '19:00', endingTime: '20:00' }
  const created = await calls.batches.create(base.batch({ price: 10_000, ...dates, ...batch }))
  const enrol = async (more: object = {}) => {
    const customer = await person(calls, 'Amal')
    return calls.enrolments.enrol({ batch: created.id, customer: customer.id, terms: 'bill', ...more })
  }
  const billed = async () => (await year.bills(owner.vendorId)).map(({ fromDay, toDay, total }) => [fromDay, toDay, total])
  const place = async () => (await calls.enrolments.list({ batch: created.id, state: 'all' })).rows[0]!
  return { ...base, made: created, enrol, billed, place }
}

test('who joins on 28 April pays 10.00, and 100.00 on 1 May', async () => {
  const base = await ruled('2027-04-28')
  await base.enrol()
  await year.on('2027-06-01', base)
  expect(await base.billed()).toEqual([
    ['2027-04-28', '2027-04-30', 1000],
    ['2027-05-01', '2027-05-31', 10_000],
    ['2027-06-01', '2027-06-30', 10_000],
  ])
  await year.expectSound(base.owner.vendorId)
})

test('on each place’s own day, the same person pays 100.00 to 27 May; the last bill has the days that are left', async () => {
  const base = await ruled('2027-04-28', { billingDay: null }, { endDate: '2027-06-10' })
  await base.enrol()
  await year.on('2027-05-28', base)
  await year.on('2027-07-10', base)
  expect(await base.billed()).toEqual([
    ['2027-04-28', '2027-05-27', 10_000],
    // 14 of 31 days.
    ['2027-05-28', '2027-06-10', 4516],
  ])
})

test.each([
  ['half a month up to half of it, a whole one beyond', 'halfMonths', '2027-04-16', 5000, 10_000],
  ['a whole month, whatever its days', 'full', '2027-04-28', 10_000, 10_000],
] as const)('a part of a month costs %s', async (_name, proration, day, first, last) => {
  const base = await ruled(day, { proration }, { endDate: '2027-05-17' })
  await base.enrol()
  await year.on('2027-05-01', base)
  await year.on('2027-05-20', base)
  expect(await base.billed()).toEqual([
    [day, '2027-04-30', first],
    ['2027-05-01', '2027-05-17', last],
  ])
})

test('a recurring discount is a part like the price, and the sum is rounded once', async () => {
  const base = await ruled('2027-04-28')
  await base.enrol({ discount: { kind: 'percent', value: 1500, reason: 'Sibling' } })
  await year.on('2027-05-01', base)
  expect((await base.billed()).map(([, , total]) => total)).toEqual([850, 8500])
})

test('frozen days are not billed: those within a month come off its bill, those that are billed are made up for', async () => {
  const base = await ruled('2027-04-01')
  await base.enrol()
  // Five billed days: the place is billed again from 6 May.
  await base.calls.enrolments.freeze({ ...seen(await base.place()), from: '2027-04-10', to: '2027-04-14' })
  await year.on('2027-05-06', base)
  // Three days of June, before June is billed.
  await base.calls.enrolments.freeze({ ...seen(await base.place()), from: '2027-06-10', to: '2027-06-12' })
  // From within July to within September: July has 10 days, August none, September 25.
  await base.calls.enrolments.freeze({ ...seen(await base.place()), from: '2027-07-11', to: '2027-09-05' })
  await year.on('2027-06-01', base)
  await year.on('2027-07-01', base)
  await year.on('2027-08-01', base)
  await year.on('2027-10-01', base)
  expect(await base.billed()).toEqual([
    ['2027-04-01', '2027-04-30', 10_000],
    ['2027-05-06', '2027-05-31', 8387],
    ['2027-06-01', '2027-06-30', 9000],
    ['2027-07-01', '2027-07-31', 3226],
    ['2027-09-06', '2027-09-30', 8333],
    ['2027-10-01', '2027-10-31', 10_000],
  ])
  await year.expectSound(base.owner.vendorId)
})

test('the desk sells the part at its price, and a cancelled place ends with its month', async () => {
  const base = await ruled('2027-04-28')
  const { calls, made } = base
  const amal = await person(calls, 'Amal')
  const items = [{ kind: 'batch' as const, batch: made.id }]
  expect(await refusal(calls.sales.sell({ customer: amal.id, items, total: 10_000 }))).toBe('sale/price-changed')
  await calls.sales.sell({ customer: amal.id, items, total: 1000 })
  const ended = await calls.enrolments.cancel({ ...seen(await base.place()), when: 'periodEnd', reason: 'Moves away' })
  expect(ended.endDate).toBe('2027-04-30')
})

test('new rules count from the next bill on: running places bill the rest of a month, then on the billing day', async () => {
  const base = await ruled('2027-04-20', { billingDay: null })
  await base.enrol()
  await base.calls.enrolments.saveBilling({ billingDay: 1, proration: 'days', version: 1 })
  await year.on('2027-06-01', base)
  expect(await base.billed()).toEqual([
    ['2027-04-20', '2027-05-19', 10_000],
    // 12 of 31 days.
    ['2027-05-20', '2027-05-31', 3871],
    ['2027-06-01', '2027-06-30', 10_000],
  ])
})

test('the rules are saved by version, within their limits, and are in the money log', async () => {
  const base = await ruled('2027-04-01')
  const { calls } = base
  const save = (rules: object) => refusal(calls.enrolments.saveBilling({ billingDay: 1, proration: 'days', version: 1, ...rules }))
  for (const billingDay of [0, 29, 1.5]) expect(await save({ billingDay }), String(billingDay)).toBe('enrolments.billing.day.number')
  expect(await save({ version: 0 })).toBe('request/stale')
  expect(await calls.enrolments.saveBilling({ billingDay: 28, proration: 'full', version: 1 })).toEqual({
    billingDay: 28,
    cancelledSessions: 'nothing',
    visits: 'byHand',
    placeOffers: 'auto',
    offerHours: 48,
    proration: 'full',
    version: 2,
  })
  expect(await calls.enrolments.billing()).toMatchObject({ billingDay: 28, version: 2 })
  await year.expectSound(base.owner.vendorId)
})
