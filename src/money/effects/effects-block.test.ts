import { afterAll, beforeAll, expect, test } from 'vitest'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { accepted, quoteDesk } from '#money/quotes/quote.sample.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { april } from './effects.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

type April = Parameters<typeof april>[1]

async function blocking(options?: April) {
  const base = await april(year, options)
  const { calls, amal } = base
  const fresh = async () => seen(await calls.customers.get({ id: amal.id }))
  return {
    ...base,
    block: async () => calls.customers.block(await fresh()),
    unblock: async () => calls.customers.unblock(await fresh()),
    shown: (act: 'block' | 'unblock') => calls.customers.effects({ id: amal.id, act }),
    spans: async () => (await year.spans(base.owner.vendorId)).map(([from, to]) => `${from} ${to}`),
  }
}

test('who is blocked on 10 April is credited 21 days; unblocked on the 15th, the 16 that are left are charged again', async () => {
  const base = await blocking()
  await year.on('2027-04-10', base)
  expect((await base.shown('block')).lines).toMatchObject([{ kind: 'credit', amount: 7000, count: 21, of: 30, fromDay: '2027-04-10' }])
  await base.block()
  expect([await base.credit(), (await base.place()).billedThrough]).toEqual([7000, '2027-04-30'])
  await year.on('2027-04-15', base)
  expect((await base.shown('unblock')).lines).toMatchObject([{ kind: 'charge', amount: 5333, price: 7000, count: 16, of: 21 }])
  await base.unblock()
  expect([await base.credit(), await base.sums()]).toEqual([
    1667,
    [
      [10_000, 7000, 0, 'partiallyRefunded'],
      [5333, 0, 0, 'paid'],
    ],
  ])
  await year.on('2027-05-01', base)
  expect((await base.bills()).at(-1)).toMatchObject({ total: 10_000, due: 8333 })
  expect(await base.spans()).toEqual(['2027-04-01 2027-04-30', '2027-04-15 2027-04-30', '2027-05-01 2027-05-31'])
  await base.sound()
})

test('a block by mistake costs nothing: what it credited pays what its end charges', async () => {
  const base = await blocking()
  await base.block()
  await base.block()
  expect([await base.credit(), (await base.shown('block')).lines]).toEqual([10_000, []])
  await base.unblock()
  await base.unblock()
  expect([await base.credit(), (await base.place()).nextChargeOn, await base.spans()]).toEqual([
    0,
    '2027-05-01',
    ['2027-04-01 2027-04-30', '2027-04-01 2027-04-30'],
  ])
  await base.sound()
})

test('who is blocked beyond the paid days is billed from the day of the unblocking, and for no day before', async () => {
  const base = await blocking()
  await year.on('2027-04-10', base)
  await base.block()
  await year.on('2027-05-10', base)
  await base.unblock()
  await year.on('2027-05-11', base)
  expect(await base.spans()).toEqual(['2027-04-01 2027-04-30', '2027-05-10 2027-05-31'])
  await base.sound()
})

test('days that were lost before are not credited by a block, also where their own credit was reversed', async () => {
  const base = await april(year)
  const { calls, amal } = base
  await calls.enrolments.update({ ...seen(await base.place()), endDate: '2027-04-20' })
  const [shorter] = (await calls.effects.list({})).rows
  await calls.effects.reverse({ id: shorter?.id ?? '', reason: 'Not as agreed' })
  expect(await base.credit()).toBe(0)
  await year.on('2027-04-11', base)
  expect((await calls.customers.effects({ id: amal.id, act: 'block' })).lines).toMatchObject([
    { kind: 'credit', amount: 3334, count: 10, of: 30, fromDay: '2027-04-11', toDay: '2027-04-20' },
  ])
})

