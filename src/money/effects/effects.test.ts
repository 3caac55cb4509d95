import { afterAll, beforeAll, expect, test } from 'vitest'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

type Rules = { billingDay: number | null; proration: 'days' | 'halfMonths' | 'full'; cancelledSessions: 'credit' | 'nothing' }

/** A business that bills on the 1st, on 1 April 2027, with a batch of 100.00 and one of 150.00 a month, and Amal in the first. */
async function april({ rules = {}, batch = {}, isPaid = true }: { rules?: Partial<Rules>; batch?: object; isPaid?: boolean } = {}) {
  const base = await year.yearFloor('2027-04-01', '2027-12-31')
  const { calls, owner } = base
  await calls.enrolments.saveBilling({ billingDay: 1, proration: 'days', cancelledSessions: 'nothing', ...rules, version: 0 })
  const dates = { startDate: '2027-04-01', endDate: '2027-12-31', startingTime: '19:00', endingTime: '20:00' }
  const first = await calls.batches.create(base.batch({ price: 10_000, ...dates, ...batch }))
  const second = await calls.batches.create(base.batch({ price: 15_000, ...dates, startingTime: '20:00', endingTime: '21:00' }))
  const amal = await person(calls, 'Amal')
  const bills = async () => (await calls.sales.list({ customer: amal.id, sort: 'day', direction: 'asc' })).rows
  const pay = async () => {
    for (const { id, due } of await bills()) if (due > 0) await calls.sales.pay({ sale: id, amount: due, method: 'cash' })
  }
  const place = async (batch: string = first.id) => (await calls.enrolments.list({ batch, state: 'all' })).rows[0]!
  await calls.enrolments.enrol({ batch: first.id, customer: amal.id, terms: 'bill' })
  if (isPaid) await pay()
  const credit = async () => (await calls.sales.credit({ customer: amal.id })).balance
  const sums = async () => (await bills()).map(({ total, credited, due, state }) => [total, credited, due, state])
  const sound = () => year.expectSound(owner.vendorId)
  return { ...base, first, second, amal, bills, pay, place, credit, sums, sound }
}

test('a move on the 16th from 100.00 to 150.00 credits 50.00 and charges 75.00, which the credit pays first', async () => {
  const base = await april()
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
  const base = await april()
  await year.on('2027-04-10', base)
  await base.calls.batches.update({ ...seen(base.first), endDate: '2027-04-20' })
  expect([await base.credit(), await base.sums()]).toEqual([3333, [[10_000, 3333, 0, 'partiallyRefunded']]])
  await year.on('2027-07-01', base)
  expect(await base.bills()).toHaveLength(1)
  await base.sound()
})

test('an unpaid bill of such a batch is lower: 66.67 stay due, and nobody has credit', async () => {
  const base = await april({ isPaid: false })
  await year.on('2027-04-10', base)
  await base.calls.batches.update({ ...seen(base.first), endDate: '2027-04-20' })
  expect([await base.credit(), await base.sums()]).toEqual([0, [[10_000, 3333, 6667, 'open']]])
  await base.sound()
})

test('one of eight sessions that is cancelled is worth 12.50, by the rule of the business', async () => {
  const base = await april({ rules: { cancelledSessions: 'credit' }, batch: { trainingDays: week(1, 6) } })
  const { rows } = await base.calls.sessions.list({ from: '2027-04-01', to: '2027-04-30' })
  const own = rows.filter(({ batch }) => batch === base.first.id)
  const [session] = own
  const shown = await base.calls.sessions.effects({ id: session!.id, scope: 'this' })
  expect(shown.lines).toMatchObject([{ kind: 'credit', unit: 'sessions', count: 1, of: 8, amount: 1250 }])
  await base.calls.sessions.cancel({ ...seen(session!), reason: 'Trainer ill', tell: false })
  expect(await base.credit()).toBe(1250)
  await base.sound()
})

test('a freeze from 29 April to 3 May in a batch that ends on 3 May credits the two paid days, and May is not billed', async () => {
  const base = await april({ batch: { endDate: '2027-05-03' } })
  await base.calls.enrolments.freeze({ ...seen(await base.place()), from: '2027-04-29', to: '2027-05-03' })
  expect(await base.credit()).toBe(667)
  expect(await base.place()).toMatchObject({ freezes: [{ from: '2027-04-29', to: '2027-05-03' }] })
  await year.on('2027-05-04', base)
  expect(await base.bills()).toHaveLength(1)
  await base.sound()
})

