import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { startJobs } from '#kernel/jobs.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, seen, start } from '../../../test/floor.ts'
import { sendDue, sendTaken, claimWebhook, webhooks } from './dispatch.server.ts'
import { postMessage } from './send.server.ts'
import { webhookDeliveries, openWebhookReceiver, webhookOf as hook } from './webhooks.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => app.clock.set(start))
afterAll(() => app.close())

const minute = 60_000
const court = { title: 'Court', size: 10, totalCandidates: 5 }

/** Waits until a condition is true, for a minute at most. */
async function until(holds: () => boolean): Promise<void> {
  const begun = performance.now()
  while (!holds() && performance.now() - begun < 60_000) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('a process that was killed: its webhook is sent to again when the lease ends, by one process alone', async () => {
  const receiver = await openWebhookReceiver()
  const { calls, owner } = await floor(app)
  await hook(owner, receiver.url, ['hall.created'])
  const hall = await calls.halls.create(court)
  const taken = await claimWebhook(app.app)
  expect(taken?.row.vendorId).toBe(owner.vendorId)
  // Killed before it sent: no other process claims it yet.
  expect(await claimWebhook(app.app)).toBe(undefined)
  await sendDue(app.app)
  expect(receiver.got).toEqual([])
  app.clock.advance(minute)
  const second = await claimWebhook(app.app)
  // Killed after sending, before recording the result.
  await expect(
    sendTaken(app.app, second!, undefined, async (...sent) => {
      await postMessage(...sent)
      throw new Error('Killed')
    }),
  ).rejects.toThrow('Killed')
  expect(receiver.got.map(({ record }) => record)).toEqual([hall.id])
  app.clock.advance(minute)
  await sendDue(app.app)
  expect(receiver.got.map(({ id }) => id)).toEqual([receiver.got[0]?.id, receiver.got[0]?.id])
  expect(await webhookDeliveries(owner)).toMatchObject([{ state: 'delivered', tries: 1 }])
  // The first process resumes: it releases nothing that it no longer owns and resends nothing.
  await calls.halls.create({ ...court, title: 'Pool' })
  const third = await claimWebhook(app.app)
  await sendTaken(app.app, taken!, AbortSignal.abort())
  expect(await claimWebhook(app.app)).toBe(undefined)
  await sendTaken(app.app, third!)
  expect(await webhookDeliveries(owner, { state: 'delivered' })).toHaveLength(2)
  await receiver.close()
})

test('a slow receiver holds up no one else, and a stop ends it and leaves its events for the next start', async () => {
  const slow = await openWebhookReceiver(async (_got, reply) => void (await once(reply, 'close')))
  const quick = await openWebhookReceiver()
  const { calls, owner } = await floor(app)
  const other = await floor(app)
  await hook(owner, slow.url, ['hall.created'])
  await hook(owner, quick.url, ['hall.created'])
  await hook(other, quick.url, ['hall.created'])
  for (let created = 0; created < 5; created++) await calls.halls.create(court)
  const running = startJobs(app.app, [webhooks])
  await until(() => slow.got.length >= 5 && quick.got.length >= 5)
  await other.calls.halls.create(court)
  await calls.halls.create(court)
  await until(() => quick.got.length >= 7)
  expect([slow.got.length, quick.got.length]).toEqual([5, 7])
  await running.stop()
  const rows = await webhookDeliveries(owner)
  expect(rows.filter(({ url }) => url === slow.url)).toHaveLength(6)
  for (const row of rows)
    expect(row).toMatchObject(row.url === slow.url ? { state: 'pending', tries: 0 } : { state: 'delivered', tries: 1 })
  const still = await platform(app.app.db, (trx) =>
    trx.selectFrom('webhookQueue').selectAll().where('leasedUntil', 'is not', null).execute(),
  )
  expect(still).toEqual([])
  await slow.close()
  await quick.close()
})

test('two processes, a receiver that fails every third time, and changes all the while: each event of each record, in order', async () => {
  let asked = 0
  const arrived: { id: string; record: string; version: number | null }[] = []
  const receiver = await openWebhookReceiver(({ id, record, json }, reply) => {
    if (asked++ % 3 === 0) return void reply.writeHead(500).end('Not now')
    arrived.push({ id, record, version: json.record.version })
    return undefined
  })
  const { calls, owner } = await floor(app)
  await hook(owner, receiver.url, ['hall.created', 'hall.updated'])
  const running = [startJobs(app.app, [webhooks]), startJobs(app.app, [webhooks])]
  // Retries follow the product's clock, which runs a hundred times as fast here; a session lasts a day.
  const clock = setInterval(() => app.clock.advance(2000), 20)
  const halls = await Promise.all(Array.from({ length: 6 }, () => calls.halls.create(court)))
  await Promise.all(
    halls.map(async (row) => {
      let now = row
      for (let size = 11; size < 19; size++) now = await calls.halls.update({ ...seen(now), ...court, size })
    }),
  )
  await until(() => new Set(arrived.map(({ id }) => id)).size === 54)
  await Promise.all(running.map(({ stop }) => stop()))
  clearInterval(clock)
  for (const { id } of halls) {
    const own = arrived.filter(({ record }) => record === id)
    // At least once: only the order of first arrivals matters.
    expect([...new Set(own.map(({ version }) => version))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  }
  expect(new Set((await webhookDeliveries(owner)).map(({ state }) => state))).toEqual(new Set(['delivered']))
  await receiver.close()
})
