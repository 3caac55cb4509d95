import { afterAll, beforeAll, expect, test } from 'vitest'
import { joined } from '#directory/team/team.sample.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, refusedFor, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { ownPriceFloor } from './price.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const club = () => ownPriceFloor(year)

test('where one can’t have the price, nobody has it: who is free, not billed again, billed by another unit, gone, or seen differently', async () => {
  const base = await club()
  await base.enrol('Amal')
  await base.enrol('Badr', { terms: 'free', reason: 'Staff' })
  await base.enrol('Celine', { endDate: '2027-06-15' })
  const dania = await base.enrol('Dania')
  await base.calls.enrolments.finish(seen(dania.place))
  const exception = 'enrolments.price.exception'
  const before = await base.all()
  expect(await refusedFor(base.set(['Amal', 'Badr'], 12_000, '2027-07-01'))).toEqual([
    'request/invalid',
    'Badr',
    ['places.1', `${exception}.free`],
  ])
  expect(await refusedFor(base.set(['Celine', 'Amal'], 12_000, '2027-07-01'))).toEqual([
    'request/invalid',
    'Celine',
    ['places.0', `${exception}.last`],
  ])
  expect(await refusedFor(base.set(['Amal', 'Dania'], 12_000, '2027-07-01'))).toEqual(['enrolment/state', 'Dania'])
  expect(await refusedFor(base.preview(['Amal', 'Dania'], 12_000, '2027-07-01'))).toEqual(['enrolment/state', 'Dania'])
  const [amal] = (await base.places('Amal')).map(seen)
  const { id: batch } = base.made
  const price = { batch, price: 12_000, from: '2027-07-01' }
  const set = (places: { id: string; version: number }[], more: object = {}) =>
    base.calls.enrolments.setPrice({ ...price, places, ...more })
  expect(await refusedFor(set([{ ...amal!, version: amal!.version + 1 }]))).toEqual(['request/stale', 'Amal'])
  expect(await refusal(set([amal!, { id: newId(), version: 1 }]))).toBe('document/not-found')
  for (const places of [[], [amal!, amal!], Array.from({ length: 101 }, () => ({ id: newId(), version: 1 }))])
    expect(await refusedFor(set(places))).toEqual(['request/invalid', undefined, ['places', 'lib.fields.invalid']])
  expect(await refusal(set([amal!], { price: -1 }))).toBe('lib.fields.negative')
  expect(await refusal(set([amal!], { from: '2027-04-30' }))).toBe('batches.newPrice.past')
  expect(await refusal(set([amal!], { from: '2028-01-01' }))).toBe('batches.newPrice.late')
  const preview = (from: string) => refusal(base.calls.enrolments.priceEffect({ ...price, places: [amal!.id], from }))
  expect([await preview('2027-04-30'), await preview('2028-01-01')]).toEqual(['batches.newPrice.past', 'batches.newPrice.late'])
  // The preview shows who can't, and its digest is of the others, who can have the price as it was shown.
  const { digest, rows } = await base.preview(['Amal', 'Badr', 'Celine'], 12_000, '2027-07-01')
  expect(rows.map(({ exception: why }) => why)).toEqual([null, 'free', 'last'])
  expect(await base.all()).toEqual(before)
  await base.calls.batches.update({ ...seen(await base.batch()), priceUnit: 'session' })
  expect(await refusedFor(set([amal!]))).toEqual(['request/invalid', 'Amal', ['places.0', `${exception}.unit`]])
  await base.calls.batches.update({ ...seen(await base.batch()), priceUnit: 'month' })
  expect((await set([amal!], { decision: { digest } })).rows).toMatchObject([{ id: amal!.id }])
})

test('a price of an earlier day that another one follows before any period begins would count for nothing', async () => {
  const base = await club()
  await base.enrol('Amal')
  await base.set(['Amal'], 12_000, '2027-06-15')
  expect(await refusedFor(base.set(['Amal'], 11_000, '2027-06-10'))).toEqual([
    'request/invalid',
    'Amal',
    ['places.0', 'enrolments.price.exception.later'],
  ])
})

test('places of another batch and of another business are unknown, and so is another business’s batch', async () => {
  const [base, other] = [await club(), await club()]
  await base.enrol('Amal')
  await other.enrol('Badr')
  const hours = { startingTime: '21:00', endingTime: '22:00', startDate: '2027-05-01', endDate: '2027-12-31' }
  const second = await base.calls.batches.create(base.batchInput(hours))
  const celine = await person(base.calls, 'Celine')
  const elsewhere = await base.calls.enrolments.enrol({ batch: second.id, customer: celine.id, terms: 'bill' })
  const [[amal], [theirs]] = [await base.places('Amal'), await other.places('Badr')]
  const before = [await base.all(), await other.all()]
  const price = { price: 12_000, from: '2027-07-01' }
  for (const [batch, places] of [
    [base.made.id, [amal!, elsewhere]],
    [second.id, [amal!]],
    [base.made.id, [amal!, theirs!]],
    [other.made.id, [amal!]],
    [other.made.id, [theirs!]],
    [newId(), [amal!]],
  ] as const) {
    expect(await refusal(base.calls.enrolments.setPrice({ ...price, batch, places: places.map(seen) }))).toBe('document/not-found')
    expect(await refusal(base.calls.enrolments.priceEffect({ ...price, batch, places: places.map(({ id }) => id) }))).toBe(
      'document/not-found',
    )
  }
  expect([await base.all(), await other.all()]).toEqual(before)
})

