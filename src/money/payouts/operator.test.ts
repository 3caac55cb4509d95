import { dayMs } from '#lib/days.ts'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Schema } from '#db/schema.gen.ts'
import type { Trx } from '#db/tenant.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { newId } from '#kernel/ids.ts'
import { testServer, type TestApp } from '../../../test/app.ts'
import { openFloor, start, travel } from '../../../test/floor.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { operate } from './operator.server.ts'
import { markPaid, processPayout } from './payout.actions.server.ts'
import { clean, netSale, order, secret, shop } from './payouts.sample.ts'

let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer({ MARKETPLACE_SECRET: secret })
})
afterAll(() => app.close())

test('the operator’s commands: rates from a day on, payouts of all or one, states, and clear refusals', async () => {
  const { calls, vendorId, sell, owner } = await shop(app)
  const run = (...words: string[]) => operate(app.app, words)
  const said = (...words: string[]) => run(...words).then(String, (error: Error) => error.message)
  expect(await run('rate', vendorId, 'marketplace', '12.5', '2026-10-09')).toEqual(['marketplace 12.5 % of net since 2026-10-09'])
  await run('rate', vendorId, 'desk', '2', '2026-10-10')
  expect(await said('rate', vendorId, 'marketplace', '12', '2026-10-07')).toContain('correct the marked fields')
  expect(await said('rate', vendorId, 'shop', '12', '2026-10-09')).toContain('The channel must be one of marketplace')
  expect(await said('rate', vendorId, 'desk', '100.01', '2026-10-09')).toContain('no percentage')
  expect(await said('rate', newId(), 'desk', '1', '2026-10-09')).toContain('There is no vendor')
  const ruleOf = async (sale: string) => (await calls.sales.get({ id: sale })).items[0]
  expect(await ruleOf(await sell())).toMatchObject({ commission: 3333, commissionRule: 'marketplace 10 % of net since 2026-01-01' })
  await travel(app, owner, start + 4 * dayMs)
  expect(await ruleOf(await sell())).toMatchObject({ commission: 4167, commissionRule: 'marketplace 12.5 % of net since 2026-10-09' })
  await travel(app, owner, start + 5 * dayMs)
  // 10.50 including 5 %: 10.00 net, of which 2 % is 0.20; a void returns it.
  const ball = { items: [{ kind: 'free' as const, text: 'A football', quantity: 1, unit: 1050 }], total: 1050 }
  const sold = await calls.sales.sell(ball)
  expect(sold.items).toMatchObject([{ commission: 20, commissionRule: 'desk 2 % of net since 2026-10-10' }])
  expect((await calls.payouts.summary()).available).toBe(netSale + 35_000 - 4167 - 20)
  await calls.sales.void({ id: sold.id, reason: 'By mistake' })
  await clean(app, vendorId)
  const [line = ''] = (await run('vendors')).filter((one) => one.startsWith(vendorId))
  expect(line).toContain(`available AED ${(netSale + 35_000 - 4167) / 100}.00  on its way AED 0.00`)
  expect(await said('payouts', 'create')).toContain('--until must be a day')
  expect(await said('payouts', 'create', '--until', '2026-02-30')).toContain('--until must be a day')
  const created = await run('payouts', 'create', '--until', '2026-10-09')
  const own = created.filter((one) => one.includes(vendorId))
  expect(own).toHaveLength(1)
  const id = own[0]?.slice(0, 36) ?? ''
  expect(await run('payouts', 'create', '--until', '2026-10-09', '--vendor', vendorId)).toEqual([
    `${vendorId}  nothing to pay out, carries forward AED 0.00`,
  ])
  expect((await run('payouts', 'list', '--vendor', vendorId))[0]).toContain('pending')
  expect(await said('payouts', 'paid', id)).toContain('--reference must have 1 to 60')
  expect(await said('payouts', 'paid', id, '--reference', 'B-1')).toContain('changed in the meantime')
  expect(await run('payouts', 'process', id)).toEqual([
    expect.stringContaining('processing'),
    'pay to Al Noor Sports LLC, Bank of the Gulf, AE070331234567890123456',
  ])
  expect((await run('payouts', 'failed', id, '--reason', 'Closed'))[0]).toContain('failed')
  await run('payouts', 'retry', id)
  await run('payouts', 'process', id)
  expect((await run('payouts', 'paid', id, '--reference', 'B-1'))[0]).toContain('paid')
  expect(await said('payouts', 'paid', newId(), '--reference', 'B')).toContain('There is no payout')
  expect(await said('payouts', 'burn', id)).toContain('npm run operator')
  expect(await said('sing')).toContain('npm run operator')
  expect(await said('vendors', '--loud')).toContain('npm run operator')
  const poor = await openFloor(app, 5)
  await order(app, {
    order: newId(),
    vendor: poor.owner.vendorId,
    batch: poor.made.id,
    customer: { firstName: 'Amal', phone: '0503331234' },
    currency: 'AED',
    total: 35_000,
  })
  expect(await run('payouts', 'create', '--until', '2026-10-05', '--vendor', poor.owner.vendorId)).toEqual([
    `${poor.owner.vendorId}  waits for a bank account that counts: AED ${netSale / 100}`,
  ])
})

