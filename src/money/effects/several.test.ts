import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { accepted, quoteDesk } from '#money/quotes/quote.sample.ts'
import { groupOf } from './several.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const group = (names: string[], more?: Parameters<typeof groupOf>[2]) => groupOf(year, names, more)

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
    new Map<string, unknown[]>([
      ['Amal', billed(30_000)],
      ['Badr', billed(30_000)],
      ['Celine', billed(30_000)],
      ['Dania', billed(40_000)],
      ['Elias', [null, 0]],
    ]),
  )
  await base.sound()
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

test('who paid one bill for several people is credited for each of its lines, with one email about the sum', async () => {
  const base = await quoteDesk(app)
  await year.plan(base)
  const { calls, made, owner, amal, email } = base
  const badr = await person(calls, 'Badr')
  const quote = await accepted(app, base, { service: null, batch: made.id, candidates: 2, offeredPrice: 31_000 })
  const sold = await calls.quotes.convert({ ...seen(quote), customers: [amal.id, badr.id] })
  await calls.sales.pay({ sale: sold.sale ?? '', amount: 62_000, method: 'cash' })
  const places = (await calls.enrolments.list({ batch: made.id })).rows
  // 5 October to 4 November are 31 days, of which 16 are used by the 20th: 310.00 ÷ 31 × 15.
  const shown = await calls.enrolments.severalEffects({ act: 'dates', places: places.map(({ id }) => id), endDate: '2026-10-20' })
  expect(shown.lines.map(({ customer, firstName, amount }) => [customer, firstName, amount])).toEqual([
    [amal.id, 'Amal', 15_000],
    [amal.id, 'Badr', 15_000],
  ])
  const decision = { digest: shown.digest }
  await calls.enrolments.changeSeveral({ act: 'dates', places: places.map(seen), endDate: '2026-10-20', decision })
  expect((await calls.sales.credit({ customer: amal.id })).balance).toBe(30_000)
  expect((await calls.sales.credit({ customer: badr.id })).balance).toBe(0)
  const credited = (await app.mails()).filter(({ to, subject }) => to === email && subject.includes('credited'))
  expect(credited.map(({ subject }) => /\b300\b/.test(subject))).toEqual([true])
  await year.expectSound(owner.vendorId)
})
