import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import type { LedgerAccount } from '#business/ledger/ledger.rules.ts'
import type { Role } from '#lib/roles.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Base = Awaited<ReturnType<typeof openFloor>>

/** The balance of each account: debits less credits, in minor units. */
async function balances({ owner }: Base): Promise<Partial<Record<LedgerAccount, number>>> {
  const { rows } = await tenant(app.app.db, owner.vendorId, (trx) =>
    sql<{ account: LedgerAccount; balance: number }>`
      select "account", sum("amount")::bigint as "balance" from (
        select "debit" as "account", "amount" from "ledger" where "vendorId" = ${owner.vendorId}
        union all select "credit", -"amount" from "ledger" where "vendorId" = ${owner.vendorId}) entries group by 1 order by 1`.execute(
      trx,
    ),
  )
  return Object.fromEntries(rows.filter(({ balance }) => balance !== 0).map(({ account, balance }) => [account, balance]))
}

const as = ({ owner }: Base, role: Role) =>
  platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())

const free = (unit: number, quantity = 1) => ({ kind: 'free' as const, text: 'A football', quantity, unit })
const cash = (amount: number) => ({ method: 'cash' as const, amount, reference: '' })

describe('selling', () => {
  test('a place and two balls with a discount: enrolled, priced, numbered, paid and posted in one', async () => {
    const base = await openFloor(app, 5)
    const { calls, made } = base
    const amal = await person(calls, 'Amal')
    const sold = await calls.sales.sell({
      customer: amal.id,
      items: [{ kind: 'batch', batch: made.id }, free(5250, 2)],
      discount: { kind: 'percent', value: 1000 },
      discountReason: 'Second child',
      payments: [cash(20_000), { method: 'card', amount: 5000, reference: 'A-17' }],
      total: 40_950,
    })
    // Prices in the Emirates include 5 %: 31,500 and 9,450 after the discount.
    expect(sold).toMatchObject({ number: 'S2026-00001', day: '2026-10-05', state: 'partiallyPaid', currency: 'AED', exponent: 2 })
    expect(sold).toMatchObject({ list: 43_333, discount: 4333, net: 39_000, tax: 1950, total: 40_950, paid: 25_000, due: 15_950 })
    expect(sold.items).toMatchObject([
      { kind: 'batch', text: 'Juniors', net: 30_000, tax: 1500, total: 31_500, fromDay: '2026-10-05', toDay: '2026-11-04' },
      { kind: 'free', quantity: 2, unit: 5250, net: 9000, tax: 450, total: 9450 },
    ])
    expect(sold.payments.map(({ method, amount }) => [method, amount])).toEqual([
      ['cash', 20_000],
      ['card', 5000],
    ])
    const { rows } = await calls.enrolments.list({ batch: made.id })
    expect(rows).toMatchObject([{ customer: amal.id, state: 'active', nextChargeOn: '2026-11-05', price: 35_000 }])
    expect(await balances(base)).toEqual({ cash: 25_000, customerReceivable: 15_950, discount: 4333, revenue: -43_333, taxPayable: -1950 })
    const paid = await calls.sales.pay({ sale: sold.id, ...cash(15_950) })
    expect(paid).toMatchObject({ state: 'paid', paid: 40_950, due: 0, version: 2 })
    expect(await refusal(calls.sales.pay({ sale: sold.id, ...cash(1) }))).toBe('sale/state')
    expect(await balances(base)).toEqual({ cash: 40_950, discount: 4333, revenue: -43_333, taxPayable: -1950 })
    // The next month of the same place is billed to the same enrolment.
    const next = await calls.sales.sell({ customer: amal.id, items: [{ kind: 'batch', batch: made.id }], total: 35_000 })
    expect(next).toMatchObject({
      number: 'S2026-00002',
      state: 'open',
      items: [{ kind: 'renewal', fromDay: '2026-11-05', toDay: '2026-12-04' }],
    })
    expect((await calls.enrolments.list({ batch: made.id })).rows).toMatchObject([{ nextChargeOn: '2026-12-05' }])
    const list = await calls.sales.list({ state: 'unpaid' })
    expect(list).toMatchObject({
      total: 1,
      rows: [{ id: next.id, firstName: 'Amal', due: 35_000 }],
      sums: { total: 35_000, paid: 0, due: 35_000 },
    })
    expect((await calls.sales.list({ search: 'amal' })).sums).toEqual({
      total: 75_950,
      credited: 0,
      paid: 40_950,
      refunded: 0,
      due: 35_000,
    })
    expect((await calls.sales.list({ search: '00002' })).total).toBe(1)
    // Credit notes are a separate sum, so that the sums add up as displayed: 759.50 − 50.00 − 409.50 + 50.00 = 350.00.
    await calls.sales.refund({ sale: sold.id, amount: 5000, method: 'cash', reason: 'Torn' })
    expect((await calls.sales.list({ search: 'amal' })).sums).toEqual({
      total: 70_950,
      credited: 5000,
      paid: 40_950,
      refunded: 5000,
      due: 35_000,
    })
  })

  test('what cannot be sold changes nothing: a full batch, an old price, too much money, no reason, a stranger’s things', async () => {
    const base = await openFloor(app, 1)
    const { calls, made } = base
    const other = await openFloor(app, 1)
    const [amal, badr] = [await person(calls, 'Amal'), await person(calls, 'Badr')]
    const stranger = await person(other.calls, 'Celine')
    const place = { kind: 'batch' as const, batch: made.id }
    await calls.sales.sell({ customer: amal.id, items: [place], total: 35_000 })
    const before = JSON.stringify([await balances(base), await calls.sales.list({}), await calls.enrolments.list({})])
    const refused = async (input: object) => refusal(calls.sales.sell({ customer: badr.id, items: [free(100)], total: 100, ...input }))
    expect(await refused({ items: [free(100), place], total: 35_100 })).toBe('batch/full')
    expect(await refused({ total: 99 })).toBe('sale/price-changed')
    expect(await refused({ payments: [cash(60), cash(41)] })).toBe('sales.payments.over')
    expect(await refused({ discount: { kind: 'amount', value: 50 }, total: 50 })).toBe('sales.discount.reason')
    expect(await refused({ discount: { kind: 'amount', value: 101 }, discountReason: 'Friend', total: 0 })).toBe('sales.discount.most')
    const everything = { discount: { kind: 'percent', value: 10_000 }, discountReason: 'Friend', total: 0 }
    expect(await refused({ items: [free(1e12, 1000)], ...everything })).toBe('lib.fields.invalid')
    expect(await refused({ items: [free(1e12), free(1)], ...everything })).toBe('lib.fields.invalid')
    expect(await refused({ customer: null, items: [place] })).toBe('sales.customer.required')
    expect(await refused({ items: [] })).toBe('sales.items.required')
    expect(await refused({ items: [{ ...place, batch: other.made.id }] })).toBe('sales.batch.required')
    expect(await refused({ customer: stranger.id, items: [place] })).not.toBe('accepted')
    expect(await refused({ customer: stranger.id })).not.toBe('accepted')
    for (const wrong of [-1, 0.5, Infinity, Number.NaN, 2 ** 53 + 1, '1,5'])
      expect(await refused({ items: [free(wrong as number)], total: 0 }), String(wrong)).not.toBe('accepted')
    expect(JSON.stringify([await balances(base), await calls.sales.list({}), await calls.enrolments.list({})])).toBe(before)
    // The next number follows the previous one: failed calls consumed none.
    expect((await calls.sales.sell({ items: [free(100)], total: 100 })).number).toBe('S2026-00002')
  })

  test('M1 one key sent 50 times at once is one sale with 50 equal answers; another request under it is refused', async () => {
    const base = await openFloor(app, 5)
    const { calls, made } = base
    const amal = await person(calls, 'Amal')
    const request = {
      id: newId(),
      customer: amal.id,
      items: [{ kind: 'batch' as const, batch: made.id }],
      payments: [cash(35_000)],
      total: 35_000,
    }
    const decide = async (): Promise<string> => {
      try {
        return JSON.stringify(await calls.sales.sell(request))
      } catch (error) {
        // A full pool or queue rejects a call, which must be retried.
        if (['server/unavailable', 'server/busy'].includes((error as { code?: string }).code ?? '')) return decide()
        throw error
      }
    }
    const answers = await Promise.all(Array.from({ length: 50 }, decide))
    expect(new Set(answers).size).toBe(1)
    expect((await calls.sales.list({})).total).toBe(1)
    expect(await balances(base)).toEqual({ cash: 35_000, revenue: -33_333, taxPayable: -1667 })
    expect(await refusal(calls.sales.sell({ ...request, payments: [] }))).toBe('request/reused')
    const other = await openFloor(app, 5)
    // Another vendor's key is independent.
    expect(await other.calls.sales.sell({ ...request, customer: null, items: [free(100)], payments: [], total: 100 })).toMatchObject({
      id: request.id,
    })
    const payment = { id: newId(), sale: (await calls.sales.sell({ items: [free(1000)], total: 1000 })).id, ...cash(400) }
    const paid = await Promise.all(Array.from({ length: 20 }, () => calls.sales.pay(payment)))
    expect(new Set(paid.map((sale) => sale.paid))).toEqual(new Set([400]))
    expect(await refusal(calls.sales.pay({ ...payment, amount: 500 }))).toBe('request/reused')
  })

  test('numbers have no gap, however many sell at once', async () => {
    const { calls } = await openFloor(app, 5)
    const sold = await Promise.all(
      Array.from({ length: 30 }, (_, at) => refusal(calls.sales.sell({ items: [free(100)], total: at % 3 === 0 ? 99 : 100 }))),
    )
    const acceptedCount = sold.filter((answer) => answer === 'accepted').length
    const { rows } = await calls.sales.list({ size: 100 })
    expect(rows.map(({ number }) => number).toSorted()).toEqual(
      Array.from({ length: acceptedCount }, (_, at) => `S2026-${String(at + 1).padStart(5, '0')}`),
    )
    expect(acceptedCount).toBeGreaterThan(0)
  })
})

