import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, person, refusal, seen } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('several customers get a tag and lose it; who had it already keeps the version', async () => {
  const { calls } = await floor(app)
  const people = [
    await person(calls, 'Amal', { tags: ['new'] }),
    await person(calls, 'Badr', { tags: ['siblings'] }),
    await person(calls, 'Celine'),
  ]
  const customers = people.map(({ id }) => id)
  const tags = async () => Promise.all(customers.map(async (id) => (await calls.customers.get({ id })).tags))
  expect(await calls.customers.tagSeveral({ customers, tag: 'siblings' })).toEqual({ changed: 2 })
  expect(await tags()).toEqual([['new', 'siblings'], ['siblings'], ['siblings']])
  expect((await calls.customers.get({ id: customers[1]! })).version).toBe(people[1]!.version)
  expect(await calls.customers.tagSeveral({ customers, tag: 'siblings' })).toEqual({ changed: 0 })
  expect(await calls.customers.tagSeveral({ customers: [...customers, customers[0]!], tag: 'siblings', isOn: false })).toEqual({
    changed: 3,
  })
  expect(await tags()).toEqual([['new'], [], []])
  expect(await calls.customers.tags()).toEqual(['new'])
})

test('nobody is tagged if one cannot be: too many tags, an id of another business, an erased customer', async () => {
  const { calls } = await floor(app)
  const full = await person(calls, 'Amal', { tags: Array.from({ length: 20 }, (_, at) => `t${at}`) })
  const free = await person(calls, 'Badr')
  const refused = (customers: string[], tag = 'late') => refusal(calls.customers.tagSeveral({ customers, tag }))
  expect(await refused([free.id, full.id])).toBe('customers.tags.invalid')
  expect(await refused([free.id], '')).toBe('customers.tags.invalid')
  expect(await refused([free.id], 'x'.repeat(31))).toBe('customers.tags.invalid')
  const other = await floor(app)
  const theirs = await person(other.calls, 'Dina')
  expect(await refused([free.id, theirs.id])).toBe('document/not-found')
  expect(await refused([free.id, newId()])).toBe('document/not-found')
  const erased = await person(calls, 'Celine')
  await calls.customers.erase({ ...seen(erased), reason: 'Asked', name: 'Celine' })
  expect(await refused([free.id, erased.id])).toBe('customer/erased')
  expect((await calls.customers.get({ id: free.id })).tags).toEqual([])
  expect((await other.calls.customers.get({ id: theirs.id })).tags).toEqual([])
})
