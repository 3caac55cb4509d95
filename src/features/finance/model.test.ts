import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import type { SaleDetail } from '#features/sales/sale.contract.ts'
import { newId } from '#server/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, person, refusal, travel } from '../../../test/floor.ts'
import {
  Business,
  creditedOf,
  dueOf,
  stateOf,
  told,
  totalOf,
  type Bill,
  type Role,
  type Terms,
  type Wish,
} from '../../../test/money-model.ts'
import { checkBooks } from './books.server.ts'
import { reconcile } from './reconcile.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const countries: Terms[] = [
  { country: 'JP', currency: 'JPY', exponent: 0, taxPercent: 10n, hoursEast: 9 },
  { country: 'AE', currency: 'AED', exponent: 2, taxPercent: 5n, hoursEast: 4 },
  { country: 'KW', currency: 'KWD', exponent: 3, taxPercent: 0n, hoursEast: 3 },
  // Kuwait has no tax; its neighbour rounds one in as many digits.
  { country: 'BH', currency: 'BHD', exponent: 3, taxPercent: 10n, hoursEast: 3 },
]

/** Few enough places that they run out. */
const place = { price: 35_000, count: 6, from: '2026-12-28', to: '2027-11-30' }
const people = 9

const method = fc.constantFrom('cash' as const, 'card' as const, 'transfer' as const, 'wallet' as const)
/** Thousandths of what would be right; often all of it, now and then more. */
const part = fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 1050 }))
/** Which of the latest bills; as a rule of those for which it is right. */
const back = fc.nat({ max: 11 })
const isApt = fc.boolean()
/** Around the most that an amount may be, and seldom. */
const hugeUnit = fc.oneof(
  { weight: 9, arbitrary: fc.nat({ max: 500 }) },
  { weight: 1, arbitrary: fc.integer({ min: 10 ** 11, max: 10 ** 12 }) },
)
const unit = fc.oneof(
  fc.constantFrom(0, 1, 5, 999),
  fc.nat({ max: 99 }),
  fc.nat({ max: 60_000 }),
  fc.nat({ max: 60_000 }),
  fc.nat({ max: 1_000_000_000 }),
  hugeUnit,
)
/** Often one that leaves halves of a unit, and shares that are alike: there rounding has to choose. */
const discountPart = fc.oneof(fc.constantFrom(50, 100, 250, 500), fc.integer({ min: 1, max: 1010 }))
const item = fc.oneof(
  { weight: 1, arbitrary: fc.constant('place' as const) },
  { weight: 4, arbitrary: fc.record({ quantity: fc.integer({ min: 1, max: 12 }), unit }) },
)
const operations = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      customer: fc.nat({ max: people - 1 }),
      items: fc.array(item, { minLength: 1, maxLength: 5 }),
      discount: fc.option(fc.record({ kind: fc.constantFrom('amount' as const, 'percent' as const), part: discountPart })),
      payments: fc.array(fc.record({ method, part: fc.integer({ min: 1, max: 700 }) }), { maxLength: 2 }),
      wrong: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(-1, 1) }),
    }),
  },
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('pay' as const), back, isApt, method, part }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      back,
      isApt,
      method: fc.oneof(method, fc.constant('marketplace' as const)),
      part,
      releasesSeat: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void' as const), back, isApt }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('again' as const), back, isOther: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('role' as const),
      role: fc.constantFrom<Role>('owner', 'owner', 'owner', 'manager', 'frontDesk'),
    }),
  },
)
type Operation = typeof operations extends fc.Arbitrary<infer One> ? One : never

type Base = Awaited<ReturnType<typeof floor>>
/** A business of the product and the one of the model that it must stay alike. */
type Pair = {
  base: Base
  terms: Terms
  model: Business
  batch: string
  customers: string[]
  /** What was accepted, to be sent a second time. */
  sent: { sale: string; send: (isOther: boolean) => Promise<SaleDetail> }[]
}

async function pair(terms: Terms): Promise<Pair> {
  const base = await floor(app, terms.country)
  const { calls } = base
  const dates = { startDate: place.from, endDate: place.to }
  const { id: batch } = await calls.batches.create(base.batch({ ...dates, price: place.price, totalCandidates: place.count }))
  const customers: string[] = []
  for (let at = 0; at < people; at++) customers.push((await person(calls, 'Amal', { phone: `+97150${7_000_000 + at}` })).id)
  return { base, terms, model: new Business(terms, place), batch, customers, sent: [] }
}

