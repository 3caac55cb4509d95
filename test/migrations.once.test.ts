import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContents, type TableContents } from '#db/embedded/contents.ts'
import { extensions } from '#db/embedded/engine.ts'
import { withClient } from '#db/embedded/server.ts'
import { vendorRows } from '#db/embedded/vendors.sample.ts'
import { migrate } from '#db/migrate.ts'
import { openOnPglite, openServer, type Database } from '#db/open.ts'
import { SingleConnection } from '#db/single.ts'
import { testApp } from './app.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { isTaken, rounds } from './rounds.ts'
import { openCopy } from './template.ts'

const home = mkdtempSync(join(tmpdir(), 'touchline-migrations-'))
let server: PostgresServer
/** The names of all migrations, and how many tables and statements they create. */
let steps: string[]
let whole: { statements: number; tables: number }

/** Creates a database, empty or as a copy of another. */
async function newDatabase(name: string, template = 'template1'): Promise<string> {
  await withClient(server.url, (ask) => ask(`create database "${name}" template "${template}" strategy file_copy`))
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return url.href
}

/** Migrates in this process; returns the statements that ran. */
async function migrateTo(url: string, until?: string): Promise<string[]> {
  const statements: string[] = []
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
    log: ({ query }) => void statements.push(query.sql),
  })
  try {
    await migrate(db, until)
    return statements
  } finally {
    await db.destroy()
  }
}

type End = { exit: number | NodeJS.Signals | null; said: string; errors: string }

/** Migrates in a separate process, killed after `killAt` statements. */
function migrateAside(url: string, killAt?: number): Promise<End> {
  const env = { ...process.env, DATABASE_URL: url, ...(killAt ? { KILL_AT: String(killAt) } : {}) }
  const child = spawn(process.execPath, ['test/migrator.child.ts'], { env })
  let [said, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ exit: signal ?? code, said, errors })))
}

const contentsAt = (url: string) => withClient(url, readContents)
const stepsAt = async (url: string) => {
  const contents = await contentsAt(url)
  if (!contents['kysely_migration']) return []
  return (await withClient(url, (ask) => ask<{ name: string }>('select "name" from "kysely_migration" order by 1'))).map(({ name }) => name)
}
/** The product's own tables; those of the migrator record run times. */
const rowsOf = (contents: Record<string, TableContents>) =>
  Object.fromEntries(Object.entries(contents).flatMap(([name, { rows }]) => (name.startsWith('kysely_') ? [] : [[name, rows]])))

/** Schemas to start from: by day every fifth and the last two. */
const taken = () => steps.filter((_, index) => isTaken(index) || index >= steps.length - 2)

/** Fills every table that is in both the schema and the sample. */
async function fill(url: string): Promise<void> {
  await withClient(url, async (ask) => {
    const tables = Object.keys(await readContents(ask))
    const reference = [
      `insert into "countries" ("id", "nameEn", "nameAr", "currency", "exponent", "dialCode", "timeZones", "firstWeekday", "weekend", "taxRate")
         values ('KW', 'Kuwait', 'الكويت', 'KWD', 3, '+965', '{Asia/Kuwait}', 0, '{5,6}', 0)`,
      `insert into "serviceTypes" ("id", "nameEn", "nameAr", "category", "surface") values ('padel', 'Padel', 'بادل', 'racket', 'turf')`,
    ]
    const [terms] = await ask<{ count: number }>(
      `select count(*)::int as "count" from information_schema.columns where "table_name" = 'enrolments' and "column_name" = 'termsNumber'`,
    )
    for (const statement of [...reference, ...vendorRows(20, 500, terms?.count === 1)])
      if (tables.includes(/insert into "(\w+)"/.exec(statement)?.[1] ?? '')) await ask(statement)
  })
}

/** The columns that the first schema stores of each account, whatever columns were added since. */
const accountsAt = (url: string) =>
  withClient(url, (ask) =>
    ask<object>(
      'select "id", "email", "emailKey", "passwordHash", "totpSecret", "totpIsOn", "totpLastStep", "language", "createdAt" from "users" order by 1',
    ),
  )

/** An empty embedded database, copied because the engine takes seconds to create one. */
const freshEmbedded = () => openCopy(join(home, 'fresh'))

beforeAll(async () => {
  const first = await PGlite.create({ extensions })
  writeFileSync(join(home, 'fresh'), new Uint8Array(await (await first.dumpDataDir('none')).arrayBuffer()))
  await first.close()
  server = await startPostgres()
  const url = await newDatabase('whole')
  whole = JSON.parse((await migrateAside(url)).said) as typeof whole
  steps = await stepsAt(url)
})
afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

