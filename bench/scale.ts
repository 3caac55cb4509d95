import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { dueVendors, vendorOf } from '#business/accounts/daily.sample.ts'
import { goodPassword } from '../test/app.ts'
import { httpClient, httpOwner, type HttpClient } from '../test/browser-session.ts'
import { openReceiver } from '../test/inbox.ts'
import { startPostgres } from '../test/postgres.ts'
import { newDataDir, startProduct, type Process } from '../test/product.ts'

/**
 * `node bench/scale.ts [businesses]`: fills a database server with that many small businesses (10,000), and measures with two
 * processes what their nights take, and what 200 owners a minute notice who sign in and read in the morning. docs/scale.md
 * calculates with what it prints.
 */
const businesses = Number(process.argv[2] ?? 10_000)
/** Of each business. */
const people = 12
const processes = 2
const signInsPerMinute = 200
const minutes = 3
/** What an owner opens after signing in. */
const reads: [name: string, input: object][] = [
  ['accounts.session', {}],
  ['home.today', {}],
  ['home.revenue', {}],
  ['batches.list', {}],
  ['enrolments.list', {}],
  ['customers.list', {}],
  ['sales.list', {}],
]

const note = (what: string, ...figures: string[]) => {
  process.stdout.write(`| ${what} | ${figures.join(' | ')} |\n`)
}
const percentile = (times: number[], share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
const ms = (time: number) => `${time.toFixed(1)} ms`
const minutesOf = (time: number) => `${(time / 60_000).toFixed(1)} min`
const emailOf = (n: number) => `owner-${n}@example.com`

/** The CPU time of processes by name so far, with those of their ended children, in milliseconds. */
function cpuOf(isCounted: (command: string) => boolean): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!isCounted(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))) continue
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')
      ticks += [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks * 10
}
const cpu = () => ({
  product: cpuOf((command) => command.includes('src/main.ts')),
  database: cpuOf((command) => command.startsWith('postgres:') || command.includes('bin/postgres')),
})

const inbox = await openReceiver()
const postgres = await startPostgres({ fast: false })
const folders = Array.from({ length: processes }, newDataDir)
let running: Process[] = []
async function start(): Promise<void> {
  running = await Promise.all(
    folders.map(({ dataDir }) =>
      startProduct({
        NODE_ENV: 'production',
        DATABASE_URL: postgres.url,
        DATA_DIR: dataDir,
        SECRET_KEY: 'the secret that all processes were given',
        SMTP_URL: inbox.url,
        CALL_LIMITS: 'off',
      }),
    ),
  )
}
async function stop(): Promise<void> {
  for (const { child } of running) child.kill('SIGTERM')
  await Promise.all(running.map(({ ended }) => ended))
}
const client = new pg.Client({ connectionString: postgres.url })
const count = async (query: string) => Number((await client.query<{ count: string }>(query)).rows[0]?.count)
const bytes = () => count('select pg_database_size(current_database()) as "count"')

/** Owners of the businesses, all with the password of one that registered; sessions of eight weeks and their marks. */
const fillMore = (password: string) => [
  `insert into "users" ("id", "email", "emailKey", "passwordHash", "createdAt", "emailIsVerified")
     select md5('u' || n)::uuid, 'owner-' || n || '@example.com', 'owner-' || n || '@example.com', '${password}', now() - interval '9 days', true from generate_series(1, ${businesses}) n`,
  `insert into "members" ("vendorId", "userId", "role", "state", "createdAt")
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, md5('u' || n)::uuid, 'owner', 'active', now() - interval '9 days' from generate_series(1, ${businesses}) n`,
  `insert into "batchSessions" ("vendorId", "id", "batch", "plannedDay", "day", "startsAt", "endsAt", "trainer", "capacity", "state", "createdAt", "updatedAt")
     select b."vendorId", gen_random_uuid(), b."id", d::date, d::date, d + interval '14 hours', d + interval '15 hours', b."trainer", 36,
       case when d < current_date then 'completed' else 'scheduled' end, now(), now()
     from "batches" b, generate_series(current_date - 28, current_date + 28, interval '4 days') d`,
  `insert into "attendance" ("vendorId", "session", "enrolment", "customer", "mark", "markedAt", "markedBy")
     select s."vendorId", s."id", e."id", e."customer", 'present', now(), s."vendorId" from "batchSessions" s
     join "enrolments" e on e."vendorId" = s."vendorId" and e."batch" = s."batch" where s."state" = 'completed'`,
]

/**
 * Makes the nights of some businesses due and waits until all are done.
 * @param due an expression of the day on which each place is charged next
 */
async function night(name: string, some: number, due: string): Promise<void> {
  await client.query(`update "enrolments" set "nextChargeOn" = ${due}`)
  await client.query(`update "vendorPlans" set "dailyFor" = current_date + 1, "dailyAt" = now() + interval '1 day'`)
  await client.query(
    `update "vendorPlans" set "dailyFor" = current_date - 1, "dailyAt" = now() - interval '1 minute' where "vendorId" <= '${vendorOf(some)}'`,
  )
  await client.query('analyze')
  const [before, size, mails] = [await count('select count(*) from "sales"'), await bytes(), inbox.mails.length]
  await start()
  const [begun, used] = [performance.now(), cpu()]
  while ((await count(`select count(*) from "vendorPlans" where "dailyFor" < current_date`)) > 0) await wait(1000)
  const [took, spent] = [performance.now() - begun, cpu()]
  while ((await count(`select count(*) from "outbox" where "kind" = 'mail'`)) > 0) await wait(1000)
  const [bills, left] = [(await count('select count(*) from "sales"')) - before, performance.now() - begun]
  const each = (total: number) => ms(total / some)
  note(
    name,
    minutesOf(took),
    minutesOf(left),
    `${bills}`,
    `${inbox.mails.length - mails}`,
    each(spent.product - used.product),
    each(spent.database - used.database),
  )
  if (bills > some) note('bills a second', (bills / (took / 1000)).toFixed(0))
  if (bills > some) note('bytes of the database for each bill', `${Math.round(((await bytes()) - size) / bills)}`)
  await stop()
}

