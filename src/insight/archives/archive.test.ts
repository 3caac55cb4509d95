import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { snapshot, tenant } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { goodPassword } from '../../../test/app.ts'
import { png } from '../../../test/filled.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { isPart, isSecretive, leftOut, platformParts } from './archive.rules.ts'
import { tablesOf } from './archive.tables.server.ts'
import { archiving, mark } from './archives.sample.ts'

let app: Awaited<ReturnType<typeof archiving>>['app']
let a: Awaited<ReturnType<typeof archiving>>['a']
let vendorId: string
let { ok, signIn, list, archived } = {} as Awaited<ReturnType<typeof archiving>>
beforeAll(async () => {
  ;({ app, a, vendorId, ok, signIn, list, archived } = await archiving())
})
afterAll(() => app.close())

const dayMs = 86_400_000

const jsonOf = (files: Map<string, Buffer>, table: string) =>
  String(files.get(`data/${table}.json`))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const csvOf = (files: Map<string, Buffer>, table: string) => {
  const text = String(files.get(`data/${table}.csv`))
  expect(text.startsWith('\ufeff')).toBe(true)
  return Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true }).data
}
const sum = (rows: Record<string, string>[], column: string) => rows.reduce((total, row) => total + Number(row[column]), 0)

type Manifest = {
  asOf: string
  tables: { table: string; rows: number; columns: string[]; sums: Record<string, Record<string, string>> }[]
  files: { path: string; bytes: number; sha256: string }[]
  missing: string[]
}

