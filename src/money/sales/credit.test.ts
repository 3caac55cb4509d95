import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joined } from '#directory/team/team.sample.ts'
import { tenant } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { lineOf, yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

/** A customer whose first bill of 350.00 was paid in cash, of which an amount was credited to their balance. */
async function credited(amount: number) {
  const base = await year.yearFloor('2027-05-01', '2027-12-31')
  const { calls } = base
  const amal = await person(calls, 'Amal')
  const payments = [{ method: 'cash' as const, amount: 35_000, reference: '' }]
  const sold = await calls.sales.sell({ customer: amal.id, items: [lineOf(base)], payments, total: 35_000 })
  const note = { sale: sold.id, amount, method: 'credit', reason: 'Two lessons missed' } as const
  await calls.sales.refund(note)
  const credit = () => calls.sales.credit({ customer: amal.id })
  const bills = async () => (await calls.sales.list({ customer: amal.id, sort: 'day', direction: 'asc' })).rows
  return { ...base, amal, sold, credit, bills }
}
const free = (unit: number) => ({ kind: 'free' as const, text: 'A ball', quantity: 1, unit })

test('a refund to the balance is used by the next bill first, also by the one that the night issues', async () => {
  const base = await credited(40_00)
  const { calls, amal, owner } = base
  expect(await base.credit()).toMatchObject({ balance: 4000, rows: [{ kind: 'credited', amount: 4000, number: 'S2027-00001' }] })
  const ball = await calls.sales.sell({ customer: amal.id, items: [free(1500)], total: 1500 })
  expect(ball).toMatchObject({ state: 'paid', due: 0, payments: [{ method: 'credit', amount: 1500 }] })
  await year.on('2027-06-01', base)
  expect((await base.bills()).map(({ total, paid, due }) => [total, paid, due])).toEqual([
    [35_000, 35_000, 0],
    [1500, 1500, 0],
    [35_000, 2500, 32_500],
  ])
  expect(await base.credit()).toMatchObject({ balance: 0, rows: [{ amount: -2500 }, { amount: -1500 }, { amount: 4000 }] })
  // The drawer has what was paid in, and nothing of the balance.
  expect((await calls.finance.statement({ from: '2027-05-01', to: '2027-06-30' })).places.cash).toBe(35_000)
  await year.expectSound(owner.vendorId)
})

test('a refund to the balance pays the oldest open bill at once, and what is left stays', async () => {
  const base = await credited(1000)
  const { calls, amal, sold, owner } = base
  const first = await calls.sales.sell({ customer: amal.id, items: [free(3000)], total: 3000 })
  const second = await calls.sales.sell({ customer: amal.id, items: [free(500)], total: 500 })
  expect([first.due, second.due]).toEqual([2000, 500])
  await calls.sales.refund({ sale: sold.id, amount: 4000, method: 'credit', reason: 'Moved away' })
  expect((await base.bills()).map(({ due }) => due)).toEqual([0, 0, 0])
  expect((await base.credit()).balance).toBe(1500)
  // The payment of the ball is reversed: the balance has it again.
  const [used] = (await calls.sales.get({ id: first.id })).payments
  await calls.sales.reversePayment({ sale: first.id, payment: used?.id ?? '', reason: 'Not for this' })
  expect((await base.credit()).balance).toBe(1500 + 1000)
  await year.expectSound(owner.vendorId)
})

test('a bill is paid from the balance by hand up to what there is, and only by its own customer', async () => {
  const base = await credited(1000)
  const { calls, amal } = base
  const badr = await person(calls, 'Badr')
  const other = await calls.sales.sell({ customer: badr.id, items: [free(500)], total: 500 })
  const walkIn = await calls.sales.sell({ items: [free(500)], total: 500 })
  for (const { id } of [other, walkIn])
    expect(await refusal(calls.sales.pay({ sale: id, method: 'credit', amount: 500, reference: '' }))).toBe('sales.credit.most')
  await calls.sales.pay({ sale: walkIn.id, method: 'cash', amount: 500, reference: '' })
  expect(await refusal(calls.sales.refund({ sale: walkIn.id, amount: 500, method: 'credit', reason: 'Torn' }))).toBe('sales.method.credit')
  await calls.customers.merge({ ...seen(badr), drop: amal.id })
  expect(await calls.sales.credit({ customer: badr.id })).toMatchObject({ balance: 1000 })
  await calls.sales.pay({ sale: other.id, method: 'credit', amount: 500, reference: '' })
  expect(await calls.sales.credit({ customer: badr.id })).toMatchObject({ balance: 500 })
})

test('fifty payouts at once pay the balance out once; a retry pays nothing again, and a role pays up to its limit', async () => {
  const base = await credited(35_000)
  const { calls, amal, owner } = base
  const request = { customer: amal.id, amount: 20_000, method: 'transfer', reason: 'Moves away' } as const
  const answers = await Promise.all(Array.from({ length: 50 }, () => refusal(calls.sales.payOutCredit(request))))
  expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
  expect(new Set(answers)).toEqual(new Set(['accepted', 'sales.credit.most']))
  const id = newId()
  await calls.sales.payOutCredit({ ...request, id, amount: 15_000 })
  await calls.sales.payOutCredit({ ...request, id, amount: 15_000 })
  expect(await refusal(calls.sales.payOutCredit({ ...request, id, amount: 1 }))).toBe('request/reused')
  expect(await base.credit()).toMatchObject({ balance: 0 })
  const { methods } = await calls.reports.dayExpected({ day: '2027-05-01' })
  expect(methods.find(({ method }) => method === 'transfer')).toMatchObject({ back: 35_000 })
  await year.expectSound(owner.vendorId)
  const payments = [{ method: 'card' as const, amount: 200_000, reference: '' }]
  const hall = await calls.sales.sell({ customer: amal.id, items: [free(200_000)], payments, total: 200_000 })
  await calls.sales.refund({ sale: hall.id, amount: 200_000, method: 'credit', reason: 'Cancelled' })
  const manager = await joined(app, base, 'manager')
  expect(await refusal(manager.calls.sales.payOutCredit({ ...request, amount: 100_001 }))).toBe('sale/limit')
  const desk = await joined(app, base, 'frontDesk')
  expect(await refusal(desk.calls.sales.payOutCredit({ ...request, amount: 1 }))).toBe('permission/denied')
})

const step = fc.oneof(
  fc.record({ kind: fc.constant('sell' as const), who: fc.nat(1), amount: fc.integer({ min: 1, max: 9000 }), share: fc.nat(100) }),
  fc.record({ kind: fc.constant('refund' as const), bill: fc.nat(40), share: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ kind: fc.constant('pay' as const), bill: fc.nat(40), share: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ kind: fc.constant('reverse' as const), bill: fc.nat(40) }),
  fc.record({ kind: fc.constant('payOut' as const), who: fc.nat(1), amount: fc.integer({ min: 1, max: 4000 }) }),
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

test('whatever is sold, credited, paid and paid out, the credit is what the ledger has, never below nothing, and pays what is open', async () => {
  const base = await year.yearFloor('2027-05-01', '2027-12-31')
  const { calls, owner } = base
  const people = [await person(calls, 'Amal'), await person(calls, 'Badr')]
  const bills: string[] = []
  const part = (whole: number, share: number) => Math.max(Math.round((whole * share) / 100), 1)
  const reason = 'As drawn'
  const run = async (one: Step): Promise<unknown> => {
    const customer = 'who' in one ? (people[one.who]?.id ?? '') : ''
    if (one.kind === 'payOut') return calls.sales.payOutCredit({ customer, amount: one.amount, method: 'cash', reason })
    if (one.kind === 'sell') {
      const paid = part(one.amount, one.share)
      const payments = one.share === 0 ? [] : [{ method: 'card' as const, amount: paid, reference: '' }]
      const sold = await calls.sales.sell({ customer, items: [free(one.amount)], payments, total: one.amount })
      return bills.push(sold.id)
    }
    const sale = bills[one.bill % Math.max(bills.length, 1)]
    if (sale === undefined) return undefined
    const known = await calls.sales.get({ id: sale })
    if (one.kind === 'refund')
      return calls.sales.refund({ sale, amount: part(known.total - known.credited, one.share), method: 'credit', reason })
    const method = one.bill % 2 === 0 ? 'credit' : 'cash'
    if (one.kind === 'pay') return calls.sales.pay({ sale, amount: part(known.due, one.share), method, reference: '' })
    const last = known.payments.findLast(({ reverses, reversedOn }) => !reverses && !reversedOn)
    return last && calls.sales.reversePayment({ sale, payment: last.id, reason })
  }
  const answers: string[] = []
  for (const one of fc.sample(step, { numRuns: 200, seed: 44 })) {
    const answer = await refusal(run(one))
    answers.push(`${one.kind} ${answer}`)
    for (const { id: customer } of people) {
      const { balance } = await calls.sales.credit({ customer })
      expect(balance, JSON.stringify(one)).toBe(await inLedger(owner.vendorId, customer))
      expect(balance).toBeGreaterThanOrEqual(0)
      const { due } = (await calls.sales.list({ customer })).sums
      // A reversed payment alone leaves a bill open beside the credit that it returns.
      if (answer === 'accepted' && (one.kind === 'sell' || one.kind === 'refund') && !answers.includes('reverse accepted'))
        expect(Math.min(balance, due)).toBe(0)
    }
  }
  for (const kind of ['sell', 'refund', 'pay', 'reverse', 'payOut']) expect(answers).toContain(`${kind} accepted`)
  await year.expectSound(owner.vendorId)
})

/** A customer's credit as the ledger has it. */
const inLedger = (vendorId: string, customer: string) =>
  tenant(app.app.db, vendorId, async (trx) => {
    const { rows } = await sql<{ balance: number }>`
      select coalesce(sum(case when "credit" = 'customerCredit' then "amount" else -"amount" end), 0)::bigint as "balance" from "ledger"
      where "vendorId" = ${vendorId} and "customer" = ${customer} and 'customerCredit' in ("debit", "credit")`.execute(trx)
    return rows[0]?.balance ?? 0
  })
