import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { decided, person, refusal, refusedFor, seen } from '../../../test/floor.ts'
import { joined } from '#directory/team/team.sample.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { groupOf } from './several.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const group = (names: string[], more?: Parameters<typeof groupOf>[2]) => groupOf(year, names, more)

test('where one can’t, none is: a full batch, a blocked person, an older version, a place that has ended, or one who is there', async () => {
  const base = await group(['Badr', 'Celine'])
  const { calls, first, second } = base
  const small = { startDate: '2027-04-01', endDate: '2027-12-31', totalCandidates: 2, startingTime: '21:00', endingTime: '21:50' }
  const full = await calls.batches.create(base.batch(small))
  await year.on('2027-04-16', base)
  const places = await base.chosen()
  const move = (batch: string, some = places) => calls.enrolments.changeSeveral({ act: 'move', places: some, batch })
  const dates = (endDate: string, some = places) => calls.enrolments.changeSeveral({ act: 'dates', places: some, endDate })
  const before = await base.all()
  expect(await refusedFor(move(full.id))).toEqual(['batch/full', undefined])
  const preview = calls.enrolments.severalEffects({ act: 'move', places: await base.ids(), batch: full.id })
  expect(await refusal(preview)).toBe('batch/full')
  expect(await refusedFor(move(first.id))).toEqual(['request/invalid', 'Amal', ['places.0', 'enrolments.batch.same']])
  expect(await refusedFor(move(newId()))).toEqual(['request/invalid', undefined, ['batch', 'enrolments.batch.required']])
  const stale = places.map((place, at) => (at === 1 ? { ...place, version: place.version + 1 } : place))
  expect(await refusedFor(move(second.id, stale))).toEqual(['request/stale', 'Badr'])
  expect(await refusedFor(dates('2027-04-20', stale))).toEqual(['request/stale', 'Badr'])
  expect(await refusedFor(dates('2027-04-15'))).toEqual(['request/invalid', undefined, ['endDate', 'enrolments.endDate.past']])
  expect(await refusal(move(second.id, [...places, { id: newId(), version: 1 }]))).toBe('document/not-found')
  expect(await refusedFor(move(second.id, [...places, places[0]!]))).toEqual([
    'request/invalid',
    undefined,
    ['places', 'lib.fields.invalid'],
  ])
  expect(await refusedFor(move(second.id, []))).toEqual(['request/invalid', undefined, ['places', 'lib.fields.invalid']])
  expect(await base.all()).toEqual(before)
  const celine = (await base.places())[2]!
  await calls.enrolments.enrol({ batch: second.id, customer: celine.customer, terms: 'from' })
  expect(await refusedFor(move(second.id))).toEqual(['request/invalid', 'Celine', ['places.2', 'enrolments.customer.enrolled']])
  const ids = await base.ids()
  expect(await refusedFor(calls.enrolments.severalEffects({ act: 'move', places: ids, batch: second.id }))).toEqual([
    'request/invalid',
    'Celine',
    ['places.2', 'enrolments.customer.enrolled'],
  ])
  const [, badr] = await base.places()
  await calls.customers.block({ ...seen(await calls.customers.get({ id: badr!.customer })) })
  for (const act of [() => move(second.id), () => dates('2027-04-20')])
    expect(await refusedFor(act())).toEqual(['customer/blocked', 'Badr'])
  await calls.enrolments.finish(places[0]!)
  expect(await refusedFor(dates('2027-04-20'))).toEqual(['enrolment/state', 'Amal'])
  await base.sound()
})

test('nobody acts on places of another business, or sees that there are any', async () => {
  const [own, other] = [await group([]), await group([])]
  await own.calls.accounts.signIn({ email: own.owner.email, password: own.owner.password })
  const places = [...(await own.chosen()), ...(await other.chosen())]
  const ids = places.map(({ id }) => id)
  const before = await other.all()
  const { calls, second } = own
  expect(await refusedFor(calls.enrolments.changeSeveral({ act: 'move', places, batch: second.id }))).toEqual([
    'document/not-found',
    undefined,
  ])
  expect(await refusedFor(calls.enrolments.changeSeveral({ act: 'dates', places, endDate: '2027-04-20' }))).toEqual([
    'document/not-found',
    undefined,
  ])
  expect(await refusedFor(calls.enrolments.severalEffects({ act: 'move', places: ids, batch: second.id }))).toEqual([
    'document/not-found',
    undefined,
  ])
  const theirs = calls.enrolments.changeSeveral({ act: 'move', places: places.slice(0, 1), batch: other.second.id })
  expect(await refusedFor(theirs)).toEqual(['request/invalid', undefined, ['batch', 'enrolments.batch.required']])
  expect(await other.all()).toEqual(before)
})

