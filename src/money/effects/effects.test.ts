import { afterAll, beforeAll, expect, test } from 'vitest'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { april } from './effects.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

test('a move on the 16th from 100.00 to 150.00 credits 50.00 and charges 75.00, which the credit pays first', async () => {
  const base = await april(year)
  await year.on('2027-04-16', base)
  const { id } = await base.place()
  const shown = await base.calls.enrolments.effects({ id, act: 'move', batch: base.second.id })
  expect(shown.lines).toMatchObject([
    { kind: 'credit', amount: 5000, price: 10_000, count: 15, of: 30, fromDay: '2027-04-16', toDay: '2027-04-30', number: 'S2027-00001' },
    { kind: 'charge', amount: 7500, price: 15_000, count: 15, of: 30, fromDay: '2027-04-16', toDay: '2027-04-30', number: null },
  ])
  // Nothing has happened by looking.
  expect(await base.sums()).toEqual([[10_000, 0, 0, 'paid']])
  const moved = await base.calls.enrolments.move({ ...seen(await base.place()), batch: base.second.id, decision: { digest: shown.digest } })
  expect(moved).toMatchObject({ billedThrough: '2027-04-30', nextChargeOn: '2027-05-01', owed: 2500 })
  expect(await base.sums()).toEqual([
    [10_000, 5000, 0, 'partiallyRefunded'],
    [7500, 0, 2500, 'partiallyPaid'],
  ])
  await base.sound()
  await year.on('2027-05-01', base)
  expect((await base.bills()).map(({ total }) => total)).toEqual([10_000, 7500, 15_000])
})

test('a batch that ends on the 20th credits 33.33, and nothing is billed after it', async () => {
  const base = await april(year)
  await year.on('2027-04-10', base)
  await base.calls.batches.update({ ...seen(base.first), endDate: '2027-04-20' })
  expect([await base.credit(), await base.sums()]).toEqual([3333, [[10_000, 3333, 0, 'partiallyRefunded']]])
  await year.on('2027-07-01', base)
  expect(await base.bills()).toHaveLength(1)
  await base.sound()
})

test('after a move, days and sessions are credited from the bill of the new batch alone', async () => {
  const rules = { proration: 'halfMonths', cancelledSessions: 'credit' } as const
  const base = await april(year, { rules, batch: { trainingDays: week(1, 6) } })
  await year.on('2027-04-06', base)
  const moved = await base.calls.enrolments.move({ ...seen(await base.place()), batch: base.second.id })
  expect([await base.credit(), await base.sums()]).toEqual([
    0,
    [
      [10_000, 5000, 0, 'partiallyRefunded'],
      [7500, 0, 2500, 'partiallyPaid'],
    ],
  ])
  await base.pay()
  const { rows } = await base.calls.sessions.list({ from: '2027-04-07', to: '2027-04-30', batch: base.second.id })
  const { lines } = await base.calls.sessions.effects({ id: rows[0]!.id, scope: 'this' })
  expect(lines).toMatchObject([{ price: 7500, number: (await base.bills()).at(-1)?.number }])
  // The batch has no session from the day on which it is cancelled.
  const shown = await base.calls.batches.effects({ id: moved.batch, act: 'batchCancel' })
  expect(shown.lines.map(({ amount, price }) => [amount, price])).toEqual([[7500, 7500]])
})

test('a bill whose credit was waived for a move counts no longer, and one whose charge was waived does', async () => {
  const moved = async (waived: 'credit' | 'charge') => {
    const base = await april(year)
    await year.on('2027-04-16', base)
    const { id, version } = await base.place()
    const { digest, lines } = await base.calls.enrolments.effects({ id, act: 'move', batch: base.second.id })
    const changed = lines.filter(({ kind }) => kind === waived).map((line) => ({ id: line.id, amount: 0, reason: 'As agreed' }))
    await base.calls.enrolments.move({ id, version, batch: base.second.id, decision: { digest, lines: changed } })
    await base.pay()
    await year.on('2027-04-21', base)
    const shown = await base.calls.enrolments.effects({ id: (await base.place(base.second.id)).id, act: 'cancel' })
    return shown.lines.map(({ amount }) => amount)
  }
  expect(await moved('credit')).toEqual([5000])
  // All but the credit of the move is still paid for the rest of April.
  expect(await moved('charge')).toEqual([])
})

