import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { openWebhookReceiver, webhookDeliveries, webhookOf } from '#business/developers/webhooks.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const named = (firstName: string, phone = '+971501234567') => ({ firstName, phone })
const names = Array.from({ length: 20 }, (_, at) => `Person ${at}`)

test('customers that are created at once are each stored, logged and announced once, in their order', async () => {
  const receiver = await openWebhookReceiver()
  const owner = await app.owner()
  await webhookOf(owner, receiver.url, ['customer.created'])
  const created = await Promise.all(names.map((name) => owner.calls.customers.create(named(name))))
  expect(created.map(({ firstName }) => firstName)).toEqual(names)
  const { rows } = await owner.calls.customers.list({ size: 100, sort: 'createdAt', direction: 'asc' })
  expect(rows.map(({ firstName }) => firstName)).toEqual(names)
  const histories = await Promise.all(created.map(({ id }) => owner.calls.history.list({ of: id })))
  expect(histories.map((history) => history.rows.map(({ action, after }) => [action, after?.['firstName']]))).toEqual(
    names.map((name) => [['create', name]]),
  )
  expect((await webhookDeliveries(owner)).map(({ record }) => record).toSorted()).toEqual(created.map(({ id }) => id).toSorted())
  await receiver.close()
})

test('of customers created at once, a wrong one is refused at its field, a retry returns the row, and a retry with another input is refused', async () => {
  const { calls } = await app.owner()
  const id = newId()
  const [first, wrong, retry, other, last] = await Promise.all([
    calls.customers.create({ id, ...named('Amal') }),
    refusal(calls.customers.create(named('Wrong', '12'))),
    calls.customers.create({ id, ...named('Amal') }),
    refusal(calls.customers.create({ id, ...named('Badr') })),
    calls.customers.create(named('Last')),
  ])
  expect([wrong, other, retry]).toEqual(['customers.phone.invalid', 'request/reused', first])
  const { rows } = await calls.customers.list({ sort: 'firstName', direction: 'asc' })
  expect(rows.map(({ id: stored }) => stored)).toEqual([first.id, last.id])
})
