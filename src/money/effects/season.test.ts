import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { accepted, quoteDesk } from '#money/quotes/quote.sample.ts'
import { openSeason, seasonDays } from './season.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const season = (more?: Parameters<typeof openSeason>[1]) => openSeason(year, more)

test('June is billed by the old batch and July by the new one, each once', async () => {
  const base = await season()
  await base.enrol('Amal', { terms: 'bill' })
  await year.on('2027-06-10', base)
  const { rows, sessions, following } = await base.shown()
  expect(rows).toMatchObject([
    { firstName: 'Amal', exception: null, startDate: '2027-07-01', price: 10_000, billFrom: '2027-07-01', billTotal: 10_000 },
  ])
  // 1 July to 31 December 2027 has 26 Mondays: 5 July to 27 December.
  expect([sessions, following]).toEqual([26, []])
  const created = await base.rollOver()
  expect(created).toMatchObject({ state: 'open', name: 'Autumn', code: 'SPRING-2', price: 10_000, enrolled: 1, ...seasonDays })
  const [place] = await base.people(created.id)
  expect(place).toMatchObject({ startDate: '2027-07-01', endDate: '2027-12-31', nextChargeOn: '2027-07-01', billedThrough: null })
  await year.on('2027-08-02', base)
  const months = ['01-01/01-31', '02-01/02-28', '03-01/03-31', '04-01/04-30', '05-01/05-31', '06-01/06-30', '07-01/07-31', '08-01/08-31']
  expect(await base.billed()).toEqual(months.map((days) => [...days.split('/').map((day) => `2027-${day}`), 10_000]))
  await base.sound()
})

test('with its own day of the month the old place pays its last days and the new one begins a month of its own', async () => {
  const base = await season({ billingDay: null })
  await base.enrol('Amal', { startDate: '2027-05-20', terms: 'from' })
  await year.on('2027-06-21', base)
  await base.rollOver()
  await year.on('2027-08-02', base)
  // 20 to 30 June are 11 of the 30 days until 19 July: 100.00 × 11 ÷ 30 = 36.67.
  expect(await base.billed()).toEqual([
    ['2027-05-20', '2027-06-19', 10_000],
    ['2027-06-20', '2027-06-30', 3667],
    ['2027-07-01', '2027-07-31', 10_000],
    ['2027-08-01', '2027-08-31', 10_000],
  ])
  await base.sound()
})

test('an overlap has no day twice, a gap no day at all', async () => {
  const base = await season()
  await base.enrol('Amal', { terms: 'bill' })
  await year.on('2027-06-10', base)
  expect((await base.shown({ startDate: '2027-06-21' })).rows).toMatchObject([{ startDate: '2027-07-01', billFrom: '2027-07-01' }])
  // From 10 July, 22 of 31 days: 100.00 × 22 ÷ 31 = 70.97.
  expect((await base.shown({ startDate: '2027-07-10' })).rows).toMatchObject([{ billFrom: '2027-07-10', billTotal: 7097 }])
  const created = await base.rollOver({ startDate: '2027-07-10' })
  await year.on('2027-08-02', base)
  expect((await base.billed()).slice(-3)).toEqual([
    ['2027-06-01', '2027-06-30', 10_000],
    ['2027-07-10', '2027-07-31', 7097],
    ['2027-08-01', '2027-08-31', 10_000],
  ])
  expect(await base.people(created.id)).toHaveLength(1)
  await base.sound()
})

test('reports count who comes along as one who stays, not as lost and returned', async () => {
  const base = await season()
  await base.enrol('Amal', { terms: 'bill' })
  await year.on('2027-06-10', base)
  await base.rollOver()
  await year.on('2027-07-05', base)
  const { totals } = await base.calls.reports.subscriptions({ from: '2027-06', to: '2027-07' })
  expect(totals).toMatchObject([
    { month: '2027-06', opening: 1, movedOut: 0, expired: 0, closing: 1, lost: 0 },
    { month: '2027-07', opening: 1, movedIn: 1, movedOut: 1, returning: 0, expired: 0, closing: 1, lost: 0 },
  ])
})