test('owner and manager may, front desk, accountant and trainer may not; a batch that is over has no new price', async () => {
  const base = await club()
  await base.enrol('Amal')
  const [amal] = await base.places('Amal')
  const price = { batch: base.made.id, price: 12_000, from: '2027-07-01' }
  for (const role of ['frontDesk', 'accountant', 'trainer'] as const) {
    const { calls } = await joined(app, base.owner, role, role === 'trainer' ? base.trainer.id : null)
    expect(await refusal(calls.enrolments.setPrice({ ...price, places: [seen(amal!)] }))).toBe('permission/denied')
    expect(await refusal(calls.enrolments.priceEffect({ ...price, places: [amal!.id] }))).toBe('permission/denied')
  }
  const manager = await joined(app, base.owner, 'manager')
  const { rows } = await manager.calls.enrolments.setPrice({ ...price, places: [seen(amal!)] })
  await base.calls.batches.complete(seen(await base.batch()))
  expect(await refusal(manager.calls.enrolments.setPrice({ ...price, price: 1, places: rows.map(seen) }))).toBe('batch/not-open')
})

test('a price is set as it was shown: another state, price or day, and the digest of another act, are answered with the preview of now', async () => {
  const base = await club()
  await base.enrol('Amal')
  await base.enrol('Badr')
  const { digest } = await base.preview(['Amal', 'Badr'], 12_000, '2027-07-01')
  const ofBatch = await base.calls.batches.priceEffect({ id: base.made.id, price: 12_000, from: '2027-07-01' })
  const move = await base.calls.enrolments.effects({ id: (await base.places('Amal'))[0]!.id, act: 'cancel' })
  const [amal] = await base.places('Amal')
  const discount = { kind: 'percent', value: 1000, until: null, reason: 'Sister' } as const
  await base.calls.enrolments.setDiscount({ ...seen(amal!), from: '2027-06-01', discount })
  const before = await base.all()
  const set = (by: string, ...of: Parameters<typeof base.preview>) => base.set(...of, { decision: { digest: by } })
  const refused: unknown = await set(digest, ['Amal', 'Badr'], 12_000, '2027-07-01').catch((error: unknown) => error)
  const now = await base.preview(['Amal', 'Badr'], 12_000, '2027-07-01')
  expect(now.rows.map(({ after }) => after)).toEqual([10_800, 12_000])
  expect(refused).toMatchObject({ code: 'effects/changed', status: 409, data: { effects: now } })
  for (const other of [ofBatch.digest, move.digest])
    expect(await refusal(set(other, ['Amal', 'Badr'], 12_000, '2027-07-01'))).toBe('effects/changed')
  expect(await refusal(set(now.digest, ['Amal', 'Badr'], 11_000, '2027-07-01'))).toBe('effects/changed')
  expect(await refusal(set(now.digest, ['Amal', 'Badr'], 12_000, '2027-07-02'))).toBe('effects/changed')
  expect(await refusal(set(now.digest, ['Amal'], 12_000, '2027-07-01'))).toBe('effects/changed')
  expect(await refusal(base.change({ price: 12_000, decision: { digest: now.digest } }))).toBe('effects/changed')
  expect(await base.all()).toEqual(before)
  await set(now.digest, ['Amal', 'Badr'], 12_000, '2027-07-01')
  expect((await base.terms('Amal'))[0]).toMatchObject({ price: 12_000, from: '2027-07-01' })
})

test('a second attempt of the same call changes nothing and names who has the price already', async () => {
  const base = await club()
  await base.enrol('Amal')
  const places = (await base.places('Amal')).map(seen)
  const call = { batch: base.made.id, places, price: 12_000, from: '2027-07-01' }
  await base.calls.enrolments.setPrice(call)
  const before = await base.all()
  expect(await refusedFor(base.calls.enrolments.setPrice(call))).toEqual(['request/stale', 'Amal'])
  expect(await base.all()).toEqual(before)
})

test('of twenty prices at once one is set, and beside a price of the whole batch each place has one of the two', async () => {
  const base = await club()
  await base.enrol('Amal')
  await base.enrol('Badr')
  const places = (await base.places('Amal', 'Badr')).map(seen)
  const set = (price: number, some = places) =>
    refusal(base.calls.enrolments.setPrice({ batch: base.made.id, places: some, price, from: '2027-07-01' }))
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => set(11_000 + at, at % 2 === 0 ? places : places.toReversed())))
  expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
  expect(new Set(answers)).toEqual(new Set(['accepted', 'request/stale']))
  const prices = async () => [(await base.terms('Amal'))[0]?.price, (await base.terms('Badr'))[0]?.price]
  const own = 11_000 + answers.indexOf('accepted')
  expect(await prices()).toEqual([own, own])
  const now = (await base.places('Amal', 'Badr')).map(seen)
  const both = await Promise.all([refusal(base.change()), set(15_000, now)])
  expect(both[0]).toBe('accepted')
  // Whichever was first: the other came too late, or replaced it.
  expect(await prices()).toEqual([18_000, 18_000])
})
