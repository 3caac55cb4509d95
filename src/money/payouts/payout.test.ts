import { dayMs } from '#lib/days.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import { testServer, type TestApp } from '../../../test/app.ts'
import { openFloor, refusal, start, travel } from '../../../test/floor.ts'
import { wholeDatabase } from '../../../test/owner-role.ts'
import { markFailed, markPaid, processPayout, retryPayout } from './payout.actions.server.ts'
import { failedPayouts } from './payout.row.server.ts'
import { balance, bank, clean, iban, netSale, secret, shop } from './payouts.sample.ts'

let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer({ MARKETPLACE_SECRET: secret })
})
afterAll(() => app.close())

test('M5 a new account asks for the password again, mails a notice, counts after 48 hours, and is shown and stored by its last four characters', async () => {
  const { owner, calls } = await openFloor(app, 5)
  app.clock.advance(16 * 60_000)
  expect(await refusal(calls.payouts.setAccount(bank))).toBe('auth/recent-sign-in-required')
  await travel(app, owner, app.clock.now())
  for (const account of ['AE07 0331 2345 6789 0123 457', 'AE07', 'x', '1234 <b>', 'ABCDE'.repeat(8)])
    expect(await refusal(calls.payouts.setAccount({ ...bank, account })), account).toBe('payouts.account.invalid')
  const mailed = async () => (await app.mails()).filter(({ to }) => to === owner.email)
  expect(await mailed()).toEqual([])
  const set = await calls.payouts.setAccount(bank)
  expect(set).toMatchObject({ account: null, coming: { holder: bank.holder, ending: '3456', countsFrom: '2026-10-07T09:16:00.000Z' } })
  await calls.payouts.setAccount({ ...bank, account: iban.replaceAll(' ', '').toLowerCase() })
  const mails = await mailed()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text.replace(/[\u2068\u2069]/g, '')).toContain('account ending in 3456')
  app.clock.advance(2 * dayMs - 1)
  await travel(app, owner, app.clock.now())
  expect(await calls.payouts.summary()).toMatchObject({ account: null, coming: { ending: '3456' } })
  app.clock.advance(1)
  expect(await calls.payouts.summary()).toMatchObject({ account: { ending: '3456' }, coming: null })
  // A waiting account replaced before it takes effect never does; its replacement waits its own 48 hours.
  await calls.payouts.setAccount({ ...bank, account: '11112222' })
  app.clock.advance(dayMs)
  await travel(app, owner, app.clock.now())
  await calls.payouts.setAccount({ ...bank, account: '33334444' })
  app.clock.advance(dayMs + 1)
  await travel(app, owner, app.clock.now())
  expect(await calls.payouts.summary()).toMatchObject({ account: { ending: '3456' }, coming: { ending: '4444' } })
  app.clock.advance(dayMs)
  await travel(app, owner, app.clock.now())
  expect(await calls.payouts.summary()).toMatchObject({ account: { ending: '4444' }, coming: null })
  const rows = await wholeDatabase(app.app.db)
  for (const number of ['AE070331234567890123456', '33334444', '11112222']) expect(rows).not.toContain(number)
  for (const role of ['manager', 'accountant', 'frontDesk'] as const) {
    await platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
    expect(await refusal(calls.payouts.setAccount(bank)), role).toBe('permission/denied')
    if (role === 'manager') expect(await calls.payouts.summary()).toMatchObject({ account: null, coming: null })
    // The logs say that an account was set, but do not contain it either.
    const logs = role === 'manager' ? [await calls.reports.audit({}), await calls.history.list({ of: owner.vendorId })] : []
    for (const log of logs.map((answer) => JSON.stringify(answer))) {
      expect(log).toContain('payoutAccount')
      for (const part of ['"4444"', bank.holder, bank.bankName]) expect(log).not.toContain(part)
    }
    if (role === 'accountant') expect(await calls.payouts.summary()).toMatchObject({ account: { ending: '4444' } })
  }
})

