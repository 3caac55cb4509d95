import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, refusal } from '../../../test/floor.ts'
import { crew } from '../notifications/notifications.sample.ts'
import { viewLimit, viewLimitOfAll } from './view.contract.ts'

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