test('D5 every released schema with data in it reaches the newest one, keeps its rows, and does nothing the second time', async () => {
  expect(steps.length).toBeGreaterThanOrEqual(2)
  const newest = Object.keys(await contentsAt(await newDatabase('newest').then(async (url) => (await migrateTo(url), url))))
  const released = await newDatabase('released')
  for (const step of taken()) {
    // Goes on from the schema before, which saves half of all migrations.
    await migrateTo(released, step)
    const url = await newDatabase(`from-${step}`, 'released')
    await fill(url)
    const before = await contentsAt(url)
    const accounts = await accountsAt(url)
    expect(accounts, step).toHaveLength(20)
    await migrateTo(url)
    expect(await stepsAt(url), step).toEqual(steps)
    const after = await contentsAt(url)
    expect(Object.keys(after)).toEqual(newest)
    // Weekly slots became dated sessions: each vendor's open batch trains on Sundays and Tuesdays from 1 December to 1 March.
    // Every place got terms.
    // Who has enrolled somebody got rules, so that nothing is offered or billed otherwise than before.
    const { batchSlots: _slots, enrolmentTerms: _terms, billingRules: _rules, ...unchanged } = rowsOf(before)
    expect(after['enrolmentTerms']?.rows, step).toBe(after['enrolments']?.rows)
    expect(after['billingRules']?.rows, step).toBe(
      step < '0044' && (after['enrolments']?.rows ?? 0) > 0 ? 20 : (before['billingRules']?.rows ?? 0),
    )
    expect(rowsOf(after), step).toMatchObject(unchanged)
    expect(after['batchSessions']?.rows, step).toBe(step.startsWith('0001') ? 0 : step.startsWith('0002') ? 20 * 26 : 20)
    expect(await accountsAt(url), step).toEqual(accounts)
    expect((await migrateTo(url)).filter((statement) => /^(?:create|alter|drop|insert|update) /.test(statement))).toEqual([])
    expect(await contentsAt(url), step).toEqual(after)
    // The product checks at start: its role, and forced row-level security on every vendor table.
    await (await openServer(url)).close()
  }
})

/** Migrates an embedded database from schema to schema, adds a user at each, and opens it as the newest. @returns the users there are */
async function usersOf(released: readonly string[]): Promise<string[]> {
  const pglite = await freshEmbedded()
  const db = new Kysely<unknown>({ dialect: new SingleConnection(pglite).dialect() })
  for (const step of released) {
    await migrate(db, step)
    await pglite.query(
      `insert into "users" ("id", "email", "emailKey", "passwordHash", "createdAt") values (gen_random_uuid(), $1, $1, 'x', now())`,
      [step],
    )
  }
  const opened = await openOnPglite(pglite, () => pglite.close())
  const users = await opened.kysely.selectFrom('users').select('email').orderBy('email').execute()
  await opened.close()
  return users.map(({ email }) => email)
}

test('D5 the embedded database of every released schema opens as the newest one with its rows', async () => {
  expect(await usersOf(taken())).toEqual(taken())
  for (const step of taken()) expect(await usersOf([step])).toEqual([step])
})

/** Four bills per enrolment: one unpaid, one half paid and due earlier, one paid, one void. */
const bills = `(select e."vendorId", e."id", e."customer", e."batch", b.* from "enrolments" e cross join (values
  (1, date '2026-12-05', 100, 0, null::timestamptz), (2, date '2026-12-01', 80, 50, null), (3, date '2026-11-01', 70, 70, null),
  (4, date '2026-10-01', 60, 0, now())) b (n, due, price, taken, gone))`
const billIds = `md5(x."id" || x.n::text)::uuid`

