import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { checkBooks } from '#business/ledger/chain-links.server.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { newId } from '#kernel/ids.ts'
import { signatureOf } from '#kernel/signature.ts'
import { testApp, testServer, type TestApp } from '../../../test/app.ts'
import { openFloor, person } from '../../../test/floor.ts'
import { vendorDigest } from '../../../test/vendor-rows.ts'
import { order, secret } from './payouts.sample.ts'

let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer({ MARKETPLACE_SECRET: secret })
})
afterAll(() => app.close())

const ball = (unit: number) => ({ kind: 'free' as const, text: 'A football', quantity: 1, unit })
const buyer = (more: object = {}) => ({ firstName: 'Amal', lastName: 'Karam', phone: '050 765 4321', email: 'amal@example.com', ...more })

/** A business with a batch at 350.00 including 5 % tax, and the order of a place there. */
async function shop(places = 10) {
  const base = await openFloor(app, places)
  const { vendorId } = base.owner
  const request = (more: object = {}) => ({
    order: newId(),
    vendor: vendorId,
    batch: base.made.id,
    customer: buyer(),
    currency: 'AED',
    total: 35_000,
    ...more,
  })
  return { ...base, vendorId, request }
}

async function clean(vendorId: string): Promise<void> {
  const [books, found] = await tenant(app.app.db, vendorId, async (trx) => [
    await checkBooks(trx, vendorId),
    await reconcile(trx, vendorId),
  ])
  expect(found).toEqual([])
  expect([books.entries.brokenAt, books.events.brokenAt]).toEqual([null, null])
}

const ledgerOf = (vendorId: string) =>
  tenant(app.app.db, vendorId, (trx) =>
    trx.selectFrom('ledger').select(['source', 'debit', 'credit', 'amount']).where('vendorId', '=', vendorId).orderBy('sequence').execute(),
  )

test('a sale of the marketplace enrols, freezes its commission with the rule, posts it, and is audited as the marketplace’s', async () => {
  const { calls, vendorId, request } = await shop()
  const answer = await order(app, request())
  // 350.00 including 5 %: net 333.33, of which 10 % is 33.33.
  expect(answer).toMatchObject({
    status: 201,
    body: { total: 35_000, commission: 3333, currency: 'AED', state: 'paid', number: 'S2026-00001' },
  })
  const sale = await calls.sales.get({ id: String(answer.body['sale']) })
  expect(sale).toMatchObject({ channel: 'marketplace', paid: 35_000, due: 0, firstName: 'Amal', phone: '+971507654321' })
  expect(sale.items).toMatchObject([{ commission: 3333, commissionRule: 'marketplace 10 % of net since 2026-01-01' }])
  expect(sale.payments).toMatchObject([{ method: 'marketplace', amount: 35_000 }])
  expect(await calls.customers.get({ id: String(sale.customer) })).toMatchObject({ source: 'marketplace', lifecycle: 'active' })
  expect((await ledgerOf(vendorId)).filter(({ source }) => source !== 'sale')).toEqual([
    { source: 'commission', debit: 'commission', credit: 'marketplaceReceivable', amount: 3333 },
    { source: 'payment', debit: 'marketplaceReceivable', credit: 'customerReceivable', amount: 35_000 },
  ])
  const events = await tenant(app.app.db, vendorId, (trx) =>
    trx
      .selectFrom('audit')
      .select(['role', 'action', 'entity'])
      .where('vendorId', '=', vendorId)
      .where('sequence', 'is not', null)
      .execute(),
  )
  expect(events).toEqual([{ role: 'marketplace', action: 'sell', entity: 'sale' }])
  // A sale at the desk has no commission, and the same customer is not created twice.
  const atDesk = await calls.sales.sell({ items: [ball(1000)], total: 1000 })
  expect(atDesk.items).toMatchObject([{ commission: 0, commissionRule: '' }])
  await order(app, request({ order: 'next-month' }))
  expect((await calls.customers.list({})).total).toBe(1)
  await clean(vendorId)
})

test('M6 unsigned, wrongly signed, of another body, too old, too new, replayed with another request, wrong amount or currency: nothing changes', async () => {
  const { vendorId, request } = await shop()
  const first = request()
  const sold = await order(app, first)
  expect(sold.status).toBe(201)
  const before = await vendorDigest(app.app.db, vendorId)
  const minute = 60_000
  const now = app.clock.now()
  const other = request()
  const body = JSON.stringify(other)
  const json = { 'content-type': 'application/json' }
  const stamp = String(Math.floor(now / 1000))
  const right = signatureOf(secret, stamp, body)
  const refused = [
    { bare: json },
    { bare: { ...json, 'x-touchline-timestamp': stamp } },
    { bare: { ...json, 'x-touchline-signature': right } },
    { bare: { ...json, 'x-touchline-timestamp': String(Number(stamp) + 1), 'x-touchline-signature': right } },
    {
      bare: {
        ...json,
        'x-touchline-timestamp': stamp,
        'x-touchline-signature': right.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      },
    },
    { bare: { ...json, 'x-touchline-timestamp': stamp, 'x-touchline-signature': '' } },
    { bare: { ...json, 'x-touchline-timestamp': 'NaN', 'x-touchline-signature': signatureOf(secret, 'NaN', body) } },
    { secret: 'another-secret-of-32-characters-or-more' },
    // The signature of an earlier order, with this one's body.
    { signedBody: JSON.stringify(first) },
    { at: now - 5 * minute - 1000 },
    { at: now + 5 * minute + 1000 },
  ]
  for (const [index, sent] of refused.entries())
    expect((await order(app, other, sent)).body, String(index)).toMatchObject({ code: 'request/refused' })
  const answers = async (input: object) => (await order(app, input)).body['code']
  for (const total of [0, 1, 34_999, 35_001, 3_500_000]) expect(await answers(request({ total })), String(total)).toBe('sale/price-changed')
  for (const total of [-1, 0.5, 'all', null, 2 ** 53]) expect(await answers(request({ total })), String(total)).toBe('request/invalid')
  expect(await answers(request({ currency: 'USD' }))).toBe('sale/price-changed')
  expect(await answers(request({ commission: 0 }))).toBe('request/invalid')
  expect(await answers(request({ vendor: newId() }))).toBe('document/not-found')
  expect(await answers(request({ batch: newId() }))).toBe('request/invalid')
  expect(await answers(request({ customer: buyer({ phone: '12' }) }))).toBe('request/invalid')
  expect(await answers({ ...first, customer: buyer({ firstName: 'Badr' }) })).toBe('request/reused')
  expect(await answers({ ...first, total: 1 })).toBe('request/reused')
  // The same request gets the same answer, also minutes later and with its keys in another order.
  expect(await order(app, first)).toEqual(sold)
  app.clock.advance(4 * minute)
  expect(await order(app, Object.fromEntries(Object.entries(first).toReversed()))).toEqual(sold)
  expect(await vendorDigest(app.app.db, vendorId)).toBe(before)
})

