import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { newId } from '#kernel/ids.ts'
import { runAs } from '#kernel/context.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, refusal, seen, travel } from '../../../test/floor.ts'
import type { RecurringExpense } from './expense.contract.ts'
import { dueIn, firstDue, nextDue } from './expense.rules.ts'
import { createDueExpenses } from './recurring.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const noon = (day: string) => Date.parse(`${day}T08:00:00Z`)
const gym = {
  category: 'rent' as const,
  supplier: 'Corniche Estates',
  amount: 10_500,
  tax: 500,
  method: 'transfer' as const,
  fromDay: '2026-10-05',
}
const create = (vendorId: string) => runAs(app.app, 'system', vendorId, createDueExpenses)

/** A business on a paid plan, so that it outlasts its trial. */
async function subscribed() {
  const base = await openFloor(app, 5)
  await base.calls.plans.change({ plan: 'elite', version: (await base.calls.plans.current()).version })
  return base
}

/** The created expenses, straight from the rows: the day with the month that each is for. */
const expensesOf = (vendorId: string) =>
  tenant(app.app.db, vendorId, async (trx) =>
    (await trx.selectFrom('expenses').select(['day', 'period', 'amount']).where('vendorId', '=', vendorId).orderBy('period').execute()).map(
      ({ day, period, amount }) => `${period} ${day} ${amount}`,
    ),
  )
const fieldsOf = ({ category, supplier, note, amount, tax, method, hall, batch, monthDay, fromDay, untilDay }: RecurringExpense) => {
  return { category, supplier, note, amount, tax, method, hall, batch, monthDay, fromDay, untilDay }
}

test('the last day is each month’s own, also of February in both kinds of year; a numbered day is the same in all', () => {
  const days = ['2027-01-01', '2027-02-01', '2027-04-01', '2028-02-01'].map((period) => dueIn(period, null))
  expect(days).toEqual(['2027-01-31', '2027-02-28', '2027-04-30', '2028-02-29'])
  expect(dueIn('2027-02-01', 28)).toBe('2027-02-28')
  expect(firstDue('2026-10-05', 5, null)).toBe('2026-10-05')
  expect(firstDue('2026-10-06', 5, null)).toBe('2026-11-05')
  expect(firstDue('2026-12-06', 5, '2027-01-04')).toBeNull()
  expect(nextDue('2027-01-31', null, null)).toBe('2027-02-28')
  expect(nextDue('2027-02-28', null, null)).toBe('2027-03-31')
  expect(nextDue('2026-12-15', 15, '2027-01-15')).toBe('2027-01-15')
})

test('every month that is due is made once, missed ones too, at the month’s end, by ten at once and again', async () => {
  const { calls, owner } = await subscribed()
  const { vendorId } = owner
  const limited = await calls.expenses.createRecurring({ ...gym, untilDay: '2027-02-28' })
  expect(limited).toMatchObject({ nextOn: '2026-10-31', state: 'active', monthDay: null })
  expect(await create(vendorId)).toBe(0)
  await travel(app, owner, noon('2027-01-30'))
  const runs = await Promise.all(Array.from({ length: 10 }, () => create(vendorId)))
  expect(runs.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 3])
  expect(await create(vendorId)).toBe(0)
  expect(await expensesOf(vendorId)).toEqual(['2026-10-01 2026-10-31 10500', '2026-11-01 2026-11-30 10500', '2026-12-01 2026-12-31 10500'])
  await travel(app, owner, noon('2027-06-01'))
  await create(vendorId)
  expect((await expensesOf(vendorId)).slice(3)).toEqual(['2027-01-01 2027-01-31 10500', '2027-02-01 2027-02-28 10500'])
  expect(await calls.expenses.listRecurring()).toMatchObject([{ id: limited.id, nextOn: null, state: 'ended' }])
  expect((await calls.expenses.list({})).rows[0]).toMatchObject({ recurrence: limited.id, receipt: null, supplier: 'Corniche Estates' })
  expect(await tenant(app.app.db, vendorId, (trx) => reconcile(trx, vendorId))).toEqual([])
  // The log names the product as the actor, once for each.
  const log = await tenant(app.app.db, vendorId, (trx) =>
    trx.selectFrom('audit').select(['role', 'action']).where('vendorId', '=', vendorId).where('entity', '=', 'expense').execute(),
  )
  expect(log).toEqual(Array.from({ length: 5 }, () => ({ role: 'system', action: 'create' })))
})

