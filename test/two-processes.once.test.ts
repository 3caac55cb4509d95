import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { dueVendors } from '#business/accounts/daily.sample.ts'
import { openWebhookReceiver } from '#business/developers/webhooks.sample.ts'
import { unzip } from '#insight/archives/unzip.sample.ts'
import { checkEveryVendor } from '#insight/reports/every-vendor.server.ts'
import { openServer } from '#db/open.ts'
import { withClient } from '#db/embedded/server.ts'
import { goodPassword } from './app.ts'
import { openBoardReader } from './board-reader.ts'
import { httpClient, httpOwner, type HttpClient } from './browser-session.ts'
import { startBucket, type BucketServer } from './bucket-server.ts'
import { filledOwner } from './filled.ts'
import { openReceiver } from './inbox.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { newDataDir, startProduct, type Process } from './product.ts'

/** Two processes that share a database, a bucket and a secret, but no disk. */
const names = ['one', 'other'] as const
type Name = (typeof names)[number]

let server: PostgresServer
let bucket: BucketServer
let inbox: Awaited<ReturnType<typeof openReceiver>>
let hook: Awaited<ReturnType<typeof openWebhookReceiver>>
let owner: Awaited<ReturnType<typeof filledOwner>>
const folders = { one: newDataDir(), other: newDataDir() }
const running = {} as Record<Name, Process>

async function start(name: Name): Promise<void> {
  running[name] = await startProduct({
    NODE_ENV: 'development',
    DATA_DIR: folders[name].dataDir,
    DATABASE_URL: server.url,
    SECRET_KEY: 'the secret that both processes were given',
    SMTP_URL: inbox.url,
    ...bucket.env,
  })
  expect(running[name].url, running[name].errors()).not.toBeNull()
}

async function kill(name: Name): Promise<void> {
  running[name].child.kill('SIGKILL')
  await running[name].ended
}

/** The owner at one of the processes. */
function at(name: Name): HttpClient {
  const client = httpClient(String(running[name].url))
  client.cookie = owner.cookie
  return client
}

type Answer = Awaited<ReturnType<HttpClient['rpc']>>

/**
 * Makes a call at either process, again at the other one while it is not answered.
 * @returns the answer, and how often the call was made
 */
async function eventually(name: string, input: object, first: number): Promise<Answer & { asked: number }> {
  for (let asked = 1; asked < 600; asked++) {
    const answer = await at(names[(first + asked) % 2] ?? 'one')
      .rpc(name, input)
      .catch(() => null)
    if (answer && answer.status < 500) return { ...answer, asked }
    await wait(50)
  }
  throw new Error(`${name} was never answered`)
}

async function ok(name: string, input: object = {}, first = 0): Promise<Answer['body'] & { asked: number }> {
  const { status, body, asked } = await eventually(name, input, first)
  expect(status, `${name} ${JSON.stringify(body)}`).toBe(200)
  return { ...body, asked }
}

const ask = <Row extends object>(statement: string): Promise<Row[]> => withClient(server.url, (query) => query<Row>(statement))

/** Minutes pass: what a killed process had leased is free. */
const endLeases = () =>
  withClient(server.url, async (query) => {
    for (const table of ['outbox', 'webhookQueue', 'archives'])
      await query(`update "${table}" set "leasedUntil" = now() - interval '1 second' where "leasedUntil" is not null`)
    await query(`update "vendorPlans" set "dailyAt" = now() - interval '1 second' where "dailyTries" > 0`)
  })

async function until(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries > 1200) throw new Error(`Never: ${what}`)
    await wait(50)
  }
}

beforeAll(async () => {
  ;[server, bucket, inbox, hook] = await Promise.all([startPostgres(), startBucket(), openReceiver(), openWebhookReceiver()])
  await start('one')
  await start('other')
  owner = await filledOwner(String(running.one.url))
  // A verified address, and an account that is older than a day: a new one may email few people.
  await ask(`update "users" set "emailIsVerified" = true`)
  await ask(`update "users" set "createdAt" = now() - interval '3 days'`)
})
afterAll(async () => {
  for (const name of names) running[name]?.child.kill('SIGKILL')
  await Promise.all([server.stop(), bucket.stop(), inbox.close(), hook.close()])
  for (const name of names) folders[name].remove()
})

