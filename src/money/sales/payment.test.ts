import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import type { Role } from '#lib/roles.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { checkBooks } from '#business/ledger/chain-links.server.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const dayMs = 86_400_000
const cash = (amount: number, reference = '') => ({ method: 'cash' as const, amount, reference })
const free = (unit: number) => ({ kind: 'free' as const, text: 'A football', quantity: 1, unit })

type Base = Awaited<ReturnType<typeof openFloor>>

async function expectSound({ owner: { vendorId } }: Base): Promise<void> {
  const { wrong, chains } = await tenant(app.app.db, vendorId, async (trx) => ({
    wrong: await reconcile(trx, vendorId),
    chains: await checkBooks(trx, vendorId),
  }))
  expect(wrong).toEqual([])
  expect(chains).toMatchObject({ entries: { brokenAt: null }, events: { brokenAt: null } })
}

test('a payment that bounced is taken back on its day: the bill is due as before, and the drawer has as much less', async () => {
  const base = await openFloor(app, 5)
  const { calls, made, owner } = base
  const amal = await person(calls, 'Amal')
  const sold = await calls.sales.sell({
    customer: amal.id,
    items: [{ kind: 'batch', batch: made.id }],
    payments: [cash(20_000, 'Cheque 17'), { method: 'card', amount: 15_000, reference: '' }],
    total: 35_000,
  })
  expect(sold).toMatchObject({ state: 'paid', due: 0 })
  await travel(app, owner, start + 3 * dayMs)
  const request = { sale: sold.id, payment: sold.payments[0]!.id, reason: 'The cheque bounced' }
  const after = await calls.sales.reversePayment(request)
  expect(after).toMatchObject({ state: 'partiallyPaid', paid: 15_000, refunded: 0, due: 20_000, dueOn: sold.dueOn, number: sold.number })
  expect(after.payments).toMatchObject([
    { id: request.payment, amount: 20_000, reversedOn: '2026-10-08', reverses: null, reason: null },
    { amount: 15_000, reversedOn: null },
    { day: '2026-10-08', method: 'cash', amount: -20_000, reverses: request.payment, reason: 'The cheque bounced', reversedOn: null },
  ])
  // The bill was due on its own day, which is over.
  expect((await calls.sales.list({ state: 'overdue' })).rows.map(({ id }) => id)).toEqual([sold.id])
  expect((await calls.enrolments.list({ state: 'pastDue' })).total).toBe(1)
  const drawer = async (day: string) => (await calls.reports.dayExpected({ day })).methods.find(({ method }) => method === 'cash')
  expect(await drawer('2026-10-05')).toMatchObject({ taken: 20_000, back: 0, expected: 20_000 })
  expect(await drawer('2026-10-08')).toMatchObject({ taken: 0, back: 20_000, expected: -20_000 })
  // On the cash basis only the payment that stands counts.
  const profit = await calls.finance.profit({ from: '2026-10-01', to: '2026-10-31', basis: 'cash' })
  expect(profit.total.now.sold).toBe(15_000)
  const [logged] = (await calls.reports.audit({ action: 'reversePayment' })).rows
  expect(logged).toMatchObject({ entity: 'sale', number: sold.number, reason: 'The cheque bounced' })
  expect(logged?.fields).toContainEqual({ name: 'paid', before: '35000', after: '15000' })
  // The reversal is undone by recording the payment again.
  const paid = await calls.sales.pay({ sale: sold.id, ...cash(20_000) })
  expect(paid).toMatchObject({ state: 'paid', due: 0 })
  await expectSound(base)
})