describe('giving back', () => {
  test('a refund shows what it does and does that: money, tax, seat; what was not paid yet is only credited', async () => {
    const base = await openFloor(app, 5)
    const { calls, made } = base
    const amal = await person(calls, 'Amal')
    const sold = await calls.sales.sell({
      customer: amal.id,
      items: [{ kind: 'batch', batch: made.id }],
      payments: [cash(30_000)],
      total: 35_000,
    })
    const request = { sale: sold.id, amount: 15_000, releasesSeat: true }
    const effect = await calls.sales.refundEffect(request)
    expect(effect).toMatchObject({ paidBack: 10_000, credited: 5000, net: 14_286, tax: 714, commission: 0, held: 0, limit: null })
    expect(effect.seats).toMatchObject([{ batchName: 'Juniors', endDate: '2026-12-31' }])
    const back = await calls.sales.refund({ ...request, method: 'card', reason: 'Moved away' })
    expect(back).toMatchObject({ state: 'partiallyRefunded', credited: 15_000, refunded: 10_000, due: 0 })
    expect(back.refunds).toMatchObject([
      { number: 'C2026-00001', amount: 15_000, tax: 714, paidBack: 10_000, method: 'card', releasesSeat: true },
    ])
    expect((await calls.enrolments.list({ batch: made.id, state: 'all' })).rows).toMatchObject([
      { state: 'cancelled', reason: 'Moved away' },
    ])
    expect(await balances(base)).toEqual({ cash: 20_000, refund: 14_286, revenue: -33_333, taxPayable: -953 })
    expect(await refusal(calls.sales.refund({ ...request, amount: 20_001, method: 'cash', reason: 'Too much' }))).toBe('sales.refund.most')
    const all = await calls.sales.refund({ sale: sold.id, amount: 20_000, method: 'cash', reason: 'The rest' })
    expect(all).toMatchObject({ state: 'refunded', credited: 35_000, refunded: 30_000, due: 0 })
    expect(await balances(base)).toEqual({ refund: 33_333, revenue: -33_333 })
    expect(await refusal(calls.sales.refundEffect({ sale: sold.id, amount: 1 }))).toBe('sale/state')
    expect(await refusal(calls.sales.void({ id: sold.id, reason: 'Again' }))).toBe('sale/state')
  })

  test('an unpaid bill is voided with its place, and only once', async () => {
    const base = await openFloor(app, 5)
    const { calls, made } = base
    const amal = await person(calls, 'Amal')
    const sold = await calls.sales.sell({ customer: amal.id, items: [{ kind: 'batch', batch: made.id }], total: 35_000 })
    const voided = await calls.sales.void({ id: sold.id, reason: 'Sold by mistake' })
    expect(voided).toMatchObject({ state: 'void', due: 0, voidReason: 'Sold by mistake' })
    expect((await calls.batches.get({ id: made.id })).enrolled).toBe(0)
    expect(await balances(base)).toEqual({})
    expect(await refusal(calls.sales.void({ id: sold.id, reason: 'Again' }))).toBe('sale/state')
    expect(await refusal(calls.sales.pay({ sale: sold.id, ...cash(1) }))).toBe('sale/state')
    expect((await calls.sales.list({})).sums).toEqual({ total: 0, credited: 0, paid: 0, refunded: 0, due: 0 })
  })

  test('a bill that is credited in full is refunded, and nothing goes back by a way that nothing came', async () => {
    const { calls } = await openFloor(app, 5)
    const sold = await calls.sales.sell({ items: [free(1000)], total: 1000 })
    const back = { sale: sold.id, amount: 1000, reason: 'Never fetched' }
    expect(await calls.sales.refund({ ...back, method: 'cash' })).toMatchObject({ state: 'refunded', refunded: 0, due: 0 })
    const paid = await calls.sales.sell({ items: [free(1000)], payments: [cash(1000)], total: 1000 })
    expect(await refusal(calls.sales.refund({ ...back, sale: paid.id, method: 'marketplace' }))).toBe('sales.method.marketplace')
  })

  test('each role gives to its limit (product 4)', async () => {
    const base = await openFloor(app, 5)
    const { calls } = base
    const amal = await person(calls, 'Amal')
    const sold = await calls.sales.sell({ customer: amal.id, items: [free(500_000)], payments: [cash(500_000)], total: 500_000 })
    const off = (value: number) => ({
      items: [free(10_000)],
      discount: { kind: 'percent' as const, value },
      discountReason: 'A friend',
      total: 10_000 - value,
    })
    await as(base, 'frontDesk')
    expect(await calls.sales.settings()).toMatchObject({ discountLimit: 1000, taxRate: 500, taxIsIncluded: true, exponent: 2 })
    expect(await refusal(calls.sales.sell(off(1001)))).toBe('sales.discount.limit')
    expect(await refusal(calls.sales.sell(off(1000)))).toBe('accepted')
    expect(await refusal(calls.sales.refund({ sale: sold.id, amount: 10_001, method: 'cash', reason: 'No' }))).toBe('sale/limit')
    expect(await refusal(calls.sales.refund({ sale: sold.id, amount: 9999, method: 'cash', reason: 'Yes' }))).toBe('accepted')
    // The same limit applies to several parts.
    expect(await calls.sales.refundEffect({ sale: sold.id, amount: 1 })).toMatchObject({ limit: 1 })
    expect(await refusal(calls.sales.refund({ sale: sold.id, amount: 2, method: 'cash', reason: 'No' }))).toBe('sale/limit')
    expect(await refusal(calls.sales.void({ id: sold.id, reason: 'No' }))).toBe('permission/denied')
    await as(base, 'manager')
    expect(await refusal(calls.sales.sell(off(3001)))).toBe('sales.discount.limit')
    expect(await refusal(calls.sales.refund({ sale: sold.id, amount: 100_001, method: 'cash', reason: 'No' }))).toBe('sale/limit')
    await as(base, 'accountant')
    expect(await refusal(calls.sales.sell(off(1)))).toBe('permission/denied')
    const [shown] = (await calls.sales.list({})).rows
    expect(shown).toMatchObject({ firstName: '' })
    // A guess cannot reveal the buyer either.
    const found = async (search: string) => (await calls.sales.list({ search })).total
    expect([await found('Amal'), await found(shown?.number ?? '')]).toEqual([0, 1])
  })
})

