import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import { runDay } from '#business/accounts/daily.server.ts'
import { dailyTasks } from '#entrance/tasks.server.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, openFloor, person, refusal, seen, start, travel } from '../../../test/floor.ts'
import { sendDue } from './dispatch.server.ts'
import { webhookDeliveries, documentedCheck, openWebhookReceiver, webhookOf as hook } from './webhooks.sample.ts'

let app: TestApp
let isGenuine: Awaited<ReturnType<typeof documentedCheck>>
beforeAll(async () => {
  app = await testApp()
  isGenuine = await documentedCheck()
})
beforeEach(() => app.clock.set(start))
afterAll(() => app.close())

const minute = 60_000
const hour = 60 * minute
test('a day of an academy: every change asked for arrives once, signed, with the changed fields and no secret', async () => {
  const receiver = await openWebhookReceiver()
  const { calls, owner, made } = await openFloor(app, 2)
  const { secret, id } = await hook(owner, receiver.url)
  const amal = await person(calls, 'Amal', { email: 'amal@example.com' })
  const named = await calls.customers.update({ ...seen(amal), firstName: 'Amal', lastName: 'Haddad', email: 'amal@example.com' })
  const enrolment = await calls.enrolments.enrol({ batch: made.id, customer: amal.id })
  const ball = { customer: amal.id, items: [{ kind: 'free' as const, text: 'A ball', quantity: 1, unit: 1000 }], total: 1000 }
  const sale = await calls.sales.sell(ball)
  await calls.sales.pay({ sale: sale.id, method: 'cash', amount: 1000 })
  await calls.sales.refund({ sale: sale.id, amount: 400, method: 'cash', reason: 'Scratched' })
  const [session] = (await calls.sessions.list({ from: '2026-10-06', to: '2026-10-31', batch: made.id })).rows
  await calls.sessions.cancel({ ...seen(session!), reason: 'Rain' })
  const quote = await calls.quotes.create({ customer: amal.id, batch: made.id, candidates: 1, quote: 'Ten', offeredPrice: 900 })
  await calls.quotes.send(seen(quote))
  await calls.webhooks.test({ id })
  await sendDue(app.app)
  const events = receiver.got.map(({ event, record }) => `${event} ${record}`)
  expect(events.toSorted()).toEqual(
    [
      ['customer.created', amal.id],
      ['customer.updated', amal.id],
      ['enrolment.created', enrolment.id],
      ['sale.created', sale.id],
      ['payment.received', sale.id],
      ['refund.given', sale.id],
      ['session.cancelled', session!.id],
      ['quote.created', quote.id],
      ['quote.sent', quote.id],
      ['webhook.test', id],
    ]
      .map((pair) => pair.join(' '))
      .toSorted(),
  )
  for (const { id: message, headers, body, json } of receiver.got) {
    expect(headers['webhook-id']).toBe(message)
    expect(headers['content-type']).toBe('application/json')
    expect(isGenuine(secret, headers, body, app.clock.now()), body).toBe(true)
    expect(isGenuine(secret, headers, `${body} `, app.clock.now())).toBe(false)
    expect(isGenuine(`whsec_${Buffer.alloc(32).toString('base64')}`, headers, body, app.clock.now())).toBe(false)
    expect(isGenuine(secret, headers, body, app.clock.now() + 6 * minute)).toBe(false)
    expect(json).toMatchObject({ vendor: owner.vendorId, at: new Date(app.clock.now()).toISOString() })
    expect(body).not.toMatch(/inputDigest|"hash"|token|sealed|whsec_|tlk_/)
  }
  const updated = receiver.got.find(({ event }) => event === 'customer.updated')
  expect(updated?.json).toMatchObject({ record: { kind: 'customer', id: amal.id, version: named.version }, after: { lastName: 'Haddad' } })
  expect(await webhookDeliveries(owner)).toHaveLength(receiver.got.length)
  for (const row of await webhookDeliveries(owner))
    expect(row).toMatchObject({ state: 'delivered', tries: 1, code: 204, url: receiver.url, dueAt: null })
  // Each webhook receives the events it subscribes to, and another vendor's changes reach none of them.
  await hook(owner, receiver.url, ['hall.created'])
  const other = await floor(app)
  await person(other.calls, 'Badr')
  receiver.got.length = 0
  const hall = await calls.halls.create({ title: 'Court', size: 10, totalCandidates: 5 })
  await sendDue(app.app)
  expect(receiver.got.map(({ event, record }) => [event, record])).toEqual([
    ['hall.created', hall.id],
    ['hall.created', hall.id],
  ])
  // Every receiver gets the same message id.
  expect(new Set(receiver.got.map(({ id: message }) => message)).size).toBe(1)
  await receiver.close()
})

