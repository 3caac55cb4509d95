import { afterAll, beforeAll, expect, test } from 'vitest'
import { joined } from '#directory/team/team.sample.ts'
import { dayMs } from '#lib/days.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Amal owes 30.00 on two bills, the older past due; Badr 5.00 as of today; Celine has paid, Dina never bought. */
async function owing() {
  app.clock.set(start)
  const base = await openFloor(app, 5)
  const { calls, owner } = base
  const [amal, badr, celine, dina] = [
    await person(calls, 'Amal'),
    await person(calls, 'Badr'),
    await person(calls, 'Celine'),
    await person(calls, 'Dina'),
  ]
  const sell = (customer: string, unit: number) =>
    calls.sales.sell({ customer, items: [{ kind: 'free' as const, text: 'A ball', quantity: 1, unit }], total: unit })
  const first = await sell(amal.id, 1000)
  await travel(app, owner, start + 10 * dayMs)
  const paid = await sell(celine.id, 700)
  await calls.sales.pay({ sale: paid.id, method: 'cash', amount: 700 })
  await sell(amal.id, 2000)
  await sell(badr.id, 500)
  return { ...base, amal, badr, celine, dina, first }
}
const names = (found: { rows: { firstName: string }[] }) => found.rows.map(({ firstName }) => firstName).toSorted()

test('who owes something is listed, searched and counted like customers, and who is late alone', async () => {
  const { calls, owner, amal } = await owing()
  expect(names(await calls.sales.debtors({}))).toEqual(['Amal', 'Badr'])
  expect(await calls.sales.debtors({ debt: 'late' })).toMatchObject({ total: 1, rows: [{ id: amal.id }] })
  expect(names(await calls.sales.debtors({ search: 'badr' }))).toEqual(['Badr'])
  expect(names(await calls.sales.debtors({ lifecycle: 'active' }))).toEqual([])
  // A filter of this room is none of the customers' own list.
  const filters = { search: '', debt: 'owes' }
  expect(await refusal(calls.customers.list(filters))).toBe('lib.fields.unknown')
  const desk = await joined(app, owner, 'frontDesk')
  expect(names(await desk.calls.sales.debtors({}))).toEqual(['Amal', 'Badr'])
  const accountant = await joined(app, owner, 'accountant')
  expect(await refusal(accountant.calls.sales.debtors({}))).toBe('permission/denied')
})

test('what each owes is the sum of the bills that are not settled, due since the oldest', async () => {
  const { calls, amal, badr, celine, dina, first } = await owing()
  const customers = [amal.id, badr.id, celine.id, dina.id, amal.id]
  const debts = async () => (await calls.sales.debts({ customers })).toSorted((a, b) => b.amount - a.amount)
  const money = { currency: 'AED', exponent: 2 }
  const second = (await calls.sales.list({ customer: badr.id })).rows[0]!
  expect(await debts()).toEqual([
    { customer: amal.id, amount: 3000, dueOn: first.dueOn, ...money },
    { customer: badr.id, amount: 500, dueOn: second.dueOn, ...money },
  ])
  await calls.sales.pay({ sale: first.id, method: 'cash', amount: 400 })
  expect((await debts())[0]).toMatchObject({ amount: 2600, dueOn: first.dueOn })
  await calls.sales.pay({ sale: first.id, method: 'cash', amount: 600 })
  expect((await debts())[0]).toMatchObject({ amount: 2000, dueOn: second.dueOn })
  const other = await owing()
  expect(await refusal(other.calls.sales.debts({ customers: [other.amal.id, amal.id] }))).toBe('document/not-found')
  expect(await refusal(calls.sales.debts({ customers: [] }))).toBe('lib.fields.invalid')
})
