import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDays } from '#business/accounts/daily.server.ts'
import { dailyTasks } from '#entrance/tasks.server.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { hours, openFloor, person, seen, travel } from '../../../test/floor.ts'
import { lineOf, morning, placeOf, yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

describe('a renewal', () => {
  test('is billed on each month’s own day for a year, also after shorter months, and stops with the end', async () => {
    const base = await year.yearFloor('2027-01-31', '2028-01-20')
    const { calls, owner } = base
    const amal = await person(calls, 'Amal', { email: 'amal@example.com', language: 'ar' })
    await calls.sales.sell({ customer: amal.id, items: [lineOf(base)], total: 35_000 })
    const starts = [
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
      '2027-07-31',
      '2027-08-31',
      '2027-09-30',
      '2027-10-31',
      '2027-11-30',
      '2027-12-31',
    ]
    for (const [at, day] of starts.entries()) {
      const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
      await year.on(before, base)
      expect(await year.bills(owner.vendorId), before).toHaveLength(at + 1)
      await year.on(day, base)
      await year.days()
      expect(await year.bills(owner.vendorId), day).toHaveLength(at + 2)
      expect((await placeOf(base)).nextChargeOn).toBe(starts[at + 1] ?? null)
    }
    await year.on('2028-01-25', base)
    expect(await year.spans(owner.vendorId)).toEqual([
      ['2027-01-31', '2027-02-27'],
      ['2027-02-28', '2027-03-30'],
      ['2027-03-31', '2027-04-29'],
      ['2027-04-30', '2027-05-30'],
      ['2027-05-31', '2027-06-29'],
      ['2027-06-30', '2027-07-30'],
      ['2027-07-31', '2027-08-30'],
      ['2027-08-31', '2027-09-29'],
      ['2027-09-30', '2027-10-30'],
      ['2027-10-31', '2027-11-29'],
      ['2027-11-30', '2027-12-30'],
      ['2027-12-31', '2028-01-20'],
    ])
    const issued = await year.bills(owner.vendorId)
    expect(issued.map(({ number }) => number)).toEqual(issued.map((_, at) => `S2027-${String(at + 1).padStart(5, '0')}`))
    expect(issued.slice(1).every(({ day, fromDay, kind, channel }) => day === fromDay && kind === 'renewal' && channel === 'online')).toBe(
      true,
    )
    // The last month has 21 of its 31 days.
    expect(issued.map(({ total }) => total)).toEqual([...Array.from({ length: 11 }, () => 35_000), 23_710])
    expect(issued.slice(1, 3).map(({ dueOn }) => dueOn)).toEqual(['2027-03-03', '2027-04-03'])
    const mails = (await app.mails()).filter(({ to }) => to === 'amal@example.com')
    expect(mails.filter(({ subject }) => subject.startsWith('فاتورة S2027-00002 '))).toHaveLength(1)
    await year.expectSound(owner.vendorId)
  })

  test('bills no day after the last day of a batch that was shortened', async () => {
    const base = await year.yearFloor('2027-01-31', '2028-01-20')
    const { calls, owner, made } = base
    const ben = await person(calls, 'Ben')
    await calls.sales.sell({ customer: ben.id, items: [lineOf(base)], total: 35_000 })
    await calls.batches.update({
      ...base.batch({ startDate: '2027-01-31', endDate: '2027-04-20' }),
      code: made.code,
      ...seen(await calls.batches.get({ id: made.id })),
    })
    await year.on('2027-04-15', base)
    await year.on('2027-07-15', base)
    expect(await year.spans(owner.vendorId)).toEqual([
      ['2027-01-31', '2027-02-27'],
      ['2027-02-28', '2027-03-30'],
      ['2027-03-31', '2027-04-20'],
    ])
    await year.expectSound(owner.vendorId)
  })

  test('follows a freeze, waits while it lasts, keeps its price, and stops where it is cancelled at the period’s end', async () => {
    const base = await year.yearFloor('2027-01-31', '2028-01-20')
    const { calls, owner, made } = base
    const amal = await person(calls, 'Amal')
    await calls.sales.sell({ customer: amal.id, items: [lineOf(base)], total: 35_000 })
    await calls.batches.update({
      ...base.batch({ startDate: '2027-01-31', endDate: '2028-01-20' }),
      code: made.code,
      ...seen(await calls.batches.get({ id: made.id })),
      price: 50_000,
    } as never)
    // Ten days from 20 February: 28 February becomes 10 March.
    await calls.enrolments.freeze({ ...seen(await placeOf(base)), from: '2027-02-20', to: '2027-03-01' })
    await year.on('2027-02-28', base)
    expect(await year.bills(owner.vendorId)).toHaveLength(1)
    await year.on('2027-03-09', base)
    expect(await year.bills(owner.vendorId)).toHaveLength(1)
    await year.on('2027-03-10', base)
    expect((await year.bills(owner.vendorId))[1]).toMatchObject({ fromDay: '2027-03-10', toDay: '2027-04-09', total: 35_000 })
    // A freeze that is known when the month is billed lengthens it by its five days.
    await calls.enrolments.freeze({ ...seen(await placeOf(base)), from: '2027-04-20', to: '2027-04-24' })
    await year.on('2027-04-10', base)
    expect((await year.bills(owner.vendorId))[2]).toMatchObject({ fromDay: '2027-04-10', toDay: '2027-05-14' })
    await calls.enrolments.cancel({ ...seen(await placeOf(base)), when: 'periodEnd', reason: '' })
    await year.on('2027-05-15', base)
    await year.on('2027-06-15', base)
    expect(await year.bills(owner.vendorId)).toHaveLength(3)
    expect(await placeOf(base)).toMatchObject({ state: 'completed', endDate: '2027-05-14' })
    await year.expectSound(owner.vendorId)
  })

  test('a charge that a freeze finds missed waits until the freeze is over', async () => {
    const base = await openFloor(app, 5)
    const { calls, owner, made } = base
    await year.plan(base)
    const amal = await person(calls, 'Amal')
    await calls.enrolments.enrol({ batch: made.id, customer: amal.id, nextChargeOn: '2026-10-20', reason: 'Paid before' })
    await travel(app, owner, morning('2026-10-21'))
    await calls.enrolments.freeze({ ...seen(await placeOf(base)), from: '2026-10-21', to: '2026-10-30' })
    await year.days()
    expect(await year.bills(owner.vendorId)).toEqual([])
    await year.on('2026-10-31', base)
    expect(await year.spans(owner.vendorId)).toEqual([['2026-10-20', '2026-11-29']])
  })

  test('several missed months give one bill each, dated where their month is open and else today', async () => {
    const base = await year.yearFloor('2027-01-10', '2027-12-31')
    const { calls, owner } = base
    const amal = await person(calls, 'Amal')
    await calls.sales.sell({ customer: amal.id, items: [lineOf(base)], total: 35_000 })
    await travel(app, owner, morning('2027-04-15'))
    await calls.finance.close({ month: '2027-02' })
    await year.days()
    expect((await year.bills(owner.vendorId)).map(({ day, fromDay }) => [fromDay, day])).toEqual([
      ['2027-01-10', '2027-01-10'],
      ['2027-02-10', '2027-04-15'],
      ['2027-03-10', '2027-03-10'],
      ['2027-04-10', '2027-04-10'],
    ])
    await year.expectSound(owner.vendorId)
  })

  test('an expired trial is not billed, and catches up when a plan is chosen', async () => {
    const base = await openFloor(app, 5)
    const { calls, owner } = base
    const amal = await person(calls, 'Amal')
    await calls.sales.sell({ customer: amal.id, items: [lineOf(base)], total: 35_000 })
    // The trial began on 5 October, so 4 November is the first day without it.
    await year.on('2026-11-05', base)
    expect(await year.bills(owner.vendorId)).toHaveLength(1)
    await year.plan(base)
    await year.days()
    expect(await year.spans(owner.vendorId)).toEqual([
      ['2026-10-05', '2026-11-04'],
      ['2026-11-05', '2026-12-04'],
    ])
  })

  test('a business bills on its own day: Kiritimati a day before Honolulu', async () => {
    const vendors: string[] = []
    for (const [country, timeZone] of [
      ['KI', 'Pacific/Kiritimati'],
      ['US', 'Pacific/Honolulu'],
    ] as const) {
      const { owner, calls, made, logo } = await year.yearFloor('2027-01-05', '2027-12-31', country)
      // The task runs for the day of the country's principal zone before another zone is chosen.
      await year.days()
      const place = { address: '1 Road', postcode: '11', latitude: null, longitude: null, location: '' }
      const profile = { name: 'Far', logo, username: `far.${country.toLowerCase()}`, ...hours, ...place }
      await calls.setup.saveVendor({ ...profile, timeZone, version: 0 } as never)
      const amal = await calls.customers.create({ firstName: 'Amal', email: `${country}@example.com` } as never)
      await calls.enrolments.enrol({ batch: made.id, customer: amal.id, nextChargeOn: '2027-02-10', reason: 'Paid before' })
      vendors.push(owner.vendorId)
    }
    const at = async (instant: string) => {
      app.clock.set(Date.parse(instant))
      await year.days()
      return Promise.all(vendors.map(async (vendorId) => (await year.bills(vendorId)).length))
    }
    expect(await at('2027-02-09T09:59:59Z')).toEqual([0, 0])
    expect(await at('2027-02-09T10:00:00Z')).toEqual([1, 0])
    expect(await at('2027-02-10T09:59:59Z')).toEqual([1, 0])
    expect(await at('2027-02-10T10:00:00Z')).toEqual([1, 1])
  })
})

describe('once', () => {
  test('three runs and the desk at the same moment bill a month once', async () => {
    const base = await year.yearFloor('2027-01-10', '2027-12-31')
    const { calls, owner } = base
    const people = [await person(calls, 'Amal'), await person(calls, 'Badr'), await person(calls, 'Carla')]
    for (const { id } of people) await calls.sales.sell({ customer: id, items: [lineOf(base)], total: 35_000 })
    await travel(app, owner, morning('2027-02-10'))
    // Each run does all the work, as if the lease of the others had expired.
    const again = () =>
      app.app.db.kysely
        .updateTable('vendorPlans')
        .set({ dailyAt: '2000-01-01T00:00:00Z', dailyFor: null })
        .where('vendorId', '=', owner.vendorId)
        .execute()
    const run = async () => {
      await again()
      await year.days()
    }
    const desk = people.map(({ id }) => calls.sales.sell({ customer: id, items: [lineOf(base)], total: 35_000 }))
    await Promise.all([run(), run(), run(), ...desk])
    await run()
    const found = await year.bills(owner.vendorId)
    const billed = found.map(({ fromDay, toDay }) => `${fromDay} ${toDay}`)
    // The desk bills the month, or the next one if the job was faster; no place has two bills for one month.
    for (const { id } of people) {
      const own = await calls.sales.list({ customer: id, size: 100 })
      const months = (await Promise.all(own.rows.map((row) => calls.sales.get({ id: row.id })))).map(({ items: [line] }) => line?.fromDay)
      expect(new Set(months).size).toBe(months.length)
      expect(months).toContain('2027-02-10')
    }
    expect(billed.length).toBeGreaterThanOrEqual(6)
    await year.expectSound(owner.vendorId)
  })

  test('a crash in the middle is repeated without harm, and one that fails keeps no one else from a bill', async () => {
    const base = await year.yearFloor('2027-01-10', '2027-12-31')
    const { calls, owner } = base
    for (const [name, email] of [
      ['Amal', ''],
      ['Badr', 'badr@example.com'],
      ['Carla', ''],
    ] as const) {
      const { id } = await person(calls, name, { email })
      await calls.sales.sell({ customer: id, items: [lineOf(base)], total: 35_000 })
    }
    await travel(app, owner, morning('2027-02-10'))
    // The mail is queued after the bill and before its audit row: if it fails, nothing of the bill may remain.
    const { secrets } = app.app
    let isFailing = true
    const seal = (plain: string) => {
      if (isFailing) throw new Error('planted')
      return secrets.seal(plain)
    }
    const works = () => runDays({ ...app.app, secrets: { ...secrets, seal } }, dailyTasks)
    await works()
    expect(await year.bills(owner.vendorId)).toHaveLength(5)
    await year.expectSound(owner.vendorId)
    isFailing = false
    await works()
    // The job waits a minute before the next attempt.
    expect(await year.bills(owner.vendorId)).toHaveLength(5)
    app.clock.advance(60_000)
    await works()
    const numbers = (await year.bills(owner.vendorId)).map(({ number }) => number)
    expect(numbers.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((place) => `S2027-0000${place}`))
    await year.expectSound(owner.vendorId)
  })
})
