import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#lib/roles.ts'
import { platform, tenant } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, openFloor, person, refusal, seen, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const dayMs = 86_400_000

test.each([
  ['AE', 2, 33_452, 17_514],
  ['KW', 3, 35_125, 18_390],
])(
  'in %s the recurring price of a month is the sum of monthly prices without tax of who is there and not frozen',
  async (country, exponent, net, season) => {
    app.clock.set(start)
    const base = await floor(app, country)
    const { calls, owner } = base
    const created = await calls.batches.create(base.batch({ startDate: '2026-10-05', endDate: '2026-12-31', price: 35_125 }))
    const term = await calls.batches.create(
      base.batch({ startDate: '2026-10-05', endDate: '2026-12-31', priceUnit: 'term', startingTime: '09:00', endingTime: '10:00' }),
    )
    const [amal, badr, dana] = [
      await person(calls, 'Amal', { phone: '', email: 'amal@example.com' }),
      await person(calls, 'Badr', { phone: '', email: 'badr@example.com' }),
      await person(calls, 'Dana', { phone: '', email: 'dana@example.com' }),
    ]
    const first = await calls.enrolments.enrol({ batch: created.id, customer: amal.id, nextChargeOn: '2026-10-20', reason: 'Paid before' })
    const second = await calls.enrolments.enrol({ batch: created.id, customer: badr.id, nextChargeOn: '2026-11-05', reason: 'Paid before' })
    // A term that no one billed, as the previous version stored it.
    const unbilled = await calls.enrolments.enrol({ batch: term.id, customer: dana.id, terms: 'free', reason: 'Paid before' })
    const third = await calls.enrolments.update({ ...seen(unbilled), nextChargeOn: '2026-11-04' })
    await calls.enrolments.freeze({ ...seen(second), from: '2026-10-05', to: '2026-10-31' })
    const october = await calls.reports.subscriptions({ from: '2026-10', to: '2026-12' })
    expect(october).toMatchObject({
      exponent,
      totals: [
        { month: '2026-10', opening: 0, new: 3, closing: 3, mrrNew: net + season, mrrFrozen: 0, mrr: net + season, pausedCustomers: 1 },
      ],
    })
    // The first is due on 20 October, the term after 3 November; the freeze moved the second one's payment later.
    expect(october.renewals).toEqual({ count: 1, amount: 35_125, from: '2026-10-05', to: '2026-11-03' })
    expect((await calls.reports.people({ figure: 'renewals', month: '2026-10' })).rows).toMatchObject([
      { id: first.id, firstName: 'Amal', exponent },
    ])
    await travel(app, owner, start + dayMs)
    expect((await calls.reports.subscriptions({ from: '2026-10', to: '2026-10' })).renewals).toMatchObject({
      count: 2,
      amount: 35_125 + third.price,
    })
    await travel(app, owner, start + 29 * dayMs)
    await calls.enrolments.cancel({ ...seen(first), when: 'now', reason: 'Moved away' })
    expect((await calls.reports.subscriptions({ from: '2026-10', to: '2026-12' })).totals).toMatchObject([
      { month: '2026-10', closing: 3, mrr: net + season, pausedCustomers: 1 },
      {
        month: '2026-11',
        opening: 3,
        cancelled: 1,
        closing: 2,
        active: 3,
        lost: 1,
        mrrOpening: net + season,
        mrrThawed: net,
        mrrCancelled: net,
        mrr: net + season,
        expansionMrr: net,
        churnedMrr: net,
      },
    ])
  },
)

