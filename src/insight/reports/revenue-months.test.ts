import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const first = '2027-01-01'
const last = '2027-12-31'

/** A business that bills on the first of the month, with its movement by month. */
async function opened(country = 'AE') {
  const base = await year.yearFloor(first, last, country)
  const { calls, batch } = base
  await calls.enrolments.saveBilling({ billingDay: 1, proration: 'days', cancelledSessions: 'credit', visits: 'day', version: 0 })
  const create = (name: string, hour: number, more: object = {}) =>
    calls.batches.create(
      batch({
        name: `Juniors ${name}`,
        startDate: first,
        endDate: last,
        price: 10_500,
        startingTime: `${hour}:00`,
        endingTime: `${hour}:45`,
        ...more,
      }),
    )
  const enrol = async (of: { id: string }, name: string, more: object = {}) =>
    calls.enrolments.enrol({
      batch: of.id,
      customer: (await person(calls, name, { phone: '', email: `${name}@example.com` })).id,
      terms: 'bill',
      ...more,
    })
  const on = (day: string) => year.on(day, base)
  const months = async (to: string, from = '2027-01') => (await calls.reports.subscriptions({ from, to })).totals
  const movementOf = async (month: string) => {
    const [row] = await months(month, month)
    if (!row) return []
    return [row.openingMrr, row.newMrr, row.reactivatedMrr, row.expansionMrr, row.contractionMrr, row.churnedMrr, row.closingMrr]
  }
  return { ...base, create, enrol, on, months, movementOf }
}

test.each([
  ['AE', 2],
  ['KW', 3],
  ['JP', 0],
])(
  'in %s MRR at the end of a month is what the bills of the next day come to without tax, and ÷ months a season',
  async (country, exponent) => {
    const { calls, owner, create, enrol, on, months } = await opened(country)
    await calls.setup.saveTax({ rateThousandths: 8875, isIncluded: true, number: '', validFrom: '2027-02-01', version: 0 })
    const [a, b] = [await create('A', 12), await create('B', 10, { price: 7777 })]
    const season = await create('Season', 11, { price: 50_000, priceUnit: 'term', endDate: '2027-05-14' })
    const discount = { kind: 'percent' as const, value: 1250, until: null, reason: 'Second child' }
    await enrol(a, 'Amal')
    await enrol(a, 'Badr', { discount })
    await enrol(b, 'Carla', { discount: { ...discount, until: '2027-01-31' } })
    await enrol(season, 'Dana')
    const next = await calls.batches.get({ id: b.id })
    await calls.batches.changePrice({ ...seen(next), price: 8888, from: '2027-03-01', isForAll: true })
    const netOf = async (day: string) => {
      const sales = (await calls.sales.list({ from: day, to: day, size: 100 })).rows
      const details = await Promise.all(sales.map(({ id }) => calls.sales.get({ id })))
      return details.reduce((sum, { net }) => sum + net, 0)
    }
    // 50,000 with the tax in it for four months and 14 of the 31 days of the next: 31 of 138 parts.
    const tax = { AE: 2381, KW: 0, JP: 4545 }[country] ?? 0
    const part = Math.round(((50_000 - tax) * 31) / 138)
    for (const day of ['2027-02-01', '2027-03-01', '2027-04-01']) {
      await on(day)
      expect((await months(day.slice(0, 7))).at(-1)).toMatchObject({ mrr: (await netOf(day)) + part, payingCustomers: 4 })
      expect((await calls.enrolments.sums({})).monthly).toBe((await netOf(day)) + part)
    }
    expect((await calls.reports.subscriptions({ from: '2027-04', to: '2027-04' })).exponent).toBe(exponent)
    await year.expectSound(owner.vendorId)
  },
)

test('a month is new, reactivated, expansion, contraction and churned, by customer and by batch', async () => {
  const { calls, create, enrol, on, months, movementOf } = await opened()
  const [a, b] = [await create('A', 12), await create('B', 10, { price: 21_000 })]
  const [amal, badr, carla] = [await enrol(a, 'Amal'), await enrol(a, 'Badr'), await enrol(a, 'Carla')]
  await enrol(b, 'Dana', { startDate: '2027-02-10', terms: 'from' })
  await on('2027-02-10')
  expect(await movementOf('2027-01')).toEqual([0, 30_000, 0, 0, 0, 0, 30_000])
  expect(await movementOf('2027-02')).toEqual([30_000, 20_000, 0, 0, 0, 0, 50_000])
  // A move is the difference of its prices, also where a batch loses all and another gains more; a freeze is no loss of a customer.
  await calls.enrolments.move({ ...seen(await calls.enrolments.get({ id: amal.id })), batch: b.id })
  const place = await calls.enrolments.get({ id: badr.id })
  await calls.enrolments.freeze({ ...seen(place), from: '2027-02-20', to: '2027-03-10' })
  await calls.enrolments.cancel({ ...seen(await calls.enrolments.get({ id: carla.id })), when: 'now', reason: '' })
  await on('2027-03-01')
  expect(await movementOf('2027-02')).toEqual([30_000, 20_000, 0, 10_000, 10_000, 10_000, 40_000])
  const { batches } = await calls.reports.subscriptions({ from: '2027-02', to: '2027-02' })
  const of = (id: string) => batches.find((row) => row.batch === id)
  expect(of(a.id)).toMatchObject({ openingMrr: 30_000, contractionMrr: 20_000, churnedMrr: 10_000, closingMrr: 0, pausedCustomers: 1 })
  expect(of(b.id)).toMatchObject({ newMrr: 20_000, expansionMrr: 20_000, closingMrr: 40_000, newCustomers: 1, payingCustomers: 2 })
  await enrol(b, 'Emma')
  await calls.enrolments.enrol({ batch: b.id, customer: carla.customer, terms: 'bill' })
  await on('2027-04-01')
  expect(await movementOf('2027-03')).toEqual([40_000, 20_000, 20_000, 10_000, 0, 0, 90_000])
  const rows = async (figure: 'expansionMrr' | 'contractionMrr' | 'churnedCustomers', month: string) =>
    (await calls.reports.people({ figure, month })).rows.map(({ firstName, opening, closing, price }) => [
      firstName,
      opening,
      closing,
      price,
    ])
  expect(await rows('expansionMrr', '2027-02')).toEqual([
    ['Amal', 10_000, 0, -10_000],
    ['Amal', 0, 20_000, 20_000],
  ])
  expect(await rows('contractionMrr', '2027-02')).toEqual([['Badr', 10_000, 0, 10_000]])
  expect(await rows('churnedCustomers', '2027-02')).toMatchObject([['Carla', 10_000, 0, expect.any(Number)]])
  // 20,000 of 30,000 gross, less 10,000 of expansion net; one of three; 90,000 ÷ 5; × 7 customers of complete months ÷ 1 who left.
  expect((await months('2027-03')).slice(1)).toMatchObject([
    { grossChurn: 6667, netChurn: 3333, customerChurn: 3333, arpm: 20_000 },
    { grossChurn: 0, netChurn: -2500, customerChurn: 0, arpm: 18_000, lifetimeValue: 18_000 * 6, closingCustomers: 5 },
  ])
  expect((await months('2027-01'))[0]).toMatchObject({ grossChurn: null, customerChurn: null, lifetimeValue: null, arpm: 10_000 })
})

