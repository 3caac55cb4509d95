import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { ownPriceFloor } from './price.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const club = (day?: string) => ownPriceFloor(year, day)
const mailsTo = async (address: string) => (await app.mails()).filter(({ to }) => to === address)

test('100 becomes 120 from 1 July for two of three: June is 100, July 120 for them and 100 for the third, who hears nothing', async () => {
  const base = await club()
  for (const [name, language] of [
    ['Amal', 'ar'],
    ['Badr', 'en'],
    ['Celine', 'en'],
  ])
    await base.enrol(name!, {}, { email: `${name}-own@example.com`, language })
  await year.on('2027-06-10', base)
  const { digest, rows } = await base.preview(['Badr', 'Amal'], 12_000, '2027-07-01')
  expect(
    rows.map(({ firstName, before, after, from, until, nextBill, exception }) => [
      firstName,
      before,
      after,
      from,
      until,
      nextBill,
      exception,
    ]),
  ).toEqual([
    ['Badr', 10_000, 12_000, '2027-07-01', null, { fromDay: '2027-07-01', amount: 12_000 }, null],
    ['Amal', 10_000, 12_000, '2027-07-01', null, { fromDay: '2027-07-01', amount: 12_000 }, null],
  ])
  const after = await base.set(['Badr', 'Amal'], 12_000, '2027-07-01', { decision: { digest } })
  // The price of today is still the old one.
  expect(after.rows.map(({ firstName, price }) => [firstName, price])).toEqual([
    ['Badr', 10_000],
    ['Amal', 10_000],
  ])
  const news = async (name: string) =>
    (await mailsTo(`${name}-own@example.com`)).filter(({ subject }) => /New price|سعر جديد/.test(subject))
  const [arabic, ...others] = await news('Amal')
  expect([arabic?.subject, others]).toEqual([expect.stringContaining('سعر جديد'), []])
  const [english] = await news('Badr')
  expect(english?.text).toMatch(/July 1, 2027|1 July 2027/)
  expect([english?.text.includes('120'), english?.text.includes('100')]).toEqual([true, true])
  expect(await news('Celine')).toEqual([])
  await year.on('2027-08-02', base)
  const months = (own: number) => [
    '2027-05-01 2027-05-31 10000',
    '2027-06-01 2027-06-30 10000',
    `2027-07-01 2027-07-31 ${own}`,
    `2027-08-01 2027-08-31 ${own}`,
  ]
  for (const [name, own] of [
    ['Amal', 12_000],
    ['Badr', 12_000],
    ['Celine', 10_000],
  ] as const)
    expect([name, ...(await base.billed(name))]).toEqual([name, ...months(own)])
  expect((await base.terms('Amal')).map(({ from, price, source }) => [from, price, source])).toEqual([
    ['2027-07-01', 12_000, 'desk'],
    [null, 10_000, 'desk'],
  ])
  // The batch keeps its price, for who joins later too.
  expect(await base.batch()).toMatchObject({ price: 10_000, nextPrice: null })
  expect((await base.enrol('Dana')).place.price).toBe(10_000)
  // Without the 5 % of tax that prices contain.
  expect((await base.calls.enrolments.sums({ batch: base.made.id })).monthly).toBe(2 * 11_429 + 2 * 9524)
  await year.expectSound(base.owner.vendorId)
})

test('the log has the act with how many people have the price and were notified, and each place with what it paid', async () => {
  const base = await club()
  await base.enrol('Amal', {}, { email: 'amal-log@example.com' })
  await base.enrol('Badr')
  await base.set(['Amal', 'Badr'], 12_000, '2027-07-01')
  const { rows } = await base.calls.history.list({ of: base.made.id })
  const found = rows
    .filter(({ action }) => action === 'placePrices' || action === 'price')
    .map(({ entity, action, before, after }) => [entity, action, before, after])
  const own = (customer: string) => [
    'enrolment',
    'price',
    { price: 10_000 },
    { price: 12_000, currency: 'AED', startDate: '2027-07-01', customer },
  ]
  const [amal, badr] = await base.places('Amal', 'Badr')
  expect(found).toHaveLength(3)
  expect(found).toEqual(
    expect.arrayContaining([
      ['batch', 'placePrices', null, { price: 12_000, currency: 'AED', startDate: '2027-07-01', enrolments: 2, told: 1 }],
      own(amal!.customer),
      own(badr!.customer),
    ]),
  )
})

test('a period that has begun keeps its price: from the 20th of June to the 19th of July it is 100', async () => {
  const base = await club('2027-05-20')
  await base.enrol('Amal')
  const { rows } = await base.preview(['Amal'], 12_000, '2027-07-01')
  expect(rows).toMatchObject([{ from: '2027-07-20', nextBill: { fromDay: '2027-06-20', amount: 10_000 } }])
  await base.set(['Amal'], 12_000, '2027-07-01')
  await year.on('2027-08-21', base)
  expect(await base.billed('Amal')).toEqual([
    '2027-05-20 2027-06-19 10000',
    '2027-06-20 2027-07-19 10000',
    '2027-07-20 2027-08-19 12000',
    '2027-08-20 2027-09-19 12000',
  ])
})