test('discounts last to their end, a free place keeps its reason, an agreed first charge its day, and a new price counts for the others', async () => {
  const base = await season()
  const percent = (until: string | null) => ({ discount: { kind: 'percent', value: 1500, until, reason: 'Sibling' } })
  await base.enrol('Amal', { terms: 'bill', ...percent('2027-07-31') })
  await base.enrol('Badr', { terms: 'bill', ...percent('2027-05-31') })
  await base.enrol('Celine', { terms: 'free', reason: 'Scholarship' })
  await base.enrol('Dana', { terms: 'from', nextChargeOn: '2027-08-15', reason: 'Injured' })
  await year.on('2027-06-10', base)
  const { rows } = await base.shown()
  expect(rows.map(({ firstName, price, billFrom, billTotal }) => [firstName, price, billFrom, billTotal])).toEqual([
    ['Amal', 8500, '2027-07-01', 8500],
    ['Badr', 10_000, '2027-07-01', 10_000],
    ['Celine', 0, null, null],
    // 15 to 31 August are 17 of 31 days: 100.00 × 17 ÷ 31 = 54.84.
    ['Dana', 10_000, '2027-08-15', 5484],
  ])
  const dearer = (await base.shown({ price: 12_000 })).rows
  // 120.00 less 15 % is 102.00.
  expect(dearer.map(({ price }) => price)).toEqual([10_200, 12_000, 0, 12_000])
  const created = await base.rollOver()
  const places = await base.people(created.id)
  const termsOf = async (name: string) => {
    const { id } = places.find(({ firstName }) => firstName === name)!
    return (await base.calls.enrolments.terms({ id })).rows.map(({ kind, discount, reason }) => [kind, discount?.until ?? null, reason])
  }
  expect(await termsOf('Amal')).toEqual([['paid', '2027-07-31', 'Sibling']])
  expect(await termsOf('Badr')).toEqual([['paid', null, null]])
  expect(await termsOf('Celine')).toEqual([['free', null, 'Scholarship']])
  await year.on('2027-08-16', base)
  // July with the discount, August without it, since its period begins after the discount's last day.
  const later = (await base.billed()).filter(([from]) => String(from) >= '2027-07-01')
  expect(later.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['2027-07-01', '2027-07-31', 10_000],
    ['2027-07-01', '2027-07-31', 8500],
    ['2027-08-01', '2027-08-31', 10_000],
    ['2027-08-01', '2027-08-31', 10_000],
    ['2027-08-15', '2027-08-31', 5484],
  ])
  await base.sound()
})

test('a term is billed at once for its own days, and cancelling the new batch undoes it', async () => {
  const base = await season({ batch: { price: 60_000, priceUnit: 'term' } })
  await base.enrol('Amal', { terms: 'bill' })
  await year.on('2027-06-10', base)
  const created = await base.rollOver()
  expect(await base.billed()).toEqual([
    ['2027-01-01', '2027-06-30', 60_000],
    ['2027-07-01', '2027-12-31', 60_000],
  ])
  await base.calls.batches.cancel({ ...seen(created), reason: 'By mistake', tell: false })
  expect(await base.billed()).toEqual([['2027-01-01', '2027-06-30', 60_000]])
  // Now they can come along again.
  expect((await base.shown()).rows).toMatchObject([{ firstName: 'Amal', exception: null }])
  const again = await base.rollOver({ code: 'SPRING-3' })
  expect(again.enrolled).toBe(1)
  await base.sound()
})