test('a receiver that is down for a while gets each event of each record in order when it is back; what was rolled back is never told', async () => {
  const receiver = await openWebhookReceiver()
  const { calls, owner } = await floor(app)
  await hook(owner, receiver.url, ['customer.created', 'customer.updated', 'customer.blocked', 'customer.unblocked'])
  receiver.up(false)
  const people = await Promise.all(['Amal', 'Badr', 'Celine', 'Dana', 'Esra'].map((name) => person(calls, name)))
  const wanted = new Map<string, string[]>()
  for (const row of people) {
    let now = row as { id: string; version: number }
    for (let turn = 0; turn < 3; turn++) {
      now = await calls.customers.block(seen(now))
      now = await calls.customers.unblock(seen(now))
    }
    wanted.set(row.id, ['customer.created', ...Array.from({ length: 3 }, () => ['customer.blocked', 'customer.unblocked']).flat()])
    expect(await refusal(calls.customers.block({ id: row.id, version: 1 }))).toBe('request/stale')
  }
  for (let passed = 0; passed < 3 * hour; passed += 10 * minute) {
    await sendDue(app.app)
    app.clock.advance(10 * minute)
  }
  expect(receiver.got).toEqual([])
  const before = await webhookDeliveries(owner)
  expect(before).toHaveLength(35)
  // Only the first message of each record was tried; the others wait for it.
  expect(before.filter(({ tries }) => tries > 0).map(({ event }) => event)).toEqual(people.map(() => 'customer.created'))
  expect(before.find(({ tries }) => tries > 0)).toMatchObject({ state: 'pending', code: 503, answer: 'Closed for the night' })
  receiver.up(true)
  for (let passed = 0; passed < 10 * hour; passed += hour) {
    await sendDue(app.app)
    app.clock.advance(hour)
  }
  for (const row of people)
    expect(receiver.got.filter(({ record }) => record === row.id).map(({ event }) => event)).toEqual(wanted.get(row.id))
  const versions = receiver.got.filter(({ record }) => record === people[0]?.id).map(({ json }) => json.record.version)
  expect(versions[0]).toBe(1)
  await travel(app, owner, app.clock.now())
  expect(new Set((await webhookDeliveries(owner)).map(({ state }) => state))).toEqual(new Set(['delivered']))
  await receiver.close()
})