test('who leaves is credited what is left, and an unpaid bill for days to come is voided', async () => {
  const base = await april()
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
  const base = await april()
  await year.on('2027-04-21', base)
  const batch = await base.calls.batches.get({ id: base.first.id })
  const shown = await base.calls.batches.effects({ id: batch.id, act: 'batchCancel' })
  await base.calls.batches.cancel({ ...seen(batch), reason: 'Roof', tell: false, decision: { digest: shown.digest } })
  expect(await base.credit()).toBe(3333)
  await base.sound()
})

test('other amounts, other days: who saw something else is shown what it means now, and nothing is posted', async () => {
  const base = await april()
  await year.on('2027-04-16', base)
  const place = await base.place()
  const shown = await base.calls.enrolments.effects({ id: place.id, act: 'cancel' })
  await base.calls.sales.refund({ sale: (await base.bills())[0]!.id, amount: 1000, method: 'cash', reason: 'Kind' })
  const act = { ...seen(place), when: 'now', reason: '', decision: { digest: shown.digest } } as const
  const answer = await base.calls.enrolments.cancel(act).then(
    () => null,
    (error: { code: string; data: { effects: { lines: { amount: number }[] } } }) => [error.code, error.data.effects.lines[0]?.amount],
  )
  expect(answer).toEqual(['effects/changed', 4000])
  expect([(await base.place()).state, await base.credit()]).toEqual(['active', 0])
})

test('amounts are changed with a reason, within the limit of the role, and lines waived', async () => {
  const base = await april()
  await year.on('2027-04-16', base)
  const place = await base.place()
  const { digest, lines } = await base.calls.enrolments.effects({ id: place.id, act: 'cancel' })
  const cancel = (amount: number, id = lines[0]!.id) =>
    base.calls.enrolments.cancel({
      ...seen(place),
      when: 'now',
      reason: '',
      decision: { digest, lines: [{ id, amount, reason: 'As agreed' }] },
    })
  expect(await refusal(cancel(10_001))).toBe('sale/limit')
  expect(await refusal(cancel(1, lines[0]!.id.replace('credit', 'charge')))).toBe('effects/changed')
  await cancel(0)
  expect(await base.credit()).toBe(0)
  const { rows } = await base.calls.effects.list({ customer: base.amal.id })
  expect(rows).toMatchObject([{ act: 'cancel', lines: [{ proposed: 5000, amount: 0, reason: 'As agreed' }] }])
})

test('a move is reversed as one: the bills, the credit and the days are as before', async () => {
  const base = await april()
  await year.on('2027-04-16', base)
  await base.calls.enrolments.move({ ...seen(await base.place()), batch: base.second.id })
  const { rows } = await base.calls.effects.list({ batch: base.second.id })
  expect(rows).toMatchObject([{ act: 'move', obstacle: null, lines: [{ amount: 5000 }, { amount: 7500 }] }])
  const [effect] = rows
  expect(await base.calls.effects.reverse({ id: effect!.id, reason: 'A mistake' })).toMatchObject({ obstacle: 'reversed' })
  expect([await base.credit(), await base.sums()]).toEqual([
    0,
    [
      [10_000, 0, 0, 'paid'],
      [7500, 0, 0, 'void'],
    ],
  ])
  expect(await base.place(base.second.id)).toMatchObject({ billedThrough: null, nextChargeOn: '2027-05-01', owed: 0 })
  await base.sound()
  // A second time changes nothing.
  await base.calls.effects.reverse({ id: effect!.id, reason: 'Again' })
  expect(await base.bills()).toHaveLength(2)
  await year.on('2027-05-01', base)
  expect((await base.bills()).map(({ total }) => total)).toEqual([10_000, 7500, 15_000])
  await base.sound()
})