test('an unpaid bill of such a batch is lower: 66.67 stay due, and nobody has credit', async () => {
  const base = await april(year, { isPaid: false })
  await year.on('2027-04-10', base)
  await base.calls.batches.update({ ...seen(base.first), endDate: '2027-04-20' })
  expect([await base.credit(), await base.sums()]).toEqual([0, [[10_000, 3333, 6667, 'open']]])
  await base.sound()
})

test('who leaves is credited what is left, and an unpaid bill for days to come is voided', async () => {
  const base = await april(year)
  await year.on('2027-04-16', base)
  await base.calls.sales.sell({ customer: base.amal.id, items: [{ kind: 'batch', batch: base.first.id }], total: 10_000 })
  const { id } = await base.place()
  const { lines } = await base.calls.enrolments.effects({ id, act: 'cancel' })
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['credit', 5000],
    ['void', 10_000],
  ])
  await base.calls.enrolments.cancel({ ...seen(await base.place()), when: 'now', reason: '' })
  expect([await base.credit(), await base.sums()]).toEqual([
    5000,
    [
      [10_000, 5000, 0, 'partiallyRefunded'],
      [10_000, 0, 0, 'void'],
    ],
  ])
  await base.sound()
})

test('a cancelled batch settles everybody', async () => {
  const base = await april(year)
  await year.on('2027-04-21', base)
  const batch = await base.calls.batches.get({ id: base.first.id })
  const shown = await base.calls.batches.effects({ id: batch.id, act: 'batchCancel' })
  await base.calls.batches.cancel({ ...seen(batch), reason: 'Roof', tell: false, decision: { digest: shown.digest } })
  expect(await base.credit()).toBe(3333)
  await base.sound()
})

test('where a part of a month is billed in full, the paid days go along with a move, and who leaves gets nothing', async () => {
  const base = await april(year, { rules: { proration: 'full' } })
  await year.on('2027-04-16', base)
  const moved = await base.calls.enrolments.move({ ...seen(await base.place()), batch: base.second.id })
  expect(moved).toMatchObject({ billedThrough: null, nextChargeOn: '2027-05-01' })
  expect(await base.sums()).toEqual([[10_000, 0, 0, 'paid']])
  // The batch is ended by the business: what was paid at the old place is credited there.
  await base.calls.batches.cancel({ ...seen(await base.calls.batches.get({ id: base.second.id })), reason: 'Roof', tell: false })
  expect(await base.credit()).toBe(5000)
  await base.sound()
})

test('a term that is moved into is charged in full, of the days of which nothing else was paid, and stays unbilled if that is waived', async () => {
  for (const isWaived of [false, true]) {
    const base = await april(year)
    const dates = { startDate: '2027-04-01', endDate: '2027-06-30', startingTime: '21:00', endingTime: '21:50' }
    const term = await base.calls.batches.create(base.batch({ price: 40_000, priceUnit: 'term', ...dates }))
    await year.on('2027-04-16', base)
    const { id } = await base.place()
    const { digest, lines } = await base.calls.enrolments.effects({ id, act: 'move', batch: term.id })
    expect(lines.map(({ kind, amount, fromDay, toDay }) => [kind, amount, fromDay, toDay])).toEqual([
      ['credit', 5000, '2027-04-16', '2027-04-30'],
      ['charge', 40_000, '2027-04-16', '2027-06-30'],
    ])
    const waived = isWaived ? [{ id: lines[1]!.id, amount: 0, reason: 'As agreed' }] : []
    await base.calls.enrolments.move({ ...seen(await base.place()), batch: term.id, decision: { digest, lines: waived } })
    expect((await base.sums()).length).toBe(isWaived ? 1 : 2)
    expect(await base.credit()).toBe(isWaived ? 5000 : 0)
    await base.sound()
  }
})

