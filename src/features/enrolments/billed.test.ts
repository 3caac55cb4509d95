import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, seen } from '../../../test/floor.ts'
import { placeOf, yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

type Floor = Awaited<ReturnType<Year['yearFloor']>>

/** Another open batch of the floor, at an hour of its own. */
const second = ({ calls, batch }: Floor, more: object) =>
  calls.batches.create(batch({ name: 'Seniors', startingTime: '19:00', endingTime: '20:00', ...more }))

describe('nothing is billed before the first day of a place', () => {
  test('where one moves to a batch that begins later', async () => {
    const base = await year.yearFloor('2027-03-01', '2027-12-31')
    const { calls, owner } = base
    const amal = await person(calls, 'Amal')
    await calls.enrolments.enrol({ batch: base.made.id, customer: amal.id, nextChargeOn: '2027-04-01' })
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
    const first = await calls.enrolments.enrol({ batch: small.id, customer: amal.id })
    await calls.enrolments.enrol({ batch: small.id, customer: badr.id, nextChargeOn: '2027-04-01', ifFull: 'wait' })
    await year.on('2027-05-10', base)
    await calls.enrolments.cancel({ ...seen(first), when: 'now', reason: '' })
    const offered = await calls.enrolments.offerNext({ batch: small.id })
    const accepted = await calls.enrolments.accept(seen(offered))
    expect(accepted).toMatchObject({ startDate: '2027-05-10', nextChargeOn: '2027-05-10' })
    await year.on('2027-05-11', base)
    expect(await year.spans(owner.vendorId)).toEqual([['2027-05-10', '2027-06-09']])
  })

  test('where its start is changed by hand, also of a place from before that was kept', async () => {
    const base = await year.yearFloor('2027-03-01', '2027-12-31')
    const { calls, owner } = base
    const amal = await person(calls, 'Amal')
    const row = await calls.enrolments.enrol({ batch: base.made.id, customer: amal.id, nextChargeOn: '2027-03-10' })
    const dates = { startDate: '2027-03-15', endDate: '2027-12-31', nextChargeOn: '2027-03-10' }
    expect(await calls.enrolments.update({ ...seen(row), ...dates })).toMatchObject({ nextChargeOn: '2027-03-15' })
    const early = app.app.db.kysely.updateTable('enrolments').set({ nextChargeOn: '2027-03-10' })
    await early.where('vendorId', '=', owner.vendorId).execute()
    await year.on('2027-03-20', base)
    expect(await year.spans(owner.vendorId)).toEqual([['2027-03-15', '2027-04-14']])
  })
})
