import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpOwner } from './browser-session.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { newDataDir, startProduct } from './product.ts'
import { isNightly } from './rounds.ts'

let server: PostgresServer
const { dataDir, remove } = newDataDir()
beforeAll(async () => {
  server = await startPostgres({ fast: false })
})
afterAll(async () => {
  await server.stop()
  remove()
})

/** Clients that send request after request over kept-alive connections until refused; returns what else they met. */
function clients(url: string, cookie: string, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  const headers = { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin', cookie }
  const failed: string[] = []
  let answered = 0
  const ask = (isCall: boolean) =>
    new Promise<boolean>((resolve) => {
      const sent = isCall ? request(`${url}/rpc/halls/list`, { method: 'POST', agent, headers }) : request(`${url}/livez`, { agent })
      sent.once('response', (answer) => {
        if (answer.statusCode !== 200) failed.push(String(answer.statusCode))
        answered += 1
        answer.resume().once('close', () => resolve(true))
      })
      sent.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNREFUSED') failed.push(error.code ?? error.message)
        resolve(false)
      })
      sent.end(isCall ? '{"json":{}}' : undefined)
    })
  const ended = Promise.all(
    Array.from({ length: count }, async (_, number) => {
      while (await ask(number % 5 === 0));
    }),
  )
  return { failed, answered: () => answered, ended: ended.then(() => agent.destroy()) }
}

test('R13 SIGTERM under twenty clients that never rest: no request that was sent is reset, round after round', async () => {
  for (let round = 0; round < (isNightly ? 5 : 2); round++) {
    const { url, child, ended, errors } = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: server.url })
    if (!url) throw new Error(errors())
    const { cookie } = await httpOwner(url)
    const busy = clients(url, cookie, 20)
    await wait(1000)
    const [before, begun] = [busy.answered(), performance.now()]
    await wait(500)
    const rate = ((busy.answered() - before) * 1000) / (performance.now() - begun)
    child.kill('SIGTERM')
    await busy.ended
    expect(busy.failed).toEqual([])
    expect(await ended).toBe(0)
    console.log(`R13: ${busy.answered()} answers, ${Math.round(rate)} a second, 0 reset`)
  }
})

test('R13 a kept connection that says nothing is ended two seconds after the port, and an idle one lasts longer than proxies keep theirs', async () => {
  const { url, child, ended } = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: server.url })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<{ status: number; connection: string | undefined; keep: string | undefined }>((resolve, reject) => {
      request(`${String(url)}/livez`, { agent }, (answer) => {
        const { connection, 'keep-alive': keep } = answer.headers
        answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0, connection, keep: keep?.toString() }))
      })
        .once('error', reject)
        .end()
    })
  const { keep } = await ask()
  expect(Number(/timeout=(\d+)/.exec(String(keep))?.[1])).toBeGreaterThanOrEqual(70)
  await wait(50)
  child.kill('SIGTERM')
  // By then the port is closed, but the connection is still open.
  await wait(1800)
  expect(await ask()).toMatchObject({ status: 200, connection: 'close' })
  expect(await ended).toBe(0)
})
