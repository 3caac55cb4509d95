import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { lineOf, placeOf, yearOf, type Year } from '../../../test/year.ts'
import { periodEnd } from './enrolment.rules.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

type Floor = Awaited<ReturnType<Year['yearFloor']>>

/** Another open batch of the floor, at a different hour. */
const second = ({ calls, batch }: Floor, more: object) =>
  calls.batches.create(batch({ name: 'Seniors', startingTime: '19:00', endingTime: '20:00', ...more }))

describe('nothing is billed before the first day of a place', () => {
  test('where one moves to a batch that begins later', async () => {
    const base = await year.yearFloor('2027-03-01', '2027-12-31')
    const { calls, owner } = base
    const amal = await person(calls, 'Amal')
    await calls.enrolments.enrol({ batch: base.made.id, customer: amal.id, nextChargeOn: '2027-04-01', reason: 'Paid before' })
    const target = await second(base, { startDate: '2027-05-01', endDate: '2027-12-31' })
    await year.on('2027-03-20', base)
    const moved = await calls.enrolments.move({ ...seen(await placeOf(base)), batch: target.id })
    expect(moved).toMatchObject({ startDate: '2027-05-01', nextChargeOn: '2027-05-01' })
    await year.on('2027-04-15', base)
    expect(await year.spans(owner.vendorId)).toEqual([])
    await year.on('2027-05-01', base)
    expect(await year.spans(owner.vendorId)).toEqual([['2027-05-01', '2027-05-31']])
  })

  test('where one waited for it', async () => {
    const base = await year.yearFloor('2027-03-01', '2027-12-31')
    const { calls, owner } = base
    const small = await second(base, { startDate: '2027-03-01', endDate: '2027-12-31', totalCandidates: 1 })
    const [amal, badr] = [await person(calls, 'Amal'), await person(calls, 'Badr')]
    const first = await calls.enrolments.enrol({ batch: small.id, customer: amal.id, terms: 'free', reason: 'Coach' })
    await calls.enrolments.enrol({ batch: small.id, customer: badr.id, nextChargeOn: '2027-04-01', reason: 'Paid before', ifFull: 'wait' })
    await year.on('2027-05-10', base)
    await calls.enrolments.cancel({ ...seen(first), when: 'now', reason: '' })
    const offered = await calls.enrolments.offerNext({ batch: small.id })
    const accepted = await calls.enrolments.accept(seen(offered))
    expect(accepted).toMatchObject({ startDate: '2027-05-10', billedThrough: '2027-06-09', nextChargeOn: '2027-06-10' })
    await year.on('2027-05-11', base)
    expect(await year.spans(owner.vendorId)).toEqual([['2027-05-10', '2027-06-09']])
  })

  test('where its start is changed by hand, also of a place from before that was kept', async () => {
    const base = await year.yearFloor('2027-03-01', '2027-12-31')
    const { calls, owner } = base
    const amal = await person(calls, 'Amal')
    const row = await calls.enrolments.enrol({ batch: base.made.id, customer: amal.id, nextChargeOn: '2027-03-10', reason: 'Paid before' })
    const dates = { startDate: '2027-03-15', endDate: '2027-12-31', nextChargeOn: '2027-03-10' }
    expect(await calls.enrolments.update({ ...seen(row), ...dates })).toMatchObject({ nextChargeOn: '2027-03-15' })
    const early = app.app.db.kysely.updateTable('enrolments').set({ nextChargeOn: '2027-03-10' })
    await early.where('vendorId', '=', owner.vendorId).execute()
    await year.on('2027-03-20', base)
    expect(await year.spans(owner.vendorId)).toEqual([['2027-03-15', '2027-04-14']])
  })
})