test('a batch that is completed early credits the days after today', async () => {
  const base = await april(year)
  await year.on('2027-04-21', base)
  const shown = await base.calls.batches.effects({ id: base.first.id, act: 'batchComplete' })
  const batch = await base.calls.batches.get({ id: base.first.id })
  await base.calls.batches.complete({ ...seen(batch), decision: { digest: shown.digest } })
  expect([await base.credit(), (await base.place()).state]).toEqual([3000, 'completed'])
  await base.sound()
})

test('a batch that ends later again reverses the credit of its shorter days, and credits those that are still lost', async () => {
  const base = await april(year)
  await year.on('2027-04-05', base)
  const end = async (endDate: string) =>
    base.calls.batches.update({ ...seen(await base.calls.batches.get({ id: base.first.id })), endDate })
  for (const [day, credit] of [
    ['2027-04-20', 3333],
    ['2027-04-10', 6667],
    ['2027-04-25', 1667],
    ['2027-12-31', 0],
  ] as const) {
    await end(day)
    expect(await base.credit(), day).toBe(credit)
    await base.sound()
  }
  await year.on('2027-05-01', base)
  expect((await base.bills()).map(({ total }) => total)).toEqual([10_000, 10_000])
})

test('a session that is planned again takes its credit back, and those that were cancelled with it stay credited', async () => {
  const base = await april(year, { rules: { cancelledSessions: 'credit' }, batch: { trainingDays: week(1, 6) } })
  const { rows } = await base.calls.sessions.list({ from: '2027-04-01', to: '2027-04-30' })
  const [session, second] = rows.filter(({ batch }) => batch === base.first.id)
  const { digest, lines } = await base.calls.sessions.effects({ id: session!.id, scope: 'all' })
  const half = { id: lines[0]!.id, amount: lines[0]!.amount / 2, reason: 'Half of it' }
  const cancelled = { ...seen(session!), scope: 'all' as const, reason: 'Roof', tell: false, decision: { digest, lines: [half] } }
  await base.calls.sessions.cancel(cancelled)
  expect([lines.length, await base.credit()]).toEqual([1, 5000])
  const restore = async (id: string) => base.calls.sessions.restore({ ...seen(await base.calls.sessions.get({ id })), tell: false })
  await restore(second!.id)
  // Seven of eight, and half of that.
  expect(await base.credit()).toBe(4375)
  await restore(session!.id)
  expect(await base.credit()).toBe(3750)
  const effects = (await base.calls.effects.list({ batch: base.first.id })).rows
  expect(effects.map(({ reversedOn }) => reversedOn)).toEqual([null, '2027-04-01', '2027-04-01'])
  await base.sound()
})

test('a session whose credit is used keeps it when it is planned again, and is not credited a second time', async () => {
  const base = await april(year, { rules: { cancelledSessions: 'credit' }, batch: { trainingDays: week(1, 6) } })
  const { rows } = await base.calls.sessions.list({ from: '2027-04-01', to: '2027-04-30' })
  const { id } = rows.find(({ batch }) => batch === base.first.id)!
  const fresh = async () => seen(await base.calls.sessions.get({ id }))
  const cancel = async () => base.calls.sessions.cancel({ ...(await fresh()), reason: 'Roof', tell: false })
  await cancel()
  expect(await base.credit()).toBe(1250)
  await base.calls.sales.sell({ customer: base.amal.id, items: [{ kind: 'batch', batch: base.first.id }], total: 10_000 })
  await base.calls.sessions.restore({ ...(await fresh()), tell: false })
  expect((await base.calls.sessions.effects({ id, scope: 'this' })).lines).toEqual([])
  await cancel()
  expect([await base.credit(), (await base.calls.effects.list({ batch: base.first.id })).rows.length]).toEqual([0, 1])
  await base.sound()
})
