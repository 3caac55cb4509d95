import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#db/embedded/database.ts'
import { platform } from '#db/tenant.ts'
import { goodPassword } from './app.ts'
import { httpClient, httpOwner, type HttpClient } from './browser-session.ts'
import { startedDataDir } from './database.ts'
import { fill } from './filled.ts'
import { isNightly } from './rounds.ts'

let running: ChildProcess | undefined
let { dataDir, remove }: ReturnType<typeof startedDataDir> = { dataDir: '', remove: () => {} }
beforeEach(() => {
  ;({ dataDir, remove } = startedDataDir())
})
afterEach(async () => {
  if (running) await kill(running)
  remove()
})

/** Starts the product for real in a separate process; returns its address once it reports that it is ready. */
async function start(): Promise<string> {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    HOST: '127.0.0.1',
    PORT: '0',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  running = spawn(process.execPath, ['src/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: running.stdout ?? process.stdin })) {
    const { port } = JSON.parse(line) as { port?: number }
    if (port) return `http://127.0.0.1:${port}`
  }
  throw new Error('The server ended before it was ready')
}

async function kill(child: ChildProcess): Promise<void> {
  running = undefined
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

test('S3 what ended a session outlives kill -9 and a restart, and so does a session that was not ended', async () => {
  const before = await start()
  const [out, everywhere, suspended, removed, open] = [
    await httpOwner(before),
    await httpOwner(before),
    await httpOwner(before),
    await httpOwner(before),
    await httpOwner(before),
  ]
  const cookies = [out, everywhere, suspended, removed, open].map(({ cookie }) => cookie)
  const userIds = await Promise.all([suspended, removed].map(async (owner) => String((await owner.rpc('accounts.session')).body['userId'])))
  // The kill coincides with the responses: nothing may be left to be written later.
  const ends = [out.rpc('accounts.signOut'), everywhere.rpc('accounts.signOutEverywhere')]
  expect((await Promise.all(ends)).map(({ status }) => status)).toEqual([200, 200])
  if (running) await kill(running)

  const db = await openEmbeddedDatabase(dataDir)
  for (const [index, state] of (['suspended', 'removed'] as const).entries())
    await platform(db, (trx) =>
      trx
        .updateTable('members')
        .set({ state })
        .where('userId', '=', userIds[index] ?? '')
        .execute(),
    )
  await db.close()

  const after = await start()
  const replay = async (cookie: string) => {
    const client = httpClient(after)
    client.cookie = cookie
    const { status, body } = await client.rpc('accounts.session')
    return [status, body.code]
  }
  const dead = [401, 'auth/session-expired']
  expect(await Promise.all(cookies.map(replay))).toEqual([dead, dead, dead, dead, [200, undefined]])
  expect(await replay('')).toEqual(dead)
})

/** Calls that must succeed, as a signed-in client. */
const calling = (client: HttpClient) => async (name: string, input: object) => {
  const { status, body } = await client.rpc(name, input)
  if (status !== 200) throw new Error(`${name} answered ${status} ${JSON.stringify(body)}`)
  return body
}

test('an act that kill -9 interrupts has credited everybody or nobody, and repeated it credits them once', async () => {
  const owner = await httpOwner(await start())
  const first = calling(owner)
  const { batch } = await fill(owner)
  const people: string[] = []
  for (let at = 0; at < 6; at += 1) {
    const { id } = await first('customers.create', { firstName: `Person ${at}`, phone: `05012345${at + 10}` })
    people.push(String(id))
    const { price } = await first('batches.get', { id: batch })
    await first('sales.sell', {
      customer: id,
      items: [{ kind: 'batch', batch }],
      total: price,
      payments: [{ method: 'cash', amount: price }],
    })
  }
  let client: HttpClient = owner
  for (const after of isNightly ? [0, 15, 30, 60, 120, null] : [15, 60, null]) {
    const call = calling(client)
    const { version, state } = await call('batches.get', { id: batch })
    if (state === 'cancelled') break
    const shown = await call('batches.effects', { id: batch, act: 'batchCancel' })
    const decision = { digest: shown['digest'], lines: [] }
    let isAnswered = false
    const cancelling = call('batches.cancel', { id: batch, version, reason: 'Flooded', tell: false, decision }).then(
      () => (isAnswered = true),
      () => {},
    )
    if (after === null) await cancelling
    else await wait(after)
    const wasAnswered = isAnswered
    if (running) await kill(running)
    await cancelling
    client = httpClient(await start())
    const again = calling(client)
    await again('accounts.signIn', { email: owner.email, password: goodPassword })
    const isCancelled = (await again('batches.get', { id: batch }))['state'] === 'cancelled'
    const { rows } = (await again('effects.list', { batch })) as unknown as { rows: { lines: { customer: string }[] }[] }
    expect(rows.map(({ lines }) => lines.filter(({ customer }) => people.includes(customer)).length)).toEqual(isCancelled ? [6] : [])
    const credits = await Promise.all(people.map(async (customer) => (await again('sales.credit', { customer }))['balance'] as number))
    expect(credits.every((balance) => (isCancelled ? balance > 0 : balance === 0))).toBe(true)
    if (wasAnswered) expect(isCancelled).toBe(true)
  }
  expect((await calling(client)('batches.get', { id: batch }))['state']).toBe('cancelled')
})
