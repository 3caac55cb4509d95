import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { joined } from '#directory/team/team.sample.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { april } from './effects.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

/** A business in April with Amal and others in its first batch, each of whom has paid for April unless they are named as unpaid. */
async function group(names: string[], { unpaid = [], ...more }: { unpaid?: string[] } & Parameters<typeof april>[1] = {}) {
  const base = await april(year, { isPaid: !unpaid.includes('Amal'), ...more })
  const { calls, first } = base
  for (const name of names) {
    const { id } = await person(calls, name, { email: `${name.toLowerCase()}-${base.owner.vendorId}@example.com` })
    await calls.enrolments.enrol({ batch: first.id, customer: id, terms: 'bill' })
    if (unpaid.includes(name)) continue
    for (const bill of (await calls.sales.list({ customer: id })).rows)
      await calls.sales.pay({ sale: bill.id, amount: bill.due, method: 'cash' })
  }
  const places = async (batch = first.id) =>
    (await calls.enrolments.list({ batch, state: 'held', sort: 'createdAt', direction: 'asc' })).rows
  const chosen = async (batch?: string) => (await places(batch)).map(seen)
  const ids = async (batch?: string) => (await places(batch)).map(({ id }) => id)
  const effects = async () => (await calls.effects.list({})).rows
  const credits = async () => {
    const { rows } = await calls.customers.list({ sort: 'createdAt', direction: 'asc' })
    return Promise.all(rows.map(async ({ id }) => (await calls.sales.credit({ customer: id })).balance))
  }
  /** Everything that an act may change. */
  const all = async () => [
    (await calls.enrolments.list({ state: 'all' })).rows,
    (await calls.sales.list({ sort: 'day' })).rows,
    await credits(),
    await effects(),
  ]
  return { ...base, places, chosen, ids, effects, credits, all }
}

/** The refusal of a call, and whom it names. */
const refusedFor = async (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code: string; data?: { place?: { firstName: string }; issues?: { path: unknown[]; key: string }[] } }) => [
      error.code,
      error.data?.place?.firstName,
      ...(error.data?.issues ?? []).map(({ path, key }) => [path.join('.'), key]),
    ],
  )

test('two people who move on the 16th from 100.00 to 150.00 are each credited 50.00 and charged 75.00, in one effect that is reversed as one', async () => {
  const base = await group(['Badr'])
  const { calls, first, second } = base
  await year.on('2027-04-16', base)
  const before = await base.all()
  const shown = await calls.enrolments.severalEffects({ act: 'move', places: await base.ids(), batch: second.id })
  const days = { count: 15, of: 30, fromDay: '2027-04-16', toDay: '2027-04-30' }
  expect(shown.lines).toMatchObject([
    { firstName: 'Amal', kind: 'credit', amount: 5000, price: 10_000, ...days },
    { firstName: 'Amal', kind: 'charge', amount: 7500, price: 15_000, ...days },
    { firstName: 'Badr', kind: 'credit', amount: 5000, price: 10_000, ...days },
    { firstName: 'Badr', kind: 'charge', amount: 7500, price: 15_000, ...days },
  ])
  // Nothing has happened by looking.
  expect(await base.all()).toEqual(before)
  const places = await base.chosen()
  const { rows } = await calls.enrolments.changeSeveral({ act: 'move', places, batch: second.id, decision: { digest: shown.digest } })
  expect(rows).toMatchObject(
    ['Amal', 'Badr'].map((firstName) => ({
      firstName,
      batch: second.id,
      billedThrough: '2027-04-30',
      nextChargeOn: '2027-05-01',
      owed: 2500,
    })),
  )
  const effects = await base.effects()
  expect(effects).toMatchObject([{ act: 'move', batch: second.id, obstacle: null }])
  // Posted is what was shown.
  const plain = ({ lines }: { lines: { firstName: string; kind: string; amount: number; fromDay: string; toDay: string }[] }) =>
    lines.map(({ firstName, kind, amount, fromDay, toDay }) => [firstName, kind, amount, fromDay, toDay])
  expect(plain(effects[0]!)).toEqual(plain(shown))
  expect([await base.places(), await base.credits()]).toEqual([[], [0, 0]])
  await base.sound()
  const credited = (await app.mails()).filter(({ to, subject }) => to.includes(base.owner.vendorId) && subject.includes('credited'))
  expect(credited).toHaveLength(1)
  await calls.effects.reverse({ id: effects[0]!.id, reason: 'A mistake' })
  expect((await base.effects()).map(({ reversedOn }) => reversedOn)).toEqual(['2027-04-16'])
  const bills = (await calls.sales.list({ sort: 'day' })).rows.map(({ total, credited, state }) => [total, credited, state])
  expect(bills.map(String).toSorted()).toEqual(['10000,0,paid', '10000,0,paid', '7500,0,void', '7500,0,void'])
  expect((await base.places(second.id)).map(({ firstName }) => firstName)).toEqual(['Amal', 'Badr'])
  expect(await base.places(first.id)).toEqual([])
  await base.sound()
})

