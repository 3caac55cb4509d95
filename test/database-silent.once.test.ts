import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer } from '#db/open.ts'
import { platform } from '#db/tenant.ts'
import { readConfig } from '#kernel/config.ts'
import { answerFor } from '#kernel/failure.ts'
import { openLog } from '#kernel/log.ts'
import { assemble, type Running } from '#entrance/start.server.ts'
import { httpOwner, type HttpClient } from './browser-session.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { newDataDir } from './product.ts'
import { openSwallowing } from './swallowing.ts'

let server: PostgresServer
let proxy: Awaited<ReturnType<typeof openSwallowing>>
let running: Running
let url: string
let owners: [HttpClient, HttpClient]
let lock: pg.Client
const { dataDir, remove } = newDataDir()
const calls = ['halls.list', 'trainers.list', 'batches.list', 'customers.list', 'halls.list', 'accounts.session', 'plans.current']

beforeAll(async () => {
  server = await startPostgres()
  const address = new URL(server.url)
  proxy = await openSwallowing(address.hostname, Number(address.port))
  address.port = String(proxy.port)
  const config = readConfig({ NODE_ENV: 'production', DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1' })
  running = await assemble(config, await openServer(address.href), { log: openLog(() => {}), jobs: false })
  await running.http.server.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(running.http.server.server.address() as AddressInfo).port}`
  owners = [await httpOwner(url), await httpOwner(url)]
  lock = new pg.Client({ connectionString: server.url })
  await lock.connect()
})
afterAll(async () => {
  await lock.end()
  await running.stop()
  proxy.close()
  await server.stop()
  remove()
})

/** Makes a call and returns how it was answered, and after how many milliseconds. */
async function answerTo(owner: HttpClient, name: string) {
  const begun = performance.now()
  const { status, body, headers } = await owner.rpc(name, name.endsWith('list') ? {} : undefined)
  return { status, code: body.code, retry: headers.get('retry-after'), took: performance.now() - begun }
}

/** Calls of both owners, all concurrent. */
const all = () => Promise.all(owners.flatMap((owner) => calls.map((name) => answerTo(owner, name))))

function expectUnavailable(answers: Awaited<ReturnType<typeof all>>): void {
  for (const { status, code, retry, took } of answers) {
    expect([status, code, retry]).toEqual([503, 'server/unavailable', '2'])
    expect(took).toBeLessThan(12_000)
  }
}

/** Waits until /readyz and every call answer 200, both within 15 s of `returned`; returns how long that took, in milliseconds. */
async function expectReadyAgain(returned = performance.now()): Promise<number> {
  while ((await fetch(`${url}/readyz`)).status !== 200) {
    expect(performance.now() - returned).toBeLessThan(60_000)
    await wait(100)
  }
  expect((await all()).map(({ status }) => status)).toEqual([...calls, ...calls].map(() => 200))
  const took = performance.now() - returned
  expect(took).toBeLessThan(15_000)
  return took
}

test('R9 a machine that dies without a word under calls: each is answered 503 within 12 s, ready within 15 s of its return', async () => {
  expect((await all()).every(({ status }) => status === 200)).toBe(true)
  await lock.query('begin; lock table halls, trainers, batches, customers in access exclusive mode')
  const under = all()
  await wait(500)
  proxy.swallow()
  const after = all()
  await wait(6_000)
  await lock.query('rollback')
  proxy.restore()
  const returned = performance.now()
  const meanwhile = all()
  // Calls that only read the session were answered before the machine failed.
  // The others hold their owner's connections until they time out.
  const answers = [...(await under).filter(({ status }) => status !== 200), ...(await after)]
  // Those made at once after the return wait for that, and are answered in the same words where they wait too long.
  expectUnavailable((await meanwhile).filter(({ status }) => status !== 200))
  const took = await expectReadyAgain(returned)
  expect(answers.length).toBeGreaterThan(14)
  expectUnavailable(answers.filter(({ status }) => status !== 200))
  console.log(
    `R9 silent: ${answers.length} calls, the longest ${Math.round(Math.max(...answers.map((a) => a.took)))} ms, ready after ${Math.round(took)} ms`,
  )
})

test('R9 a database that stands still for 60 s: 503 within 12 s each time, ready within 15 s', async () => {
  const thaw = server.freeze()
  const begun = performance.now()
  try {
    for (let round = 0; round < 3; round++) {
      expectUnavailable(await all())
      expect((await fetch(`${url}/livez`)).status).toBe(200)
      await wait(Math.max(0, (round + 1) * 20_000 - (performance.now() - begun)))
    }
  } finally {
    thaw()
  }
  await expectReadyAgain()
})

test('R9 a locked table: calls on it answer 503, no other vendor waits, and the database counts as ready', async () => {
  await lock.query('begin; lock table halls in access exclusive mode')
  const stuck = Promise.all(Array.from({ length: 30 }, () => answerTo(owners[0], 'halls.list')))
  await wait(500)
  for (let round = 0; round < 20; round++) {
    const other = await answerTo(owners[1], 'trainers.list')
    expect(other.status).toBe(200)
    expect(other.took).toBeLessThan(1000)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    await wait(200)
  }
  expectUnavailable(await stuck)
  await lock.query('rollback')
  await expectReadyAgain()
})

test('R9 a statement that takes too long is told as unavailable', async () => {
  const slow = platform(running.app.db, (trx) => sql`select pg_sleep(11)`.execute(trx))
  expect(await slow.catch((error: unknown) => answerFor(error).error.status)).toBe(503)
})