test('a payout takes every line since the last, and each state moves the ledger; the statement still adds up', async () => {
  const { calls, vendorId, sell, back, pay, act, owner } = await shop(app)
  const first = await sell()
  await sell()
  await back(first, 10_000)
  // Refunding 100.00 of 350.00 returns 9.52 of the commission of 33.33: 10,000/35,000 of it, rounded down.
  const net = 2 * netSale - 10_000 + 952
  expect(await calls.payouts.summary()).toMatchObject({ available: net, underWay: 0, failed: 0 })
  const paidOut = await pay('2026-10-08')
  if (!('id' in paidOut)) throw new Error('Nothing was paid out')
  expect(paidOut).toMatchObject({ fromDay: '2026-10-08', toDay: '2026-10-08', state: 'pending', gross: 70_000, refunds: 10_000, net })
  expect(paidOut.commission).toBe(2 * 3333 - 952)
  expect(paidOut.lines.map(({ kind, amount, number }) => [kind, amount, number])).toEqual([
    ['commission', -3333, 'S2026-00001'],
    ['payment', 35_000, 'S2026-00001'],
    ['commission', -3333, 'S2026-00002'],
    ['payment', 35_000, 'S2026-00002'],
    ['refund', -10_000, 'S2026-00001'],
    ['commission', 952, 'S2026-00001'],
  ])
  expect(await balance(app, vendorId, 'marketplaceReceivable')).toBe(0)
  expect(await balance(app, vendorId, 'payoutClearing')).toBe(net)
  expect(await calls.payouts.summary()).toMatchObject({ available: 0, underWay: net, account: { ending: '3456' } })
  const { id } = paidOut
  const code = (work: Promise<unknown>) => refusal(work)
  expect(await code(act((ctx) => markPaid(ctx, { id, reference: 'B-1' })))).toBe('payout/state')
  await act((ctx) => processPayout(ctx, { id }))
  await clean(app, vendorId)
  await act((ctx) => markFailed(ctx, { id, reason: 'The account is closed' }))
  expect(await balance(app, vendorId, 'marketplaceReceivable')).toBe(net)
  expect((await tenant(app.app.db, vendorId, (trx) => failedPayouts(vendorId).execute(trx))).rows).toEqual([
    { id, money: net, since: '2026-10-08T09:00:00.000Z', reason: 'The account is closed' },
  ])
  // The lines of a failed payout are in no other payout.
  expect(await pay('2026-10-08')).toMatchObject({ waits: 'balance', available: 0 })
  await clean(app, vendorId)
  await act((ctx) => retryPayout(ctx, { id }))
  await act((ctx) => processPayout(ctx, { id }))
  await act((ctx) => markPaid(ctx, { id, reference: 'B-2' }))
  await act((ctx) => markPaid(ctx, { id, reference: 'B-2' }))
  expect(await code(act((ctx) => markPaid(ctx, { id, reference: 'B-3' })))).toBe('payout/state')
  expect(await code(act((ctx) => markFailed(ctx, { id, reason: 'No' })))).toBe('payout/state')
  expect(await balance(app, vendorId, 'cash')).toBe(net)
  expect(await calls.payouts.list({})).toMatchObject({ total: 1, rows: [{ id, state: 'paid', reference: 'B-2', net }] })
  expect((await calls.payouts.list({ state: 'failed' })).total).toBe(0)
  const events = await tenant(app.app.db, vendorId, (trx) =>
    trx
      .selectFrom('audit')
      .select(['role', 'action'])
      .where('vendorId', '=', vendorId)
      .where('entity', '=', 'payout')
      .where('sequence', 'is not', null)
      .orderBy('sequence')
      .execute(),
  )
  expect(events.map(({ role, action }) => `${role} ${action}`)).toEqual(
    ['create', 'process', 'fail', 'retry', 'process', 'pay'].map((action) => `operator ${action}`),
  )
  await clean(app, vendorId)
  // The next month: one more payout in transit over the month's end.
  await travel(app, owner, start + 20 * dayMs)
  await sell()
  await pay('2026-10-25')
  const october = await calls.finance.statement({ from: '2026-10-01', to: '2026-10-31' })
  expect(october).toMatchObject({
    opening: 0,
    closing: net + netSale,
    paidOut: net,
    places: { cash: net, marketplace: 0, onItsWay: netSale },
  })
  expect(october.movements).toEqual([
    { source: 'commission', method: null, amount: 952 - 3 * 3333, count: 4, documents: 4 },
    { source: 'payment', method: 'marketplace', amount: 105_000, count: 3, documents: 3 },
    { source: 'refund', method: 'marketplace', amount: -10_000, count: 1, documents: 1 },
  ])
  const fees = await calls.finance.entries({ from: '2026-10-01', to: '2026-10-31', source: 'commission' })
  expect(fees.rows.map(({ amount, number }) => [amount, number])).toEqual([
    [3333, 'S2026-00003'],
    [952, 'C2026-00001'],
    [3333, 'S2026-00002'],
    [3333, 'S2026-00001'],
  ])
})