test('three places that end on the 20th are credited 33.33 each, an unpaid one by a lower bill; a later last day charges that again', async () => {
  const base = await group(['Badr', 'Celine'], { unpaid: ['Celine'] })
  const { calls } = base
  await year.on('2027-04-10', base)
  const end = async (endDate: string) => calls.enrolments.changeSeveral({ act: 'dates', places: await base.chosen(), endDate })
  await end('2027-04-20')
  expect([
    await base.credits(),
    (await base.effects()).map(({ act, batch, lines }) => [act, batch, lines.map(({ amount }) => amount)]),
  ]).toEqual([[3333, 3333, 0], [['dates', base.first.id, [3333, 3333, 3333]]]])
  const due = async () => (await base.places()).map(({ firstName, owed, endDate }) => [firstName, owed, endDate])
  expect(await due()).toEqual([
    ['Amal', 0, '2027-04-20'],
    ['Badr', 0, '2027-04-20'],
    ['Celine', 6667, '2027-04-20'],
  ])
  await end('2027-12-31')
  expect([await base.credits(), await due()]).toEqual([
    [0, 0, 0],
    [
      ['Amal', 0, '2027-12-31'],
      ['Badr', 0, '2027-12-31'],
      ['Celine', 10_000, '2027-12-31'],
    ],
  ])
  await base.sound()
  await year.on('2027-05-01', base)
  const may = (await calls.sales.list({ sort: 'day', direction: 'desc' })).rows.filter(({ day }) => day === '2027-05-01')
  expect(may.map(({ total }) => total)).toEqual([10_000, 10_000, 10_000])
})

test('of several places some may end earlier and some later', async () => {
  const base = await group(['Badr'])
  const { calls } = base
  const [amal] = await base.places()
  await calls.enrolments.update({ ...seen(amal!), endDate: '2027-04-10' })
  expect(await base.credits()).toEqual([6667, 0])
  const places = await base.chosen()
  await calls.enrolments.changeSeveral({ act: 'dates', places: places.toReversed(), endDate: '2027-04-20' })
  const [effect] = await base.effects()
  expect(effect?.lines.map(({ firstName, kind, amount }) => [firstName, kind, amount])).toEqual([
    ['Badr', 'credit', 3333],
    ['Amal', 'charge', 3334],
  ])
  await base.sound()
})

test('places of two batches move to a third, and change their dates as one', async () => {
  const base = await group(['Badr'])
  const { calls, first, second } = base
  const [, badr] = await base.places()
  await calls.enrolments.move({ ...seen(badr!), batch: second.id })
  await year.on('2027-04-16', base)
  const both = [...(await base.chosen(second.id)), ...(await base.chosen(first.id))]
  const { rows } = await calls.enrolments.changeSeveral({ act: 'dates', places: both, endDate: '2027-04-20' })
  expect(rows.map(({ firstName, endDate }) => [firstName, endDate])).toEqual([
    ['Badr', '2027-04-20'],
    ['Amal', '2027-04-20'],
  ])
  const [dates] = await base.effects()
  expect(dates).toMatchObject({ act: 'dates', batch: null, lines: [{ batchName: first.name }, { batchName: second.name }] })
  // Both batches show it.
  for (const batch of [first.id, second.id]) expect((await calls.effects.list({ batch })).rows.map(({ id }) => id)).toContain(dates!.id)
  const third = await calls.batches.create(
    base.batch({ startDate: '2027-04-01', endDate: '2027-12-31', startingTime: '21:00', endingTime: '21:50' }),
  )
  const { rows: moved } = await calls.enrolments.changeSeveral({ act: 'move', places: rows.map(seen), batch: third.id })
  expect(moved.map(({ firstName, batch }) => [firstName, batch])).toEqual([
    ['Badr', third.id],
    ['Amal', third.id],
  ])
  await base.sound()
})

test('a term that several are moved into is billed at once, but not to whom is free', async () => {
  const base = await group(['Badr', 'Celine'])
  const { calls } = base
  const term = await calls.batches.create(
    base.batch({
      price: 40_000,
      priceUnit: 'term',
      startDate: '2027-04-01',
      endDate: '2027-06-30',
      startingTime: '21:00',
      endingTime: '21:50',
    }),
  )
  const dania = await person(calls, 'Dania')
  await calls.enrolments.enrol({ batch: base.first.id, customer: dania.id, terms: 'from', nextChargeOn: '2027-05-01', reason: 'Trial' })
  const elias = await person(calls, 'Elias')
  await calls.enrolments.enrol({ batch: base.first.id, customer: elias.id, terms: 'free', reason: 'Family' })
  await calls.enrolments.changeSeveral({ act: 'move', places: await base.chosen(), batch: term.id })
  const owed = new Map((await base.places(term.id)).map(({ firstName, billedThrough, owed }) => [firstName, [billedThrough, owed]]))
  const billed = (amount: number) => ['2027-06-30', amount]
  expect(owed).toEqual(
    new Map([
      ['Amal', billed(30_000)],
      ['Badr', billed(30_000)],
      ['Celine', billed(30_000)],
      ['Dania', billed(40_000)],
      ['Elias', [null, 0]],
    ]),
  )
  await base.sound()
})

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
  for (const act of [move(second.id), dates('2027-04-20')]) expect(await refusedFor(act)).toEqual(['customer/blocked', 'Badr'])
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
    const answers = await Promise.all(Array.from({ length: 50 }, () => refusal(perform())))
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

test('a decision changes one person’s line and refunds another’s', async () => {
  const base = await group(['Badr'])
  const { calls, second } = base
  await year.on('2027-04-16', base)
  const { digest, lines } = await calls.enrolments.severalEffects({ act: 'dates', places: await base.ids(), endDate: '2027-04-20' })
  expect(lines.map(({ amount }) => amount)).toEqual([3333, 3333])
  const decision = {
    digest,
    lines: [
      { id: lines[0]!.id, amount: 0, reason: 'As agreed' },
      { id: lines[1]!.id, amount: 3333, method: 'cash' as const, reason: 'Asked for it' },
    ],
  }
  await calls.enrolments.changeSeveral({ act: 'dates', places: await base.chosen(), endDate: '2027-04-20', decision })
  expect(await base.credits()).toEqual([0, 0])
  expect((await base.effects())[0]?.lines.map(({ amount, method }) => [amount, method])).toEqual([
    [0, null],
    [3333, 'cash'],
  ])
  expect(await base.places(second.id)).toEqual([])
  await base.sound()
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
