import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal } from '../../../test/floor.ts'
import { lineOf, placeOf, yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

describe('past due', () => {
  test('follows from a bill that is not paid by its day, is found everywhere, and ends with the payment', async () => {
    const base = await year.yearFloor('2027-01-10', '2027-12-31')
    const { calls, owner } = base
    const amal = await person(calls, 'Amal', { email: 'late@example.com' })
    await calls.sales.sell({ customer: amal.id, items: [lineOf(base)], total: 35_000, payments: [{ method: 'cash', amount: 35_000 }] })
    expect(await placeOf(base)).toMatchObject({ state: 'active', owed: 0, bill: null })
    await year.on('2027-02-10', base)
    const [, renewal] = await year.bills(owner.vendorId)
    expect(await placeOf(base)).toMatchObject({ state: 'active', owed: 35_000, bill: renewal!.id })
    await year.on('2027-02-13', base)
    expect((await placeOf(base)).state).toBe('active')
    expect((await calls.home.today()).needs.pastDue).toEqual({ count: 0, total: null, rows: [], snoozed: [] })
    await year.on('2027-02-14', base)
    expect((await placeOf(base)).state).toBe('pastDue')
    expect((await calls.enrolments.list({ state: 'pastDue' })).rows).toMatchObject([{ id: (await placeOf(base)).id, state: 'pastDue' }])
    expect((await calls.enrolments.list({ state: 'active' })).total).toBe(0)
    expect((await calls.sales.list({ state: 'overdue' })).rows).toMatchObject([{ id: renewal!.id, due: 35_000, dueOn: '2027-02-13' }])
    expect((await calls.home.today()).needs.pastDue).toMatchObject({
      count: 1,
      total: 35_000,
      rows: [{ id: renewal!.id, name: 'Amal', money: 35_000, age: 1, text: 'Juniors' }],
    })
    await calls.sales.pay({ sale: renewal!.id, method: 'card', amount: 5_000 })
    expect(await placeOf(base)).toMatchObject({ state: 'pastDue', owed: 30_000 })
    await calls.sales.pay({ sale: renewal!.id, method: 'card', amount: 30_000 })
    expect(await placeOf(base)).toMatchObject({ state: 'active', owed: 0, bill: null })
    expect((await calls.sales.list({ state: 'overdue' })).rows).toEqual([])
    expect((await calls.home.today()).needs.pastDue.count).toBe(0)
    await year.expectSound(owner.vendorId)
  })

  test('the list of enrolments sums what recurs of all its pages and what is owed, a bill of two places once', async () => {
    const base = await year.yearFloor('2027-03-01', '2027-12-31')
    const { calls, made, batch, owner, second } = base
    const term = await calls.batches.create(
      batch({ startDate: '2027-03-01', endDate: '2027-12-31', priceUnit: 'term', price: 90_000, trainer: second.id }),
    )
    const people = []
    for (const name of ['Amal', 'Badr', 'Carla', 'Dana', 'Emma']) people.push(await person(calls, name))
    const [amal, badr, carla, dana, emma] = people.map(({ id }) => id)
    // One bill for two places, 100.00 of it paid; a paid bill; a term price; a frozen place; a place that begins later.
    const both = { kind: 'batch' as const, batch: term.id }
    await calls.sales.sell({ customer: amal!, items: [lineOf(base), both], total: 125_000, payments: [{ method: 'cash', amount: 10_000 }] })
    await calls.sales.sell({ customer: badr!, items: [lineOf(base)], total: 35_000, payments: [{ method: 'cash', amount: 35_000 }] })
    await calls.sales.sell({ customer: badr!, items: [{ kind: 'free', text: 'A ball', quantity: 1, unit: 900 }], total: 900 })
    const frozen = await calls.enrolments.enrol({ batch: made.id, customer: carla! })
    await calls.enrolments.freeze({ id: frozen.id, version: frozen.version, from: '2027-03-01', to: '2027-03-20' })
    await calls.enrolments.enrol({ batch: made.id, customer: dana!, startDate: '2027-04-01' })
    const cancelled = await calls.enrolments.enrol({ batch: made.id, customer: emma! })
    await calls.enrolments.cancel({ id: cancelled.id, version: cancelled.version, when: 'now', reason: '' })
    const sums = async (input: object) => {
      const { monthly, owed } = await calls.enrolments.sums(input)
      return [monthly, owed]
    }
    expect((await calls.enrolments.list({ size: 1 })).total).toBe(5)
    // 350.00 including 5 % tax is 333.33 a month without tax, and 900.00 for ten months 85.71.
    expect(await sums({})).toEqual([75_237, 115_000])
    const { totals } = await calls.reports.subscriptions({ from: '2027-03', to: '2027-03' })
    expect(totals.at(-1)).toMatchObject({ mrr: 75_237 })
    expect(await sums({ state: 'all' })).toEqual([75_237, 115_000])
    expect(await sums({ batch: term.id })).toEqual([8571, 115_000])
    expect(await sums({ customer: badr! })).toEqual([33_333, 0])
    expect(await sums({ search: 'ama' })).toEqual([41_904, 115_000])
    expect(await sums({ search: 'nobody' })).toEqual([0, 0])
    for (const state of ['frozen', 'cancelled', 'waitlisted', 'pastDue'] as const) expect(await sums({ state }), state).toEqual([0, 0])
    await year.on('2027-03-02', base)
    expect(await sums({ state: 'pastDue' })).toEqual([41_904, 115_000])
    expect(await sums({ state: 'active' })).toEqual([33_333, 0])
    await year.expectSound(owner.vendorId)
  })

  test('three reminders go on their days, each once, and none after the payment', async () => {
    const base = await year.yearFloor('2027-01-10', '2027-12-31')
    const { calls, owner } = base
    for (const name of ['amal', 'badr']) {
      const { id } = await person(calls, name, { email: `${name}-r@example.com` })
      await calls.enrolments.enrol({
        batch: base.made.id,
        customer: id,
        nextChargeOn: '2027-02-10',
        reason: 'Paid before',
        endDate: '2027-03-09',
      })
    }
    const reminded = async (name: string) =>
      (await app.mails()).filter(({ to, subject }) => to === `${name}-r@example.com` && subject.startsWith('Reminder')).length
    const seenOn: string[] = []
    for (let date = 10; date <= 27; date += 1) {
      const day = `2027-02-${date}`
      const before = await reminded('amal')
      await year.on(day, base)
      await app.app.db.kysely
        .updateTable('vendorPlans')
        .set({ dailyAt: '2000-01-01T00:00:00Z', dailyFor: null })
        .where('vendorId', '=', owner.vendorId)
        .execute()
      await Promise.all([year.days(), year.days()])
      if ((await reminded('amal')) > before) seenOn.push(`${day} ${(await reminded('amal')) - before}`)
      if (date === 15) {
        const { rows } = await calls.sales.list({ state: 'overdue' })
        const own = rows.find(({ firstName }) => firstName === 'badr')!
        await calls.sales.pay({ sale: own.id, method: 'cash', amount: own.due })
      }
    }
    // Due on 13 February: the 14th, the 17th and the 21st.
    expect(seenOn).toEqual(['2027-02-14 1', '2027-02-17 1', '2027-02-21 1'])
    expect(await reminded('badr')).toBe(1)
    expect((await calls.enrolments.list({ state: 'pastDue' })).rows).toHaveLength(1)
  })

  test('a voided bill is past due no more, and its month is billed again', async () => {
    const base = await year.yearFloor('2027-01-10', '2027-12-31')
    const { calls, owner, made } = base
    const amal = await person(calls, 'Amal')
    await calls.enrolments.enrol({ batch: made.id, customer: amal.id, nextChargeOn: '2027-02-10', reason: 'Paid before' })
    await year.on('2027-02-10', base)
    await year.on('2027-02-20', base)
    expect((await placeOf(base)).state).toBe('pastDue')
    const [bill] = await year.bills(owner.vendorId)
    await calls.sales.void({ id: bill!.id, reason: 'Wrong price' })
    expect((await placeOf(base)).state).toBe('active')
    await year.on('2027-02-21', base)
    expect(await year.bills(owner.vendorId)).toMatchObject([{ fromDay: '2027-02-10', toDay: '2027-03-09' }])
    expect(await refusal(calls.sales.void({ id: bill!.id, reason: 'Again' }))).toBe('sale/state')
    await year.expectSound(owner.vendorId)
  })
})