test('a session, an image and a limit of one process count at the other', async () => {
  const { cover } = await ok('services.get', { id: owner.ids.service })
  const [here, there] = await Promise.all(names.map(async (name) => fetch(`${running[name].url}${String(cover)}`)))
  expect([here?.status, there?.status]).toEqual([200, 200])
  expect(Buffer.from(await there!.arrayBuffer()).equals(Buffer.from(await here!.arrayBuffer()))).toBe(true)

  const guess = async (tries: number) => {
    const { status, body } = await httpClient(String(running[names[tries % 2] ?? 'one'].url)).rpc('accounts.signIn', {
      email: 'nobody@example.com',
      password: goodPassword,
    })
    return `${status} ${body.code}`
  }
  const answers: string[] = []
  for (let tries = 0; tries < 12; tries++) answers.push(await guess(tries))
  expect(new Set(answers.slice(0, 10))).toEqual(new Set(['400 auth/invalid-credential']))
  expect(new Set(answers.slice(10))).toEqual(new Set(['429 auth/too-many-requests']))

  const leaving = await httpOwner(String(running.one.url))
  const same = httpClient(String(running.other.url))
  same.cookie = leaving.cookie
  expect((await same.rpc('accounts.session')).status).toBe(200)
  expect((await leaving.rpc('accounts.signOut')).status).toBe(200)
  expect((await same.rpc('accounts.session')).status).toBe(401)
})

test('sales, receipts and webhooks go on while either is killed: each is there once', async () => {
  await ok('webhooks.create', { url: hook.url, events: ['sale.created'] })
  const sales = Array.from({ length: 60 }, (_, number) => ({ number, customer: newId(), id: newId() }))
  const begun = hook.got.length
  /** How often each receipt was asked for: one whose call was cut off may have been queued as well. */
  const receipts = new Map<number, number>()
  let sold = 0
  const sell = async ({ number, customer, id }: (typeof sales)[number]) => {
    const email = `buyer-${number}@example.com`
    await ok('customers.create', { id: customer, firstName: `Buyer ${number}`, email }, number)
    const items = [{ kind: 'free', text: 'A ball', quantity: 1, unit: 1000 + number }]
    const payments = [{ method: 'cash', amount: 1000 + number }]
    await ok('sales.sell', { id, customer, items, total: 1000 + number, payments }, number)
    receipts.set(number, (await ok('sales.send', { id }, number)).asked)
    sold += 1
  }
  const killing = (async () => {
    for (const [name, after] of [
      ['one', 10],
      ['other', 30],
    ] as const) {
      await until(() => sold >= after, `${after} sales`)
      await kill(name)
      await until(() => sold >= after + 5, 'sales at the other process')
      await start(name)
    }
  })()
  await Promise.all(
    [0, 1, 2, 3].map(async (hand) => {
      for (const sale of sales.filter(({ number }) => number % 4 === hand)) await sell(sale)
    }),
  )
  await killing
  await endLeases()

  const sent = async () =>
    (await ask<{ count: number }>(`select count(*)::int as "count" from "outbox" where "kind" = 'mail'`))[0]?.count === 0
  await until(sent, 'all emails have left')
  const notified = () => new Set(hook.got.slice(begun).map(({ record }) => record))
  await until(() => notified().size === sales.length, 'all webhooks have been called')

  const rows = await ask<{ id: string; total: string; paid: string; receipts: number }>(
    `select s."id", s."total"::text, s."paid"::text, count(p."id")::int as "receipts" from "sales" s
     left join "payments" p on p."vendorId" = s."vendorId" and p."sale" = s."id" group by s."vendorId", s."id", s."total", s."paid"`,
  )
  const own = rows.filter(({ id }) => sales.some((sale) => sale.id === id))
  expect(own).toHaveLength(sales.length)
  for (const { id, total, paid, receipts } of own) {
    const amount = String(1000 + (sales.find((sale) => sale.id === id)?.number ?? 0))
    expect([total, paid, receipts]).toEqual([amount, amount, 1])
  }
  // Sent again after a kill, an email has the same Message-ID and a webhook the same id, by which their receivers know them.
  for (const { number, id } of sales) {
    const mails = inbox.mails.filter(({ to, mail }) => to.includes(`buyer-${number}@example.com`) && mail.subject?.includes('eceipt'))
    const sent = new Set(mails.map(({ mail }) => mail.messageId)).size
    expect([sent >= 1, sent <= Number(receipts.get(number))], `receipt ${number}`).toEqual([true, true])
    expect(new Set(hook.got.filter(({ record }) => record === id).map((got) => got.id)).size, `webhook ${number}`).toBe(1)
  }
  expect([...notified()].toSorted()).toEqual(sales.map(({ id }) => id).toSorted())
})

