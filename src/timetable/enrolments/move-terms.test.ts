import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, seen } from '../../../test/floor.ts'
import { joined } from '#directory/team/team.sample.ts'
import { yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const end = '2027-12-31'

/** A floor with a monthly batch, one billed by the session and one by the term, and a member at the front desk. */
async function units() {
  const base = await year.yearFloor('2027-03-01', end)
  const { calls, owner, batch } = base
  const other = (name: string, startingTime: string, priceUnit: 'session' | 'term', endDate: string) =>
    calls.batches.create(
      batch({ name, priceUnit, startingTime, endingTime: startingTime.replace(':00', ':50'), startDate: '2027-03-01', endDate }),
    )
  const single = await other('Single', '19:00', 'session', end)
  const term = await other('Term', '20:00', 'term', '2027-05-31')
  const amal = (await person(calls, 'Amal')).id
  return { ...base, single, term, amal, desk: (await joined(app, owner, 'frontDesk')).calls }
}

test.each([null, '2027-11-30'])(
  'who moves from single sessions, next payment %s, is billed by the month from then on',
  async (nextChargeOn) => {
    const base = await units()
    const { owner, desk, made, single, amal } = base
    const place = await desk.enrolments.enrol({ batch: single.id, customer: amal, nextChargeOn })
    const moved = await desk.enrolments.move({ ...seen(place), batch: made.id })
    expect(moved).toMatchObject({ startDate: '2027-03-01', nextChargeOn: '2027-03-01' })
    await year.on('2027-04-02', base)
    expect(await year.spans(owner.vendorId)).toEqual([
      ['2027-03-01', '2027-03-31'],
      ['2027-04-01', '2027-04-30'],
    ])
  },
)

test('who moves into a term is billed for it at once, and what was billed and is not used is voided', async () => {
  const base = await units()
  const { calls, owner, desk, made, term, single, amal } = base
  const place = await desk.enrolments.enrol({ batch: made.id, customer: amal, terms: 'bill' })
  expect(await desk.enrolments.move({ ...seen(place), batch: term.id })).toMatchObject({
    state: 'active',
    nextChargeOn: null,
    billedThrough: '2027-05-31',
  })
  const badr = (await person(calls, 'Badr')).id
  const visits = await desk.enrolments.enrol({ batch: single.id, customer: badr })
  expect(await desk.enrolments.move({ ...seen(visits), batch: term.id })).toMatchObject({ billedThrough: '2027-05-31' })
  const sold = [
    ['2027-03-01', '2027-05-31'],
    ['2027-03-01', '2027-05-31'],
  ]
  expect((await year.spans(owner.vendorId)).map(String).toSorted()).toEqual(sold.map(String))
  await year.on('2027-06-02', base)
  expect(await year.spans(owner.vendorId)).toHaveLength(2)
})

test('who was given a place for nothing keeps it so, and who moves from a term is billed by the month', async () => {
  const base = await units()
  const { calls, owner, made, term, amal } = base
  const free = await calls.enrolments.enrol({ batch: made.id, customer: amal, terms: 'free', reason: 'Coach' })
  expect(await calls.enrolments.move({ ...seen(free), batch: term.id })).toMatchObject({ nextChargeOn: null, billedThrough: null })
  const badr = (await person(calls, 'Badr')).id
  const paid = await calls.enrolments.enrol({ batch: term.id, customer: badr })
  const moved = await calls.enrolments.move({ ...seen(paid), batch: made.id })
  expect(moved.nextChargeOn).toBe('2027-04-01')
  expect(await year.spans(owner.vendorId)).toEqual([['2027-03-01', '2027-03-31']])
})

test('who is leaving and is moved still leaves with the period that is paid, and is billed no more, also into a term', async () => {
  for (const to of ['made', 'term'] as const) {
    const base = await units()
    const { calls, owner, desk, batch, amal } = base
    const first = await calls.batches.create(batch({ startingTime: '09:00', endingTime: '10:00', startDate: '2027-03-01', endDate: end }))
    const place = await desk.enrolments.enrol({ batch: first.id, customer: amal, terms: 'bill' })
    const leaving = await desk.enrolments.cancel({ ...seen(place), when: 'periodEnd', reason: 'Moves away' })
    const moved = await desk.enrolments.move({ ...seen(leaving), batch: base[to].id })
    expect(moved, to).toMatchObject({ cancelAtPeriodEnd: true, endDate: '2027-03-31', reason: 'Moves away' })
    await year.on('2027-04-02', base)
    expect(await year.spans(owner.vendorId)).toEqual([['2027-03-01', '2027-03-31']])
    expect((await calls.enrolments.get({ id: moved.id })).state).toBe('completed')
    await year.expectSound(owner.vendorId)
  }
})

test('who is leaving a free place gets no more days by a move, and one who is moved to a batch that begins later stays', async () => {
  const base = await units()
  const { calls, owner, batch, made, amal } = base
  const addBatch = (startDate: string, startingTime: string) =>
    calls.batches.create(batch({ startingTime, endingTime: startingTime.replace(':00', ':50'), startDate, endDate: end }))
  const [first, later] = [await addBatch('2027-03-01', '09:00'), await addBatch('2027-05-01', '10:00')]
  const place = await calls.enrolments.enrol({ batch: first.id, customer: amal, terms: 'free', reason: 'Coach' })
  const leaving = await calls.enrolments.cancel({ ...seen(place), when: 'periodEnd' })
  await year.on('2027-03-20', base)
  const moved = await calls.enrolments.move({ ...seen(leaving), batch: made.id })
  expect(moved).toMatchObject({ startDate: '2027-03-20', endDate: '2027-03-31', nextChargeOn: null })
  expect(await calls.enrolments.move({ ...seen(moved), batch: later.id })).toMatchObject({ endDate: end, cancelAtPeriodEnd: false })
  await year.expectSound(owner.vendorId)
})

test('who was leaving, is moved and stays after all is billed on in the new batch to its end', async () => {
  const base = await units()
  const { calls, owner, desk, batch, made, amal } = base
  const first = await calls.batches.create(batch({ startingTime: '09:00', endingTime: '10:00', startDate: '2027-03-01', endDate: end }))
  const place = await desk.enrolments.enrol({ batch: first.id, customer: amal, terms: 'bill' })
  const leaving = await desk.enrolments.cancel({ ...seen(place), when: 'periodEnd' })
  const moved = await desk.enrolments.move({ ...seen(leaving), batch: made.id })
  expect(await desk.enrolments.keep(seen(moved))).toMatchObject({ endDate: end, nextChargeOn: '2027-04-01', cancelAtPeriodEnd: false })
  await year.on('2027-04-02', base)
  expect((await year.spans(owner.vendorId)).at(-1)).toEqual(['2027-04-01', '2027-04-30'])
})