test('what is due by the day it is set up or changed is recorded at once, in the member’s name, and not again by night', async () => {
  app.clock.set(noon('2026-10-05'))
  const { calls, owner } = await subscribed()
  const { vendorId } = owner
  const id = newId()
  const today = await calls.expenses.createRecurring({ ...gym, id, monthDay: 5 })
  expect(today).toMatchObject({ nextOn: '2026-11-05', state: 'active' })
  expect(await calls.expenses.createRecurring({ ...gym, id, monthDay: 5 })).toEqual(today)
  const past = await calls.expenses.createRecurring({
    ...gym,
    amount: 200,
    tax: 0,
    monthDay: 20,
    fromDay: '2026-08-01',
    untilDay: '2026-09-30',
  })
  expect(past).toMatchObject({ nextOn: null, state: 'ended' })
  const all = ['2026-08-01 2026-08-20 200', '2026-09-01 2026-09-20 200', '2026-10-01 2026-10-05 10500']
  expect(await expensesOf(vendorId)).toEqual(all)
  expect(await create(vendorId)).toBe(0)
  const log = await tenant(app.app.db, vendorId, (trx) =>
    trx.selectFrom('audit').select(['role', 'action']).where('vendorId', '=', vendorId).where('entity', '=', 'expense').execute(),
  )
  expect(log).toEqual(Array.from({ length: 3 }, () => ({ role: 'owner', action: 'create' })))
  // A change to a day that is due, by two at once.
  const coming = await calls.expenses.createRecurring({ ...gym, monthDay: 6 })
  const change = () => refusal(calls.expenses.updateRecurring({ ...fieldsOf(coming), ...seen(coming), amount: 300, tax: 0, monthDay: 5 }))
  expect((await Promise.all([change(), change()])).toSorted()).toEqual(['accepted', 'request/stale'])
  expect(await expensesOf(vendorId)).toEqual([...all, '2026-10-01 2026-10-05 300'])
  expect(await tenant(app.app.db, vendorId, (trx) => reconcile(trx, vendorId))).toEqual([])
})

test('one that fell due in a month which is closed by now stands on the first open day', async () => {
  const { calls, owner } = await subscribed()
  await calls.expenses.createRecurring({ ...gym, monthDay: 20 })
  await travel(app, owner, noon('2026-12-24'))
  await calls.finance.close({ month: '2026-11' })
  await create(owner.vendorId)
  expect(await expensesOf(owner.vendorId)).toEqual([
    '2026-10-01 2026-12-01 10500',
    '2026-11-01 2026-12-01 10500',
    '2026-12-01 2026-12-20 10500',
  ])
})

test('an account that was archived since pays no monthly expense: the first one does', async () => {
  app.clock.set(noon('2026-10-05'))
  const { calls, owner } = await subscribed()
  const bank = await calls.cashbook.createAccount({ kind: 'bank', name: 'Savings', number: '' })
  await calls.expenses.createRecurring({ ...gym, monthDay: 5, account: bank.id })
  await create(owner.vendorId)
  const [first] = (await calls.expenses.list({})).rows
  expect(first).toMatchObject({ account: bank.id })
  await calls.cashbook.record({ kind: 'ownerIn', amount: gym.amount, day: '2026-10-05', into: bank.id, note: '' })
  await calls.cashbook.archiveAccount({ id: bank.id, version: 1 })
  await travel(app, owner, noon('2026-11-30'))
  expect(await create(owner.vendorId)).toBe(1)
  expect((await calls.expenses.list({})).rows[0]).toMatchObject({ day: '2026-11-05', account: null })
})

