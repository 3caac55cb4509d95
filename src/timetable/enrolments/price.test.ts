import { afterAll, beforeAll, expect, test } from 'vitest'
import { joined } from '#directory/team/team.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { pricedFloor as floorOf } from './price.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const pricedFloor = (day?: string) => floorOf(year, day)
const paid = async (vendorId: string) => (await year.bills(vendorId)).map(({ fromDay, toDay, total }) => [fromDay, toDay, total])
const mailsTo = async (address: string) => (await app.mails()).filter(({ to }) => to === address)

test('150 becomes 180 from 1 July for running places: June is 150, July is 180, and they are notified once in their language', async () => {
  const base = await pricedFloor()
  const email = 'amal-price@example.com'
  await base.enrol('Amal', {}, { email, language: 'ar' })
  await year.on('2027-06-10', base)
  const after = await base.change()
  expect(after).toMatchObject({ price: 15_000, nextPrice: 18_000, nextPriceFrom: '2027-07-01', nextPriceForAll: true })
  const notified = (await mailsTo(email)).filter(({ subject }) => subject.includes('سعر جديد'))
  expect(notified).toHaveLength(1)
  expect(notified[0]?.text).toContain('180')
  expect(notified[0]?.text).toContain('150')
  await year.on('2027-06-30', base)
  expect((await base.batch()).price).toBe(15_000)
  await year.on('2027-08-02', base)
  expect(await base.batch()).toMatchObject({ price: 18_000, nextPrice: null, nextPriceFrom: null, nextPriceForAll: false })
  expect(await paid(base.owner.vendorId)).toEqual([
    ['2027-05-01', '2027-05-31', 15_000],
    ['2027-06-01', '2027-06-30', 15_000],
    ['2027-07-01', '2027-07-31', 18_000],
    ['2027-08-01', '2027-08-31', 18_000],
  ])
  const [row] = (await base.calls.enrolments.list({ batch: base.made.id })).rows
  expect(row?.price).toBe(18_000)
  const actions = (await base.calls.history.list({ of: base.made.id })).rows.map(({ action, entity }) => `${entity} ${action}`)
  expect(actions).toEqual(expect.arrayContaining(['batch price', 'enrolment price']))
  await year.expectSound(base.owner.vendorId)
})

test('a period that has begun keeps its price: from the 20th to the 19th of July it is 150', async () => {
  const base = await pricedFloor('2027-05-20')
  await base.enrol('Amal')
  await base.change()
  await year.on('2027-08-21', base)
  expect(await paid(base.owner.vendorId)).toEqual([
    ['2027-05-20', '2027-06-19', 15_000],
    ['2027-06-20', '2027-07-19', 15_000],
    ['2027-07-20', '2027-08-19', 18_000],
    ['2027-08-20', '2027-09-19', 18_000],
  ])
})

test('a price for new enrolments is theirs alone: who was there keeps the old one, who begins on its day or later has it', async () => {
  const base = await pricedFloor()
  const { place } = await base.enrol('Amal')
  await base.change({ isForAll: false })
  const early = await base.enrol('Badr')
  const late = await base.enrol('Celine', { startDate: '2027-07-01' })
  expect([early.place.price, late.place.price]).toEqual([15_000, 18_000])
  await year.on('2027-07-02', base)
  expect((await base.calls.enrolments.get({ id: place.id })).price).toBe(15_000)
  expect((await base.enrol('Dana')).place.price).toBe(18_000)
  expect((await year.bills(base.owner.vendorId)).filter(({ fromDay }) => fromDay === '2027-07-01').map(({ total }) => total)).toEqual(
    expect.arrayContaining([15_000, 15_000, 18_000]),
  )
})

test('who has an earlier price gets the new one too, and theirs again when it is withdrawn', async () => {
  const base = await pricedFloor()
  await base.enrol('Amal')
  await base.change({ from: '2027-05-01', isForAll: false })
  await base.enrol('Badr')
  const { rows } = await base.calls.batches.priceEffect({ id: base.made.id, price: 20_000, from: '2027-06-01' })
  expect(rows.map(({ firstName, before, after, from, exception }) => [firstName, before, after, from, exception])).toEqual([
    ['Amal', 15_000, 20_000, '2027-06-01', null],
    ['Badr', 18_000, 20_000, '2027-06-01', null],
  ])
  await base.change({ price: 20_000, from: '2027-06-01' })
  await base.calls.batches.withdrawPrice(seen(await base.batch()))
  await base.change({ price: 21_000, from: '2027-07-01' })
  await year.on('2027-07-02', base)
  const billed = (await year.bills(base.owner.vendorId)).filter(({ fromDay }) => fromDay > '2027-05-31')
  expect(billed.map(({ fromDay, total }) => `${fromDay} ${total}`).toSorted()).toEqual([
    '2027-06-01 15000',
    '2027-06-01 18000',
    '2027-07-01 21000',
    '2027-07-01 21000',
  ])
  await year.expectSound(base.owner.vendorId)
})