test('what was paid on, used, changed later or closed can no longer be reversed, and says why', async () => {
  const obstacles: (string | null)[] = []
  const after = async (change: (base: Awaited<ReturnType<typeof april>>) => Promise<unknown>) => {
    const base = await april()
    await year.on('2027-04-16', base)
    await base.calls.enrolments.move({ ...seen(await base.place()), batch: base.second.id })
    await change(base)
    const { rows } = await base.calls.effects.list({ customer: base.amal.id })
    const first = rows.at(-1)!
    obstacles.push(first.obstacle)
    expect(await refusal(base.calls.effects.reverse({ id: first.id, reason: 'Late' }))).toBe('effects/final')
  }
  await after((base) => base.pay())
  await after(async (base) => base.calls.enrolments.cancel({ ...seen(await base.place(base.second.id)), when: 'now', reason: '' }))
  await after(async (base) => {
    await year.on('2027-05-02', base)
    await base.calls.finance.close({ month: '2027-04' })
  })
  expect(obstacles).toEqual(['paid', 'later', 'closed'])
  const used = await april()
  await year.on('2027-04-16', used)
  await used.calls.enrolments.cancel({ ...seen(await used.place()), when: 'now', reason: '' })
  await used.calls.sales.payOutCredit({ customer: used.amal.id, amount: 1, method: 'cash', reason: 'Asked' })
  const { rows } = await used.calls.effects.list({ customer: used.amal.id })
  expect(rows[0]?.obstacle).toBe('used')
})

test('where a part of a month is billed in full, the paid days go along with a move, and who leaves gets nothing', async () => {
  const base = await april({ rules: { proration: 'full' } })
  await year.on('2027-04-16', base)
  const moved = await base.calls.enrolments.move({ ...seen(await base.place()), batch: base.second.id })
  expect(moved).toMatchObject({ billedThrough: null, nextChargeOn: '2027-05-01' })
  expect(await base.sums()).toEqual([[10_000, 0, 0, 'paid']])
  // The batch is ended by the business: what was paid at the old place is credited there.
  await base.calls.batches.cancel({ ...seen(await base.calls.batches.get({ id: base.second.id })), reason: 'Roof', tell: false })
  expect(await base.credit()).toBe(5000)
  await base.sound()
})

test('fifty at once leave a place: one is credited, the others are told that it has changed', async () => {
  const base = await april()
  await year.on('2027-04-16', base)
  const act = { ...seen(await base.place()), when: 'now', reason: '' } as const
  const answers = await Promise.all(Array.from({ length: 50 }, () => refusal(base.calls.enrolments.cancel(act))))
  expect(answers.filter((code) => code === 'accepted')).toHaveLength(1)
  expect([await base.credit(), (await base.calls.effects.list({ customer: base.amal.id })).rows.length]).toEqual([5000, 1])
  await base.sound()
})

test('people are notified of a credit once, and of its reversal, in their language', async () => {
  const base = await april()
  const { calls, amal } = base
  await calls.customers.update({ ...seen(await calls.customers.get({ id: amal.id })), email: 'amal@example.com', language: 'ar' })
  await year.on('2027-04-16', base)
  await calls.enrolments.cancel({ ...seen(await base.place()), when: 'now', reason: '' })
  const own = async () => (await app.mails()).filter(({ to }) => to === 'amal@example.com').map(({ subject, text }) => [subject, text])
  expect(await own()).toMatchObject([[expect.stringMatching(/^رصيد .*50/), expect.stringContaining('انتهى مقعدك')]])
  const { rows } = await calls.effects.list({ customer: amal.id })
  await calls.effects.reverse({ id: rows[0]!.id, reason: 'A mistake' })
  expect((await own()).map(([subject]) => subject)).toEqual([expect.stringMatching(/^رصيد .*50/), expect.stringMatching(/^سُحب رصيد/)])
})

test('closed days credit the sessions that they cancel, by the same rule, and a retry credits nothing more', async () => {
  const base = await april({ rules: { cancelledSessions: 'credit' }, batch: { trainingDays: week(1, 6) } })
  const days = { fromDay: '2027-04-03', toDay: '2027-04-05' }
  const shown = await base.calls.closures.effects(days)
  expect(shown.lines).toMatchObject([{ unit: 'sessions', count: 2, of: 8, amount: 2500 }])
  const closure = { ...days, id: '01990000-0000-7000-8000-00000000c105', label: 'Holiday', tell: false }
  await base.calls.closures.create({ ...closure, decision: { digest: shown.digest } })
  await base.calls.closures.create(closure)
  expect(await base.credit()).toBe(2500)
  expect((await base.calls.effects.list({ batch: base.first.id })).rows).toMatchObject([{ act: 'closure', batch: null }])
  await base.sound()
})

test('a term that is moved into is charged in full, of the days of which nothing else was paid, and stays unbilled if that is waived', async () => {
  for (const isWaived of [false, true]) {
    const base = await april()
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