test('a change holds from the next month; a pause makes nothing and is not made up for; an end is for good', async () => {
  const { calls, owner } = await subscribed()
  const { vendorId } = owner
  const first = await calls.expenses.createRecurring({ ...gym, monthDay: 10 })
  await travel(app, owner, noon('2026-10-12'))
  await create(vendorId)
  // October's expense exists: a new day does not create it again.
  const later = await calls.expenses.updateRecurring({ ...fieldsOf(first), ...seen(first), amount: 20_000, monthDay: 25 })
  expect(later).toMatchObject({ nextOn: '2026-11-25', version: 2 })
  await travel(app, owner, noon('2026-11-26'))
  await create(vendorId)
  const paused = await calls.expenses.updateRecurring({ ...fieldsOf(later), ...seen(later), isPaused: true })
  expect(paused.state).toBe('paused')
  await travel(app, owner, noon('2027-02-26'))
  expect(await create(vendorId)).toBe(0)
  const again = await calls.expenses.updateRecurring({ ...fieldsOf(paused), ...seen(paused), isPaused: false })
  expect(again).toMatchObject({ state: 'active', nextOn: '2027-03-25' })
  await travel(app, owner, noon('2027-03-25'))
  expect(await create(vendorId)).toBe(1)
  expect(await expensesOf(vendorId)).toEqual(['2026-10-01 2026-10-10 10500', '2026-11-01 2026-11-25 20000', '2027-03-01 2027-03-25 20000'])
  expect(await refusal(calls.expenses.endRecurring(seen(later)))).toBe('request/stale')
  const ended = await calls.expenses.endRecurring(seen(again))
  expect(ended).toMatchObject({ state: 'ended', nextOn: null })
  expect(await refusal(calls.expenses.updateRecurring({ ...fieldsOf(ended), ...seen(ended) }))).toBe('expense/state')
  await travel(app, owner, noon('2027-08-01'))
  expect(await create(vendorId)).toBe(0)
})

test('a retry agrees once; what has no due day, begins long ago or is another’s is refused', async () => {
  const other = await openFloor(app, 5)
  const { calls } = await openFloor(app, 5)
  const id = newId()
  const [first, second] = [await calls.expenses.createRecurring({ ...gym, id }), await calls.expenses.createRecurring({ ...gym, id })]
  expect(second).toEqual(first)
  expect(await refusal(calls.expenses.createRecurring({ ...gym, id, amount: 1, tax: 0 }))).toBe('request/reused')
  const refused = (more: object) => refusal(calls.expenses.createRecurring({ ...gym, ...more }))
  expect(await refused({ fromDay: '2025-10-04' })).toBe('expenses.fromDay.early')
  expect(await refused({ monthDay: 10, fromDay: '2026-10-11', untilDay: '2026-11-09' })).toBe('expenses.untilDay.none')
  expect(await refused({ untilDay: '2026-10-04' })).toBe('expenses.untilDay.order')
  expect(await refused({ monthDay: 29 })).toBe('expenses.monthDay.required')
  expect(await refused({ tax: 10_501 })).toBe('expenses.tax.more')
  expect(await refused({ hall: other.hall.id })).toBe('expenses.hall.unknown')
  expect(await refused({ batch: other.made.id })).toBe('expenses.batch.unknown')
  expect((await calls.expenses.listRecurring()).length).toBe(1)
})

test('200 go on at a time, also where two ask for the last place', async () => {
  const { calls, owner } = await openFloor(app, 5)
  const { id } = await calls.expenses.createRecurring(gym)
  await tenant(app.app.db, owner.vendorId, async (trx) => {
    const { state: _state, ...row } = await trx.selectFrom('recurringExpenses').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const copies = Array.from({ length: 198 }, () => ({ ...row, id: newId() }))
    await trx.insertInto('recurringExpenses').values(copies).execute()
  })
  const said = await Promise.all([1, 2].map(() => refusal(calls.expenses.createRecurring(gym))))
  expect(said.toSorted()).toEqual(['accepted', 'expenses.recurring.many'])
  // Ending one makes room.
  await calls.expenses.endRecurring(seen((await calls.expenses.listRecurring())[0] as RecurringExpense))
  expect(await refusal(calls.expenses.createRecurring(gym))).toBe('accepted')
})