test('a receipt is mailed in the customer’s language', async () => {
  const { calls } = await openFloor(app, 5)
  const badr = await person(calls, 'Badr', { email: 'badr.pays@example.com', language: 'ar' })
  const sold = await calls.sales.sell({ customer: badr.id, items: [free(5250, 2)], payments: [cash(10_500)], total: 10_500 })
  expect(await calls.sales.send({ id: sold.id })).toEqual({ to: 'badr.pays@example.com' })
  const [mail] = (await app.mails()).filter(({ to }) => to === 'badr.pays@example.com')
  expect(mail?.subject).toContain(sold.number)
  expect(mail?.html).toContain('dir="rtl"')
  expect(mail?.text).toMatch(/2 × A football/)
  for (let more = 1; more < 10; more++) await calls.sales.send({ id: sold.id })
  expect(await refusal(calls.sales.send({ id: sold.id }))).toBe('auth/too-many-requests')
  const toNoOne = await calls.sales.sell({ items: [free(100)], total: 100 })
  expect(await refusal(calls.sales.send({ id: toNoOne.id }))).toBe('sales.receipt.noAddress')
  const { rows } = await calls.sales.list({})
  expect(new Map(rows.map(({ id, hasEmail }) => [id, hasEmail]))).toEqual(
    new Map([
      [sold.id, true],
      [toNoOne.id, false],
    ]),
  )
})