test('a price is for the unit of its day: places of another unit keep theirs, and the unit stays while a price is planned', async () => {
  const base = await pricedFloor()
  await base.enrol('Amal')
  const unit = async (priceUnit: 'month' | 'session') => base.calls.batches.update({ ...seen(await base.batch()), priceUnit })
  await unit('session')
  const { rows } = await base.calls.batches.priceEffect({ id: base.made.id, price: 2000, from: '2027-06-01' })
  expect(rows).toMatchObject([{ exception: 'unit', from: null, after: 15_000 }])
  await base.change({ price: 2000, from: '2027-06-01' })
  expect(await refusal(unit('month'))).toBe('batches.newPrice.planned')
  await year.on('2027-06-02', base)
  expect((await paid(base.owner.vendorId)).map(([, , total]) => total)).toEqual([15_000, 15_000])
})

test('who joins before the day of a price for all has the old one until then', async () => {
  const base = await pricedFloor()
  await base.change()
  await base.enrol('Amal')
  await year.on('2027-07-02', base)
  expect((await paid(base.owner.vendorId)).map(([, , total]) => total)).toEqual([15_000, 15_000, 18_000])
})

test('the preview is what is posted: discounts are taken off the new price, own prices, free places and last months stay', async () => {
  const base = await pricedFloor()
  const discount = { kind: 'percent', value: 1000, until: null, reason: 'Sister' } as const
  const amal = await base.enrol('Amal', { discount })
  const badr = await base.enrol('Badr', { terms: 'free', reason: 'Staff' })
  const celine = await base.enrol('Celine', { endDate: '2027-06-15' })
  await base.enrol('Dana', { startDate: '2027-05-03' })
  await base.calls.enrolments.setDiscount({ ...seen(amal.place), from: '2027-08-01', discount: { ...discount, value: 2000 } })
  const { rows } = await base.calls.batches.priceEffect({ id: base.made.id, price: 18_000, from: '2027-07-01' })
  expect(rows.map(({ firstName, before, after, from, exception }) => [firstName, before, after, from, exception])).toEqual([
    ['Amal', 13_500, 16_200, '2027-07-01', null],
    ['Badr', 0, 0, null, 'free'],
    ['Celine', 15_000, 15_000, null, 'last'],
    ['Dana', 15_000, 18_000, '2027-07-03', null],
  ])
  await base.change()
  const prices = async (id: string) => (await base.calls.enrolments.terms({ id })).rows.filter(({ isReplaced }) => !isReplaced)
  expect((await prices(amal.place.id)).map(({ from, price, discount: off }) => [from, price, off?.value])).toEqual([
    ['2027-08-01', 18_000, 2000],
    ['2027-07-01', 18_000, 1000],
    [null, 15_000, 1000],
  ])
  expect((await prices(badr.place.id)).map(({ price }) => price)).toEqual([15_000])
  expect((await prices(celine.place.id)).map(({ price }) => price)).toEqual([15_000])
  await year.on('2027-08-04', base)
  const billed = await year.bills(base.owner.vendorId)
  expect(billed.filter(({ fromDay }) => fromDay >= '2027-07-01').map(({ fromDay, total }) => [fromDay, total])).toEqual([
    ['2027-07-01', 16_200],
    ['2027-07-03', 18_000],
    ['2027-08-01', 14_400],
    ['2027-08-03', 18_000],
  ])
  await year.expectSound(base.owner.vendorId)
})

test('a discount set after a price change is taken off the price of its day', async () => {
  const base = await pricedFloor()
  const { place } = await base.enrol('Amal')
  await base.change()
  const row = await base.calls.enrolments.get({ id: place.id })
  await base.calls.enrolments.setDiscount({
    ...seen(row),
    from: '2027-08-01',
    discount: { kind: 'percent', value: 5000, until: null, reason: 'Half' },
  })
  await year.on('2027-08-02', base)
  expect((await paid(base.owner.vendorId)).map(([, , total]) => total)).toEqual([15_000, 15_000, 18_000, 9000])
})

test('a discount from before the day of a planned price goes on after it; one that was agreed for later stays', async () => {
  const base = await pricedFloor()
  const { place } = await base.enrol('Amal')
  await base.change()
  const set = async (from: string, value: number) =>
    base.calls.enrolments.setDiscount({
      ...seen(await base.calls.enrolments.get({ id: place.id })),
      from,
      discount: { kind: 'percent', value, until: null, reason: 'Sister' },
    })
  await set('2027-08-01', 5000)
  await set('2027-06-01', 1000)
  await year.on('2027-08-02', base)
  expect((await paid(base.owner.vendorId)).map(([, , total]) => total)).toEqual([15_000, 13_500, 16_200, 9000])
})