test('the archive opens without us: its counts and sums are those of the screens, its files are the stored ones', async () => {
  const notes = '=HYPERLINK("https://example.com")'
  const odd = await ok('customers.create', { firstName: 'Zoë', lastName: 'كرم', phone: '0507654321', notes, id: newId() })
  for (const colour of ['#ffffff', '#d2393a']) await a.upload('cover', await png(300, 200, colour))
  const { files, zip } = await archived()
  const place = join(app.app.config.dataDir, 'fetched.zip')
  writeFileSync(place, zip)
  const hasUnzip = existsSync('/usr/bin/unzip')
  if (hasUnzip) expect(String(execFileSync('/usr/bin/unzip', ['-t', place]))).toContain('No errors detected')

  const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest
  expect([...files.keys()].toSorted()).toEqual(['manifest.json', ...manifest.files.map(({ path }) => path)].toSorted())
  for (const { path, bytes, sha256 } of manifest.files) {
    const content = files.get(path) ?? Buffer.alloc(0)
    expect([path, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([path, bytes, sha256])
  }

  const customers = csvOf(files, 'customers')
  expect(customers).toHaveLength(Number((await ok('customers.list', {}))['total']))
  expect(csvOf(files, 'enrolments')).toHaveLength(Number((await ok('enrolments.list', {}))['total']))
  const sales = (await ok('sales.list', {})) as { total?: number; sums?: { total: number; paid: number } }
  expect([csvOf(files, 'sales').length, sum(csvOf(files, 'sales'), 'total'), sum(csvOf(files, 'payments'), 'amount')]).toEqual([
    sales.total,
    sales.sums?.total,
    sales.sums?.paid,
  ])
  expect(sales.sums?.total).toBeGreaterThan(0)
  const expenses = (await ok('expenses.list', {})) as { sums?: { amount: number; tax: number } }
  expect([sum(csvOf(files, 'expenses'), 'amount'), sum(csvOf(files, 'expenses'), 'tax')]).toEqual([
    expenses.sums?.amount,
    expenses.sums?.tax,
  ])
  expect(expenses.sums?.amount).toBeGreaterThan(0)
  const ledger = csvOf(files, 'ledger')
  const moneyAccounts = ['cash', 'marketplaceReceivable', 'payoutClearing']
  const closing = ledger.reduce(
    (total, row) =>
      total +
      Number(row['amount']) *
        (Number(moneyAccounts.includes(String(row['debit']))) - Number(moneyAccounts.includes(String(row['credit'])))),
    0,
  )
  expect(closing).toBe((await ok('finance.statement', { from: '2026-01-01', to: '2026-12-31' }))['closing'])
  const listed = manifest.tables.find(({ table }) => table === 'sales')
  expect(listed).toMatchObject({ rows: sales.total, sums: { AED: { total: String(sales.sums?.total) } } })
  expect(String(files.get('README.txt'))).toContain(`    total ${sales.sums?.total} AED`)

  // JSON is exact, and the CSV the same except for its apostrophe.
  const own = jsonOf(files, 'customers').find(({ id }) => id === odd['id'])
  expect(own).toMatchObject({ firstName: 'Zoë', lastName: 'كرم', phone: '+971507654321', notes })
  expect(customers.find(({ id }) => id === odd['id'])).toMatchObject({ lastName: 'كرم', phone: '+971507654321', notes: `'${notes}` })
  for (const { table, rows, columns } of manifest.tables) {
    expect([table, jsonOf(files, table).length, csvOf(files, table).length]).toEqual([table, rows, rows])
    for (const row of jsonOf(files, table)) expect(Object.keys(row)).toEqual(columns)
  }
  expect((await list())[0]).toMatchObject({ rows: manifest.tables.reduce((total, { rows }) => total + rows, 0), bytes: zip.length })

  // Every image has the bytes that a page shows.
  const media = jsonOf(files, 'media').map(({ image }) => String(image))
  expect(media.length).toBeGreaterThanOrEqual(3)
  expect(manifest.missing).toEqual([])
  for (const image of media) {
    const shown = Buffer.from(await (await fetch(`${app.url}${image}`)).arrayBuffer())
    expect(files.get(image.replace('/media/', 'files/'))?.equals(shown)).toBe(true)
  }
})

test('medical notes and emergency contacts are in the archive of an owner, and nowhere in that of an accountant', async () => {
  const filled = ['Asthma', 'Huda Karam', '+971501234568', '"Aunt"']
  const lacking = (files: Map<string, Buffer>) => filled.filter((text) => ![...files.values()].some((content) => content.includes(text)))
  const own = await archived()
  expect(lacking(own.files)).toEqual([])
  expect(jsonOf(own.files, 'customers')).toContainEqual(expect.objectContaining({ medicalNote: 'Asthma', emergencyPhone: '+971501234568' }))
  const become = (role: 'owner' | 'accountant') =>
    asOwner(app.app.db, (db) => sql`update "members" set "role" = ${role} where "vendorId" = ${vendorId}`.execute(db))
  await become('accountant')
  const { files } = await archived()
  await become('owner')
  expect(lacking(files)).toEqual(filled)
  const customer = jsonOf(files, 'customers').find(({ firstName }) => firstName === 'Amal')
  expect(customer).toMatchObject({ guardianName: 'Layla Karam', photoConsent: 'notAsked' })
  expect(Object.keys(customer ?? {}).filter((name) => /medical|emergency/.test(name))).toEqual([])
  expect(String(files.get('data/customers.csv'))).not.toMatch(/medicalNote|emergency/)
  // The log says that the customer was added, without these values.
  const created = jsonOf(files, 'audit').find(({ action, target }) => action === 'create' && target === customer?.['id'])
  expect(created?.['after']).toMatchObject({ firstName: 'Amal' })
  expect(created?.['after']).not.toHaveProperty('medicalNote')
  const { leftOut: named } = JSON.parse(String(files.get('manifest.json'))) as { leftOut: Record<string, string> }
  expect(Object.keys(named).filter((name) => name.startsWith('customers.'))).toEqual(
    expect.arrayContaining(['customers.medicalNote', 'customers.emergencyPhone']),
  )
})

test("the archive has every row of the vendor, none of another's, and no secret", async () => {
  const feed = await ok('feeds.create', { trainer: null })
  const iban = 'AE070331234567890123456'
  await ok('payouts.setAccount', { holder: 'Al Noor', bankName: 'Emirates', account: iban })
  const { files } = await archived()
  const whole = [...files].map(([path, content]) => (path.endsWith('.webp') ? '' : String(content))).join('\n')
  expect(whole).not.toContain(mark)
  expect(whole).toContain('Al Noor Sports')
  const secrets = await asOwner(app.app.db, async (owner) => {
    const { rows } = await sql<{ secret: string }>`
      select "passwordHash" as "secret" from "users" union all select encode("hash", 'hex') from "sessions"
      union all select encode("hash", 'hex') from "calendarFeeds" union all select encode("hash", 'hex') from "quoteLinks"
      union all select encode("hash", 'hex') from "offerLinks"
      union all select "sealed" from "payoutAccounts"`.execute(owner)
    return rows.map(({ secret }) => secret)
  })
  expect(secrets.length).toBeGreaterThan(4)
  const token = String(feed['path']).slice('/calendar/'.length, -'.ics'.length)
  expect([...secrets, token, iban, goodPassword].filter((secret) => whole.includes(secret))).toEqual([])
  expect(csvOf(files, 'members')).toEqual([expect.objectContaining({ email: a.email, role: 'owner', state: 'active' })])
  const { rows } = await tenant(app.app.db, vendorId, (trx) =>
    sql<{ name: string }>`select tablename as "name" from pg_policies where schemaname = 'public' and policyname = 'tenant'`.execute(trx),
  )
  expect(rows.length).toBeGreaterThan(30)
  for (const { name } of rows.filter((table) => !(table.name in leftOut))) {
    const { count } = await tenant(app.app.db, vendorId, (trx) =>
      sql<{ count: number }>`select count(*)::int as "count" from ${sql.table(name)}`
        .execute(trx)
        .then((found) => found.rows[0] ?? { count: -1 }),
    )
    // Its ready notice was sent after the archive was created, in the app and by mail.
    const later = name === 'deliveries' ? 2 : 0
    expect([name, jsonOf(files, name).length]).toEqual([name, count - later])
  }
})

test('every table and column of vendors is in the archive or left out by name with a reason', async () => {
  const { rows } = await asOwner(app.app.db, (owner) =>
    sql<{ table: string; column: string; type: string; isTenants: boolean }>`
      select c.relname as "table", a.attname as "column", t.typname as "type",
        exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant') as "isTenants"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
      where c.relkind in ('r', 'p') and c.oid in (select attrelid from pg_attribute where attname = 'vendorId')`.execute(owner),
  )
  const unlisted = (all: typeof rows) =>
    all.flatMap(({ table, column, type, isTenants }) => {
      const isListed = [table, `${table}.${column}`, `*.${column}`].some((name) => name in leftOut)
      if (isListed) return []
      if (!isTenants && !platformParts.includes(table)) return [table]
      return isSecretive(table, column, type) ? [`${table}.${column}`] : []
    })
  expect(unlisted(rows), 'add it to leftOut with a reason, or a platform table to platformParts').toEqual([])
  const planted = { table: 'planted', column: 'apiToken', type: 'text', isTenants: true }
  expect(unlisted([planted])).toEqual(['planted.apiToken'])
  expect(unlisted([{ ...planted, column: 'name', isTenants: false }])).toEqual(['planted'])
  const tables = await tenant(app.app.db, vendorId, (trx) => tablesOf(trx, vendorId, true))
  const read = new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)))
  const missed = rows.filter(
    ({ table, column, type, isTenants }) =>
      (isTenants || platformParts.includes(table)) && isPart(table, column, type) && !read.has(`${table}.${column}`),
  )
  expect(missed).toEqual([])
  expect(Object.values(leftOut).every((why) => why.length > 5)).toBe(true)
})