test('M6 orders that arrive in another order than they were made are each sold once, whatever comes again between them', async () => {
  const { calls, vendorId, request } = await shop()
  const orders = Array.from({ length: 4 }, (_, index) => request({ customer: buyer({ phone: `050 111 000${index}` }) }))
  const at = orders.map((_, index) => app.clock.now() + index * 1000)
  const arrival = [3, 0, 3, 2, 0, 1, 3, 2, 1, 0]
  for (const index of arrival) expect((await order(app, orders[index]!, { at: at[index]! })).status).toBe(201)
  expect((await calls.sales.list({})).rows.map(({ number }) => number).toSorted()).toEqual(
    [1, 2, 3, 4].map((place) => `S2026-0000${place}`),
  )
  expect((await calls.payouts.summary()).available).toBe(4 * (35_000 - 3333))
  await clean(vendorId)
})

test('M6 a call raced with itself 100 times, and with the desk for the last place 20 times: exactly one sale', async () => {
  const { calls, vendorId, request } = await shop()
  const one = request()
  // A server whose connections are all in use for too long answers 503, and the marketplace retries.
  const asked = async (): Promise<Awaited<ReturnType<typeof order>>> => {
    const answer = await order(app, one)
    return answer.status === 503 ? asked() : answer
  }
  const answers = await Promise.all(Array.from({ length: 100 }, asked))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.status).toBe(201)
  expect((await calls.sales.list({})).total).toBe(1)
  expect((await calls.customers.list({})).total).toBe(1)
  const batch = (await calls.batches.list({})).rows[0]!
  let sold = 1
  for (let round = 0; round < 20; round++) {
    const name = `Round ${round}`
    const place = await calls.batches.create({
      service: batch.service,
      trainer: batch.trainer,
      hall: null,
      name,
      code: `R-${round}`,
      price: 35_000,
      startDate: '2026-10-05',
      endDate: '2026-12-31',
      startingTime: `${String(6 + (round % 10)).padStart(2, '0')}:00`,
      endingTime: `${String(6 + (round % 10)).padStart(2, '0')}:30`,
      trainingDays: batch.trainingDays.map((day) => ({ ...day, isSelected: day.id === (round < 10 ? 2 : 3) })),
      totalCandidates: 1,
    } as never)
    const customer = (await person(calls, `Desk${'abcdefghijklmnopqrst'[round]}`)).id
    const [web, desk] = await Promise.all([
      order(app, request({ batch: place.id, customer: buyer({ phone: `050 222 00${String(round).padStart(2, '0')}` }) })),
      calls.sales.sell({ customer, items: [{ kind: 'batch', batch: place.id }], total: 35_000 }).then(
        () => 'sold',
        (error: { code: string }) => error.code,
      ),
    ])
    expect(new Set([web.status === 201 ? 'sold' : web.body['code'], desk])).toEqual(new Set(['batch/full', 'sold']))
    sold += 1
  }
  expect((await calls.sales.list({})).total).toBe(sold)
  await clean(vendorId)
})

test('a commission comes back with refunds in parts to the last unit, whatever the parts', async () => {
  const { calls, vendorId, request } = await shop()
  const { body } = await order(app, request())
  const id = String(body['sale'])
  let back = 0
  for (const amount of [1, 9999, 333, 12_345, 12_322]) {
    const effect = await calls.sales.refundEffect({ sale: id, amount })
    back += effect.commission
    await calls.sales.refund({ sale: id, amount, method: 'marketplace', reason: 'Moved away' })
    await clean(vendorId)
  }
  expect(back).toBe(3333)
  expect((await calls.payouts.summary()).available).toBe(0)
  expect((await calls.sales.get({ id })).state).toBe('refunded')
})

test('without a secret every call of the marketplace is refused, and the secret must be long', async () => {
  const plain = await testApp()
  const input = { order: 'A', vendor: newId(), batch: newId(), customer: buyer(), currency: 'AED', total: 1 }
  await expect(plain.browser().calls.marketplace.sell(input)).rejects.toMatchObject({ code: 'request/refused' })
  await plain.close()
  await expect(testApp({ MARKETPLACE_SECRET: 'short' })).rejects.toThrow('MARKETPLACE_SECRET must have at least 32 characters')
  const described = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { parameters: { name: string }[] }>>
  }
  expect(described.paths['/marketplace/sales']?.['post']?.parameters.map(({ name }) => name)).toEqual([
    'x-touchline-timestamp',
    'x-touchline-signature',
  ])
})