test('a planned price is withdrawn: bills stay at 150, and who was notified is notified again', async () => {
  const base = await pricedFloor()
  const email = 'amal-kept@example.com'
  await base.enrol('Amal', {}, { email, language: 'en' })
  await base.change()
  expect((await mailsTo(email)).map(({ subject }) => subject)).toContain('New price at Touchline: Seniors')
  const withdrawn = await base.calls.batches.withdrawPrice(seen(await base.batch()))
  expect(withdrawn).toMatchObject({ price: 15_000, nextPrice: null })
  const [notified] = (await mailsTo(email)).filter(({ subject }) => subject.startsWith('The price stays'))
  expect(notified?.text).toContain('150')
  await year.on('2027-07-02', base)
  expect((await paid(base.owner.vendorId)).map(([, , total]) => total)).toEqual([15_000, 15_000, 15_000])
  expect(await base.calls.batches.withdrawPrice(seen(await base.batch()))).toMatchObject({ price: 15_000 })
  // A mail that has not left is withdrawn, and no second one follows.
  await base.change({ from: '2027-09-01' })
  await base.calls.batches.withdrawPrice(seen(await base.batch()))
  const count = async (start: string) => (await mailsTo(email)).filter(({ subject }) => subject.startsWith(start)).length
  expect(await count('New price')).toBe(1)
  await base.change({ from: '2027-10-01' })
  expect(await count('New price')).toBe(2)
  await base.calls.batches.withdrawPrice(seen(await base.batch()))
  expect(await count('The price stays')).toBe(2)
  // A second plan for the same day that no one was notified of ends without a mail.
  await base.change({ from: '2027-10-01', tell: false })
  await base.calls.batches.withdrawPrice(seen(await base.batch()))
  expect(await count('The price stays')).toBe(2)
})

test('people are notified of a batch ten times an hour at most; without a mail its price changes on', async () => {
  const base = await pricedFloor()
  await base.enrol('Amal', {}, { email: 'amal-often@example.com' })
  const often = () => base.change({ price: 20_000 })
  for (let time = 0; time < 10; time += 1) {
    await often()
    await base.calls.batches.withdrawPrice(seen(await base.batch()))
  }
  expect(await refusal(often())).toBe('auth/too-many-requests')
  expect(await base.batch()).toMatchObject({ price: 15_000, nextPrice: null })
  expect(await base.change({ tell: false })).toMatchObject({ nextPrice: 18_000 })
})

test('a price of today counts at once, and nobody is notified who was not to be', async () => {
  const base = await pricedFloor()
  const email = 'amal-now@example.com'
  await base.enrol('Amal', {}, { email })
  const after = await base.change({ from: '2027-05-01', tell: false })
  expect(after).toMatchObject({ price: 18_000, nextPrice: null })
  expect((await mailsTo(email)).filter(({ subject }) => subject.includes('price'))).toEqual([])
  await year.on('2027-06-02', base)
  expect((await paid(base.owner.vendorId)).map(([, , total]) => total)).toEqual([15_000, 18_000])
})

test('days gone by, a second plan, an old version, the desk and other businesses are refused', async () => {
  const base = await pricedFloor()
  const other = await pricedFloor()
  expect(await refusal(base.change({ from: '2027-04-30' }))).toBe('batches.newPrice.past')
  expect(await refusal(base.change({ from: '2028-01-01' }))).toBe('batches.newPrice.late')
  expect(await refusal(base.change({ version: 99 }))).toBe('request/stale')
  const preview = (from: string) => refusal(base.calls.batches.priceEffect({ id: base.made.id, price: 1, from }))
  expect([await preview('2027-04-30'), await preview('2099-12-31')]).toEqual(['batches.newPrice.past', 'batches.newPrice.late'])
  await base.change()
  expect(await refusal(base.change({ from: '2027-08-01' }))).toBe('batches.newPrice.planned')
  const desk = await joined(app, base.owner, 'frontDesk')
  const input = { ...seen(await base.batch()), price: 1, from: '2027-07-01' }
  expect(await refusal(desk.calls.batches.changePrice(input))).toBe('permission/denied')
  expect(await refusal(desk.calls.batches.priceEffect({ id: base.made.id, price: 1, from: '2027-07-01' }))).toBe('permission/denied')
  expect(await refusal(other.calls.batches.changePrice(input))).toBe('document/not-found')
  expect(await refusal(other.calls.batches.withdrawPrice(seen(await base.batch())))).toBe('document/not-found')
  expect(await refusal(other.calls.batches.priceEffect({ id: base.made.id, price: 1, from: '2027-07-01' }))).toBe('document/not-found')
})

test('of fifty changes at once one is planned', async () => {
  const base = await pricedFloor()
  await base.enrol('Amal')
  const read = await base.batch()
  const tries = Array.from({ length: 50 }, (_, at) =>
    refusal(base.calls.batches.changePrice({ ...seen(read), price: 16_000 + at, from: '2027-07-01', isForAll: true })),
  )
  const answers = await Promise.all(tries)
  expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
  expect(new Set(answers.filter((answer) => answer !== 'accepted'))).toEqual(new Set(['request/stale']))
})