test('only places that will be billed again recur, and a single day is told apart', async () => {
  app.clock.set(start)
  const base = await floor(app)
  const { calls, owner } = base
  await calls.plans.change({ plan: 'pro', version: (await calls.plans.current()).version })
  const created = await calls.batches.create(base.batch({ startDate: '2026-10-05', endDate: '2026-12-31', price: 10_500 }))
  const names = ['Paid', 'Free', 'Blocked', 'Single', 'Last']
  const people = []
  for (const name of names) people.push((await person(calls, name)).id)
  const [paid, free, blocked, single, last] = people.map((customer) => ({ batch: created.id, customer }))
  await calls.enrolments.enrol({ ...paid!, nextChargeOn: '2026-10-05' })
  await calls.enrolments.enrol({ ...free!, terms: 'free', reason: 'Scholarship' })
  await calls.enrolments.enrol({ ...blocked!, nextChargeOn: '2026-11-05', reason: 'Paid before' })
  await calls.enrolments.enrol({ ...single!, nextChargeOn: '2026-10-05', endDate: '2026-10-05' })
  const month = { kind: 'batch' as const, batch: created.id }
  await calls.enrolments.enrol({ ...last!, nextChargeOn: '2026-10-05', endDate: '2026-11-20' })
  await calls.sales.sell({ customer: last!.customer, items: [month], total: 10_500 })
  const of = async (to = '2026-10') => (await calls.reports.subscriptions({ from: '2026-10', to })).totals
  expect(await of()).toMatchObject([{ new: 4, closing: 4, singleDays: 1, expired: 0, mrrNew: 30_000, mrrExpired: 0, mrr: 30_000 }])
  await travel(app, owner, start + dayMs)
  await calls.customers.block(seen(await calls.customers.get({ id: blocked!.customer })))
  expect(await of()).toMatchObject([{ closing: 4, mrrNew: 20_000, mrrExpired: 0, mrr: 20_000 }])
  expect((await calls.enrolments.sums({})).monthly).toBe(20_000)
  const rows = async (figure: 'mrr' | 'mrrExpired' | 'singleDays', month = '2026-10') =>
    (await calls.reports.people({ figure, month })).rows.map(({ firstName, price }) => [firstName, price])
  expect(await rows('mrr')).toEqual([
    ['Last', 10_000],
    ['Paid', 10_000],
  ])
  expect(await rows('mrrExpired')).toEqual([])
  expect(await rows('singleDays')).toEqual([['Single', 10_500]])
  // The last 16 of 30 days are billed on 5 November: the place no longer recurs, though it is still held.
  await travel(app, owner, start + 31 * dayMs)
  await calls.sales.sell({ customer: last!.customer, items: [month], total: 5_600 })
  expect(await of('2026-11')).toMatchObject([
    { mrr: 20_000 },
    { opening: 4, closing: 4, mrrOpening: 20_000, mrrExpired: 10_000, churnedMrr: 10_000, mrr: 10_000 },
  ])
  expect(await rows('mrrExpired', '2026-11')).toEqual([['Last', 10_000]])
  expect((await calls.enrolments.sums({})).monthly).toBe(10_000)
})

test('who is finished on the day of the next bill recurs no longer', async () => {
  const { calls, made } = await openFloor(app, 5)
  const amal = await person(calls, 'Amal')
  const place = await calls.enrolments.enrol({ batch: made.id, customer: amal.id, nextChargeOn: '2026-10-05', endDate: '2026-12-31' })
  const recurring = async () => (await calls.reports.subscriptions({ from: '2026-10', to: '2026-10' })).totals[0]?.mrr
  expect(await recurring()).toBeGreaterThan(0)
  await calls.enrolments.finish(seen(place))
  expect([await recurring(), (await calls.enrolments.sums({})).monthly]).toEqual([0, 0])
})

