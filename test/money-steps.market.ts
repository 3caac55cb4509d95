import { expect, vi } from 'vitest'
import { createPayout, markFailed, markPaid, processPayout, retryPayout } from '../src/money/payouts/payout.actions.server.ts'
import { order } from '../src/money/payouts/payouts.sample.ts'
import { newId } from '../src/kernel/ids.ts'
import { runAs, type TenantContext } from '../src/kernel/context.ts'
import { refusal, seen } from './floor.ts'
import { creditedOf, totalOf, type Bill } from './money-model.bill.ts'
import { plusDays } from './money-model.journal.ts'
import { quietFrom, type Of } from './money-operations.ts'
import { partOf, pick, type Pair } from './money-pair.ts'
import { assertAlike } from './money-same.ts'

/** The state that a step requires. */
const stateFor = { process: 'pending', paid: 'processing', failed: 'processing', retry: 'failed' } as const
const steps = {
  process: processPayout,
  paid: (ctx: TenantContext, { id }: { id: string }) => markPaid(ctx, { id, reference: 'Bank 7' }),
  failed: (ctx: TenantContext, { id }: { id: string }) => markFailed(ctx, { id, reason: 'No such account' }),
  retry: retryPayout,
}

/** The marketplace reports a place that it sold, in a signed HTTP request. */
async function sold(both: Pair, { customer, wrong }: Of<'order'>): Promise<string> {
  const { app, base, model, terms } = both
  if ((customer >= quietFrom && model.sales.isSeated(customer)) || !model.sales.hasMonths(customer, 1)) return 'none'
  const request = { customer, items: ['place' as const], discount: null, payments: [], total: 0 }
  const total = model.sales.priceOf(request) + wrong
  const wanted = {
    order: newId(),
    vendor: base.owner.vendorId,
    batch: both.batch,
    customer: { firstName: 'Amal', phone: both.customers[customer]?.phone },
    currency: terms.currency,
    total,
  }
  // Retries without a response, as the contract asks: a server that stalls for seconds closes its kept-alive connections.
  const { status, body } = await order(app, wanted).catch(() => order(app, wanted))
  const { sale, code, data } = body as { sale?: string; code?: string; data?: { issues?: { key: string }[] } }
  const expected = model.sales.sell(
    sale ?? '',
    { ...request, total, payments: [{ method: 'marketplace', amount: total }] },
    app.clock.now(),
    'marketplace',
  )
  expect(status === 201 ? 'accepted' : (data?.issues?.[0]?.key ?? code), JSON.stringify(body)).toBe(expected)
  if (sale) assertAlike(await base.calls.sales.get({ id: sale }), model.sales.bills.get(sale) as Bill)
  return expected
}

/** Refunds, through the marketplace, part of a bill that was paid there. */
async function givenBack({ app, base, model }: Pair, { back, part, releasesSeat }: Of<'giveBack'>): Promise<string> {
  const isOf = (bill: Bill) => bill.payments.some(({ method }) => method === 'marketplace')
  const bill = pick([...model.sales.bills.values()].filter(isOf), back)
  if (!bill) return 'none'
  const request = { method: 'marketplace' as const, amount: partOf(totalOf(bill) - creditedOf(bill), part), releasesSeat }
  const expected = model.sales.refund(bill, request, app.clock.now())
  expect(await refusal(base.calls.sales.refund({ ...request, sale: bill.id, reason: 'Moved away' })), bill.id).toBe(expected)
  return expected
}

async function paidOut({ app, base, model }: Pair, { daysAgo }: Of<'payout'>): Promise<string> {
  const now = app.clock.now()
  const until = plusDays(model.journal.today(now), -daysAgo)
  const { available } = model.payouts
  const expected = model.payouts.create(until, now)
  const created = await runAs(app.app, 'operator', base.owner.vendorId, (ctx) => createPayout(ctx, { until })).catch(
    (error: { data?: { issues?: { key: string }[] } }) => ({ waits: error.data?.issues?.[0]?.key, available: null }),
  )
  if ('waits' in created) {
    expect(expected).toMatchObject({ refused: created.waits })
    if (created.available !== null) expect(BigInt(created.available)).toBe(available)
    return String(created.waits)
  }
  if (!('record' in expected)) throw new Error(`A payout of ${created.net} was made where the model says ${expected.refused}`)
  expect([created.net > 0, BigInt(created.net) <= available]).toEqual([true, true])
  expect(BigInt(created.net)).toBe(expected.net)
  expected.record(created.id)
  return 'accepted'
}

/** The secret in a quote's email; another business of the test may be sending it at this moment. */
async function linkOf({ app, base }: Pair, number: string): Promise<string> {
  const find = async () => {
    const mail = (await app.mails()).find(({ to, subject }) => to.includes(base.owner.vendorId) && subject.startsWith(`Quote ${number} `))
    return /#([A-Za-z0-9_-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  return vi.waitUntil(find, { timeout: 60_000 })
}

async function quoted(both: Pair, { candidates, price, counter }: Of<'quote'>): Promise<string> {
  const { app, base, model, customers } = both
  const { quotes, sales } = base.calls
  const request = { customer: customers[0]?.id ?? '', service: base.service.id, quote: 'Ten afternoons', candidates, offeredPrice: price }
  const draft = await quotes.create(request)
  await quotes.send(seen(draft))
  const token = await linkOf(both, draft.number)
  const { answer } = app.browser().calls.quotes
  await answer(counter === null ? { token, answer: 'accept' } : { token, answer: 'counter', price: counter })
  if (counter !== null) await quotes.acceptCounter(seen(await quotes.get({ id: draft.id })))
  const accepted = seen(await quotes.get({ id: draft.id }))
  const { sale } = await quotes.convert(accepted)
  model.sales.convert(sale ?? '', { candidates, price: counter ?? price }, app.clock.now())
  assertAlike(await sales.get({ id: sale ?? '' }), model.sales.bills.get(sale ?? '') as Bill)
  // A repeated request returns what was already created.
  expect((await quotes.convert(accepted)).sale).toBe(sale)
  return 'accepted'
}

/** Applies a step of the marketplace or of a quote. */
export async function marketStep(both: Pair, operation: Of<'order' | 'giveBack' | 'payout' | 'payoutStep' | 'quote'>): Promise<string> {
  const { app, base, model } = both
  if (operation.kind === 'order') return sold(both, operation)
  if (operation.kind === 'payout') return paidOut(both, operation)
  if (operation.kind === 'payoutStep') {
    const all = [...model.payouts.all]
    const apt = all.filter(([, { state }]) => stateFor[operation.step] === state)
    const [id] = pick(operation.isApt && apt.length > 0 ? apt : all, operation.back) ?? []
    if (!id) return 'none'
    const expected = model.payouts.step(id, operation.step, app.clock.now())
    const work = runAs(app.app, 'operator', base.owner.vendorId, (ctx) => steps[operation.step](ctx, { id }))
    expect(await refusal(work), `${operation.step} ${id}`).toBe(expected)
    return expected === 'accepted' ? `${operation.step} accepted` : expected
  }
  await both.become('owner')
  return operation.kind === 'quote' ? quoted(both, operation) : givenBack(both, operation)
}
