import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { goodPassword } from '../test/app.ts'
import { httpOwner } from '../test/browser-session.ts'
import { startPostgres } from '../test/postgres.ts'
import { median, pair, rate, type Shot } from './load.ts'

/** One line of the table: calls per second of ours and of the bare service, and the floor that the ratio must reach. */
export type Line = { name: string; ours: number; bare: number; ratio: number; floor: number }

/** A loopback port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Runs a script as a process of its own until it says that it is ready. */
export function start(script: string, env: Record<string, string>): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn('node_modules/.bin/node', [script], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
    child.once('exit', () => reject(new Error(`${script} ended`)))
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('ready')) resolve(child)
    })
  })
}

/** Fills services so that vendors have 20 each, `count` in all; written as the owner of the tables. */
async function fill(client: pg.Client, own: string, count: number): Promise<void> {
  await client.query(
    `insert into "media" ("vendorId", "image", "purpose", "bytes", "width", "height", "createdAt") select $1, '/media/bench.webp', 'cover', 1, 1, 1, now() on conflict do nothing`,
    [own],
  )
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into "services" ("vendorId", "id", "vendorRef", "service", "cover", "descriptionEn", "descriptionAr", "state", "createdAt", "updatedAt")
     select case when n <= 20 then $1::uuid else md5((n / 20)::text)::uuid end, md5('s' || n)::uuid, '', 'football', '/media/bench.webp', 'A service of the benchmark', '', 'published', now() - n * interval '1 second', now()
     from generate_series(1, $2::int) n on conflict do nothing`,
    [own, count],
  )
  await client.query('analyze "services"')
}

/** Reads, lists, creates and sign-ins through the API against the bare service on one PostgreSQL, in one run. */
export async function benchCalls(): Promise<Line[]> {
  const postgres = await startPostgres({ fast: false })
  const dataDir = mkdtempSync(join(tmpdir(), 'touchline-bench-'))
  const [port, barePort] = [await freePort(), await freePort()]
  const children = [await start('src/main.ts', { DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' })]
  children.push(await start('bench/bare.ts', { DATABASE_URL: postgres.url, PORT: String(barePort) }))
  const [url, bareUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${barePort}`]
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    const owner = await httpOwner(url)
    const { body: session } = await owner.rpc('accounts.session')
    const vendorId = String(session['vendorId'])
    const headers = { cookie: owner.cookie, origin: url }
    const ours = (name: string, json: unknown, expect = 200): Shot => ({
      method: 'POST',
      url: new URL(`${url}/rpc/${name}`),
      headers,
      body: () => JSON.stringify({ json }),
      expect,
    })
    const bare = (path: string): Shot => ({ method: 'GET', url: new URL(bareUrl + path), headers, expect: 200 })
    const hall = { title: 'Bench hall', size: 10, totalCandidates: 10 }
    const list = ours('services/list', {})

    await fill(client, vendorId, 1000)
    const small = [] as number[]
    for (let round = 0; round < 3; round++) small.push(await rate(list, 1000, 16))
    await fill(client, vendorId, 100_000)
    const large = [] as number[]
    for (let round = 0; round < 3; round++) large.push(await rate(list, 1000, 16))

    const lines: Line[] = []
    const add = async (name: string, mine: Shot, peer: Shot, floor: number, options = {}) =>
      lines.push({ name, floor, ...(await pair(mine, peer, options)) })
    await add('session-checked read', ours('accounts/session', null), bare('/session'), 0.35)
    await add('list of 20 of 100,000', list, bare('/services'), 0.35)
    await add(
      'create',
      ours('halls/create', hall),
      { method: 'POST', url: new URL(`${bareUrl}/halls`), headers, body: () => JSON.stringify(hall), expect: 200 },
      0.35,
    )
    const credentials = JSON.stringify({ email: owner.email, password: goodPassword })
    await add(
      'sign-in',
      { method: 'POST', url: new URL(`${url}/api/sign-in`), headers: { origin: url }, body: () => credentials, expect: 200 },
      { method: 'POST', url: new URL(`${bareUrl}/sign-in`), headers, body: () => credentials, expect: 200 },
      0.9,
      // A sign-in takes as long as sixty reads.
      { atOnce: 2, ms: 3000, rounds: 9 },
    )
    lines.push({
      name: 'list of 20: 100,000 rows against 1,000',
      ours: median(large),
      bare: median(small),
      ratio: median(large) / median(small),
      floor: 1 / 1.3,
    })
    return lines
  } finally {
    await client.end()
    for (const child of children) {
      child.removeAllListeners('exit')
      child.kill('SIGKILL')
    }
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