describe('what is billed already', () => {
  test('moves on with the customer, who is billed again after it', async () => {
    const base = await year.yearFloor('2027-03-01', '2027-03-31')
    const { calls, owner } = base
    await calls.enrolments.saveBilling({ billingDay: null, proration: 'full', version: 0 })
    const people = [await person(calls, 'Amal'), await person(calls, 'Badr')]
    const target = await second(base, { startDate: '2027-03-01', endDate: '2027-06-30' })
    await year.on('2027-03-15', base)
    const sell = (batch: string, at: number) =>
      calls.sales.sell({ customer: people[at]!.id, items: [{ kind: 'batch', batch, startDate: '2027-03-01' }], total: 35_000 })
    for (const at of [0, 1]) {
      await sell(base.made.id, at)
      // Already paid to the batch's end, so no further charge was due.
      const [place] = (await calls.enrolments.list({ customer: people[at]!.id })).rows
      expect(place).toMatchObject({ nextChargeOn: null, billedThrough: '2027-03-31' })
      const moved = await calls.enrolments.move({ ...seen(place!), batch: target.id })
      expect(moved).toMatchObject({ startDate: '2027-03-15', nextChargeOn: '2027-04-01' })
    }
    const early = await sell(target.id, 1)
    expect(early.items).toMatchObject([{ fromDay: '2027-04-01', toDay: '2027-04-30' }])
    await year.on('2027-04-01', base)
    const march = ['2027-03-01', '2027-03-31']
    const april = ['2027-04-01', '2027-04-30']
    expect(await year.spans(owner.vendorId)).toEqual([march, march, april, april])
  })

  test('is not earlier than a next payment that was set by hand, also after a move', async () => {
    const base = await year.yearFloor('2027-03-01', '2027-12-31')
    const { calls } = base
    const amal = await person(calls, 'Amal')
    await calls.sales.sell({ customer: amal.id, items: [lineOf(base)], total: 35_000 })
    const dates = { startDate: '2027-03-01', endDate: '2027-12-31', nextChargeOn: '2027-03-10' }
    const place = await calls.enrolments.update({ ...seen(await placeOf(base)), ...dates })
    const target = await second(base, { startDate: '2027-03-01', endDate: '2027-12-31' })
    expect((await calls.enrolments.move({ ...seen(place), batch: target.id })).nextChargeOn).toBe('2027-04-01')
  })

  test('moves on without the days of freezes that are not over, since the new place runs at once', async () => {
    const base = await year.yearFloor('2027-05-15', '2027-12-31')
    const { calls } = base
    const amal = await person(calls, 'Amal')
    await calls.sales.sell({ customer: amal.id, items: [lineOf(base)], total: 35_000 })
    // The second freeze moves the payment of 15 June into the first one.
    for (const span of [
      { from: '2027-08-01', to: '2027-08-31' },
      { from: '2027-06-01', to: '2027-07-31' },
    ])
      await calls.enrolments.freeze({ ...seen(await placeOf(base)), ...span })
    const target = await second(base, { startDate: '2027-05-15', endDate: '2027-12-31' })
    await year.on('2027-06-10', base)
    const place = await placeOf(base)
    expect(place).toMatchObject({ state: 'frozen', nextChargeOn: '2027-08-15' })
    // Nine days of June were frozen.
    const moved = await calls.enrolments.move({ ...seen(place), batch: target.id })
    expect(moved).toMatchObject({ state: 'active', freezes: [], nextChargeOn: '2027-06-24' })
  })

  test('is kept by who leaves at the end of the period: all months that were sold in advance', async () => {
    const base = await year.yearFloor('2027-04-01', '2027-06-30')
    const { calls } = base
    const amal = await person(calls, 'Amal')
    for (let month = 0; month < 3; month++) await calls.sales.sell({ customer: amal.id, items: [lineOf(base)], total: 35_000 })
    await year.on('2027-04-10', base)
    const place = await placeOf(base)
    // The dialog derives the day by the same rule from the response.
    expect(place).toMatchObject({ nextChargeOn: null, billedThrough: '2027-06-30' })
    expect(periodEnd(place, '2027-04-10')).toBe('2027-06-30')
    const leaving = await calls.enrolments.cancel({ ...seen(place), when: 'periodEnd', reason: '' })
    expect(leaving).toMatchObject({ cancelAtPeriodEnd: true, endDate: '2027-06-30' })
  })

  test('is kept where a next payment within it was set by hand, and not beyond the end', async () => {
    const base = await year.yearFloor('2027-04-01', '2027-06-30')
    const { calls } = base
    const amal = await person(calls, 'Amal')
    for (let month = 0; month < 2; month++) await calls.sales.sell({ customer: amal.id, items: [lineOf(base)], total: 35_000 })
    const place = await placeOf(base)
    expect(periodEnd({ ...place, nextChargeOn: '2027-04-20' }, '2027-04-10')).toBe('2027-05-31')
    expect(periodEnd({ ...place, endDate: '2027-05-15' }, '2027-04-10')).toBe('2027-05-15')
  })

  test('is renewed after it, where the cancellation at whose end it stopped is taken back', async () => {
    const base = await year.yearFloor('2027-03-01', '2027-12-31')
    const { calls, owner } = base
    const amal = await person(calls, 'Amal')
    const row = await calls.enrolments.enrol({ batch: base.made.id, customer: amal.id })
    const leaving = await calls.enrolments.cancel({ ...seen(row), when: 'periodEnd', reason: '' })
    expect(leaving.endDate).toBe('2027-03-31')
    await calls.sales.sell({ customer: amal.id, items: [lineOf(base)], total: 35_000 })
    const place = await placeOf(base)
    expect(place.nextChargeOn).toBeNull()
    expect(await calls.enrolments.keep(seen(place))).toMatchObject({ endDate: '2027-12-31', nextChargeOn: '2027-04-01' })
    await year.on('2027-04-01', base)
    expect(await year.spans(owner.vendorId)).toEqual([
      ['2027-03-01', '2027-03-31'],
      ['2027-04-01', '2027-04-30'],
    ])
  })
})

test('unfreezing ends the freeze that runs, or the next one, also where a later one was entered first', async () => {
  const base = await year.yearFloor('2027-06-10', '2027-12-31')
  const { calls } = base
  const amal = await person(calls, 'Amal')
  const row = await calls.enrolments.enrol({ batch: base.made.id, customer: amal.id })
  const august = { from: '2027-08-01', to: '2027-08-31' }
  const later = await calls.enrolments.freeze({ ...seen(row), ...august })
  const frozen = await calls.enrolments.freeze({ ...seen(later), from: '2027-06-10', to: '2027-06-20' })
  expect(frozen.state).toBe('frozen')
  const running = await calls.enrolments.unfreeze(seen(frozen))
  expect(running).toMatchObject({ state: 'active', freezes: [august], endDate: later.endDate })
  expect(await calls.enrolments.unfreeze(seen(running))).toMatchObject({ freezes: [], endDate: '2027-12-31' })
})

test('a freeze ends with the batch’s last day at latest', async () => {
  const base = await year.yearFloor('2027-03-01', '2027-06-30')
  const { calls } = base
  const amal = await person(calls, 'Amal')
  await calls.sales.sell({ customer: amal.id, items: [lineOf(base)], total: 35_000 })
  const place = await placeOf(base)
  const freeze = (to: string) => refusal(calls.enrolments.freeze({ ...seen(place), from: '2027-06-25', to }))
  expect(await freeze('2027-07-01')).toBe('enrolments.freeze.batchEnd')
  expect(await freeze('2027-06-30')).toBe('accepted')
  // Days by which the freeze moved the end past the batch are not billed.
  expect(await placeOf(base)).toMatchObject({ endDate: '2027-07-06', batchEnd: '2027-06-30' })
})
