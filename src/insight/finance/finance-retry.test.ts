import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { createPayout, markFailed, markPaid, processPayout, retryPayout } from '#money/payouts/payout.actions.server.ts'
import { bank, clean, order, secret } from '#money/payouts/payouts.sample.ts'
import { newId } from '#kernel/ids.ts'
import { runAs, type TenantContext } from '#kernel/context.ts'
import { testServer, type TestApp } from '../../../test/app.ts'
import { openFloor, person, seen, travel } from '../../../test/floor.ts'
import { injecting } from '../../../test/injected-errors.ts'

const errors = injecting(100)
let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer({ MARKETPLACE_SECRET: secret }, await errors.database())
})
afterAll(() => app.close())

test('C5 a hundred serialization failures and deadlocks amid expenses, payouts, trainer pay and quotes: each is made once', async () => {
  const { calls, owner, made, service, trainer } = await openFloor(app, 500)
  const { vendorId } = owner
  await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
  await calls.payouts.setAccount(bank)
  const { id: customer } = await person(calls, 'Amal', { email: `amal-${vendorId}@example.com` })
  // A day in November, so that the Mondays of October are payable.
  await travel(app, owner, Date.UTC(2026, 10, 3, 9))
  const audited = () =>
    tenant(app.app.db, vendorId, async (trx) => {
      const rows = trx.selectFrom('audit').select(({ fn }) => fn.countAll<number>().as('rows'))
      return (await rows.where('vendorId', '=', vendorId).where('sequence', 'is not', null).executeTakeFirstOrThrow()).rows
    })
  const before = await audited()
  let done = 0
  const amid = async <T>(statements: number, work: () => Promise<T>): Promise<T> => {
    done += 1
    return errors.amid(statements, work)
  }
  const act = <T>(work: (ctx: TenantContext) => Promise<T>) => amid(14, () => runAs(app.app, 'operator', vendorId, work))
  const rent = { category: 'rent' as const, supplier: 'Corniche Estates', amount: 10_500, tax: 500, method: 'cash' as const }
  await amid(12, () => calls.finance.close({ month: '2026-10' }))
  let round = 0
  for (; errors.injected() < 100; round++) {
    const id = newId()
    const spent = await amid(12, () => calls.expenses.create({ id, ...rent, day: '2026-11-02' }))
    const changed = await amid(16, () => calls.expenses.update({ ...seen(spent), ...rent, day: '2026-11-02', amount: 21_000 }))
    expect(await amid(12, () => calls.expenses.void({ ...seen(changed), reason: 'Twice' }))).toMatchObject({ id, state: 'void' })

    const bonus = { id: newId(), trainer: trainer.id, month: '2026-11', amount: 500, reason: 'Travel' }
    await amid(10, () => calls.payroll.adjust(bonus))
    await amid(10, () => calls.payroll.pay({ id: newId(), trainer: trainer.id, amount: 500, method: 'cash' }))

    const draft = await calls.quotes.create({ customer, service: service.id, quote: 'Ten afternoons', candidates: 2, offeredPrice: 5001 })
    await tenant(app.app.db, vendorId, (trx) =>
      trx
        .updateTable('quotes')
        .set({ state: 'accepted', agreedPrice: 5001 })
        .where('vendorId', '=', vendorId)
        .where('id', '=', draft.id)
        .execute(),
    )
    const converted = await amid(20, () => calls.quotes.convert(seen(draft)))
    expect(converted).toMatchObject({ state: 'converted' })

    const sold = await amid(30, () =>
      order(app, {
        order: newId(),
        vendor: vendorId,
        batch: made.id,
        customer: { firstName: 'Amal', phone: `050 333 ${String(round).padStart(4, '0')}` },
        currency: 'AED',
        total: 35_000,
      }),
    )
    expect(sold.status, JSON.stringify(sold.body)).toBe(201)
    const payout = await act((ctx) => createPayout(ctx, { until: '2026-11-03' }))
    if (!('id' in payout)) throw new Error(`Nothing was paid out: ${payout.waits}`)
    // 333.33 without tax, of which the marketplace retains 33.33.
    expect(payout).toMatchObject({ net: 31_667, state: 'pending' })
    await act((ctx) => processPayout(ctx, payout))
    await act((ctx) => markFailed(ctx, { id: payout.id, reason: 'No such account' }))
    await act((ctx) => retryPayout(ctx, payout))
    await act((ctx) => processPayout(ctx, payout))
    expect(await act((ctx) => markPaid(ctx, { id: payout.id, reference: 'Bank 7' }))).toMatchObject({ state: 'paid' })
  }
  const rowsOf = (table: 'expenses' | 'payouts' | 'payoutLines' | 'trainerPayments' | 'sales') =>
    tenant(app.app.db, vendorId, async (trx) => {
      const rows = trx.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('rows'))
      return (await rows.where('vendorId', '=', vendorId).executeTakeFirstOrThrow()).rows
    })
  // Each marketplace sale has a payment and a commission.
  expect(await rowsOf('expenses')).toBe(round)
  expect([await rowsOf('payouts'), await rowsOf('payoutLines'), await rowsOf('trainerPayments')]).toEqual([round, 2 * round, round])
  expect(await rowsOf('sales')).toBe(2 * round)
  expect(errors.injected()).toBe(100)
  await clean(app, vendorId)
  // One event for each call, and none for those rolled back.
  expect((await audited()) - before).toBe(done)
  console.log(`${errors.injected()} errors amid ${done} calls`)
})
