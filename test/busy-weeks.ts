import fc from 'fast-check'
import type { Move, Source } from '#business/ledger/ledger.rules.ts'
import { postEntries } from '#business/ledger/books.server.ts'
import { runAs } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import type { TestApp } from './app.ts'
import { refusal, start, travel, type floor } from './floor.ts'

/** What happens to money over several weeks: bills, payments, credit notes, voids, costs of every kind, and days that pass. */

const day = 86_400_000
export type Base = Awaited<ReturnType<typeof floor>>

const method = fc.constantFrom('cash' as const, 'card' as const)
const part = fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 1000 }))
const item = fc.oneof(
  fc.nat({ max: 2 }),
  fc.record({ quantity: fc.integer({ min: 1, max: 9 }), unit: fc.constantFrom(1, 7, 999, 10_007, 12_345) }),
)
export const operation = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      items: fc.array(item, { minLength: 1, maxLength: 4 }),
      off: fc.constantFrom(0, 0, 3, 101),
      part,
      method,
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pay' as const), at: fc.nat(), part, method }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('refund' as const), at: fc.nat(), part, method }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), at: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reverse' as const), at: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('cost' as const),
      what: fc.constantFrom('expense' as const, 'payroll' as const, 'wages' as const, 'commission' as const, 'payout' as const),
      amount: fc.integer({ min: 1, max: 9999 }),
      batch: fc.nat({ max: 3 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('days' as const), count: fc.integer({ min: 1, max: 2 }) }) },
)
export type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never

/** Posts the moves of one source document, as the parts of the product that spend money do. */
async function spend(app: TestApp, base: Base, source: Source, moves: Move[]): Promise<void> {
  await runAs(app.app, 'system', base.owner.vendorId, async (ctx) => {
    const { trx, call, vendorId, now } = ctx
    const today = await ctx.today()
    const { currency } = await trx
      .selectFrom('merchants')
      .innerJoin('countries', 'countries.id', 'merchants.code')
      .select('countries.currency')
      .where('merchants.vendorId', '=', vendorId)
      .executeTakeFirstOrThrow()
    await postEntries(trx, call, { source, sourceId: newId(), day: today, at: now, currency, moves })
  })
}

const costs: Record<string, (amount: number) => { source: Source; moves: Move[] }> = {
  expense: (amount) => ({
    source: 'expense',
    moves: [
      { debit: 'expense', credit: 'cash', amount, method: 'card' },
      { debit: 'taxPayable', credit: 'cash', amount: Math.floor(amount / 20), method: 'card' },
    ],
  }),
  payroll: (amount) => ({ source: 'payroll', moves: [{ debit: 'payroll', credit: 'payrollPayable', amount }] }),
  wages: (amount) => ({ source: 'payroll', moves: [{ debit: 'payrollPayable', credit: 'cash', amount, method: 'transfer' }] }),
  commission: (amount) => ({ source: 'commission', moves: [{ debit: 'commission', credit: 'marketplaceReceivable', amount }] }),
  payout: (amount) => ({ source: 'payout', moves: [{ debit: 'payoutClearing', credit: 'marketplaceReceivable', amount }] }),
}

/** Does one thing; an operation that the product refuses changes nothing. */
export async function step(
  app: TestApp,
  base: Base,
  batches: { id: string; price: number }[],
  customers: string[],
  request: Operation,
): Promise<void> {
  const { calls, owner } = base
  if (request.kind === 'days') return travel(app, owner, Math.min(app.clock.now() + request.count * day, start + 28 * day))
  if (request.kind === 'cost') {
    const { source, moves } = costs[request.what]?.(request.amount) ?? { source: 'adjustment', moves: [] }
    const about = { batch: batches[request.batch]?.id ?? null, service: request.batch === 3 ? null : base.service.id }
    return spend(
      app,
      base,
      source,
      moves.map((move) => ({ ...move, ...about })),
    )
  }
  if (request.kind === 'sell') {
    const prices = request.items.map((one) => (typeof one === 'number' ? (batches[one]?.price ?? 0) : one.quantity * one.unit))
    const gross = prices.reduce((sum, price) => sum + price, 0)
    const off = Math.min(request.off, gross)
    const paid = Math.floor(((gross - off) * request.part) / 1000)
    const customer = customers[request.part % customers.length] ?? null
    const input = {
      customer,
      items: request.items.map((one) =>
        typeof one === 'number'
          ? { kind: 'batch' as const, batch: batches[one]?.id ?? '' }
          : { kind: 'free' as const, text: 'A football', ...one },
      ),
      ...(off > 0 ? { discount: { kind: 'amount' as const, value: off }, discountReason: 'A friend' } : {}),
      payments: paid > 0 ? [{ method: request.method, amount: paid, reference: '' }] : [],
      total: gross - off,
    }
    await refusal(calls.sales.sell(input))
    return
  }
  const { rows } = await calls.sales.list({ size: 50 })
  const apt = rows.filter((row) =>
    request.kind === 'pay'
      ? row.due > 0
      : request.kind === 'void'
        ? row.state === 'open' && row.credited === 0
        : request.kind === 'reverse'
          ? row.paid > 0 && row.refunded === 0
          : row.state !== 'void' && row.total > row.credited,
  )
  const sale = apt[request.at % Math.max(1, apt.length)]
  if (!sale) return
  const amountOf = (whole: number, of: number) => Math.max(1, Math.floor((whole * of) / 1000))
  if (request.kind === 'pay')
    await calls.sales.pay({ sale: sale.id, method: request.method, amount: amountOf(sale.due, request.part), reference: '' })
  else if (request.kind === 'reverse') {
    const { payments } = await calls.sales.get({ id: sale.id })
    const payment = payments.find(({ reverses, reversedOn }) => !reverses && !reversedOn)?.id ?? ''
    await calls.sales.reversePayment({ sale: sale.id, payment, reason: 'Bounced' })
  } else if (request.kind === 'void') await refusal(calls.sales.void({ id: sale.id, reason: 'By mistake' }))
  else
    await calls.sales.refund({
      sale: sale.id,
      amount: amountOf(sale.total - sale.credited, request.part),
      method: request.method,
      reason: 'Torn',
    })
}