test('days that a freeze moved past the end are credited there, and the next season is billed from its first day', async () => {
  const base = await season()
  const amal = await base.enrol('Amal', { terms: 'bill' })
  await year.on('2027-06-02', base)
  const place = await base.calls.enrolments.get({ id: amal.id })
  // June is billed. Ten frozen days move ten paid ones into July: credited by 100.00 × 10 ÷ 30 = 33.33.
  await base.calls.enrolments.freeze({ ...seen(place), from: '2027-06-10', to: '2027-06-19' })
  expect((await base.shown()).rows).toMatchObject([{ billFrom: '2027-07-01', billTotal: 10_000 }])
  const { rows: acts } = await base.calls.effects.list({ batch: base.old.id })
  expect(acts[0]!.lines).toMatchObject([{ amount: 3333, fromDay: '2027-07-01', toDay: '2027-07-10' }])
  await base.rollOver()
  await year.on('2027-08-02', base)
  // July is paid from the credit first.
  expect((await base.billed()).slice(-2)).toEqual([
    ['2027-07-01', '2027-07-31', 10_000],
    ['2027-08-01', '2027-08-31', 10_000],
  ])
  await base.sound()
})

test('a first charge that was postponed past the end of the batch is due in the next season', async () => {
  const base = await season()
  const amal = await base.enrol('Amal', { terms: 'bill' })
  await year.on('2027-05-25', base)
  const place = await base.calls.enrolments.get({ id: amal.id })
  const { startDate, endDate } = place
  await base.calls.enrolments.update({ ...seen(place), startDate, endDate, nextChargeOn: '2027-08-15', reason: 'Injured' })
  // 15 to 31 August are 17 of 31 days: 100.00 × 17 ÷ 31 = 54.84.
  expect((await base.shown()).rows).toMatchObject([{ price: 10_000, billFrom: '2027-08-15', billTotal: 5484 }])
  const created = await base.rollOver()
  const [next] = await base.people(created.id)
  expect((await base.calls.enrolments.terms({ id: next!.id })).rows).toMatchObject([{ kind: 'paid', reason: null }])
  await year.on('2027-09-02', base)
  expect((await base.billed()).slice(-2)).toEqual([
    ['2027-08-15', '2027-08-31', 5484],
    ['2027-09-01', '2027-09-30', 10_000],
  ])
  await base.sound()
})

test('places of quotes keep the agreed price, and stay behind without a name or where a term was sold', async () => {
  const base = await quoteDesk(app, 8)
  await year.plan(base)
  const { calls, made } = base
  const quote = await accepted(app, base, { service: null, batch: made.id, candidates: 3, offeredPrice: 16_333 })
  const badr = await person(calls, 'Badr')
  await calls.quotes.convert({ ...seen(quote), customers: [base.amal.id, badr.id] })
  const ahead = { id: made.id, startDate: '2027-01-01', endDate: '2027-03-31' }
  const { rows } = await calls.batches.nextSeason({ ...ahead, price: 20_000 })
  expect(rows.map(({ firstName, customer, exception, price }) => [firstName, customer === null, exception, price])).toEqual([
    ['Amal', false, null, 16_333],
    ['Badr', false, null, 16_333],
    ['', true, 'unnamed', 16_333],
  ])
  const created = await calls.batches.rollOver({ ...ahead, copy: newId(), name: 'Next', code: 'NEXT-1', price: 20_000, tell: false })
  expect([created.enrolled, created.price]).toEqual([2, 20_000])
  const [place] = (await calls.enrolments.list({ batch: created.id })).rows
  expect((await calls.enrolments.terms({ id: place!.id })).rows).toMatchObject([{ source: 'quote', price: 16_333 }])
  // What was agreed is agreed in the next season too: a new price does not change it.
  const dearer = await calls.batches.priceEffect({ id: created.id, price: 25_000, from: '2027-02-01' })
  expect(dearer.rows.map(({ exception }) => exception)).toEqual(['quote', 'quote'])
  const term = await quoteDesk(app, 8)
  await year.plan(term)
  const whole = await term.calls.batches.create(term.batch({ code: 'TERM', priceUnit: 'term', startingTime: '19:00', endingTime: '20:00' }))
  const sold = await accepted(app, term, { service: null, batch: whole.id, candidates: 1, offeredPrice: 16_333 })
  await term.calls.quotes.convert({ ...seen(sold), customers: [term.amal.id] })
  const later = await term.calls.batches.nextSeason({ id: whole.id, startDate: '2027-02-01', endDate: '2027-03-31' })
  expect(later.rows).toMatchObject([{ firstName: 'Amal', exception: 'quote' }])
})