function assertAlike(sale: SaleDetail, bill: Bill): void {
  expect(sale).toMatchObject(told(bill))
  expect(sale.items).toMatchObject(
    bill.lines.map(({ kind, list, discount, net, tax, total }) => ({
      kind,
      list: Number(list),
      discount: Number(discount),
      net: Number(net),
      tax: Number(tax),
      total: Number(total),
    })),
  )
  expect(sale.payments).toMatchObject(bill.payments.map(({ method, amount }) => ({ method, amount: Number(amount) })))
  const credit = ({ number, method, amount, tax, paidBack }: Bill['credits'][number]) => ({
    number,
    method,
    amount: Number(amount),
    tax: Number(tax),
    paidBack: Number(paidBack),
  })
  expect(sale.refunds).toMatchObject(bill.credits.map(credit))
}

/** A part of an amount, at least 1: what is taken from nothing is wrong, and is to be refused. */
const partOf = (amount: bigint, part: number) => Math.max(1, Math.floor((Number(amount) * part) / 1000))

function wishOf({ model }: Pair, operation: Extract<Operation, { kind: 'sell' }>): Wish {
  const { customer, items, discount: off } = operation
  const gross = model.gross(items).reduce((sum, amount) => sum + amount, 0n)
  const value = off && (off.kind === 'percent' ? Math.min(10_000, off.part * 10) : partOf(gross, off.part))
  const wish: Wish = { customer, items, discount: off && value ? { kind: off.kind, value } : null, payments: [], total: 0 }
  const total = Math.max(0, model.priceOf(wish))
  const payments = operation.payments.map(({ method, part }) => ({ method, amount: partOf(BigInt(total), part) }))
  return { ...wish, payments, total: Math.max(0, total + operation.wrong) }
}

/** One of the last, however few there are. */
const pick = <T>(all: readonly T[], back: number) => all.at(-1 - (back % Math.max(1, all.length)))

const isRight = {
  pay: (bill: Bill) => dueOf(bill) > 0n,
  refund: (bill: Bill) => !bill.isVoid && creditedOf(bill) < totalOf(bill),
  void: (bill: Bill) => stateOf(bill) === 'open' && bill.credits.length === 0,
}

/** Does one thing to both, and holds what they say against each other. */
async function step(both: Pair, operation: Operation): Promise<string> {
  const { base, model, sent } = both
  const { calls, owner } = base
  const now = app.clock.now()
  if (operation.kind === 'role') {
    model.role = operation.role
    await platform(app.app.db, (trx) => trx.updateTable('members').set({ role: model.role }).where('userId', '=', owner.userId).execute())
    return 'role'
  }
  const decide = async (sale: string, expected: string, send: (isOther: boolean) => Promise<SaleDetail>) => {
    let answer: SaleDetail | undefined
    const work = send(false).then((detail) => (answer = detail))
    expect(await refusal(work), JSON.stringify({ operation, sale })).toBe(expected)
    if (!answer) return expected
    assertAlike(answer, model.bills.get(sale) as Bill)
    sent.push({ sale, send })
    return 'accepted'
  }
  if (operation.kind === 'sell') {
    const wish = wishOf(both, operation)
    const id = newId()
    const input = {
      ...wish,
      id,
      customer: both.customers[wish.customer] ?? null,
      items: wish.items.map((item) =>
        item === 'place' ? { kind: 'batch' as const, batch: both.batch } : { kind: 'free' as const, text: 'A football', ...item },
      ),
      discountReason: wish.discount ? 'A friend' : '',
      payments: wish.payments.map((taken) => ({ ...taken, method: taken.method as 'cash', reference: '' })),
    }
    return decide(id, model.sell(id, wish, now), (isOther) => calls.sales.sell({ ...input, note: isOther ? 'Other' : '' }))
  }
  if (operation.kind === 'again') {
    const { sale, send } = pick(sent, operation.back) ?? {}
    if (!sale || !send) return 'none'
    if (operation.isOther) expect(await refusal(send(true))).toBe('request/stale')
    else assertAlike(await send(false), model.bills.get(sale) as Bill)
    return 'again'
  }
  const latest = [...model.bills].slice(-40)
  const apt = latest.filter(([, bill]) => isRight[operation.kind](bill))
  const [sale, bill] = pick(operation.isApt && apt.length > 0 ? apt : latest, operation.back) ?? []
  if (!sale || !bill) return 'none'
  const id = newId()
  if (operation.kind === 'pay') {
    const { method } = operation
    const amount = partOf(dueOf(bill), operation.part)
    const send = (isOther: boolean) => calls.sales.pay({ id, sale, method, amount, reference: isOther ? 'Other' : '' })
    return decide(sale, model.pay(bill, method, amount), send)
  }
  if (operation.kind === 'refund') {
    const { method, releasesSeat } = operation
    const amount = partOf(totalOf(bill) - creditedOf(bill), operation.part)
    const send = (isOther: boolean) => calls.sales.refund({ id, sale, method, amount, releasesSeat, reason: isOther ? 'Other' : 'Torn' })
    return decide(sale, model.refund(bill, { method, amount, releasesSeat }, now), send)
  }
  const answer = await decide(sale, model.void(sale, bill), () => calls.sales.void({ id: sale, reason: 'By mistake' }))
  // A bill that is void refuses to be so again, so it is nothing to send twice.
  if (answer === 'accepted') sent.pop()
  return answer
}