test('a move is no loss, a gap makes it a return, and a move on the first day is none', async () => {
  const base = await openFloor(app, 5)
  const { calls, owner, made } = base
  const other = await calls.batches.create(
    base.batch({ startDate: '2026-10-05', endDate: '2026-12-31', startingTime: '09:00', endingTime: '10:00' }),
  )
  const late = await calls.batches.create(
    base.batch({ startDate: '2026-11-10', endDate: '2026-12-31', startingTime: '12:00', endingTime: '13:00' }),
  )
  const [amal, badr, dana] = [await person(calls, 'Amal'), await person(calls, 'Badr'), await person(calls, 'Dana')]
  const [a, b, d] = [
    await calls.enrolments.enrol({ batch: made.id, customer: amal.id }),
    await calls.enrolments.enrol({ batch: made.id, customer: badr.id }),
    await calls.enrolments.enrol({ batch: made.id, customer: dana.id }),
  ]
  await calls.enrolments.move({ ...seen(d), batch: other.id })
  await travel(app, owner, start + 28 * dayMs)
  await calls.enrolments.move({ ...seen(a), batch: other.id })
  await calls.enrolments.move({ ...seen(b), batch: late.id })
  await travel(app, owner, start + 40 * dayMs)
  const { totals, batches } = await calls.reports.subscriptions({ from: '2026-10', to: '2026-11' })
  expect(totals).toMatchObject([
    { opening: 0, new: 3, movedIn: 0, closing: 3 },
    { opening: 3, new: 0, movedIn: 1, movedOut: 1, returning: 1, cancelled: 1, closing: 3, active: 3, lost: 0 },
  ])
  expect(batches.find((row) => row.batch === made.id && row.month === '2026-11')).toMatchObject({
    opening: 2,
    movedOut: 1,
    cancelled: 1,
    closing: 0,
    lost: 0,
  })
})

test('who keeps the books sees no names, a trainer and a front desk nothing', async () => {
  const { calls, owner, made } = await openFloor(app, 5)
  const amal = await person(calls, 'Amal')
  await calls.enrolments.enrol({ batch: made.id, customer: amal.id })
  const as = (role: Role) =>
    platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
  const people = () => calls.reports.people({ figure: 'new', month: '2026-10' })
  expect((await people()).rows).toMatchObject([{ firstName: 'Amal' }])
  await as('accountant')
  expect((await people()).rows).toMatchObject([{ firstName: '', lastName: '', customer: amal.id }])
  for (const role of ['trainer', 'frontDesk'] as const) {
    await as(role)
    expect(await refusal(people()), role).toBe('permission/denied')
    expect(await refusal(calls.reports.subscriptions({ from: '2026-10', to: '2026-10' })), role).toBe('permission/denied')
    expect(await refusal(calls.reports.audit({})), role).toBe('permission/denied')
  }
})

test('a span of months is in order and at most two years', async () => {
  const { calls } = await openFloor(app, 1)
  expect(await refusal(calls.reports.subscriptions({ from: '2026-10', to: '2026-09' }))).toBe('reports.month.order')
  expect(await refusal(calls.reports.subscriptions({ from: '2026-10', to: '2028-10' }))).toBe('reports.month.many')
  expect((await calls.reports.subscriptions({ from: '2027-01', to: '2027-02' })).totals).toEqual([])
})

test('owners whose business has figures from before are informed for three months that they are computed differently', async () => {
  const { calls, owner } = await openFloor(app, 1)
  const changedOn = async () => (await calls.reports.subscriptions({ from: '2026-10', to: '2026-10' })).changedOn
  expect(await changedOn()).toBe(null)
  const { id } = await person(calls, 'Amal')
  await calls.sales.sell({ customer: id, items: [{ kind: 'free', text: 'A ball', quantity: 1, unit: 900 }], total: 900 })
  await tenant(app.app.db, owner.vendorId, (trx) =>
    trx.updateTable('books').set({ accrualSince: '2026-10-03' }).where('vendorId', '=', owner.vendorId).execute(),
  )
  expect(await changedOn()).toBe('2026-10-03')
  await travel(app, owner, Date.parse('2027-01-02T09:00:00Z'))
  expect(await changedOn()).toBe('2026-10-03')
  await travel(app, owner, Date.parse('2027-01-03T09:00:00Z'))
  expect(await changedOn()).toBe(null)
})
