import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import type { Role } from '#lib/roles.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('net sales of 30 days against the 30 before, what is unpaid, and twelve months, to the minor unit', async () => {
  const { calls, owner } = await openFloor(app, 5)
  const sell = (unit: number, paid: number) =>
    calls.sales.sell({
      items: [{ kind: 'free', text: 'Hall hire', quantity: 1, unit }],
      payments: paid > 0 ? [{ method: 'cash', amount: paid, reference: '' }] : [],
      total: unit,
    })
  const at = (day: string) => app.clock.set(Date.parse(`${day}T09:00:00Z`))
  const begun = app.clock.now()
  await calls.plans.change({ plan: 'pro', version: (await calls.plans.current()).version })
  const signIn = async (day: string) => {
    at(day)
    await owner.calls.accounts.signIn({ email: owner.email, password: owner.password })
  }
  // 5 % is included in the price: a bill of 10,500 is 10,000 net.
  await signIn('2026-10-06')
  await sell(10_500, 10_500)
  await signIn('2026-10-07')
  await sell(21_000, 1000)
  await signIn('2026-11-05')
  const last = await sell(31_500, 0)
  await calls.sales.refund({ sale: last.id, amount: 10_500, method: 'cash', reason: 'Rain' })
  const { money } = await calls.home.today()
  // From 2026-10-07 to 2026-11-05 there are 30 days: 20,000 + 30,000 − 10,000.
  expect(money).toEqual({ currency: 'AED', exponent: 2, net: 40_000, netBefore: 10_000, unpaid: 41_000, bills: 2, unpaidBefore: 0 })
  const { months, asOf } = await calls.home.revenue()
  expect(asOf).toBe('2026-11-05T09:00:00.000Z')
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ month: '2025-12', net: 0 })
  expect(months.slice(-2)).toEqual([
    { month: '2026-10', net: 30_000 },
    { month: '2026-11', net: 20_000 },
  ])
  app.clock.set(begun)
})

test('the desk and trainers see no figure of the books', async () => {
  const { calls, owner } = await openFloor(app, 5)
  for (const [role, sees] of [
    ['manager', true],
    ['accountant', true],
    ['frontDesk', false],
    ['trainer', false],
  ] as [Role, boolean][]) {
    await platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
    expect((await calls.home.today()).money !== null, role).toBe(sees)
    if (!sees) expect(await refusal(calls.home.revenue()), role).toBe('permission/denied')
  }
})

test('a quote that was answered waits for the business, with what it comes to for all candidates', async () => {
  const { calls, owner, made } = await openFloor(app, 5)
  const customer = (await person(calls, 'Amal')).id
  const quote = { customer, batch: made.id, candidates: 3, quote: 'Three friends', offeredPrice: 30_000 }
  const { id } = await calls.quotes.create(quote)
  await calls.quotes.create(quote)
  const answeredAt = new Date(app.clock.now()).toISOString()
  await tenant(app.app.db, owner.vendorId, (trx) =>
    trx
      .updateTable('quotes')
      .set({ state: 'countered', counterPrice: 25_000, sentAt: answeredAt, answeredAt })
      .where('vendorId', '=', owner.vendorId)
      .where('id', '=', id)
      .execute(),
  )
  const { needs } = await calls.home.today()
  expect(needs.quotes).toMatchObject({ count: 1, total: 75_000, rows: [{ id, name: 'Amal', money: 75_000, age: 0 }] })
})