test('what has failed for 24 hours is given up, three days of failures pause the webhook and tell the owner, and nothing is lost', async () => {
  const receiver = await openWebhookReceiver()
  const { calls, owner } = await floor(app)
  const created = await hook(owner, receiver.url, ['hall.created', 'hall.updated'])
  receiver.up(false)
  const hall = { title: 'Court', size: 10, totalCandidates: 5 }
  const first = await calls.halls.create(hall)
  const pass = async (hours: number) => {
    for (let passed = 0; passed < hours * 4; passed++) {
      await sendDue(app.app)
      app.clock.advance(hour / 4)
    }
    await travel(app, owner, app.clock.now())
  }
  await pass(26)
  expect(await webhookDeliveries(owner)).toMatchObject([{ state: 'failed', code: 503, tries: expect.any(Number) }])
  const [{ tries } = { tries: 0 }] = await webhookDeliveries(owner)
  expect(tries).toBeGreaterThanOrEqual(9)
  expect(tries).toBeLessThanOrEqual(13)
  await calls.halls.update({ ...seen(first), ...hall, size: 11 })
  await pass(26)
  expect((await calls.webhooks.list())[0]).toMatchObject({ state: 'active', failingSince: new Date(start).toISOString() })
  for (let more = 0; more < 2; more++) {
    await calls.halls.create(hall)
    await pass(26)
  }
  const [paused] = await calls.webhooks.list()
  expect(paused).toMatchObject({ state: 'paused' })
  const mail = (await app.mails()).findLast(({ to }) => to === owner.email)
  expect(mail?.subject).toContain('paused')
  expect(mail?.text).toContain(new URL(receiver.url).host)
  const log = await tenant(app.app.db, owner.vendorId, (trx) =>
    trx.selectFrom('audit').select(['role', 'action']).where('target', '=', created.id).orderBy('id').execute(),
  )
  expect(log).toEqual([
    { role: 'owner', action: 'create' },
    { role: 'system', action: 'pause' },
  ])
  // While it is paused nothing is sent, and new messages wait.
  receiver.up(true)
  const later = await calls.halls.create(hall)
  await pass(2)
  expect(receiver.got).toEqual([])
  const back = await calls.webhooks.resume(seen(paused!))
  expect(back).toMatchObject({ state: 'active', failingSince: null })
  await pass(1)
  expect(receiver.got.map(({ record }) => record)).toContain(later.id)
  // The failed deliveries of the span are sent again with the same ids.
  const failed = await webhookDeliveries(owner, { state: 'failed' })
  expect(failed.map(({ event }) => event).toSorted()).toEqual(['hall.created', 'hall.created', 'hall.updated'])
  receiver.got.length = 0
  const span = { webhook: created.id, from: '2026-10-05', to: '2026-10-09' }
  expect(await calls.webhooks.replaySpan({ ...span, to: '2026-10-05' })).toEqual({ count: 1 })
  expect(await calls.webhooks.replaySpan(span)).toEqual({ count: 2 })
  expect(await calls.webhooks.replaySpan(span)).toEqual({ count: 0 })
  await pass(1)
  expect(receiver.got.map(({ id }) => id).toSorted()).toEqual(failed.map(({ message }) => message).toSorted())
  expect(await webhookDeliveries(owner, { state: 'failed' })).toEqual([])
  // A delivered one can be sent again, too.
  const [one] = await webhookDeliveries(owner, { search: later.id })
  expect(await calls.webhooks.replay({ id: one!.id })).toEqual({ count: 1 })
  await pass(1)
  expect(receiver.got.at(-1)).toMatchObject({ id: one!.message, record: later.id })
  await receiver.close()
})

test('the former secret signs beside the new one for 24 hours, then no more', async () => {
  const receiver = await openWebhookReceiver()
  const { calls, owner } = await floor(app)
  const created = await hook(owner, receiver.url, ['hall.created'])
  const rolled = await calls.webhooks.roll(seen(created))
  expect(rolled.secret).not.toBe(created.secret)
  expect(rolled.formerUntil).toBe(new Date(start + 24 * hour).toISOString())
  const [stored] = await tenant(app.app.db, owner.vendorId, (trx) => trx.selectFrom('webhooks').selectAll().execute())
  for (const { secret } of [created, rolled]) expect(JSON.stringify(stored)).not.toContain(secret)
  const sent = async () => {
    await calls.webhooks.test({ id: created.id })
    await sendDue(app.app)
    const { headers, body } = receiver.got.at(-1)!
    return [created, rolled].map(({ secret }) => isGenuine(secret, headers, body, app.clock.now()))
  }
  expect(await sent()).toEqual([true, true])
  await travel(app, owner, start + 24 * hour - 1000)
  expect(await sent()).toEqual([true, true])
  await travel(app, owner, start + 24 * hour)
  expect(await sent()).toEqual([false, true])
  expect(await refusal(calls.webhooks.roll(seen(created)))).toBe('request/stale')
  await receiver.close()
})