class Undone extends Error {}

async function spoiled(owner: Kysely<Schema>, vendorId: string, statement: string) {
  let kinds: string[] = []
  const work = owner.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql.raw(statement.replaceAll('$v', `"vendorId" = '${vendorId}'`)).execute(trx)
    expect(Number(numAffectedRows), statement).toBeGreaterThan(0)
    kinds = (await reconcile(trx as Trx, vendorId)).map(({ kind, expected, found }) => `${kind} ${expected} ${found}`)
    throw new Undone()
  })
  await expect(work, statement).rejects.toThrow(Undone)
  return kinds.toSorted()
}

test('M7 a commission, a payout or a line that someone changes, removes or adds is found', async () => {
  const { vendorId, sell, back, pay, act } = await shop(app)
  const sale = await sell()
  await back(sale, 35_000)
  await sell()
  await sell()
  const created = await pay('2026-10-08')
  if (!('id' in created)) throw new Error('Nothing was paid out')
  await act((ctx) => processPayout(ctx, { id: created.id }))
  await act((ctx) => markPaid(ctx, { id: created.id, reference: 'B-1' }))
  await clean(app, vendorId)
  const net = 2 * netSale
  const paid = `(select "id" from "ledger" where $v and "source" = 'payout' and "debit" = 'cash')`
  const corruptions: [string, string[]][] = [
    [
      `update "saleLines" set "commission" = 0 where $v and "sale" = '${sale}'`,
      ['bill.commission 3333 0', 'commission.commission 0 3333', 'commission.marketplaceReceivable 0 -3333', 'refunds.commission 0 3333'],
    ],
    [
      `update "refunds" set "commission" = 3000 where $v`,
      ['commission.commission -3000 -3333', 'commission.marketplaceReceivable 3000 3333', 'refunds.commission 3333 3000'],
    ],
    [
      `update "payouts" set "net" = "net" - 1, "commission" = "commission" + 1 where $v`,
      [
        'payout.commission 6666 6667',
        `payout.ledger.AED.cash ${net - 1} ${net}`,
        `payout.ledger.AED.marketplaceReceivable ${1 - net} ${-net}`,
        `payout.net ${net} ${net - 1}`,
      ],
    ],
    [
      `update "payouts" set "state" = 'processing' where $v`,
      [`payout.ledger.AED.cash 0 ${net}`, `payout.ledger.AED.payoutClearing ${net} 0`],
    ],
    [
      `delete from "payoutLines" where $v and "position" = (select max("position") from "payoutLines" where $v)`,
      ['payout.gross 70000 105000', `payout.net ${net - 35_000} ${net}`],
    ],
    [
      `update "payoutLines" set "amount" = "amount" - 5 where $v and "position" = 1`,
      ['payout.entries 63334 63329', 'payout.gross 104995 105000', `payout.net ${net - 5} ${net}`],
    ],
    [
      `update "ledger" set "amount" = "amount" + 9 where $v and "id" = ${paid}`,
      [`payout.ledger.AED.cash ${net} ${net + 9}`, 'payout.ledger.AED.payoutClearing 0 -9'],
    ],
    [`delete from "ledger" where $v and "id" = ${paid}`, [`payout.ledger.AED.cash ${net} 0`, `payout.ledger.AED.payoutClearing 0 ${net}`]],
    [
      `update "ledger" set "sourceId" = '01900000-0000-7000-8000-000000000000' where $v and "id" = ${paid}`,
      [
        `payout.ledger.AED.cash 0 ${net}`,
        `payout.ledger.AED.cash ${net} 0`,
        `payout.ledger.AED.payoutClearing 0 ${-net}`,
        `payout.ledger.AED.payoutClearing 0 ${net}`,
      ],
    ],
  ]
  await asOwner(app.app.db, async (owner) => {
    for (const [statement, expected] of corruptions)
      expect(await spoiled(owner, vendorId, statement), statement).toEqual(expected.toSorted())
  })
  await clean(app, vendorId)
})