test('a payment is reversed once, no matter who asks how often, and a bill without payments can be voided', async () => {
  const base = await openFloor(app, 5)
  const { calls } = base
  const sold = await calls.sales.sell({ items: [free(1000)], payments: [cash(1000)], total: 1000 })
  const request = { sale: sold.id, payment: sold.payments[0]!.id, reason: 'Another bill’s' }
  const both = await Promise.all([1, 2, 3, 4].map(() => refusal(calls.sales.reversePayment(request))))
  expect(both.toSorted()).toEqual(['accepted', 'sale/state', 'sale/state', 'sale/state'])
  const [, entry] = (await calls.sales.get({ id: sold.id })).payments
  expect(await refusal(calls.sales.reversePayment({ ...request, payment: entry!.id }))).toBe('sale/state')
  // The same call again returns the first result.
  const other = await calls.sales.pay({ sale: sold.id, ...cash(400) })
  const again = { ...request, id: newId(), payment: other.payments.at(-1)!.id }
  expect(await calls.sales.reversePayment(again)).toMatchObject({ paid: 0 })
  expect(await calls.sales.reversePayment(again)).toMatchObject({ paid: 0, due: 1000, state: 'open' })
  expect(await refusal(calls.sales.reversePayment({ ...again, reason: 'Other' }))).toBe('request/reused')
  expect(await calls.sales.void({ id: sold.id, reason: 'Sold to nobody' })).toMatchObject({ state: 'void', due: 0 })
  const [voided] = (await calls.reports.audit({ action: 'void' })).rows
  expect(voided?.marks).toContain('voidAfterPayment')
  await expectSound(base)
})

test('a bill takes what is due and not a unit more, and one with a payment is not voided', async () => {
  const base = await openFloor(app, 5)
  const { calls } = base
  const sold = await calls.sales.sell({ items: [free(1000)], payments: [cash(600)], total: 1000 })
  expect(await refusal(calls.sales.pay({ sale: sold.id, ...cash(401) }))).toBe('sales.payments.over')
  expect(await refusal(calls.sales.void({ id: sold.id, reason: 'By mistake' }))).toBe('sale/state')
  expect(await calls.sales.pay({ sale: sold.id, ...cash(400) })).toMatchObject({ state: 'paid', due: 0 })
  expect(await refusal(calls.sales.pay({ sale: sold.id, ...cash(1) }))).toBe('sale/state')
  expect(await refusal(calls.sales.void({ id: sold.id, reason: 'By mistake' }))).toBe('sale/state')
  await expectSound(base)
})

test('no payment is reversed of which money went back, of another bill, or by a role that may not', async () => {
  const base = await openFloor(app, 5)
  const { calls, owner } = base
  const sold = await calls.sales.sell({ items: [free(1000)], payments: [cash(600)], total: 1000 })
  const other = await calls.sales.sell({ items: [free(1000)], total: 1000 })
  const request = { sale: sold.id, payment: sold.payments[0]!.id, reason: 'By mistake' }
  expect(await refusal(calls.sales.reversePayment({ ...request, sale: other.id }))).toBe('document/not-found')
  expect(await refusal(calls.sales.reversePayment({ ...request, payment: newId() }))).toBe('document/not-found')
  expect(await refusal(calls.sales.reversePayment({ ...request, reason: ' ' }))).toBe('sales.reason.required')
  const as = (role: Role) =>
    platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
  for (const role of ['frontDesk', 'trainer', 'accountant'] as const) {
    await as(role)
    expect(await refusal(calls.sales.reversePayment(request)), role).toBe('permission/denied')
  }
  await as('manager')
  // The amount was only credited on the bill, so no money was refunded.
  await calls.sales.refund({ sale: sold.id, amount: 300, method: 'cash', reason: 'Scratched' })
  expect(await calls.sales.reversePayment(request)).toMatchObject({ state: 'open', paid: 0, credited: 300, due: 700 })
  const paid = await calls.sales.pay({ sale: sold.id, method: 'card', amount: 700, reference: '' })
  await calls.sales.refund({ sale: sold.id, amount: 100, method: 'cash', reason: 'Scratched more' })
  expect(await refusal(calls.sales.reversePayment({ ...request, payment: paid.payments.at(-1)!.id }))).toBe('sale/state')
  // The reversed cash payment does not count as a payment method of the bill.
  const refunds = (await calls.reports.audit({ action: 'refund' })).rows
  expect(refunds.map(({ marks }) => marks)).toEqual([['otherMethod'], []])
  await expectSound(base)
})