test('a vendor has ten webhooks at most; ids of another are those of nothing; a removed one takes its deliveries along', async () => {
  const receiver = await openWebhookReceiver()
  const { calls, owner } = await floor(app)
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => refusal(hook(owner, receiver.url, ['hall.created']))))
  expect(outcomes.filter((row) => row === 'developers.webhooks.limit')).toHaveLength(2)
  const [first] = await calls.webhooks.list()
  await calls.webhooks.test({ id: first!.id })
  const [sent] = await webhookDeliveries(owner)
  const other = await app.owner()
  const days = { from: '2026-10-01', to: '2026-10-31' }
  for (const id of [first!.id, newId()]) {
    const unknown = { id, version: 1 }
    const answers = [
      other.calls.webhooks.update({ ...unknown, url: receiver.url, events: ['hall.created'] }),
      other.calls.webhooks.pause(unknown),
      other.calls.webhooks.resume(unknown),
      other.calls.webhooks.roll(unknown),
      other.calls.webhooks.remove({ id }),
      other.calls.webhooks.test({ id }),
      other.calls.webhooks.replay({ id: id === first!.id ? sent!.id : id }),
      other.calls.webhooks.replaySpan({ webhook: id, ...days }),
    ]
    expect(await Promise.all(answers.map(refusal))).toEqual(answers.map(() => 'document/not-found'))
  }
  expect(await other.calls.webhooks.list()).toEqual([])
  expect(await refusal(webhookDeliveries(other, { webhook: first!.id }))).toBe('document/not-found')
  await calls.webhooks.remove({ id: first!.id })
  expect(await webhookDeliveries(owner)).toEqual([])
  await sendDue(app.app)
  expect(receiver.got).toEqual([])
  const queued = await platform(app.app.db, (trx) =>
    trx.selectFrom('webhookQueue').select('webhook').where('vendorId', '=', owner.vendorId).execute(),
  )
  expect(queued).toHaveLength(9)
  await receiver.close()
})

test('deliveries are forgotten after 30 days', async () => {
  const { calls, owner } = await floor(app)
  const created = await hook(owner, 'https://example.com/hook', ['hall.created'])
  await calls.webhooks.pause(seen(created))
  await calls.webhooks.test({ id: created.id })
  while (await runDay(app.app, dailyTasks));
  await travel(app, owner, start + 30 * 24 * hour - minute)
  while (await runDay(app.app, dailyTasks));
  expect(await webhookDeliveries(owner)).toHaveLength(1)
  await platform(app.app.db, (trx) => trx.updateTable('vendorPlans').set({ plan: 'pro' }).where('vendorId', '=', owner.vendorId).execute())
  await travel(app, owner, start + 31 * 24 * hour)
  while (await runDay(app.app, dailyTasks));
  expect(await webhookDeliveries(owner)).toEqual([])
})

test('a webhook that is removed while a change is made has no part in it, and the change is kept', async () => {
  const { calls, owner } = await floor(app)
  const { id } = await hook(owner, 'http://127.0.0.1/hook', ['hall.created'])
  let commit = () => {}
  const decided = new Promise<void>((resolve) => (commit = resolve))
  const removing = tenant(app.app.db, owner.vendorId, async (trx) => {
    await trx.deleteFrom('webhooks').where('vendorId', '=', owner.vendorId).where('id', '=', id).execute()
    await decided
  })
  const created = refusal(calls.halls.create({ title: 'Court', size: 10, totalCandidates: 5 }))
  // On a server the change has reached the removal by now.
  await new Promise((resolve) => setTimeout(resolve, 300))
  commit()
  await removing
  expect(await created).toBe('accepted')
  expect(await webhookDeliveries(owner)).toEqual([])
})
