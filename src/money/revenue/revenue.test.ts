import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { lastDayOf } from '#lib/days.ts'
import { week } from '#lib/fields.ts'
import { quotedPlaces } from '#money/quotes/quote.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { club, november, october, on } from '../../../test/club.ts'
import { dated, person, seen, travel } from '../../../test/floor.ts'
import { yearOf } from '../../../test/year.ts'
import { earnedByDay, earnedIn, expectEarned } from './earned.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Club = Awaited<ReturnType<typeof club>>
const december = { month: '2026-12' }
const daysOf = ({ month }: { month: string }) => ({ from: `${month}-01`, to: lastDayOf(month) })

/** The figures of a month by delivery. */
const figures = async ({ calls }: Club, month: { month: string }) => (await calls.finance.profit(daysOf(month))).total.now

/** A place from 12 October, sold for a number of months at 350.00 each, of which 291.67 without tax. */
async function sold(base: Club, months = 1, days = base.days) {
  const { calls, go } = base
  const { id: customer } = await person(calls, 'Amal')
  await go(on(10, 6))
  const item = { kind: 'batch' as const, batch: days.id, startDate: '2026-10-12' }
  const sale = await calls.sales.sell({ customer, items: [item], total: 35_000, payments: [] })
  for (let more = 1; more < months; more += 1)
    await calls.sales.sell({ customer, items: [{ kind: 'batch', batch: days.id }], total: 35_000, payments: [] })
  return { customer, sale }
}

/** The balances of the accounts for deferred revenue, in minor units; a credit is positive. */
const balances = ({ owner: { vendorId } }: Club, through: string) =>
  tenant(app.app.db, vendorId, async (trx) => {
    const { rows } = await sql<{ account: string; amount: number }>`
      select part."account", sum(part."amount")::bigint as "amount" from "ledger" l
      cross join lateral (values (l."debit", -l."amount"), (l."credit", l."amount")) part ("account", "amount")
      where l."vendorId" = ${vendorId} and l."source" = 'deferral' and l."day" <= ${through}::date group by 1 having sum(part."amount") <> 0`.execute(
      trx,
    )
    return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
  })

test('a bill is earned in equal parts by the sessions of its days, each once it is held', async () => {
  const base = await club(app)
  const { calls, go, cancel, days } = base
  await sold(base)
  // The Mondays to 11 November are the 12th, the 26th, the 2nd and the 9th; the 19th is cancelled.
  expect(await figures(base, october)).toMatchObject({ sold: 29_167, deferred: 29_167, net: 0 })
  const before = await figures(base, october)
  await go(on(10, 12, 18))
  // The session held brings what it earned, less the pay for it.
  const after = await figures(base, october)
  expect(after).toMatchObject({ deferred: 29_167 - 7291, net: 7291 })
  expect(after.result - before.result).toBe(7291 - (after.earned - before.earned))
  expect(after.earned).toBeGreaterThan(before.earned)
  await go(on(11, 3))
  expect([(await figures(base, october)).net, (await figures(base, november)).net]).toEqual([2 * 7291, 7291])
  expect(await figures(base, november)).toMatchObject({ sold: 0, deferred: -7291 })
  // By bills it is all income of the day of the bill.
  const billed = await calls.finance.profit({ ...daysOf(october), basis: 'billed' })
  expect(billed.total.now).toMatchObject({ sold: 29_167, deferred: 0, net: 29_167 })
  // A session fewer: three of the others earn it, the last with what is left.
  await cancel(days, '2026-11-09')
  expect([(await figures(base, october)).net, (await figures(base, november)).net]).toEqual([2 * 9722, 9723])
})

test('a freeze postpones what a bill is earned by, past the last day that the bill names', async () => {
  const base = await club(app)
  const { calls, go } = base
  const { sale } = await sold(base)
  await go(on(10, 20))
  const place = await calls.enrolments.get({ id: sale.items[0]?.enrolment ?? '' })
  await calls.enrolments.freeze({ ...seen(place), from: '2026-11-09', to: '2026-11-15', reason: 'Away' })
  await go(on(11, 20))
  // The 12th, the 26th, 2 November and, instead of the 9th, the day after the freeze.
  expect([(await figures(base, october)).net, (await figures(base, november)).net]).toEqual([2 * 7291, 7291 + 7294])
  const last = await calls.finance.profit({ from: '2026-11-16', to: '2026-11-16' })
  expect(last.total.now).toMatchObject({ sold: 0, net: 7294 })
})

test('three months sold in advance are earned in their days', async () => {
  const base = await club(app)
  const { calls, go, owner } = base
  const dates = { ...dated, endDate: '2027-03-31' }
  await sold(base, 3, await calls.batches.create(base.batch({ ...dates, name: 'Wednesdays', trainingDays: week(3) })))
  await go(Date.UTC(2027, 0, 20, 12))
  const months = [october, november, december, { month: '2027-01' }]
  const nets = await Promise.all(months.map(async (month) => (await figures(base, month)).net))
  expect(nets.reduce((sum, net) => sum + net, 0)).toBe(3 * 29_167)
  const model = await earnedByDay(app, owner.vendorId, '2027-01-20')
  expect(nets).toEqual(months.map((month) => earnedIn(model, daysOf(month))))
  expect(await figures(base, october)).toMatchObject({ sold: 3 * 29_167, net: nets[0] })
})