test('a sale while the archive is read is in none of its tables, and waits for none of its pages', async () => {
  const { db } = app.app
  const sell = () =>
    ok('sales.sell', {
      customer: a.ids.customer,
      items: [{ kind: 'free', text: 'A bib', quantity: 1, unit: 2100 }],
      payments: [{ method: 'cash', amount: 2100 }],
      total: 2100,
    })
  const before = Number((await ok('sales.list', {}))['total'])
  const seen = new Map<string, Record<string, unknown>[]>()
  let sold = 0
  const select = (table: string) => `select * from "${table}" where "vendorId" = '${vendorId}'`
  await snapshot(
    db,
    vendorId,
    async (trx) => {
      await trx.selectFrom('sales').select('id').where('vendorId', '=', vendorId).execute()
      // The snapshot is taken; on one connection the next sale can only happen once the rows are set aside.
      if (db.engine === 'server' && (await sell())) sold += 1
      return ['sales', 'payments', 'ledger'].map((table) => ({ table, select: select(table) }))
    },
    async ({ table }, pages) => {
      if (await sell()) sold += 1
      seen.set(table, (await Array.fromAsync(pages)).flat())
    },
  )
  expect(sold).toBe(db.engine === 'server' ? 4 : 3)
  expect(Number((await ok('sales.list', {}))['total'])).toBe(before + sold)
  const [sales = [], payments = [], ledger = []] = ['sales', 'payments', 'ledger'].map((table) => seen.get(table))
  expect(sales).toHaveLength(before)
  const total = (rows: Record<string, unknown>[], column: string) => rows.reduce((all, row) => all + Number(row[column]), 0)
  const moved = (account: string) =>
    total(
      ledger.filter(({ debit }) => debit === account),
      'amount',
    ) -
    total(
      ledger.filter(({ credit }) => credit === account),
      'amount',
    )
  expect(moved('customerReceivable')).toBe(total(sales, 'total') - total(payments, 'amount'))
  expect(total(payments, 'amount')).toBeGreaterThan(0)
})

test('it works when the trial is over', async () => {
  app.clock.advance(40 * dayMs)
  await signIn()
  expect((await a.rpc('halls.create', { title: 'South pitch', size: 1, totalCandidates: 1 })).body.code).toBe('plan/trial-expired')
  const { files } = await archived()
  expect(csvOf(files, 'customers')).toHaveLength(Number((await ok('customers.list', {}))['total']))
})