test('an unpaid bill owes only the days before the block, and one whose days all come later is voided', async () => {
  const base = await blocking({ isPaid: false })
  await year.on('2027-04-10', base)
  await base.block()
  expect(await base.sums()).toEqual([[10_000, 7000, 3000, 'open']])
  const unused = await blocking({ isPaid: false })
  await unused.block()
  expect(await unused.sums()).toMatchObject([[10_000, 0, 0, 'void']])
  await year.on('2027-04-03', unused)
  await unused.unblock()
  // 28 of the 30 days of April.
  expect((await unused.bills()).map(({ total, state }) => [total, state])).toEqual([
    [10_000, 'void'],
    [9333, 'open'],
  ])
  await unused.sound()
})

test.each([true, false])('a term is credited and charged again, whether its bill was paid: %s', async (isPaid) => {
  const base = await blocking({ isPaid, batch: { priceUnit: 'term', startDate: '2027-04-01', endDate: '2027-04-30' } })
  await base.block()
  await year.on('2027-04-16', base)
  await base.unblock()
  expect((await base.bills()).at(-1)).toMatchObject({ total: 5000, due: isPaid ? 0 : 5000 })
  expect(await base.place()).toMatchObject({ billedThrough: '2027-04-30', nextChargeOn: null })
  await year.on('2027-04-20', base)
  expect(await base.bills()).toHaveLength(2)
  await base.sound()
})

test('days whose credit was waived or reversed stay paid, and are not charged', async () => {
  const waived = await blocking()
  const { digest, lines } = await waived.shown('block')
  const customer = seen(await waived.calls.customers.get({ id: waived.amal.id }))
  const decision = { digest, lines: [{ id: lines[0]!.id, amount: 0, reason: 'No refund' }] }
  await waived.calls.customers.block({ ...customer, decision })
  await waived.unblock()
  expect([await waived.credit(), await waived.sums()]).toEqual([0, [[10_000, 0, 0, 'paid']]])
  const reversed = await blocking()
  await reversed.block()
  const [act] = (await reversed.calls.effects.list({ customer: reversed.amal.id })).rows
  await reversed.calls.effects.reverse({ id: act!.id, reason: 'By mistake' })
  await reversed.unblock()
  expect([await reversed.credit(), await reversed.spans()]).toEqual([0, ['2027-04-01 2027-04-30']])
  await reversed.sound()
})

test('a block can’t be reversed once its days were charged again, and the charge can', async () => {
  const base = await blocking()
  await base.block()
  await base.unblock()
  const [charged, credited] = (await base.calls.effects.list({ customer: base.amal.id })).rows
  expect([charged?.act, charged?.obstacle, credited?.act, credited?.obstacle]).toEqual(['unblock', null, 'block', 'later'])
  await base.calls.effects.reverse({ id: charged!.id, reason: 'A gift' })
  expect([await base.credit(), (await base.place()).billedThrough, (await base.place()).nextChargeOn]).toEqual([
    10_000,
    '2027-04-30',
    '2027-05-01',
  ])
  await base.sound()
})

test('a session that is cancelled after a block is credited from the bill that pays for it, once', async () => {
  const base = await blocking({ rules: { cancelledSessions: 'credit' }, batch: { trainingDays: week(1, 6) } })
  await base.block()
  await base.unblock()
  const { rows } = await base.calls.sessions.list({ from: '2027-04-01', to: '2027-04-30' })
  const { id } = rows.find(({ batch }) => batch === base.first.id)!
  const { lines } = await base.calls.sessions.effects({ id, scope: 'this' })
  expect(lines.map(({ amount, number }) => [amount, number])).toEqual([[1250, (await base.bills()).at(-1)?.number]])
  await base.calls.customers.block(seen(await base.calls.customers.get({ id: base.amal.id })))
  expect((await base.calls.sessions.effects({ id, scope: 'this' })).lines).toEqual([])
  await base.sound()
})

