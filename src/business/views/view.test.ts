import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal } from '../../../test/floor.ts'
import { crew } from '../notifications/notifications.sample.ts'
import { countLimit, viewLimit, viewLimitOfAll } from './view.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a member has views of their own: stored, replaced by name, deleted, and seen by no other member', async () => {
  const { calls, owner, trainer } = await openFloor(app, 5)
  const late = { list: 'customers.list', name: 'Late', query: 'debt=late' }
  expect(await calls.views.save(late)).toEqual([late])
  const sales = { list: 'sales.list', name: 'Late', query: 'state=overdue' }
  expect(await calls.views.save(sales)).toEqual([late, sales])
  const wider = { ...late, query: 'debt=owes&sort=name&direction=asc' }
  expect(await calls.views.save({ ...wider, name: '  Late ' })).toEqual([wider, sales])
  const { manager } = await crew(app, owner, trainer.id)
  const { calls: others } = await manager.signIn()
  expect(await others.views.list()).toEqual([])
  expect(await refusal(others.views.remove({ list: late.list, name: late.name }))).toBe('document/not-found')
  await others.views.save({ ...late, query: 'debt=late' })
  expect(await calls.views.list()).toEqual([wider, sales])
  expect(await calls.views.remove({ list: late.list, name: late.name })).toEqual([sales])
  expect(await others.views.list()).toHaveLength(1)
})

test('a list has so many views of a member and no more; one of the same name still replaces', async () => {
  const { calls } = await openFloor(app, 5)
  const view = (at: number, list = 'batches.list') => ({ list, name: `View ${at}`, query: `state=${at}` })
  for (let at = 0; at < viewLimit; at++) await calls.views.save(view(at))
  expect(await refusal(calls.views.save(view(viewLimit)))).toBe('views.name.full')
  expect(await calls.views.save({ ...view(0), query: 'sort=name' })).toHaveLength(viewLimit)
  expect(await calls.views.save(view(viewLimit, 'halls.list'))).toHaveLength(viewLimit + 1)
})

test('a member has so many views of all lists together, however the lists are called, also where two are saved at once', async () => {
  const { calls } = await openFloor(app, 5)
  const view = (at: number) => ({
    list: `list.${String.fromCharCode(97 + Math.floor(at / viewLimit))}`,
    name: `View ${at}`,
    query: `state=${at}`,
  })
  for (let at = 0; at < viewLimitOfAll - 1; at++) await calls.views.save(view(at))
  const both = await Promise.allSettled([viewLimitOfAll - 1, viewLimitOfAll].map((at) => calls.views.save(view(at))))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await refusal(calls.views.save(view(viewLimitOfAll + 1)))).toBe('views.name.fullOfAll')
  expect(await calls.views.list()).toHaveLength(viewLimitOfAll)
})

test('the rows of views are counted as far as the member may see their lists, in one call', async () => {
  const { calls, owner, trainer, made } = await openFloor(app, 5)
  const customer = await person(calls, 'Layla')
  await person(calls, 'Omar')
  const of = (call: string, input: Record<string, unknown> = {}) => ({ call, input })
  const all = of('customers.list')
  const rows = (total: number) => ({ total, totalIsCapped: false })
  expect(
    await calls.views.counts({ views: [all, of('customers.list', { state: 'archived' }), of('sales.debtors', { debt: 'late' })] }),
  ).toEqual([rows(2), rows(0), rows(0)])
  // Neither a filter that the list does not have, nor a call that changes something, costs much, is no list, or does not exist.
  const others = ['customers.create', 'reports.occupancy', 'setup.progress', 'customers.none', 'plans.current'].map((call) => of(call))
  expect(
    await calls.views.counts({ views: [of('customers.list', { none: 'x' }), of('customers.list', { state: 'none' }), ...others, all] }),
  ).toEqual([...Array.from({ length: others.length + 2 }, () => null), rows(2)])
  // A trainer sees no customers, and of batches only their own.
  const { trainer: coach } = await crew(app, owner, trainer.id)
  const { calls: theirs } = await coach.signIn()
  expect(await theirs.views.counts({ views: [all, of('sales.list'), of('batches.list')] })).toEqual([null, null, rows(1)])
  // Another business has its own rows, and can't name those of this one.
  const { calls: elsewhere } = await openFloor(app, 5)
  expect(
    await elsewhere.views.counts({ views: [of('sales.list', { customer: customer.id }), of('sales.list', { batch: made.id })] }),
  ).toEqual([null, null])
  expect(await refusal(calls.views.counts({ views: Array.from({ length: countLimit + 1 }, () => all) }))).toBe('lib.fields.invalid')
})

test.each([
  ['lib.fields.invalid', { list: 'customers list' }],
  ['lib.fields.invalid', { list: 'a.b.c' }],
  ['lib.fields.invalid', { query: 'state=archived&search=Layla' }],
  ['views.name.required', { name: ' ' }],
  ['views.name.long', { name: 'n'.repeat(41) }],
  ['lib.fields.name', { name: '–' }],
  ['lib.fields.invalid', { query: 'q'.repeat(501) }],
])('a view is refused with %s for %o', async (key, wrong) => {
  const { calls } = await openFloor(app, 5)
  expect(await refusal(calls.views.save({ list: 'customers.list', name: 'Late', query: 'debt=late', ...wrong }))).toBe(key)
})