test('D5 what is owed for places is filled from the bills there were, and no bill changes, also by an owner who is no superuser', async () => {
  const until = steps[steps.indexOf('0036-owed') - 1]
  const role = 'plainOwner'
  await withClient(server.url, (ask) => ask(`create role "${role}" login createrole`))
  const url = new URL(await newDatabase('owed'))
  const asOwner = new URL(url)
  asOwner.username = role
  await withClient(server.url, (ask) => ask(`alter database "owed" owner to "${role}"`))
  await withClient(url.href, (ask) => ask(`alter schema "public" owner to "${role}"`))
  await migrateTo(asOwner.href, until)
  await fill(url.href)
  const read = () =>
    withClient(url.href, async (ask) => {
      const rows = await ask<{ owed: string; since: string; isFirst: boolean }>(
        `select x."owed"::text, x."unpaidSince"::text as "since", x."unpaidBill" = ${billIds.replace('x.n', '2')} as "isFirst" from "enrolments" x`,
      )
      return new Set(rows.map((row) => JSON.stringify(row)))
    })
  await withClient(url.href, async (ask) => {
    await ask(
      `insert into "sales" ("vendorId", "id", "number", "day", "soldAt", "dueOn", "customer", "channel", "soldBy", "currency", "list", "discount", "net", "tax", "total",
         "paid", "taxRate", "taxIsIncluded", "discountReason", "note", "inputDigest", "voidedAt", "voidReason", "createdAt", "updatedAt")
       select x."vendorId", ${billIds}, 'S2026-0000' || x.n, x.due, now(), x.due, x."customer", 'desk', x."id", 'KWD', x.price, 0, x.price, 0, x.price,
         x.taken, 0, true, '', '', '', x.gone, case when x.gone is not null then 'Wrong' end, now(), now() from ${bills} x`,
    )
    await ask(
      `insert into "saleLines" ("vendorId", "sale", "position", "kind", "text", "quantity", "unit", "list", "discount", "net", "tax", "total",
         "commissionRate", "commissionRule", "commission", "enrolment", "batch")
       select x."vendorId", ${billIds}, 0, 'batch', 'A month', 1, x.price, x.price, 0, x.price, 0, x.price, 0, '', 0, x."id", x."batch" from ${bills} x`,
    )
  })
  await migrateTo(asOwner.href)
  expect(await read()).toEqual(new Set([JSON.stringify({ owed: '130', since: '2026-12-01', isFirst: true })]))
  // Who has enrolled somebody goes on billing parts of a month in full.
  const rules = await withClient(url.href, (ask) =>
    ask<{ billingDay: null; proration: string; isAll: boolean }>(
      `select r."billingDay", r."proration", (select count(distinct "vendorId") from "enrolments") = count(*) over () as "isAll" from "billingRules" r limit 1`,
    ),
  )
  expect(rules).toEqual([{ billingDay: null, proration: 'full', isAll: true }])
  await (await openServer(asOwner.href)).close()
})

test('D5 who has enrolled somebody goes on offering free places by hand, whether or not it has chosen rules before', async () => {
  const url = await newDatabase('offers')
  await migrateTo(url, steps[steps.indexOf('0044-place-offers') - 1])
  await fill(url)
  await withClient(url, (ask) =>
    ask(`insert into "billingRules" ("vendorId", "proration", "createdAt", "updatedAt")
      select min("vendorId"::text)::uuid, 'full', now(), now() from "enrolments"`),
  )
  await migrateTo(url)
  const rules = await withClient(url, (ask) =>
    ask<{ proration: string; placeOffers: string; offerHours: number; isAll: boolean }>(
      `select "proration", "placeOffers", "offerHours",
        (select count(distinct "vendorId") from "enrolments") = sum(count(*)) over () as "isAll" from "billingRules" group by 1, 2, 3 order by 1`,
    ),
  )
  expect(rules).toEqual([
    { proration: 'days', placeOffers: 'byHand', offerHours: 48, isAll: true },
    { proration: 'full', placeOffers: 'byHand', offerHours: 48, isAll: true },
  ])
})

test('D5 a freeze gets the number of entries that the ledger had when the log says it was entered, others stay as they were', async () => {
  const url = await newDatabase('freezes')
  await migrateTo(url, steps[steps.indexOf('0048-freeze-order') - 1])
  await fill(url)
  const frozen = [
    { from: '2026-11-03', to: '2026-11-05' },
    { from: '2026-10-01', to: '2026-10-02' },
  ]
  const uuid = (at: number) => `01900000-0000-7000-8000-00000000000${at}`
  await withClient(url, async (ask) => {
    await ask(`update "enrolments" set "freezes" = '${JSON.stringify(frozen)}'`)
    // The same days were frozen before and no longer are.
    for (const day of [5, 6])
      await ask(`insert into "audit" ("vendorId", "id", "at", "actor", "role", "action", "entity", "target", "after", "requestId", "ip")
        select "vendorId", '${uuid(day)}', '2026-10-0${day}T09:00:00Z', "id", 'owner', 'freeze', 'enrolment', "id"::text,
          jsonb_build_object('freezes', '${JSON.stringify(frozen.slice(0, 1))}'), '${uuid(day)}', '' from "enrolments"`)
    // The second entry is of the moment of the second freeze, the third of the next one.
    for (const [at, instant] of ['2026-10-05T10:00:00Z', '2026-10-06T09:00:00Z', '2026-10-06T09:00:01Z'].entries())
      await ask(`insert into "ledger" ("vendorId", "id", "sequence", "at", "day", "source", "sourceId", "debit", "credit", "amount", "currency", "hash")
        select distinct "vendorId", '${uuid(at)}'::uuid, ${at + 1}, '${instant}'::timestamptz, '2026-10-06'::date, 'sale', '${uuid(at)}'::uuid,
          'cash', 'revenue', 1, 'KWD', sha256('') from "enrolments"`)
  })
  await migrateTo(url)
  const rows = await withClient(url, (ask) => ask<{ freezes: unknown }>('select distinct "freezes" from "enrolments"'))
  expect(rows).toEqual([{ freezes: [{ ...frozen[0], entries: 2 }, frozen[1]] }])
})

