import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { vendorDigest } from '../../../test/vendor-rows.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { accepted, quoteDesk } from '#money/quotes/quote.sample.ts'
import { april } from './effects.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

test('other amounts, other days: who saw something else is shown what it means now, and nothing is posted', async () => {
  const base = await april(year)
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
  const base = await april(year)
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

test('what was paid is refunded instead of credited: the money leaves by its method, and the act can no longer be reversed', async () => {
  const base = await april(year)
  await year.on('2027-04-16', base)
  const place = await base.place()
  const { digest, lines } = await base.calls.enrolments.effects({ id: place.id, act: 'cancel' })
  const decision = { digest, lines: [{ id: lines[0]!.id, amount: 5000, method: 'transfer' as const, reason: 'Moves away' }] }
  await base.calls.enrolments.cancel({ ...seen(place), when: 'now', reason: '', decision })
  expect([await base.credit(), await base.sums()]).toEqual([0, [[10_000, 5000, 0, 'partiallyRefunded']]])
  const { refunds } = await base.calls.sales.get({ id: (await base.bills())[0]!.id })
  expect(refunds).toMatchObject([{ amount: 5000, paidBack: 5000, method: 'transfer', reason: 'Moves away' }])
  const { rows } = await base.calls.effects.list({ customer: base.amal.id })
  expect(rows).toMatchObject([{ obstacle: 'refunded', lines: [{ amount: 5000, proposed: 5000, method: 'transfer' }] }])
  expect(await refusal(base.calls.effects.reverse({ id: rows[0]!.id, reason: 'Late' }))).toBe('effects/final')
  await base.sound()
})

test('of a bill that is not paid, a refund only lowers what is open', async () => {
  const base = await april(year, { isPaid: false })
  await year.on('2027-04-16', base)
  const place = await base.place()
  const { digest, lines } = await base.calls.enrolments.effects({ id: place.id, act: 'cancel' })
  const decision = { digest, lines: [{ id: lines[0]!.id, amount: 5000, method: 'cash' as const, reason: 'Moves away' }] }
  await base.calls.enrolments.cancel({ ...seen(place), when: 'now', reason: '', decision })
  expect([await base.credit(), await base.sums()]).toEqual([0, [[10_000, 5000, 5000, 'open']]])
  // Nothing left the drawer, so it can be reversed.
  const { rows } = await base.calls.effects.list({ customer: base.amal.id })
  expect(rows).toMatchObject([{ obstacle: null, lines: [{ method: null }] }])
  await base.calls.effects.reverse({ id: rows[0]!.id, reason: 'A mistake' })
  expect(await base.sums()).toEqual([[10_000, 0, 10_000, 'open']])
  await base.sound()
})

test('a move is reversed as one: the bills, the credit and the days are as before', async () => {
  const base = await april(year)
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
    const base = await april(year)
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
  const used = await april(year)
  await year.on('2027-04-16', used)
  await used.calls.enrolments.cancel({ ...seen(await used.place()), when: 'now', reason: '' })
  await used.calls.sales.payOutCredit({ customer: used.amal.id, amount: 1, method: 'cash', reason: 'Asked' })
  const { rows } = await used.calls.effects.list({ customer: used.amal.id })
  expect(rows[0]?.obstacle).toBe('used')
})

test('fifty at once leave a place: one is credited, the others are refused', async () => {
  const base = await april(year)
  await year.on('2027-04-16', base)
  const act = { ...seen(await base.place()), when: 'now', reason: '' } as const
  const answers = await Promise.all(Array.from({ length: 50 }, () => refusal(base.calls.enrolments.cancel(act))))
  expect(answers.filter((code) => code === 'accepted')).toHaveLength(1)
  expect([await base.credit(), (await base.calls.effects.list({ customer: base.amal.id })).rows.length]).toEqual([5000, 1])
  await base.sound()
})

test('people are notified of a credit once, and of its reversal, in their language', async () => {
  const base = await april(year)
  const { calls, amal } = base
  await calls.customers.update({ ...seen(await calls.customers.get({ id: amal.id })), email: 'amal@example.com', language: 'ar' })
  await year.on('2027-04-16', base)
  await calls.enrolments.cancel({ ...seen(await base.place()), when: 'now', reason: '' })
  const own = async () => (await app.mails()).filter(({ to }) => to === 'amal@example.com').map(({ subject, text }) => [subject, text])
  expect(await own()).toMatchObject([[expect.stringMatching(/^رصيد .*50/), expect.stringContaining('انتهى المقعد')]])
  const { rows } = await calls.effects.list({ customer: amal.id })
  await calls.effects.reverse({ id: rows[0]!.id, reason: 'A mistake' })
  expect((await own()).map(([subject]) => subject)).toEqual([expect.stringMatching(/^رصيد .*50/), expect.stringMatching(/^سُحب رصيد/)])
})

test('what was paid for another person’s place is credited to who paid, and can be reversed while they have it', async () => {
  const base = await quoteDesk(app)
  await year.plan(base)
  const { calls, made, owner, amal } = base
  const badr = await person(calls, 'Badr')
  const quote = await accepted(app, base, { service: null, batch: made.id, candidates: 2, offeredPrice: 30_000 })
  const sold = await calls.quotes.convert({ ...seen(quote), customers: [amal.id, badr.id] })
  await calls.sales.pay({ sale: sold.sale ?? '', amount: 60_000, method: 'cash' })
  const [place] = (await calls.enrolments.list({ customer: badr.id })).rows
  const shown = await calls.enrolments.effects({ id: place!.id, act: 'cancel' })
  expect(shown.lines).toMatchObject([{ customer: amal.id, firstName: 'Badr', payerName: expect.stringMatching(/^Amal/), amount: 30_000 }])
  await calls.enrolments.cancel({ ...seen(place!), when: 'now', reason: '', decision: { digest: shown.digest } })
  const balances = async () =>
    [await calls.sales.credit({ customer: amal.id }), await calls.sales.credit({ customer: badr.id })].map(({ balance }) => balance)
  expect(await balances()).toEqual([30_000, 0])
  // Both pages show it.
  const ofAmal = (await calls.effects.list({ customer: amal.id })).rows
  expect((await calls.effects.list({ customer: badr.id })).rows).toEqual(ofAmal)
  await calls.effects.reverse({ id: ofAmal[0]!.id, reason: 'By mistake' })
  expect(await balances()).toEqual([0, 0])
  await year.expectSound(owner.vendorId)
})

test('a preview changes nothing, whatever it shows', async () => {
  for (const cancelledSessions of ['nothing', 'credit'] as const) {
    const base = await april(year, { rules: { cancelledSessions } })
    const { calls, first, second, owner } = base
    await year.on('2027-04-16', base)
    const { id } = await base.place()
    const [session] = (await calls.sessions.list({ from: '2027-04-17', to: '2027-04-30', batch: first.id })).rows
    const before = await vendorDigest(app.app.db, owner.vendorId)
    const span = { from: '2027-04-20', to: '2027-12-31' }
    const shown = [
      await calls.enrolments.effects({ id, act: 'move', batch: second.id }),
      await calls.enrolments.effects({ id, act: 'cancel' }),
      await calls.enrolments.effects({ id, act: 'finish' }),
      await calls.enrolments.effects({ id, act: 'freeze', ...span, to: '2027-05-20' }),
      await calls.batches.effects({ id: first.id, act: 'batchCancel' }),
      await calls.batches.effects({ id: first.id, act: 'batchComplete' }),
      await calls.batches.effects({ id: first.id, act: 'batchDates', endDate: '2027-04-20' }),
      await calls.batches.effects({ id: first.id, act: 'batchDates', endDate: '2028-01-31' }),
      await calls.sessions.effects({ id: session!.id, scope: 'all' }),
      await calls.closures.effects({ fromDay: '2027-04-17', toDay: '2027-04-30' }),
    ]
    const isCredited = cancelledSessions === 'credit'
    expect(shown.map(({ lines }) => lines.length > 0)).toEqual([true, true, true, false, true, true, true, false, isCredited, isCredited])
    expect(await vendorDigest(app.app.db, owner.vendorId)).toBe(before)
  }
})

test('what became credit since an act voided a bill pays it when the act is reversed', async () => {
  const base = await april(year, { isPaid: false })
  const { calls, amal } = base
  await calls.enrolments.cancel({ ...seen(await base.place()), when: 'now', reason: '' })
  const [cancelled] = (await calls.effects.list({})).rows
  const items = [{ kind: 'free' as const, text: 'A ball', quantity: 1, unit: 4000 }]
  const ball = await calls.sales.sell({
    customer: amal.id,
    items,
    total: 4000,
    payments: [{ method: 'cash', amount: 4000, reference: '' }],
  })
  await calls.sales.refund({ sale: ball.id, amount: 4000, method: 'credit', reason: 'Returned' })
  expect(await base.credit()).toBe(4000)
  await calls.effects.reverse({ id: cancelled?.id ?? '', reason: 'As agreed' })
  expect([await base.credit(), (await base.bills()).find(({ total }) => total === 10_000)?.due]).toEqual([0, 6000])
  await base.sound()
})
