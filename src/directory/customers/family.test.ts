import { afterAll, beforeAll, expect, test } from 'vitest'
import { joined, onPlan } from '#directory/team/team.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, seen } from '../../../test/floor.ts'
import { familyLimit, relationOf } from './family.rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Calls = Awaited<ReturnType<TestApp['owner']>>['calls']
const mother = '0501234567'
const names = async (calls: Calls, id: string) => (await calls.customers.family({ id })).people.map(({ firstName }) => firstName)
const sell = (calls: Calls, customer: string, unit: number) =>
  calls.sales.sell({ customer, items: [{ kind: 'free', text: 'A ball', quantity: 1, unit }], total: unit })

test('siblings by a guardian’s phone in any format or by an e-mail in any case, and the guardian who trains too', async () => {
  const { calls } = await app.owner()
  const lucy = await calls.customers.create({ firstName: 'Lucy', guardianPhone: mother, email: 'Parents@Example.com' })
  const max = await calls.customers.create({ firstName: 'Max', guardianPhone: '+971 50 123 4567' })
  const tom = await calls.customers.create({ firstName: 'Tom', phone: '0509999999', email: 'parents@example.com' })
  const layla = await calls.customers.create({ firstName: 'Layla', phone: mother, dob: '1985-03-14' })
  await calls.customers.create({ firstName: 'Stranger', phone: '0508888888', email: 'other@example.com' })
  expect(await names(calls, lucy.id)).toEqual(['Layla', 'Max', 'Tom'])
  expect(await names(calls, max.id)).toEqual(['Layla', 'Lucy'])
  expect(await names(calls, tom.id)).toEqual(['Lucy'])
  const relations = async (id: string) => (await calls.customers.family({ id })).people.map(({ relation }) => relation)
  expect(await relations(max.id)).toEqual(['guardian', 'relative'])
  expect(await relations(layla.id)).toEqual(['child', 'child'])
})

test('what each owes and all together, over bills that are not settled', async () => {
  const owner = await app.owner()
  const { calls } = owner
  const lucy = await calls.customers.create({ firstName: 'Lucy', guardianPhone: mother })
  const max = await calls.customers.create({ firstName: 'Max', guardianPhone: mother })
  const layla = await calls.customers.create({ firstName: 'Layla', phone: mother })
  await sell(calls, lucy.id, 1000)
  await sell(calls, max.id, 2000)
  const bill = await sell(calls, max.id, 500)
  await calls.sales.pay({ sale: bill.id, method: 'cash', amount: 200 })
  const paid = await sell(calls, layla.id, 700)
  await calls.sales.pay({ sale: paid.id, method: 'cash', amount: 700 })
  expect(await calls.customers.family({ id: lucy.id })).toEqual({
    people: [
      { id: layla.id, firstName: 'Layla', lastName: '', relation: 'guardian', owes: 0 },
      { id: max.id, firstName: 'Max', lastName: '', relation: 'relative', owes: 2300 },
    ],
    owes: 1000,
    total: 3300,
    currency: 'AED',
    exponent: 2,
  })
  await onPlan(owner, 'elite')
  const desk = await joined(app, owner, 'frontDesk')
  expect(await desk.calls.customers.family({ id: max.id })).toMatchObject({ owes: 2300, total: 3300 })
})

test('a family has no archived or erased records, none of another business, and none without a contact in common', async () => {
  const { calls } = await app.owner()
  const lucy = await calls.customers.create({ firstName: 'Lucy', phone: mother })
  const archived = await calls.customers.create({ firstName: 'Max', phone: mother })
  await calls.customers.archive(seen(archived))
  const erased = await calls.customers.create({ firstName: 'Tom', phone: mother })
  await calls.customers.erase({ ...seen(erased), reason: 'Asked in person', name: 'Tom' })
  // A daughter may be named as her mother, and what a duplicate owes is owed too.
  await calls.customers.create({ firstName: 'LUCY', phone: mother })
  const lone = await calls.customers.create({ firstName: 'Badr', email: 'badr@example.com' })
  await calls.customers.create({ firstName: 'Dina', email: 'dina@example.com' })
  const stranger = await app.owner()
  const other = await stranger.calls.customers.create({ firstName: 'Zoe', phone: mother })
  expect(await names(calls, lucy.id)).toEqual(['LUCY'])
  expect(await names(calls, lone.id)).toEqual([])
  expect(await names(stranger.calls, other.id)).toEqual([])
  expect(await refusal(calls.customers.family({ id: other.id }))).toBe('document/not-found')
  // The page of an archived customer still leads to the others.
  expect(await names(calls, archived.id)).toEqual(['LUCY', 'Lucy'])
})

test('a number that many people share is a school’s, not a family’s', async () => {
  const { calls } = await app.owner()
  const people = []
  for (let at = 0; at <= familyLimit; at++)
    people.push(await calls.customers.create({ firstName: `Pupil ${at}`, lastName: `${at}`, guardianPhone: mother }))
  expect((await calls.customers.family({ id: people[0]!.id })).people).toHaveLength(familyLimit)
  await calls.customers.create({ firstName: 'Another', guardianPhone: mother })
  expect(await calls.customers.family({ id: people[0]!.id })).toMatchObject({ people: [], owes: 0, total: 0 })
})

test.each([
  ['guardian', { phone: '', guardianPhone: '+1', dob: null }, { phone: '+1', guardianPhone: '', dob: null }],
  ['guardian', { phone: '', guardianPhone: '+1', dob: null }, { phone: '+1', guardianPhone: '', dob: '2008-11-28' }],
  // A sibling whose own phone is the parent's.
  ['relative', { phone: '', guardianPhone: '+1', dob: null }, { phone: '+1', guardianPhone: '', dob: '2008-11-29' }],
  ['relative', { phone: '', guardianPhone: '+1', dob: null }, { phone: '+1', guardianPhone: '+1', dob: null }],
  ['child', { phone: '+1', guardianPhone: '', dob: null }, { phone: '+2', guardianPhone: '+1', dob: null }],
  ['relative', { phone: '', guardianPhone: '', dob: null }, { phone: '', guardianPhone: '', dob: null }],
] as const)('%s', (relation, own, other) => {
  expect(relationOf(own, other, '2026-11-28')).toBe(relation)
})