test('D5 a kill in the midst leaves a whole schema behind, ten times, and the next run ends what was begun', async () => {
  const url = await newDatabase('killed')
  const times = rounds(10)
  const kills = Array.from({ length: times }, (_, index) => Math.ceil(((index + 0.5) * whole.statements) / times))
  for (const killAt of kills) {
    const { exit, errors } = await migrateAside(url, killAt)
    expect(exit, errors).toBe('SIGKILL')
    const done = await stepsAt(url)
    expect(done, `killed at ${killAt}`).toEqual(steps.slice(0, done.length))
    const tables = Object.keys(await contentsAt(url)).filter((name) => !name.startsWith('kysely_'))
    // All in one transaction: an unfinished migration leaves no table behind.
    expect(tables.length === 0, `killed at ${killAt}`).toBe(done.length === 0)
  }
  expect(await migrateAside(url)).toMatchObject({ exit: 0 })
  expect(await stepsAt(url)).toEqual(steps)
  await (await openServer(url)).close()
})

test('D5 four migrators at once: one makes the tables, the others find them made', async () => {
  const url = await newDatabase('raced')
  const ends = await Promise.all(Array.from({ length: 4 }, () => migrateAside(url)))
  expect(ends.map(({ exit, errors }) => [exit, errors])).toEqual(Array.from({ length: 4 }, () => [0, '']))
  const counts = ends.map(({ said }) => (JSON.parse(said) as typeof whole).tables)
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, whole.tables])
  expect(whole.tables).toBeGreaterThan(15)
  expect(await stepsAt(url)).toEqual(steps)
})

test('D5 a table that someone holds stops a migration after two seconds, changes nothing, and the next run gets through', async () => {
  const url = await newDatabase('held')
  const [first = ''] = steps
  await migrateTo(url, first)
  await fill(url)
  const before = await contentsAt(url)
  await withClient(url, async (ask) => {
    await ask('begin')
    await ask('lock table "countries" in access exclusive mode')
    const begun = performance.now()
    await expect(migrateTo(url)).rejects.toMatchObject({ code: '55P03' })
    const waited = performance.now() - begun
    expect(waited).toBeGreaterThan(1500)
    expect(waited).toBeLessThan(10_000)
    await ask('rollback')
  })
  await wait(50)
  expect(await contentsAt(url)).toEqual(before)
  await migrateTo(url)
  expect(await stepsAt(url)).toEqual(steps)
})

/** What the next version may do to a database that this one still has to work on. */
const laterVersion = [
  `alter table "halls" add column "later" text not null default 'x'`,
  `create table "later" ("id" uuid primary key)`,
  `insert into "kysely_migration" ("name", "timestamp") values ('9999-later', '2027-01-01T00:00:00.000Z')`,
]

async function laterOnServer(): Promise<Database> {
  const url = await newDatabase('later')
  await migrateTo(url)
  await withClient(url, async (ask) => {
    for (const statement of laterVersion) await ask(statement)
  })
  return openServer(url)
}

async function laterEmbedded(): Promise<Database> {
  const pglite = await freshEmbedded()
  await migrate(new Kysely<unknown>({ dialect: new SingleConnection(pglite).dialect() }))
  for (const statement of laterVersion) await pglite.exec(statement)
  return openOnPglite(pglite, () => pglite.close())
}

test.each([
  ['on a server', laterOnServer],
  ['embedded', laterEmbedded],
])('D5 this version starts on the schema of the next one %s, says so once, and works', async (_where, open) => {
  const db = await open()
  expect(db.newer).toEqual(['9999-later'])
  const app = await testApp({}, db)
  const said = app.logLines.filter((line) => line.includes('"level":"warn"'))
  expect(said).toEqual([expect.stringContaining('9999-later')])
  const owner = await app.owner()
  const hall = await owner.calls.halls.create({ title: 'Main hall', size: 10, totalCandidates: 5 })
  expect(await owner.calls.halls.get({ id: hall.id })).toMatchObject({ title: 'Main hall' })
  await owner.calls.accounts.sendOtp({ email: owner.email })
  expect((await app.mails()).map(({ to }) => to)).toContain(owner.email)
  await app.close()
})

test('D5 a database that lacks a migration of ours and has a later one is no newer version: it is refused', async () => {
  const url = await newDatabase('gap')
  await migrateTo(url)
  await withClient(url, async (ask) => {
    for (const statement of laterVersion) await ask(statement)
    await ask(`delete from "kysely_migration" where "name" = '${steps[1] ?? ''}'`)
  })
  const before = await contentsAt(url)
  await expect(openServer(url)).rejects.toThrow('9999-later')
  expect(await contentsAt(url)).toEqual(before)
})