test('closing a month posts what it defers, which changes no figure; a later credit counts in the first open month', async () => {
  const base = await club(app)
  const { calls, go, clean } = base
  const { sale } = await sold(base)
  await go(on(11, 3))
  const before = [await figures(base, october), await figures(base, november)]
  await calls.finance.close(october)
  const deferred = 29_167 - 2 * 7291
  expect(await balances(base, '2026-10-31')).toEqual({ deferredRevenue: deferred, deferral: -deferred })
  // The pay that was earned is posted now.
  expect(await figures(base, october)).toEqual({ ...before[0], earned: 0, payroll: before[0]?.earned })
  expect(await figures(base, november)).toEqual(before[1])
  // Again, with nothing to post.
  await calls.finance.reopen({ ...october, reason: 'To look' })
  await calls.finance.close(october)
  expect(await balances(base, '2026-10-31')).toEqual({ deferredRevenue: deferred, deferral: -deferred })
  await calls.sales.refund({ sale: sale.id, amount: 7000, method: 'credit', reason: 'Twice away' })
  // 70.00 are 58.34 without tax; 233.33 over four sessions are 58.33 each, of which October has 72.91 twice.
  expect((await figures(base, october)).net).toBe(2 * 7291)
  expect(await figures(base, november)).toMatchObject({ refunds: 5834, net: 3 * 5833 - 2 * 7291 })
  await go(on(12, 1))
  expect((await figures(base, november)).net).toBe(23_333 - 2 * 7291)
  await calls.finance.close(november)
  expect(await balances(base, '2026-11-30')).toEqual({})
  expect((await figures(base, november)).net).toBe(23_333 - 2 * 7291)
  await clean()
})

test('a credit note for a whole bill takes from its lines what the ledger says, to the minor unit', async () => {
  const base = await quotedPlaces(app, yearOf(app), 0)
  const { calls, quote, made, amal, owner } = base
  // Three lines about the same batch; then one about it and one about nothing, of which each has its part.
  const { sale } = await calls.quotes.convert(seen(quote))
  await calls.sales.refund({ sale: sale ?? '', amount: 10_001, method: 'cash', reason: 'As agreed' })
  const items = [
    { kind: 'batch' as const, batch: made.id },
    { kind: 'free' as const, text: 'A ball', quantity: 1, unit: 9_999 },
  ]
  const { id } = await calls.sales.sell({ customer: amal.id, items, total: 27_220, payments: [] })
  await calls.sales.refund({ sale: id, amount: 7_777, method: 'cash', reason: 'Torn' })
  await travel(app, owner, Date.UTC(2027, 5, 1, 12))
  const all = { from: '2026-10-01', to: '2027-06-01' }
  const [earned, billed] = await Promise.all([
    calls.finance.profit({ ...all, by: 'batch' }),
    calls.finance.profit({ ...all, basis: 'billed', by: 'batch' }),
  ])
  const nets = (report: typeof earned) => Object.fromEntries(report.groups.map((group) => [group.id, group.now.net]))
  expect(nets(earned)).toEqual(nets(billed))
  await expectEarned(app, base, '2027-06-01', all)
  expect(earned.total.now.deferred).toBe(0)
})

test('a report is as of one moment, whatever is sold while it is read', async () => {
  const base = await club(app)
  const { calls, go } = base
  const batch = await calls.batches.create(base.batch({ ...dated, name: 'Wednesdays', trainingDays: week(3), totalCandidates: 20 }))
  const people = await Promise.all(Array.from({ length: 12 }, (_, at) => person(calls, `Person${at}`)))
  await go(on(10, 6))
  const item = { kind: 'batch' as const, batch: batch.id, startDate: '2026-10-14' }
  let isSelling = true
  const nets: number[] = []
  const read = async () => {
    while (isSelling) nets.push((await figures(base, october)).net)
  }
  const sell = async () => {
    try {
      for (const { id: customer } of people) await calls.sales.sell({ customer, items: [item], total: 35_000, payments: [] })
    } finally {
      isSelling = false
    }
  }
  await Promise.all([sell(), read(), read()])
  // No session is over yet, so nothing is earned, also of a bill that is issued just now.
  expect(new Set(nets)).toEqual(new Set([0]))
  expect(await figures(base, october)).toMatchObject({ sold: 12 * 29_167, net: 0 })
})

test('what former months had deferred is taken over by the first one that is closed with its deferred revenue', async () => {
  const base = await club(app)
  const { calls, owner, go } = base
  const { sale } = await sold(base)
  await go(on(11, 3))
  const before = await figures(base, november)
  // As a month that the previous version closed.
  await tenant(app.app.db, owner.vendorId, (trx) =>
    trx
      .updateTable('books')
      .set({ closedThrough: '2026-10-31', accrualSince: '2026-11-03' })
      .where('vendorId', '=', owner.vendorId)
      .execute(),
  )
  expect((await figures(base, november)).net).toBe(before.net)
  const changedOn = async () => (await calls.finance.profit(daysOf(november))).changedOn
  expect(await changedOn()).toBe('2026-11-03')
  await go(on(12, 1))
  const open = await figures(base, november)
  await calls.finance.close(november)
  expect(await changedOn()).toBe(null)
  const taken = 29_167 - 2 * 7291
  expect(await balances(base, '2026-11-30')).toEqual({ opening: -taken, deferral: taken })
  expect((await figures(base, november)).net).toBe(open.net)
  expect((await figures(base, november)).deferred).toBe(-taken)
  // A later credit is all of the first open month, also what it takes from sessions of the months taken over.
  await calls.sales.refund({ sale: sale.id, amount: 7000, method: 'credit', reason: 'Twice away' })
  expect((await figures(base, november)).net).toBe(open.net)
  expect(await figures(base, { month: '2026-12' })).toMatchObject({ refunds: 5834, net: -5834 })
})