test('a month that is billed ahead keeps its price, and a freeze moves the first month that has the new one', async () => {
  const base = await club('2027-06-20')
  await base.enrol('Amal', { startDate: '2027-07-01' })
  const badr = await base.enrol('Badr', { startDate: '2027-06-20' })
  await base.calls.enrolments.freeze({ ...seen(badr.place), from: '2027-07-01', to: '2027-07-10' })
  const { rows } = await base.preview(['Amal', 'Badr'], 12_000, '2027-07-01')
  // Badr's month of 20 June lasts ten days longer, until 29 July.
  expect(rows.map(({ from, nextBill }) => [from, nextBill])).toEqual([
    ['2027-08-01', { fromDay: '2027-08-01', amount: 12_000 }],
    ['2027-07-30', { fromDay: '2027-07-30', amount: 12_000 }],
  ])
  await base.set(['Amal', 'Badr'], 12_000, '2027-07-01')
  await year.on('2027-08-02', base)
  expect(await base.billed('Amal')).toEqual(['2027-07-01 2027-07-31 10000', '2027-08-01 2027-08-31 12000'])
  expect((await base.billed('Badr')).map((bill) => bill.slice(0, 10) + bill.slice(-6))).toEqual(['2027-06-20 10000', '2027-07-30 12000'])
})

test('a recurring discount is taken off the own price too, also one that was agreed for a later day', async () => {
  const base = await club()
  const discount = { kind: 'percent', value: 1000, until: null, reason: 'Sister' } as const
  const { place } = await base.enrol('Amal', { discount })
  await base.calls.enrolments.setDiscount({ ...seen(place), from: '2027-08-01', discount: { ...discount, value: 2000 } })
  const { rows } = await base.preview(['Amal'], 12_000, '2027-07-01')
  expect(rows).toMatchObject([{ before: 9000, after: 10_800, from: '2027-07-01', until: null, nextBill: { amount: 9000 } }])
  await base.set(['Amal'], 12_000, '2027-07-01')
  await year.on('2027-08-02', base)
  expect((await base.billed('Amal')).map((bill) => Number(bill.slice(22)))).toEqual([9000, 9000, 10_800, 9600])
})

test('a part of a month costs its part of the own price', async () => {
  const base = await club('2027-06-10')
  await base.calls.enrolments.saveBilling({ billingDay: 1, proration: 'days', version: 0 })
  await base.enrol('Amal', { endDate: '2027-07-10' })
  const { rows } = await base.preview(['Amal'], 12_400, '2027-07-01')
  // Ten days of July's 31.
  expect(rows).toMatchObject([{ after: 12_400, nextBill: { fromDay: '2027-07-01', amount: 4000 } }])
  await base.set(['Amal'], 12_400, '2027-07-01')
  await year.on('2027-07-02', base)
  expect((await base.billed('Amal')).at(-1)).toBe('2027-07-01 2027-07-10 4000')
})

test('a place that costs nothing states why, is billed 0.00, and is priced again without that reason', async () => {
  const base = await club()
  await base.enrol('Amal')
  await base.enrol('Badr', { discount: { kind: 'percent', value: 1000, until: null, reason: 'Sister' } })
  expect(await refusal(base.set(['Amal'], 0, '2027-06-01'))).toBe('enrolments.price.whyRequired')
  await base.set(['Amal', 'Badr'], 0, '2027-06-01', { reason: 'Coach’s children' })
  const reasons = async (name: string) => (await base.terms(name)).map(({ from, price, reason }) => [from, price, reason])
  expect(await reasons('Amal')).toEqual([
    ['2027-06-01', 0, 'Coach’s children'],
    [null, 10_000, null],
  ])
  // The reason of a discount stays that of the discount; why the place is free is in the log of each.
  expect((await reasons('Badr'))[0]).toEqual(['2027-06-01', 0, 'Sister'])
  const { rows } = await base.calls.history.list({ of: base.made.id })
  const why = rows.filter(({ entity, action }) => entity === 'enrolment' && action === 'price').map(({ after }) => after?.['reason'])
  expect(why).toEqual(['Coach’s children', 'Coach’s children'])
  await year.on('2027-06-02', base)
  expect((await base.billed('Amal')).at(-1)).toBe('2027-06-01 2027-06-30 0')
  // A price of the batch for all leaves both as they are; a price of their own does not.
  const all = await base.calls.batches.priceEffect({ id: base.made.id, price: 18_000, from: '2027-07-01' })
  expect(all.rows.map(({ before, after, exception }) => [before, after, exception])).toEqual([
    [0, 0, 'free'],
    [0, 0, 'free'],
  ])
  await base.set(['Amal'], 9000, '2027-07-01')
  expect((await reasons('Amal'))[0]).toEqual(['2027-07-01', 9000, null])
  await year.on('2027-07-02', base)
  expect((await base.billed('Amal')).at(-1)).toBe('2027-07-01 2027-07-31 9000')
  await year.expectSound(base.owner.vendorId)
})