test('fifty at once move a group: one acts, the others are refused, and so is a retry', async () => {
  for (const act of ['move', 'dates'] as const) {
    const base = await group(['Badr'])
    const { calls, second } = base
    await year.on('2027-04-16', base)
    const places = await base.chosen()
    const perform = () =>
      calls.enrolments.changeSeveral(act === 'move' ? { act, places, batch: second.id } : { act, places, endDate: '2027-04-20' })
    const answers = await Promise.all(Array.from({ length: 50 }, () => decided(perform)))
    expect(answers.filter((code) => code === 'accepted')).toHaveLength(1)
    const refused = act === 'move' ? 'enrolment/state' : 'request/stale'
    expect(new Set(answers)).toEqual(new Set(['accepted', refused]))
    expect(await refusal(perform())).toBe(refused)
    expect(await base.effects()).toHaveLength(1)
    await base.sound()
  }
})

test('two groups with one person in common, to each other’s batch at once: one of them moves', async () => {
  const base = await group(['Badr', 'Celine'])
  const { calls, second } = base
  const third = await calls.batches.create(
    base.batch({ startDate: '2027-04-01', endDate: '2027-12-31', startingTime: '21:00', endingTime: '21:50' }),
  )
  const [amal, badr, celine] = await base.chosen()
  const answers = await Promise.all([
    refusal(calls.enrolments.changeSeveral({ act: 'move', places: [amal!, badr!], batch: second.id })),
    refusal(calls.enrolments.changeSeveral({ act: 'move', places: [celine!, badr!], batch: third.id })),
  ])
  expect(answers.toSorted()).toEqual(['accepted', 'enrolment/state'])
  expect((await base.places(second.id)).length + (await base.places(third.id)).length).toBe(2)
  await base.sound()
})

test('who saw other sums is shown what it means now, and no one is moved', async () => {
  const base = await group(['Badr'])
  const { calls, second } = base
  await year.on('2027-04-16', base)
  const { digest } = await calls.enrolments.severalEffects({ act: 'move', places: await base.ids(), batch: second.id })
  await calls.batches.changePrice({
    ...seen(await calls.batches.get({ id: second.id })),
    price: 18_000,
    from: '2027-04-16',
    isForAll: false,
  })
  const before = await base.all()
  const decision = { digest, lines: [] }
  const act = calls.enrolments.changeSeveral({ act: 'move', places: await base.chosen(), batch: second.id, decision })
  const { effects } = await act.then(
    () => ({ effects: null }),
    (error: { code: string; data: { effects: { lines: { amount: number }[] } } }) => error.data,
  )
  expect(effects?.lines.map(({ amount }) => amount)).toEqual([5000, 9000, 5000, 9000])
  expect(await base.all()).toEqual(before)
})

test('the front desk acts on several places by the limits of its role; trainers and accountants may not', async () => {
  const base = await group(['Badr'])
  const { owner, second } = base
  await year.on('2027-04-16', base)
  const places = await base.chosen()
  for (const role of ['trainer', 'accountant'] as const) {
    const { calls } = await joined(app, owner, role, role === 'trainer' ? base.trainer.id : null)
    expect(await refusal(calls.enrolments.changeSeveral({ act: 'move', places, batch: second.id }))).toBe('permission/denied')
    expect(await refusal(calls.enrolments.severalEffects({ act: 'move', places: places.map(({ id }) => id), batch: second.id }))).toBe(
      'permission/denied',
    )
  }
  const { calls: desk } = await joined(app, owner, 'frontDesk')
  const { digest, lines, mayChange } = await desk.enrolments.severalEffects({
    act: 'move',
    places: places.map(({ id }) => id),
    batch: second.id,
  })
  expect(mayChange).toBe(false)
  const waived = { digest, lines: [{ id: lines[1]!.id, amount: 0, reason: 'As agreed' }] }
  expect(await refusal(desk.enrolments.changeSeveral({ act: 'move', places, batch: second.id, decision: waived }))).toBe(
    'permission/denied',
  )
  const { rows } = await desk.enrolments.changeSeveral({ act: 'move', places, batch: second.id, decision: { digest } })
  expect(rows).toHaveLength(2)
})

test('a free place is not extended among others, since that needs a reason of its own', async () => {
  const base = await group([])
  const { calls, first } = base
  const badr = await person(calls, 'Badr')
  await calls.enrolments.enrol({ batch: first.id, customer: badr.id, terms: 'free', reason: 'Family', endDate: '2027-06-30' })
  const { calls: desk } = await joined(app, base.owner, 'frontDesk')
  const before = await base.all()
  for (const [by, key] of [
    [calls, 'enrolments.reason.required'],
    [desk, 'enrolments.nextChargeOn.right'],
  ] as const) {
    const act = by.enrolments.changeSeveral({ act: 'dates', places: await base.chosen(), endDate: '2027-12-31' })
    expect(await refusedFor(act)).toEqual(['request/invalid', 'Badr', ['places.1', key]])
  }
  expect(await base.all()).toEqual(before)
})
