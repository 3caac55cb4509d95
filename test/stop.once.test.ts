import { once } from 'node:events'
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpOwner, type HttpClient } from './browser-session.ts'
import { png } from './filled.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { startedDataDir } from './database.ts'
import { startProduct } from './product.ts'

let server: PostgresServer
const { dataDir, remove } = startedDataDir()
beforeAll(async () => {
  server = await startPostgres({ fast: false })
})
afterAll(async () => {
  await server.stop()
  remove()
})

type Shot = { status: number; code: string; begun: number; ended: number; closes: boolean }

/** The request never reached the server: the balancer would pass it to another one. */
const elsewhere = ({ code }: Shot) => code === 'not sent' || code === 'ECONNREFUSED'

/**
 * Sends calls at a rate per second, reads and writes in turn, as a balancer does: over kept-alive connections, until stopped.
 * Calls that still wait for a connection then are not sent.
 */
function load(url: string, owner: HttpClient, rate: number): { shots: Promise<Shot>[]; underWay: () => number; stop: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const shots: Promise<Shot>[] = []
  const underWay = new Set<ClientRequest>()
  const headers = { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin', cookie: owner.cookie }
  const shoot = (number: number) =>
    new Promise<Shot>((resolve) => {
      const begun = performance.now()
      const done = (status: number, code: string, closes = true) => resolve({ status, code, begun, ended: performance.now(), closes })
      const write = number % 10 === 0
      const sent = request(`${url}/rpc/halls/${write ? 'create' : 'list'}`, { method: 'POST', agent, headers }, (answer) => {
        answer
          .resume()
          .once('end', () => done(answer.statusCode ?? 0, '', answer.headers.connection === 'close'))
          .once('error', () => done(0, 'cut in the answer'))
      })
      sent.once('error', (error: NodeJS.ErrnoException) => done(0, error.code ?? error.message))
      sent.once('close', () => underWay.delete(sent))
      underWay.add(sent)
      sent.end(JSON.stringify({ json: write ? { title: `Hall ${number}`, size: 10, totalCandidates: 5 } : {} }))
    })
  const start = performance.now()
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - start) * rate) / 1000)
    while (shots.length < due) shots.push(shoot(shots.length))
  }, 5)
  const stop = () => {
    clearInterval(timer)
    for (const sent of underWay) if (!sent.socket) sent.destroy(new Error('not sent'))
  }
  return { shots, underWay: () => underWay.size, stop }
}

/** An upload whose body takes a second to arrive. */
async function slowUpload(url: string, owner: HttpClient): Promise<number | undefined> {
  const head =
    '--edge\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nlogo\r\n--edge\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), await png(400, 300), Buffer.from('\r\n--edge--\r\n')])
  const sent = request(`${url}/api/images`, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=edge',
      'content-length': body.length,
      origin: url,
      'sec-fetch-site': 'same-origin',
      cookie: owner.cookie,
    },
  })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  for (let part = 0; part < 10; part++) {
    sent.write(body.subarray((body.length * part) / 10, (body.length * (part + 1)) / 10))
    await wait(120)
  }
  sent.end()
  const [answer] = await answered
  answer.resume()
  return answer.statusCode
}

test.each([
  ['on the embedded database', () => ({})],
  ['on a PostgreSQL server', () => ({ DATABASE_URL: server.url })],
])(
  'R1 SIGTERM at 200 requests a second %s: not ready first, then nothing in flight fails, and it is gone within 10 s',
  async (where, more) => {
    const env = { DATA_DIR: dataDir, ...more() }
    const { url, child, ended, errors } = await startProduct(env)
    if (!url) throw new Error(errors())
    const owner = await httpOwner(url)
    const ten = () => Promise.all(Array.from({ length: 10 }, () => owner.rpc('halls.list', {})))
    // The first calls compile what later ones run.
    for (let round = 0; round < 40; round++) await ten()
    const begun = performance.now()
    for (let round = 0; round < 40; round++) await ten()
    // A machine that can't keep up with 200 a second would measure its own queue.
    const rate = Math.min(200, 300_000 / (performance.now() - begun))
    const { shots, underWay, stop } = load(url, owner, rate)
    await wait(1500)
    for (let tries = 0; tries < 50 && underWay() > 20; tries++) await wait(100)
    const upload = slowUpload(url, owner).catch(String)
    await wait(100)
    const before = shots.length
    const term = performance.now()
    child.kill('SIGTERM')
    let status = 200
    while (status === 200) {
      await wait(20)
      ;({ status } = await fetch(`${url}/readyz`))
    }
    const unready = performance.now() - term
    expect(status).toBe(503)
    // A balancer keeps sending for a moment after its last health check.
    await wait(100)
    stop()
    const all = await Promise.all(shots)
    const answers = all.filter((shot) => !elsewhere(shot))
    const exit = await ended
    const took = performance.now() - term
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
    expect(await upload).toBe(201)
    // A kept-alive connection without a request to close would be cut during the next call, or delay the exit.
    expect(answers.filter(({ begun, closes }) => begun > term + unready && !closes)).toEqual([])
    expect(before).toBeGreaterThan(rate)
    expect(answers.filter((answer) => answer.ended > term).length).toBeGreaterThan(0)
    expect([exit, errors()]).toEqual([0, ''])
    expect(took).toBeLessThan(10_000)
    console.log(
      `R1 ${where}: ${answers.length} calls, ${Math.round(rate)} a second, 0 failed, not ready after ${Math.round(unready)} ms, gone after ${Math.round(took)} ms`,
    )
    const again = await startProduct(env)
    const answer = await fetch(`${String(again.url)}/rpc/halls/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: owner.cookie },
      body: '{"json":{}}',
    })
    const { json } = (await answer.json()) as { json: { total: number } }
    // Each acknowledged row exists, and no others.
    expect(json.total).toBe(all.filter((shot, index) => index % 10 === 0 && !elsewhere(shot)).length)
    again.child.kill('SIGTERM')
    expect(await again.ended).toBe(0)
  },
)
