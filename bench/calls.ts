import type pg from 'pg'
import { goodPassword } from '../test/app.ts'
import { freePort } from '../scripts/free-port.ts'
import { median } from '../test/timed.ts'
import { pair, rate, type Shot } from './load.ts'
import { end, serveProduct, start } from './product.ts'

/** One line of the table: calls per second of ours and of the bare service, and the minimum ratio. */
export type Line = { name: string; ours: number; bare: number; ratio: number; floor: number }

/** Fills services so that each vendor has 20, `count` in total; written as the owner of the tables. */
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

/** Accounts that sign in by turns: otherwise each sign-in would end the oldest of twenty sessions and announce it. */
const accounts = 500
const emailOf = (index: number) => `${(index % accounts) + 1}@bench.example`

/** Creates the accounts, each the owner of its own business and known in the same browser; written as the owner of the tables. */
async function multiply(client: pg.Client, email: string): Promise<void> {
  const tables = { users: '"id"', members: '"userId"', vendorPlans: '"vendorId"', merchants: '"uid"', knownBrowsers: '"userId"' }
  await client.query('set session_replication_role = replica')
  for (const [table, of] of Object.entries(tables)) {
    const own =
      table === 'vendorPlans' ? `(select "vendorId" from "merchants" where "email" = $1)` : `(select "id" from "users" where "email" = $1)`
    await client.query(
      `insert into "${table}" select (jsonb_populate_record("row", jsonb_build_object(
         'id', md5('u' || n)::uuid, 'userId', md5('u' || n)::uuid, 'uid', md5('u' || n)::uuid, 'vendorId', md5('v' || n)::uuid,
         'email', n || '@bench.example', 'emailKey', n || '@bench.example'))).*
       from "${table}" as "row", generate_series(1, $2::int) n where ${of} = ${own}`,
      [email, accounts],
    )
  }
}

/** Benchmarks reads, lists, creates and sign-ins through the API against the bare service on one PostgreSQL, in one run. */
export async function benchCalls(): Promise<Line[]> {
  const product = await serveProduct()
  const { client } = product
  const barePort = await freePort()
  const peer = await start('bench/bare.ts', { DATABASE_URL: product.databaseUrl, PORT: String(barePort) })
  const bareUrl = `http://127.0.0.1:${barePort}`
  try {
    const { vendorId, email, headers, shot } = await product.business()
    const bare = (path: string): Shot => ({ method: 'GET', url: new URL(bareUrl + path), headers, expect: 200 })
    const hall = { title: 'Bench hall', size: 10, totalCandidates: 10 }
    const list = shot('services/list', {})

    await fill(client, vendorId, 1000)
    const small = [] as number[]
    for (let round = 0; round < 3; round++) small.push(await rate(list, 1000, 16))
    await fill(client, vendorId, 100_000)
    const large = [] as number[]
    for (let round = 0; round < 3; round++) large.push(await rate(list, 1000, 16))

    const lines: Line[] = []
    const add = async (name: string, mine: Shot, other: Shot, floor: number, options = {}) =>
      lines.push({ name, floor, ...(await pair(mine, other, options)) })
    await add('session-checked read', shot('accounts/session', null), bare('/session'), 0.7)
    await add('list of 20 of 100,000', list, bare('/services'), 0.6)
    await add(
      'create',
      shot('halls/create', hall),
      { method: 'POST', url: new URL(`${bareUrl}/halls`), headers, body: () => JSON.stringify(hall), expect: 200 },
      0.6,
    )
    const credentialsOf = (who: string) => JSON.stringify({ email: who, password: goodPassword })
    // A browser that has signed in before, as nearly all have: a sign-in from a new one emails the member.
    const before = await fetch(`${product.url}/api/sign-in`, {
      method: 'POST',
      headers: { origin: product.url, 'content-type': 'application/json' },
      body: credentialsOf(email),
    })
    const cookie = before.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .find((pair) => pair?.startsWith('__Host-browser='))
    if (!cookie) throw new Error(`No browser was remembered: ${before.status}`)
    await multiply(client, email)
    const body = (index: number) => credentialsOf(emailOf(index))
    await add(
      'sign-in',
      {
        method: 'POST',
        url: new URL(`${product.url}/api/sign-in`),
        headers: { origin: product.url, cookie },
        body,
        expect: 200,
      },
      { method: 'POST', url: new URL(`${bareUrl}/sign-in`), headers, body, expect: 200 },
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
    end(peer)
    await product.close()
  }
}