test('a decision about other sums is refused, and nothing is blocked', async () => {
  const base = await blocking({ isPaid: false })
  const { digest } = await base.shown('block')
  await year.on('2027-04-05', base)
  const customer = seen(await base.calls.customers.get({ id: base.amal.id }))
  expect(await refusal(base.calls.customers.block({ ...customer, decision: { digest, lines: [] } }))).toBe('effects/changed')
  expect(await base.calls.customers.get({ id: base.amal.id })).toMatchObject({ state: 'active' })
  expect((await base.calls.effects.list({ customer: base.amal.id })).rows).toEqual([])
})

test('while their customer is blocked, places keep their days, and nobody is merged into another', async () => {
  const base = await blocking()
  const { calls, amal } = base
  await calls.enrolments.freeze({ ...seen(await base.place()), from: '2027-05-02', to: '2027-05-03' })
  await base.block()
  const place = seen(await base.place())
  expect(await refusal(calls.enrolments.freeze({ ...place, from: '2027-05-10', to: '2027-05-12' }))).toBe('customer/blocked')
  expect(await refusal(calls.enrolments.unfreeze(place))).toBe('customer/blocked')
  expect(await refusal(calls.enrolments.update({ ...place, endDate: '2027-05-20' }))).toBe('customer/blocked')
  const badr = await person(calls, 'Badr')
  expect(await refusal(calls.customers.merge({ ...seen(badr), drop: amal.id }))).toBe('customer/blocked')
})

test('who is blocked after the end of their place came closer is charged what they were credited', async () => {
  const base = await blocking()
  await year.on('2027-04-10', base)
  await base.calls.enrolments.update({ ...seen(await base.place()), endDate: '2027-04-20' })
  expect(await base.credit()).toBe(3333)
  expect((await base.shown('block')).lines).toMatchObject([{ amount: 3667, count: 11, of: 30, fromDay: '2027-04-10', toDay: '2027-04-20' }])
  await base.block()
  await base.unblock()
  expect([await base.credit(), (await base.bills()).at(-1)?.total]).toEqual([3333, 3667])
  await base.sound()
})

test('the end of a block charges who paid for the place', async () => {
  const base = await quoteDesk(app)
  await year.plan(base)
  const { calls, made, amal } = base
  const badr = await person(calls, 'Badr')
  const quote = await accepted(app, base, { service: null, batch: made.id, candidates: 2, offeredPrice: 30_000 })
  const sold = await calls.quotes.convert({ ...seen(quote), customers: [amal.id, badr.id] })
  await calls.sales.pay({ sale: sold.sale ?? '', amount: 60_000, method: 'cash' })
  await calls.customers.block(seen(badr))
  expect((await calls.sales.credit({ customer: amal.id })).balance).toBe(30_000)
  const { lines } = await calls.customers.effects({ id: badr.id, act: 'unblock' })
  expect(lines).toMatchObject([{ customer: amal.id, firstName: 'Badr', payerName: expect.stringMatching(/^Amal/), amount: 30_000 }])
  await calls.customers.unblock(seen(await calls.customers.get({ id: badr.id })))
  expect((await calls.sales.credit({ customer: amal.id })).balance).toBe(0)
  expect((await calls.sales.list({ customer: badr.id })).rows).toEqual([])
})

test('frozen days are not charged again, and none after the last day of the place', async () => {
  const base = await blocking()
  await base.calls.enrolments.freeze({ ...seen(await base.place()), from: '2027-04-20', to: '2027-04-22' })
  await base.block()
  await base.calls.batches.update({ ...seen(await base.calls.batches.get({ id: base.first.id })), endDate: '2027-04-25' })
  await year.on('2027-04-16', base)
  // 30 paid days were credited: to the 19th, and from the 23rd to the third of May. Seven of them are left.
  expect((await base.shown('unblock')).lines).toMatchObject([
    { amount: 2333, count: 7, of: 30, fromDay: '2027-04-16', toDay: '2027-04-25' },
  ])
  await base.unblock()
  await base.sound()
})
