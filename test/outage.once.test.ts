import { setTimeout as wait } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer } from '#db/open.ts'
import { isUnavailable } from '#db/errors.ts'
import { platform, type Trx } from '#db/tenant.ts'
import { readConfig } from '#kernel/config.ts'
import { openLog } from '#kernel/log.ts'
import { assemble, type Running } from '#entrance/start.server.ts'
import { httpClient, httpOwner, type HttpClient } from './browser-session.ts'
import { openReceiver, openWire, type Wire } from './inbox.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { newDataDir } from './product.ts'

let server: PostgresServer
let inbox: Awaited<ReturnType<typeof openReceiver>>
let mailWire: Wire
let running: Running
let url: string
let owner: HttpClient
const { dataDir, remove } = newDataDir()
/** The product's clock runs in real time, and can be moved forward. */
let ahead = 0

beforeAll(async () => {
  ;[server, inbox] = await Promise.all([startPostgres({ fast: false }), openReceiver()])
  mailWire = await openWire(inbox.port)
  const config = readConfig({
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    SMTP_URL: `smtp://127.0.0.1:${mailWire.port}`,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  running = await assemble(config, await openServer(server.url), { now: () => Date.now() + ahead, log: openLog(() => {}) })
  await running.http.server.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(running.http.server.server.address() as AddressInfo).port}`
  owner = await httpOwner(url)
})
afterAll(async () => {
  await running.stop()
  await Promise.all([inbox.close(), mailWire.cut(), server.stop()])
  remove()
})

/** Waits until a condition holds; returns how many milliseconds that took, Infinity after `most`. */
async function until(holds: () => Promise<boolean> | boolean, most: number): Promise<number> {
  const begun = performance.now()
  while (!(await holds())) {
    if (performance.now() - begun > most) return Infinity
    await wait(50)
  }
  return performance.now() - begun
}

const statusOf = async (path: string) => (await fetch(url + path)).status
const mailsTo = (email: string) => inbox.mails.filter(({ to }) => to.includes(email)).length
const queued = () =>
  platform(running.app.db, (trx) =>
    trx
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ).then(({ count }) => count)

/** Accounts that have never requested a code. */
const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => httpOwner(url))).then((all) => all.map(({ email }) => email))
const askFor = async (email: string) => (await httpClient(url).rpc('accounts.sendOtp', { email })).status

test('R4 without the database: one generic answer within 3 s, alive and not ready; back within 5 s of its return', async () => {
  for (let outage = 0; outage < 2; outage++) {
    await server.crash()
    const calls = [
      'halls.list',
      'accounts.session',
      'batches.list',
      'setup.progress',
      'accounts.signIn',
      'accounts.sendOtp',
      'plans.current',
    ]
    const inputs: Record<string, unknown> = {
      'accounts.signIn': { email: 'a@example.com', password: 'touch-line-Court-at-9' },
      'accounts.sendOtp': { email: 'a@example.com' },
    }
    const seen = await Promise.all(
      [...calls, ...calls, ...calls, ...calls].map(async (name) => {
        const begun = performance.now()
        const { status, body, headers } = await owner.rpc(name, inputs[name] ?? (name.endsWith('list') ? {} : undefined))
        return { name, status, body, retry: headers.get('retry-after'), took: performance.now() - begun }
      }),
    )
    for (const { name, status, body, retry, took } of seen) {
      expect([status, body.code, retry], name).toEqual([503, 'server/unavailable', '2'])
      expect(JSON.stringify(body), name).not.toMatch(/ECONN|127\.0\.0\.1|postgres|pg_|terminat|select|node_modules/i)
      expect(took, name).toBeLessThan(3000)
    }
    expect(await statusOf('/livez')).toBe(200)
    expect(await until(async () => (await statusOf('/readyz')) === 503, 3000)).toBeLessThan(3000)
    expect(await statusOf('/login')).toBe(200)
    await wait(1000)
    await server.start()
    expect(await until(async () => (await statusOf('/readyz')) === 200, 5000)).toBeLessThan(5000)
    expect((await owner.rpc('halls.list', {})).status).toBe(200)
    expect((await owner.rpc('halls.create', { title: `Hall ${outage}`, size: 10, totalCandidates: 5 })).status).toBe(200)
  }
})

test('R4 without the mail server no one waits, and each mail arrives exactly once within 5 s of its return', async () => {
  const emails = await people(5)
  await mailWire.cut()
  const begun = performance.now()
  expect(await Promise.all(emails.map(askFor))).toEqual(emails.map(() => 200))
  expect(performance.now() - begun).toBeLessThan(3000)
  expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 200])
  await wait(1500)
  expect(emails.map(mailsTo)).toEqual(emails.map(() => 0))
  await mailWire.mend()
  expect(await until(() => emails.every((email) => mailsTo(email) > 0), 5000)).toBeLessThan(5000)
  expect(await until(async () => (await queued()) === 0, 2000)).toBeLessThan(2000)
  await wait(1200)
  expect(emails.map(mailsTo)).toEqual(emails.map(() => 1))
})

test('R4 without both, what was queued before arrives exactly once afterwards', async () => {
  const emails = await people(5)
  await mailWire.cut()
  expect(await Promise.all(emails.map(askFor))).toEqual(emails.map(() => 200))
  await server.crash()
  await wait(1500)
  await mailWire.mend()
  // Jobs in progress when the database failed are claimed again when their lease ends. Jobs claimed after its return get a new lease.
  ahead += 61_000
  await server.start()
  expect(await until(() => emails.every((email) => mailsTo(email) > 0), 5000)).toBeLessThan(5000)
  expect(await until(async () => (await queued()) === 0, 2000)).toBeLessThan(2000)
  expect(emails.map(mailsTo)).toEqual(emails.map(() => 1))
})

test('R4 a mail that left while the database went away is not sent again', async () => {
  const [email = ''] = await people(1)
  const send = running.mailer.send.bind(running.mailer)
  let crashes = 0
  running.mailer.send = async (mail) => {
    await send(mail)
    await server.crash()
    crashes += 1
  }
  expect(await askFor(email)).toBe(200)
  expect(await until(() => crashes === 1, 5000)).toBeLessThan(5000)
  expect(mailsTo(email)).toBe(1)
  running.mailer.send = send
  await server.start()
  ahead += 61_000
  expect(await until(async () => (await queued().catch(() => 1)) === 0, 5000)).toBeLessThan(5000)
  await wait(500)
  expect(mailsTo(email)).toBe(1)
})

test('R4 a code that went stale while the mail server was away is dropped, a fresh one is sent', async () => {
  const [first = '', second = ''] = await people(2)
  await mailWire.cut()
  expect(await Promise.all([askFor(first), askFor(second)])).toEqual([200, 200])
  await wait(300)
  ahead += 10 * 60_000 + 1000
  await mailWire.mend()
  expect(await until(async () => (await queued()) === 0, 5000)).toBeLessThan(5000)
  await wait(500)
  expect([mailsTo(first), mailsTo(second)]).toEqual([0, 0])
  expect(await askFor(first)).toBe(200)
  expect(await until(() => mailsTo(first) === 1, 5000)).toBeLessThan(5000)
})

test('R4 a connection that dies between two statements of a transaction fails that one, not the process', async () => {
  const ask = (trx: Trx) => trx.selectFrom('users').select('id').limit(1).execute()
  const lost = platform(running.app.db, async (trx) => {
    await ask(trx)
    await server.crash()
    await wait(100)
    return ask(trx)
  })
  // An error without a listener would end the process, and with it this run.
  expect(isUnavailable(await lost.catch((error: unknown) => error))).toBe(true)
  await server.start()
  expect(await Promise.all(Array.from({ length: 20 }, () => platform(running.app.db, ask)))).toHaveLength(20)
})