test('what is 0 or less carries forward, a refund after the period comes off at once, and a failed one waits until there is enough again', async () => {
  const { calls, vendorId, sell, back, pay, act, owner } = await shop(app)
  const first = await sell()
  const paidOut = await pay('2026-10-08')
  if (!('id' in paidOut)) throw new Error('Nothing was paid out')
  const { id } = paidOut
  await act((ctx) => processPayout(ctx, { id }))
  await act((ctx) => markPaid(ctx, { id, reference: 'B-1' }))
  await back(first, 35_000)
  expect(await calls.payouts.summary()).toMatchObject({ available: -netSale })
  expect(await pay('2026-10-08')).toMatchObject({ waits: 'balance', available: -netSale })
  const second = await sell()
  // Sale and refund cancel out: nothing to pay.
  expect(await pay('2026-10-08')).toMatchObject({ waits: 'balance', available: 0 })
  await travel(app, owner, start + 5 * dayMs)
  await sell()
  await sell()
  // Up to the 9th there is nothing, though more came later.
  expect(await pay('2026-10-09')).toMatchObject({ waits: 'balance', available: 2 * netSale })
  await travel(app, owner, start + 6 * dayMs)
  await back(second, 35_000)
  const next = await pay('2026-10-10')
  expect(next).toMatchObject({ net: netSale, gross: 105_000, refunds: 70_000, fromDay: '2026-10-08', toDay: '2026-10-10' })
  expect(await refusal(pay('2026-10-12'))).toBe('payouts.until.future')
  if (!('id' in next)) throw new Error('Nothing was paid out')
  await act((ctx) => processPayout(ctx, { id: next.id }))
  await act((ctx) => markFailed(ctx, { id: next.id, reason: 'Closed' }))
  const third = (await calls.sales.list({ state: 'paid' })).rows[0]!
  await back(third.id, 1000)
  expect(await refusal(act((ctx) => retryPayout(ctx, { id: next.id })))).toBe('payout/short')
  await sell()
  await act((ctx) => retryPayout(ctx, { id: next.id }))
  expect((await calls.payouts.summary()).available).toBe(await balance(app, vendorId, 'marketplaceReceivable'))
  await clean(app, vendorId)
})

test('20 payouts created at once beside sales and refunds: no line twice, never more than there is, never below 0', async () => {
  const { calls, vendorId, sell, back, pay } = await shop(app)
  const sales = await Promise.all(Array.from({ length: 6 }, sell))
  const paidOut = await Promise.all([
    ...Array.from({ length: 20 }, () => pay('2026-10-08')),
    back(sales[0]!, 35_000),
    sell(),
    back(sales[1]!, 777),
  ])
  const payouts = paidOut.slice(0, 20).filter((one): one is Extract<typeof one, { net: number }> => 'net' in (one as object))
  expect(payouts.length).toBeGreaterThan(0)
  expect((await calls.payouts.list({})).total).toBe(payouts.length)
  expect(await balance(app, vendorId, 'payoutClearing')).toBe((await calls.payouts.list({})).rows.reduce((sum, { net }) => sum + net, 0))
  expect((await calls.payouts.summary()).available).toBe(await balance(app, vendorId, 'marketplaceReceivable'))
  await clean(app, vendorId)
  const again = await shop(app)
  await Promise.all(Array.from({ length: 3 }, again.sell))
  const alone = await Promise.all(Array.from({ length: 20 }, () => again.pay('2026-10-08')))
  expect(alone.filter((one) => 'id' in one)).toMatchObject([{ net: 3 * netSale }])
  expect(await balance(app, again.vendorId, 'marketplaceReceivable')).toBe(0)
})
