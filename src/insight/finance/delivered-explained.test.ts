import { afterAll, beforeAll, expect, test } from 'vitest'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { attend, person, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { april } from '#money/effects/effects.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const april2027 = { from: '2027-04-01', to: '2027-04-30' }
const may = { from: '2027-05-01', to: '2027-05-31' }
type Base = Awaited<ReturnType<typeof april>>

/** Marks places as present at the sessions of a batch on some days. */
async function present(base: Base, batch: string, places: readonly string[], ...days: string[]): Promise<void> {
  for (const day of days) await attend(app, base, { batch, day, places })
}

/** The kinds of a period that have rows, each with its count and amount. */
const kindsOf = async ({ calls }: Base, range: { from: string; to: string }) =>
  Object.fromEntries(
    (await calls.finance.delivered(range)).kinds.flatMap(({ kind, count, amount }) => (count > 0 ? [[kind, [count, amount]]] : [])),
  )

test('days that a freeze postponed are paid by the bill of the days before it, and later ones by the next', async () => {
  const base = await april(year)
  const { id, version } = await base.place()
  // Twenty paid days of April come after the freeze: until 10 May.
  await base.calls.enrolments.freeze({ id, version, from: '2027-04-21', to: '2027-04-30', reason: '' })
  await year.on('2027-05-12', base)
  const [, may11] = await base.bills()
  expect(may11).toMatchObject({ due: 6774 })
  // Mondays.
  await present(base, base.first.id, [id], '2027-04-05', '2027-05-03', '2027-05-10')
  expect(await kindsOf(base, april2027)).toEqual({ agreed: [1, 0] })
  expect(await kindsOf(base, may)).toEqual({ agreed: [2, 0] })
  const { batches } = await base.calls.finance.delivered(may)
  expect(batches.find(({ id: batch }) => batch === base.first.id)).toMatchObject({ attended: 2, billed: 2, paid: 2 })
})

test('days of a place that was moved without a credit are paid by the bill of the old place', async () => {
  const base = await april(year, { rules: { proration: 'full' }, isPaid: false })
  await year.on('2027-04-16', base)
  const moved = await base.calls.enrolments.move({ ...seen(await base.place()), batch: base.second.id })
  await year.on('2027-04-27', base)
  await present(base, base.second.id, [moved.id], '2027-04-19', '2027-04-26')
  // Not paid, and due once.
  expect(await kindsOf(base, april2027)).toEqual({ unpaid: [2, 10_000] })
  await base.pay()
  expect(await kindsOf(base, april2027)).toEqual({ agreed: [2, 0] })
})

test('single sessions are billed later where the business does so, but not those of blocked people or from before', async () => {
  const base = await april(year, { batch: { priceUnit: 'session', price: 1200, trainingDays: week(1) } })
  const { calls, first } = base
  const { id } = await base.place()
  const badr = await person(calls, 'Badr')
  const blocked = await calls.enrolments.enrol({ batch: first.id, customer: badr.id, terms: 'bill' })
  await year.on('2027-04-13', base)
  await present(base, first.id, [id, blocked.id], '2027-04-05', '2027-04-12')
  expect(await kindsOf(base, april2027)).toEqual({ unbilled: [4, 4800] })
  await calls.enrolments.saveBilling({ ...(await calls.enrolments.billing()), visits: 'month' })
  await year.on('2027-04-27', base)
  await present(base, first.id, [id, blocked.id], '2027-04-19', '2027-04-26')
  await calls.customers.block(seen(await calls.customers.get({ id: badr.id })))
  expect(await kindsOf(base, april2027)).toEqual({ unbilled: [6, 7200], coming: [2, 2400] })
  await year.on('2027-05-01', base)
  await base.pay()
  expect(await kindsOf(base, april2027)).toEqual({ unbilled: [6, 7200], agreed: [2, 0] })
})

test('what is due on a bill counts once, also where its place was attended before and after a move', async () => {
  const base = await april(year, { rules: { proration: 'full' }, isPaid: false })
  await year.on('2027-04-16', base)
  const { id, version } = await base.place()
  await present(base, base.first.id, [id], '2027-04-05')
  const moved = await base.calls.enrolments.move({ id, version, batch: base.second.id })
  await year.on('2027-04-27', base)
  await present(base, base.second.id, [moved.id], '2027-04-19')
  expect(await kindsOf(base, april2027)).toEqual({ unpaid: [2, 10_000] })
})

test('a month that was paid pays for no single session after a move', async () => {
  const base = await april(year, { rules: { proration: 'full' } })
  const dates = { startDate: '2027-04-01', endDate: '2027-12-31', startingTime: '21:00', endingTime: '21:45' }
  const single = await base.calls.batches.create(base.batch({ priceUnit: 'session', price: 1200, ...dates }))
  await year.on('2027-04-16', base)
  const moved = await base.calls.enrolments.move({ ...seen(await base.place()), batch: single.id })
  await year.on('2027-04-27', base)
  await present(base, single.id, [moved.id], '2027-04-19', '2027-04-26')
  expect(await kindsOf(base, april2027)).toMatchObject({ unbilled: [2, 2400] })
})

test('days that a move credited and whose charge was waived are free', async () => {
  const base = await april(year)
  await year.on('2027-04-16', base)
  const place = await base.place()
  const { digest, lines } = await base.calls.enrolments.effects({ id: place.id, act: 'move', batch: base.second.id })
  const waived = lines.filter(({ kind }) => kind === 'charge').map((line) => ({ id: line.id, amount: 0, reason: 'A gift' }))
  const moved = await base.calls.enrolments.move({ ...seen(place), batch: base.second.id, decision: { digest, lines: waived } })
  await year.on('2027-04-27', base)
  await present(base, base.second.id, [moved.id], '2027-04-19', '2027-04-26')
  expect(await kindsOf(base, april2027)).toMatchObject({ free: [2, 0] })
})

test('days of a bill that a block voided are not taken for days that a freeze postponed', async () => {
  const base = await april(year)
  const { calls, first, amal } = base
  await year.on('2027-04-25', base)
  await calls.enrolments.freeze({ ...seen(await base.place()), from: '2027-05-05', to: '2027-05-14', reason: '' })
  await year.on('2027-05-01', base)
  await base.pay()
  await year.on('2027-06-01', base)
  await calls.customers.block(seen(await calls.customers.get({ id: amal.id })))
  expect((await base.bills()).at(-1)).toMatchObject({ state: 'void' })
  await year.on('2027-06-08', base)
  await present(base, first.id, [(await base.place()).id], '2027-06-07')
  // May is used up: nothing of it would be credited.
  expect((await calls.enrolments.effects({ id: (await base.place()).id, act: 'finish' })).lines).toEqual([])
  await year.on('2027-06-20', base)
  await calls.customers.unblock(seen(await calls.customers.get({ id: amal.id })))
  expect(await kindsOf(base, { from: '2027-06-01', to: '2027-06-30' })).toMatchObject({ unbilled: [1, 10_000] })
})

test('a month that pays for several places, one after the other, counts for each of them', async () => {
  const base = await april(year, { rules: { proration: 'full' } })
  const { calls } = base
  const dates = { startDate: '2027-04-01', endDate: '2027-12-31', startingTime: '21:00', endingTime: '21:45' }
  const third = await calls.batches.create(base.batch({ price: 15_000, ...dates }))
  await year.on('2027-04-12', base)
  const second = await calls.enrolments.move({ ...seen(await base.place()), batch: base.second.id })
  await present(base, base.second.id, [second.id], '2027-04-12')
  await year.on('2027-04-19', base)
  const last = await calls.enrolments.move({ ...seen(await base.place(base.second.id)), batch: third.id })
  await year.on('2027-04-27', base)
  await present(base, third.id, [last.id], '2027-04-26')
  expect(await kindsOf(base, april2027)).toEqual({ agreed: [2, 0] })
})

test('a place that was moved while it was frozen uses the days that were left from the move on', async () => {
  const base = await april(year, { rules: { proration: 'full' } })
  const { calls, second } = base
  await year.on('2027-04-10', base)
  await calls.enrolments.freeze({ ...seen(await base.place()), from: '2027-04-10', to: '2027-05-09', reason: '' })
  await year.on('2027-05-03', base)
  const moved = await calls.enrolments.move({ ...seen(await base.place()), batch: second.id })
  await year.on('2027-05-11', base)
  await present(base, second.id, [moved.id], '2027-05-03', '2027-05-10')
  expect(await kindsOf(base, may)).toMatchObject({ agreed: [2, 0] })
  // Twenty-one days were left, to 23 May; nothing pays for those that a member leaves out after them.
  const { startDate, endDate } = moved
  await calls.enrolments.update({ ...seen(await base.place(second.id)), startDate, endDate, nextChargeOn: '2027-06-07', reason: 'Ill' })
  await year.on('2027-05-25', base)
  await present(base, second.id, [moved.id], '2027-05-17', '2027-05-24')
  expect(await kindsOf(base, may)).toMatchObject({ agreed: [3, 0], unbilled: [1, 15_000] })
})

test('days whose charge a member reversed are free', async () => {
  const base = await april(year, { isPaid: false })
  const { calls, first, amal } = base
  const customer = async () => seen(await calls.customers.get({ id: amal.id }))
  await calls.customers.block(await customer())
  await calls.customers.unblock(await customer())
  const [unblocked] = (await calls.effects.list({})).rows
  await calls.effects.reverse({ id: unblocked?.id ?? '', reason: 'A gift' })
  await year.on('2027-04-13', base)
  await present(base, first.id, [(await base.place()).id], '2027-04-05', '2027-04-12')
  expect(await kindsOf(base, april2027)).toEqual({ free: [2, 0] })
})

test('days whose charge a member reversed stay free through two moves and a freeze between them', async () => {
  const base = await april(year, { isPaid: false })
  const { calls, amal, second } = base
  const dates = { startDate: '2027-04-01', endDate: '2027-12-31', startingTime: '21:00', endingTime: '21:45' }
  const third = await calls.batches.create(base.batch({ price: 15_000, ...dates }))
  const customer = async () => seen(await calls.customers.get({ id: amal.id }))
  await calls.customers.block(await customer())
  await calls.customers.unblock(await customer())
  const [unblocked] = (await calls.effects.list({})).rows
  await calls.effects.reverse({ id: unblocked?.id ?? '', reason: 'A gift' })
  await year.on('2027-04-12', base)
  // Nineteen days are left; five more are used before the freeze, which moves the others to 27 April.
  const moved = await calls.enrolments.move({ ...seen(await base.place()), batch: second.id })
  const { version } = await calls.enrolments.freeze({ ...seen(moved), from: '2027-04-17', to: '2027-04-26', reason: '' })
  await year.on('2027-04-27', base)
  const last = await calls.enrolments.move({ id: moved.id, version, batch: third.id })
  expect(last.nextChargeOn).toBe('2027-05-11')
  // A member leaves out the days after them, which nothing gives.
  const { startDate, endDate } = last
  await calls.enrolments.update({ ...seen(last), startDate, endDate, nextChargeOn: '2027-06-07', reason: 'Ill' })
  await year.on('2027-05-18', base)
  await present(base, second.id, [moved.id], '2027-04-12')
  await present(base, third.id, [last.id], '2027-05-03', '2027-05-10', '2027-05-17')
  expect(await kindsOf(base, { ...april2027, to: may.to })).toEqual({ free: [3, 0], unbilled: [1, 15_000] })
})

test('days of a move whose effects were reversed are paid by the bill of the old place, and the next bill follows them', async () => {
  const base = await april(year, { isPaid: false })
  const { calls } = base
  const dates = { startDate: '2027-04-01', endDate: '2027-04-30', startingTime: '21:00', endingTime: '21:45' }
  const short = await calls.batches.create(base.batch({ price: 15_000, ...dates }))
  await year.on('2027-04-16', base)
  const moved = await calls.enrolments.move({ ...seen(await base.place()), batch: short.id })
  const [move] = (await calls.effects.list({})).rows
  await calls.effects.reverse({ id: move?.id ?? '', reason: 'Agreed' })
  expect(await base.place(short.id)).toMatchObject({ billedThrough: null, nextChargeOn: '2027-05-01' })
  await year.on('2027-04-27', base)
  await present(base, short.id, [moved.id], '2027-04-19')
  expect(await kindsOf(base, april2027)).toEqual({ unpaid: [1, 10_000] })
})

test('a place that is due since the last daily job is billed by the next one', async () => {
  const single = { priceUnit: 'session', price: 1200, startingTime: '10:00', endingTime: '11:00' }
  const base = await april(year, { batch: single })
  const { calls, second } = base
  await year.on('2027-04-19', base)
  const moved = await calls.enrolments.move({ ...seen(await base.place()), batch: second.id })
  await present(base, second.id, [moved.id], '2027-04-19')
  expect(await kindsOf(base, april2027)).toEqual({ coming: [1, 15_000] })
  await year.on('2027-04-20', base)
  expect(await kindsOf(base, april2027)).toEqual({ unpaid: [1, 6000] })
})