test('whoever goes on in the next season is neither churned nor new, and pauses in the break between both', async () => {
  const { calls, create, enrol, on, movementOf, months } = await opened()
  const a = await create('A', 12, { endDate: '2027-02-20' })
  await enrol(a, 'Amal')
  const badr = await enrol(a, 'Badr')
  // Who left before the end of the season is back with the next one.
  const carla = await enrol(a, 'Carla', { endDate: '2027-02-05' })
  await on('2027-02-01')
  await on('2027-02-10')
  const next = { name: 'Next', code: 'NEXT', startDate: '2027-04-05', endDate: last, price: 12_600, tell: false }
  const copied = await calls.batches.rollOver({ id: a.id, copy: newId(), ...next, leaveOut: [badr.id] })
  await calls.enrolments.enrol({ batch: copied.id, customer: carla.customer, startDate: next.startDate, terms: 'from' })
  await on('2027-05-01')
  expect(await movementOf('2027-02')).toEqual([30_000, 0, 0, 0, 10_000, 20_000, 0])
  expect(await movementOf('2027-03')).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect((await months('2027-03')).at(-1)).toMatchObject({ openingCustomers: 1, closingCustomers: 1, pausedCustomers: 1, grossChurn: null })
  expect(await movementOf('2027-04')).toEqual([0, 0, 12_000, 12_000, 0, 0, 24_000])
})

test('a discount counts on its last day, and the one set last of two for the same day', async () => {
  const { calls, create, enrol, on, movementOf } = await opened()
  const amount = { kind: 'amount' as const, value: 1050, until: '2027-01-31', reason: 'As agreed' }
  const place = await enrol(await create('A', 12), 'Amal', { discount: amount })
  await on('2027-02-10')
  for (const value of [5250, 2100]) {
    const row = await calls.enrolments.get({ id: place.id })
    await calls.enrolments.setDiscount({ ...seen(row), from: '2027-03-01', discount: { ...amount, value, until: null } })
  }
  await on('2027-04-01')
  expect(await movementOf('2027-01')).toEqual([0, 9000, 0, 0, 0, 0, 9000])
  expect(await movementOf('2027-02')).toEqual([9000, 0, 0, 1000, 0, 0, 10_000])
  expect(await movementOf('2027-03')).toEqual([10_000, 0, 0, 0, 2000, 0, 8000])
})

test('a price that changes on a day and another tax change the months after it, and none before', async () => {
  const { calls, create, enrol, on, movementOf } = await opened()
  await calls.setup.saveTax({ rate: 2000, isIncluded: true, number: '', validFrom: '2027-04-01', version: 0 })
  const a = await create('A', 12)
  await enrol(a, 'Amal')
  await calls.batches.changePrice({ ...seen(await calls.batches.get({ id: a.id })), price: 12_600, from: '2027-03-01', isForAll: true })
  await on('2027-05-01')
  expect(await movementOf('2027-02')).toEqual([10_000, 0, 0, 0, 0, 0, 10_000])
  expect(await movementOf('2027-03')).toEqual([10_000, 0, 0, 2000, 0, 0, 12_000])
  expect(await movementOf('2027-04')).toEqual([12_000, 0, 0, 0, 1500, 0, 10_500])
})

test('a place whose price changed while it was frozen is revenue again by its return, not by its price', async () => {
  const { calls, create, enrol, on, movementOf, months } = await opened()
  const a = await create('A', 12)
  const place = await enrol(a, 'Amal')
  await on('2027-02-10')
  await calls.enrolments.freeze({ ...seen(await calls.enrolments.get({ id: place.id })), from: '2027-02-20', to: '2027-03-15' })
  await calls.batches.changePrice({ ...seen(await calls.batches.get({ id: a.id })), price: 12_600, from: '2027-03-10', isForAll: true })
  await on('2027-04-01')
  expect(await movementOf('2027-03')).toEqual([0, 0, 0, 12_000, 0, 0, 12_000])
  expect((await months('2027-03', '2027-03'))[0]).toMatchObject({ mrrThawed: 12_000, mrrRepriced: 0, mrrNew: 0 })
})