/** Everything that both hold, after many steps. */
async function assertSame({ base, model, terms }: Pair): Promise<void> {
  const { vendorId } = base.owner
  const read = await tenant(app.app.db, vendorId, async (trx) => ({
    bills: await trx
      .selectFrom('sales')
      .select(['id', 'number', 'state', 'list', 'discount', 'net', 'tax', 'total', 'paid', 'credited', 'refunded'])
      .where('vendorId', '=', vendorId)
      .execute(),
    balances: (
      await sql<{ currency: string; account: string; balance: number }>`
        select "currency", side."account", sum(side."amount")::bigint as "balance"
        from "ledger" cross join lateral (values ("debit", "amount"), ("credit", -"amount")) side ("account", "amount")
        where "vendorId" = ${vendorId} group by 1, 2 having sum(side."amount") <> 0`.execute(trx)
    ).rows,
    discrepancies: await reconcile(trx, vendorId),
    chains: await checkBooks(trx, vendorId),
  }))
  const bills = [...model.bills].map(([id, bill]) => {
    const { due: _, ...rest } = told(bill)
    return { id, ...rest }
  })
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
  expect(read.bills.toSorted(byId)).toEqual(bills.toSorted(byId))
  expect(new Set(read.balances.map(({ currency }) => currency))).toEqual(new Set(read.balances.length > 0 ? [terms.currency] : []))
  const balances = [...model.accounts].filter(([, balance]) => balance !== 0n).map(([account, balance]) => [account, Number(balance)])
  expect(Object.fromEntries(read.balances.map(({ account, balance }) => [account, balance]))).toEqual(Object.fromEntries(balances))
  expect(read.balances.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
  expect(read.discrepancies).toEqual([])
  expect([read.chains.entries.brokenAt, read.chains.events.brokenAt]).toEqual([null, null])
  const standing = [...model.bills.values()].filter(({ isVoid }) => !isVoid).map(told)
  const all = (name: 'paid' | 'refunded' | 'due') => standing.reduce((sum, bill) => sum + bill[name], 0)
  const total = standing.reduce((sum, bill) => sum + bill.total - bill.credited, 0)
  expect((await base.calls.sales.list({ size: 1 })).sums).toEqual({ total, paid: all('paid'), refunded: all('refunded'), due: all('due') })
}

test('M2 C6 random money in four currencies is what an independent model says, to the last unit, over the turn of the year', async () => {
  // The embedded database has one connection for the four.
  const rounds = Number(process.env['MONEY_ROUNDS'] ?? (app.app.db.engine === 'server' ? 10 : 5))
  const seed = Number(process.env['MONEY_SEED'] ?? Date.now() % 2 ** 31)
  console.log(`money seed ${seed}`)
  // Four days before the year ends; each round is half a day later.
  const start = Date.UTC(2026, 11, 28, 9)
  app.clock.set(start)
  const pairs: Pair[] = []
  for (const terms of countries) pairs.push(await pair(terms))
  const samples = fc.sample(fc.tuple(...countries.map(() => operations)), { numRuns: rounds * 100, seed })
  const counts: Record<string, number> = {}
  const began = performance.now()
  for (let round = 0; round < rounds; round++) {
    for (const { base } of pairs) await travel(app, base.owner, start + round * 43_200_000)
    await Promise.all(
      pairs.map(async (both, at) => {
        for (const operation of samples.slice(round * 100, round * 100 + 100).map((sample) => sample[at] as Operation)) {
          const name = `${operation.kind} ${await step(both, operation)}`
          counts[name] = (counts[name] ?? 0) + 1
        }
        await assertSame(both)
      }),
    )
  }
  console.log(`${rounds * 400} operations in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  // Not a run of refusals.
  for (const kind of ['sell', 'pay', 'refund', 'void']) expect(counts[`${kind} accepted`], kind).toBeGreaterThan(rounds)
})