test('an archive whose maker is killed is made by the other, fetched at either, and its bucket has no second', async () => {
  await kill('other')
  type Row = { id: string; state: string; file: string | null }
  const newest = async () => (await ask<Row>(`select "id", "state", "file" from "archives" order by "createdAt" desc limit 1`))[0]
  // The maker may be quicker than the kill.
  for (let tries = 1; ; tries++) {
    const { id } = await ok('archives.begin', {})
    await until(async () => (await newest())?.id === id && (await newest())?.file !== null, 'an archive that is being made')
    await kill('one')
    if ((await newest())?.state === 'making') break
    expect(tries).toBeLessThan(4)
    await start('one')
  }
  const left = await newest()
  await start('other')
  await endLeases()
  await until(async () => (await newest())?.state === 'ready', 'a ready archive')
  await start('one')
  const ready = await newest()
  expect([ready?.id, ready?.file === left?.file]).toEqual([left?.id, false])
  const { path } = await ok('archives.open', { id: ready?.id })
  for (const name of names) {
    const answer = await fetch(`${running[name].url}${String(path)}`, { headers: { cookie: owner.cookie } })
    expect(answer.status, name).toBe(200)
    const files = unzip(Buffer.from(await answer.arrayBuffer()))
    expect(String(files.get('data/customers.csv')).includes('Buyer 59')).toBe(true)
  }
  const stored = await ask<{ file: string }>(`select "file" from "archives" where "state" = 'ready'`)
  expect(await bucket.names('archives')).toEqual(stored.map(({ file }) => file).toSorted())
})

test('a board at one process gets what is scored at the other, also when its own is killed', async () => {
  const { challenge, entry } = owner.ids
  const end = new AbortController()
  let readsAt: Name = 'one'
  const reader = openBoardReader(() => String(running[readsAt].url), owner.cookie, challenge, end.signal)
  const revision = async () => Number((await at('other').rpc('challenges.board', { challenge })).body['revision'])
  const has = async () => {
    const newest = await revision()
    await until(() => reader.received.at(-1) === newest, `revision ${newest}`)
  }
  await has()
  await ok('challenges.score', { entry, units: 1 }, 1)
  await has()
  await kill('one')
  readsAt = 'other'
  for (let more = 0; more < 3; more++) await ok('challenges.score', { entry, units: 1 }, 1)
  await has()
  end.abort()
  expect(reader.breaks).toBeGreaterThan(0)
  expect(reader.received).toEqual([...new Set(reader.received)].toSorted((a, b) => a - b))
  await start('one')
})

test('the work of a night, either killed in the midst of it: each business’s month is billed once', async () => {
  const count = 60
  const [due] = await ask<{ today: string }>(`select (now() at time zone 'Asia/Kuwait')::date::text as "today"`)
  for (const name of names) await kill(name)
  await withClient(server.url, async (query) => {
    for (const statement of dueVendors(count, due?.today ?? '')) await query(statement)
    await query(`update "vendorPlans" set "dailyAt" = '2000-01-01', "dailyFor" = null, "dailyTries" = 0`)
  })
  const filled = `"vendorId"::text like '00000000-0000-7000-8000-%'`
  const done = async () => (await ask<object>(`select from "vendorPlans" where "dailyFor" is not null and ${filled}`)).length
  // Work that is due each day is looked for at a start.
  await start('one')
  await start('other')
  for (const [name, after] of [
    ['one', 5],
    ['other', 20],
  ] as const) {
    await until(async () => (await done()) >= after, `${after} nights done`)
    await kill(name)
    await start(name)
  }
  await kill('one')
  await endLeases()
  await start('one')
  await until(async () => (await done()) === count, 'all nights done')
  const bills = await ask<{ bills: number; places: number; numbers: number }>(
    `select count(*)::int as "bills", count(distinct l."enrolment")::int as "places", count(distinct (s."vendorId", s."number"))::int as "numbers"
     from "sales" s join "saleLines" l on l."vendorId" = s."vendorId" and l."sale" = s."id" where s.${filled}`,
  )
  expect(bills).toEqual([{ bills: 3 * count, places: 3 * count, numbers: 3 * count }])
})

test('after all of it every business’s books are whole', async () => {
  const db = await openServer(server.url)
  try {
    const { vendors, entries, problems } = await checkEveryVendor(db)
    expect(problems).toEqual([])
    console.log(`two processes: ${vendors} businesses, ${entries} entries`)
  } finally {
    await db.close()
  }
})

test('a process with another secret does not start, and says what to do; one is accepted by the operator’s command', async () => {
  const { dataDir, remove } = newDataDir()
  const env = { NODE_ENV: 'development', DATA_DIR: dataDir, DATABASE_URL: server.url, ...bucket.env }
  const refused = await startProduct(env)
  expect([refused.url, await refused.ended]).toEqual([null, 1])
  expect(refused.errors()).toContain('npm run operator -- secret replace')
  const replaced = await startProduct(env, undefined, '.', [process.execPath, 'scripts/operator.ts', 'secret', 'replace'])
  expect([replaced.url, await replaced.ended, replaced.errors()]).toEqual([null, 0, ''])
  const accepted = await startProduct(env)
  expect(accepted.url).not.toBeNull()
  accepted.child.kill('SIGTERM')
  expect(await accepted.ended).toBe(0)
  remove()
})