async function timed(times: number[], work: () => Promise<{ status: number }>): Promise<void> {
  const begun = performance.now()
  const { status } = await work()
  times.push(performance.now() - begun)
  if (status !== 200) throw new Error(`Answered ${status}`)
}

/** One owner signs in and opens seven lists, a second or two between them. */
async function morning(n: number, signIns: number[], answers: number[]): Promise<void> {
  const owner = httpClient(String(running[n % processes]?.url))
  await timed(signIns, () => owner.rpc('accounts.signIn', { email: emailOf((n % businesses) + 1), password: goodPassword }))
  for (const [name, input] of reads) {
    await wait(500 + Math.random() * 1500)
    await timed(answers, () => owner.rpc(name, input))
  }
}

/** The CPU of a call, of the product and of the database, where nothing else is done. */
async function cost(name: string, times: number, work: (turn: number) => Promise<{ status: number }>): Promise<void> {
  for (let turn = 0; turn < times / 4; turn++) await work(turn)
  const before = cpu()
  for (let turn = 0; turn < times; turn++) if ((await work(turn)).status !== 200) throw new Error(`${name} failed`)
  const after = cpu()
  note(`CPU of ${name}`, ms((after.product - before.product) / times), ms((after.database - before.database) / times))
}

try {
  await start()
  const first = await httpOwner(String(running[0]?.url), 'first@example.com')
  await client.connect()
  const { rows } = await client.query<{ passwordHash: string }>('select "passwordHash" from "users"')
  await stop()
  const empty = await bytes()
  const today =
    (await client.query<{ today: string }>(`select (now() at time zone 'Asia/Kuwait')::date::text as "today"`)).rows[0]?.today ?? ''
  await client.query('set session_replication_role = replica')
  for (const statement of [...dueVendors(businesses, today, people), ...fillMore(rows[0]?.passwordHash ?? '')])
    await client.query(statement)
  await client.query('set session_replication_role = default')
  process.stdout.write(`${businesses} businesses, ${first.email} aside\n`)
  const tables = [
    'customers',
    'enrolments',
    'enrolmentTerms',
    'batches',
    'batchSessions',
    'attendance',
    'trainers',
    'services',
    'users',
    'members',
    'merchants',
    'vendorPlans',
    'media',
  ]
  let all = 0
  for (const table of tables) all += await count(`select count(*) from "${table}"`)
  await client.query('vacuum analyze')
  const kilobytes = ((await bytes()) - empty) / businesses / 1000
  note('rows and kB of a business', `${Math.round(all / businesses)}`, kilobytes.toFixed(0))

  process.stdout.write('| night | all done after | all emails sent after | bills | emails | CPU of a business: product | database |\n')
  await night('a usual night: a thirtieth of the places', businesses, `current_date + (abs(hashtext("id"::text)) % 30)`)
  await night('a tenth of the businesses, all of whose places are due', businesses / 10, 'current_date')

  await start()
  await client.query('vacuum analyze')
  const [signIns, answers]: [number[], number[]] = [[], []]
  const owners: Promise<void>[] = []
  const used = cpu()
  for (let n = 1; n <= signInsPerMinute * minutes; n++) {
    owners.push(morning(n, signIns, answers))
    await wait(60_000 / signInsPerMinute)
  }
  await Promise.all(owners)
  const spent = cpu()
  note(`${signInsPerMinute} sign-ins a minute`, `p50 ${ms(percentile(signIns, 0.5))}`, `p95 ${ms(percentile(signIns, 0.95))}`)
  note('their reads', `p50 ${ms(percentile(answers, 0.5))}`, `p95 ${ms(percentile(answers, 0.95))}`, `p99 ${ms(percentile(answers, 0.99))}`)
  const share = (total: number) => `${((100 * total) / (minutes * 60_000)).toFixed(0)} % of a core`
  note('used by product and database', share(spent.product - used.product), share(spent.database - used.database))

  const owner: HttpClient = httpClient(String(running[0]?.url))
  await owner.rpc('accounts.signIn', { email: emailOf(businesses), password: goodPassword })
  await cost('a list', 400, (turn) => owner.rpc(reads[3 + (turn % 4)]?.[0] ?? '', {}))
  await cost('Home', 200, () => owner.rpc('home.today', {}))
  const items = [{ kind: 'free', text: 'A ball', quantity: 1, unit: 1000 }]
  const sale = { items, total: 1000, payments: [{ method: 'cash', amount: 1000 }] }
  await cost('a sale', 200, () => owner.rpc('sales.sell', sale))
  await cost('a sign-in', 60, (turn) =>
    httpClient(String(running[0]?.url)).rpc('accounts.signIn', { email: emailOf(((700 + turn) % businesses) + 1), password: goodPassword }),
  )
} finally {
  await client.end().catch(() => {})
  for (const { child } of running) child.kill('SIGKILL')
  await postgres.stop()
  await inbox.close()
  for (const { remove } of folders) remove()
}