test('a later price of the batch for all replaces an own price; one that is agreed for a day after it stays, and the preview says so', async () => {
  const base = await club()
  for (const name of ['Amal', 'Badr', 'Celine']) await base.enrol(name)
  await base.set(['Amal'], 8000, '2027-06-01')
  await base.set(['Badr'], 11_000, '2027-08-01')
  await base.set(['Celine'], 11_000, '2027-06-15')
  const { rows } = await base.calls.batches.priceEffect({ id: base.made.id, price: 18_000, from: '2027-06-02' })
  // Celine has no period that begins between 2 and 15 June.
  expect(rows.map(({ firstName, before, after, from, until, exception }) => [firstName, before, after, from, until, exception])).toEqual([
    ['Amal', 8000, 18_000, '2027-07-01', null, null],
    ['Badr', 10_000, 18_000, '2027-07-01', '2027-08-01', null],
    ['Celine', 10_000, 10_000, null, null, 'later'],
  ])
  await base.change({ from: '2027-06-02' })
  await year.on('2027-08-02', base)
  const amounts = async (name: string) => (await base.billed(name)).map((bill) => Number(bill.slice(22)))
  expect(await amounts('Amal')).toEqual([10_000, 8000, 18_000, 18_000])
  expect(await amounts('Badr')).toEqual([10_000, 10_000, 18_000, 11_000])
  expect(await amounts('Celine')).toEqual([10_000, 10_000, 11_000, 11_000])
  await year.expectSound(base.owner.vendorId)
})

test('a planned price of the batch that is withdrawn gives back the own price of before, and leaves one that was agreed since', async () => {
  const base = await club()
  for (const name of ['Amal', 'Badr']) await base.enrol(name)
  await base.set(['Amal'], 8000, '2027-06-01')
  await base.change({ from: '2027-07-01' })
  await base.set(['Badr'], 9000, '2027-07-01')
  await base.calls.batches.withdrawPrice(seen(await base.batch()))
  await year.on('2027-07-02', base)
  expect((await base.billed('Amal')).map((bill) => bill.slice(22))).toEqual(['10000', '8000', '8000'])
  expect((await base.billed('Badr')).map((bill) => bill.slice(22))).toEqual(['10000', '10000', '9000'])
})

test('an own price is undone by the old one from the same day', async () => {
  const base = await club()
  await base.enrol('Amal')
  await base.set(['Amal'], 12_000, '2027-07-01')
  const { rows } = await base.preview(['Amal'], 10_000, '2027-06-01')
  // From an earlier day the price of July would stay.
  expect(rows).toMatchObject([{ before: 10_000, after: 10_000, until: '2027-07-01' }])
  await base.set(['Amal'], 10_000, '2027-07-01')
  await year.on('2027-07-02', base)
  expect((await base.billed('Amal')).map((bill) => bill.slice(22))).toEqual(['10000', '10000', '10000'])
})

test('nobody is notified who was not to be, whose price stays the same, or who is blocked; and of a batch ten times an hour at most', async () => {
  const base = await club()
  const email = 'amal-quiet@example.com'
  await base.enrol('Amal', {}, { email })
  const badr = await base.enrol('Badr', {}, { email: 'badr-quiet@example.com' })
  await base.calls.customers.block(seen(await base.calls.customers.get({ id: badr.customer.id })))
  const news = async () =>
    (await app.mails()).filter(({ to, subject }) => to.endsWith('-quiet@example.com') && subject.includes('New price'))
  await base.set(['Amal'], 12_000, '2027-07-01', { tell: false })
  await base.set(['Amal'], 12_000, '2027-07-01')
  await base.set(['Badr'], 12_000, '2027-07-01')
  expect(await news()).toEqual([])
  for (let time = 0; time < 10; time += 1) await base.set(['Amal'], 12_001 + time, '2027-07-01')
  expect(await refusal(base.set(['Amal'], 13_000, '2027-07-01'))).toBe('auth/too-many-requests')
  expect((await news()).map(({ to }) => to)).toEqual(Array.from({ length: 10 }, () => email))
  await base.set(['Amal'], 13_000, '2027-07-01', { tell: false })
  expect((await base.terms('Amal'))[0]).toMatchObject({ price: 13_000 })
})
