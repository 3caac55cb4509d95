import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { recomputed } from '#insight/challenges/challenge.sample.ts'
import { checkBankFile } from '#money/banking/bank-checked.sample.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { isBooked } from '#timetable/enrolments/booked.server.ts'
import { demoAccounts, demoTeam, fillDemo } from '../scripts/demo/fill.ts'
import { demoPassword } from '../scripts/demo/office.ts'
import { north } from '../scripts/demo/north.ts'
import { gulf } from '../scripts/demo/gulf.ts'
import { fieldsOf } from '#lib/choices.ts'
import { addDays, addMonths, lastDayOf } from '#lib/days.ts'
import { readJson } from '#lib/json.ts'
import { languages } from '#lib/manner.ts'
import { testApp, type TestApp } from './app.ts'
import { demoBank } from './demo-bank.ts'
import { assertBooks } from './demo-books.ts'
import { asOwner, wholeDatabase } from './owner-role.ts'
import { isNightly } from './rounds.ts'

const today = '2026-11-21'
const size = isNightly ? { days: 80, people: 110 } : { days: 66, people: 100 }
/** The demo that is filled twice to compare the results. */
const small = isNightly ? { days: 25, people: 15 } : { days: 10, people: 8 }
// Image addresses depend on the installation's secret, and so does the order of equal rows.
const env = { SECRET_KEY: 'a secret that both installations of the test share' }

let apps: TestApp[]
let twins: TestApp[]
beforeAll(async () => {
  apps = [await testApp(env)]
  twins = [await testApp(env), await testApp(env)]
  for (const { app, clock } of [...apps, ...twins]) {
    await fillDemo(app, today, apps.some((one) => one.app === app) ? size : small, undefined, app === twins[0]?.app)
    clock.set(Date.parse(`${today}T06:00:00Z`))
  }
})
afterAll(() => Promise.all([...apps, ...twins].map((app) => app.close())))

const [first] = [() => apps[0] as TestApp]
/** Rows as the owner of the tables sees them. */
const rowsOf = <Row>(query: ReturnType<typeof sql<Row>>) => asOwner(first().app.db, async (owner) => (await query.execute(owner)).rows)

test('the same day gives the same rows, whether its years are played beside each other or one after the other', async () => {
  const [one = '', other = ''] = await Promise.all(
    twins.map(async ({ app }) =>
      (await wholeDatabase(app.db))
        .split('\n')
        // The salts of passwords and sealed values are random, and migration times differ.
        .map((line) => line.replace(/"(?:passwordHash|sealed)": "[^"]+"/, ''))
        .filter((line) => !line.startsWith('kysely_'))
        .toSorted()
        .join('\n'),
    ),
  )
  expect(one.split('\n').length).toBeGreaterThan(2000)
  // Compared by line, since a diff of two full databases would be unreadable.
  const others = new Set(other.split('\n'))
  expect(
    one
      .split('\n')
      .filter((line) => !others.has(line))
      .slice(0, 3),
  ).toEqual([])
  expect(other.length).toBe(one.length)
})

test('what the owners were told comes of their business, its mails have left, and the last days are unread', async () => {
  const logged = await rowsOf(sql<{ kind: string; channel: string; states: string[] }>`
    select "kind", "channel", array_agg(distinct "state") as "states" from "deliveries" group by 1, 2 order by 1, 2`)
  expect(logged.filter(({ channel }) => channel === 'mail').flatMap(({ states }) => states)).toEqual(
    expect.not.arrayContaining(['queued', 'failed']),
  )
  const shown = logged.filter(({ channel }) => channel === 'app').map(({ kind }) => kind)
  expect(shown).toEqual(expect.arrayContaining(['marketplaceSale', 'planChanged', 'quoteAnswered']))
  const unread = await rowsOf(sql<{ count: number; oldest: string }>`
    select count(*)::int as "count", min("at")::text as "oldest" from "deliveries" where "channel" = 'app' and "readAt" is null`)
  expect(unread[0]?.count).toBeGreaterThan(0)
})

test('two vendors have a year of business, a third has only registered', async () => {
  const accounts = await rowsOf(sql<{ email: string; plan: string | null; customers: number; states: string[] }>`
    select m."email", p."plan", (select count(*)::int from "customers" c where c."vendorId" = m."vendorId") as "customers",
      (select array_agg(distinct b."state" order by b."state") from "batches" b where b."vendorId" = m."vendorId") as "states"
    from "merchants" m join "vendorPlans" p on p."vendorId" = m."vendorId" order by m."createdAt", m."email" desc`)
  expect(accounts.map(({ email, plan }) => [email, plan])).toEqual(
    expect.arrayContaining(demoAccounts.map(({ email }, index) => [email, ['elite', 'pro', null][index]])),
  )
  for (const { email, customers, states } of accounts.filter(({ plan }) => plan !== null)) {
    expect(customers, email).toBeGreaterThan(40)
    expect(states, email).toEqual(['cancelled', 'completed', 'draft', 'open'])
  }
  expect(demoTeam).toHaveLength(4)
  for (const { email } of [...demoAccounts, ...demoTeam]) {
    const { calls } = first().browser()
    expect(await calls.accounts.signIn({ email, password: demoPassword })).toMatchObject({ status: 'active' })
  }
})

test('no trainer and no hall is in two sessions at once, and nothing is dated after today', async () => {
  const overlaps = await rowsOf(sql<{ count: number }>`
    select count(*)::int as "count" from "batchSessions" a join "batchSessions" b
      on a."vendorId" = b."vendorId" and a."id" < b."id" and (a."trainer" = b."trainer" or a."hall" = b."hall")
      and a."startsAt" < b."endsAt" and b."startsAt" < a."endsAt"
    where a."state" <> 'cancelled' and b."state" <> 'cancelled'`)
  expect(overlaps).toEqual([{ count: 0 }])
  const late = await rowsOf(
    sql<{ count: number }>`select count(*)::int as "count" from "audit" where "at" >= ${`${today}T00:00:00Z`} and "action" <> 'sign-in'`,
  )
  expect(late).toEqual([{ count: 0 }])
})

test('every mark is of a person who was expected, at rates as in life; a few sessions are left to mark', async () => {
  const vendors = await rowsOf(sql<{ id: string }>`select distinct "vendorId" as "id" from "attendance"`)
  expect(vendors).toHaveLength(2)
  for (const { id } of vendors) {
    const [marks] = await rowsOf(sql<{ count: number; booked: number; present: number; late: number }>`
      select count(*)::int as "count", count(*) filter (where ${isBooked(id)})::int as "booked",
        count(*) filter (where a."mark" = 'present')::float8 / count(*) as "present", count(*) filter (where a."mark" = 'late')::float8 / count(*) as "late"
      from "attendance" a
      join "batchSessions" s on s."vendorId" = ${id} and s."id" = a."session"
      join "enrolments" e on e."vendorId" = ${id} and e."id" = a."enrolment" and e."customer" = a."customer"
      where a."vendorId" = ${id}`)
    expect(marks?.count).toBeGreaterThan(250)
    expect(marks?.booked).toBe(marks?.count)
    expect(marks?.present).toBeCloseTo(0.86, 1)
    expect(marks?.late).toBeCloseTo(0.05, 1)
    const [left] = await rowsOf(sql<{ count: number }>`
      select count(*)::int as "count" from "batchSessions" s where s."vendorId" = ${id} and s."state" = 'scheduled' and s."day" < ${today}
        and exists (select 1 from "enrolments" e where ${isBooked(id)})`)
    expect(left?.count).toBeGreaterThan(0)
  }
})

test('what the lists answer is what the rows add up to', async () => {
  for (const { email } of demoAccounts.slice(0, 2)) {
    const { calls } = first().browser()
    await calls.accounts.signIn({ email, password: demoPassword })
    const { vendorId } = await calls.accounts.session()
    const sums = await rowsOf(sql<{ batch: string; held: number; unnamed: number; waiting: number }>`
      select "batch", count(*) filter (where "state" = 'offered' and "customer" is null)::int as "unnamed",
        count(*) filter (where ("state" = 'active' and "endDate" >= ${today}) or "state" = 'offered')::int as "held",
        count(*) filter (where "state" = 'waitlisted')::int as "waiting"
      from "enrolments" where "vendorId" = ${vendorId} group by "batch" order by "batch"`)
    const { rows } = await calls.batches.list({ size: 100 })
    const listed = (batch: string) => rows.find(({ id }) => id === batch)
    for (const { batch, held, unnamed, waiting } of sums) {
      expect([listed(batch)?.enrolled, listed(batch)?.waitlisted], batch).toEqual([held, waiting])
      // The list is of people; a place whose name is missing is on none.
      expect((await calls.enrolments.list({ batch, state: 'held' })).total, batch).toBe(held - unnamed)
      expect(held, batch).toBeLessThanOrEqual(listed(batch)?.totalCandidates ?? 0)
    }
    expect((await calls.enrolments.list({ state: 'waitlisted' })).total).toBe(sums.reduce((sum, { waiting }) => sum + waiting, 0))
    expect(sums.some(({ waiting }) => waiting >= 3)).toBe(true)
    expect(sums.some(({ unnamed }) => unnamed > 0)).toBe(true)
    for (const state of ['active', 'frozen', 'expiring', 'pastDue', 'offered', 'cancelled', 'completed'] as const)
      expect((await calls.enrolments.list({ state })).total, `${email} ${state}`).toBeGreaterThan(0)
  }
})

test.each([north, gulf])('the books of $email are what the rows of each month come to, to the minor unit', async ({ email, zone }) => {
  const { calls } = first().browser()
  await calls.accounts.signIn({ email, password: demoPassword })
  const { vendorId } = await calls.accounts.session()
  await assertBooks(first(), { calls, vendorId, zone }, addDays(today, -size.days), today)
  expect(await tenant(first().app.db, vendorId, (trx) => reconcile(trx, vendorId))).toEqual([])
})

test.each(demoAccounts.slice(0, 2))('the bank of $email is matched with its books', async ({ email }) => {
  const { calls } = first().browser()
  await calls.accounts.signIn({ email, password: demoPassword })
  const { vendorId } = await calls.accounts.session()
  const bank = (await calls.cashbook.choices()).find(({ kind, isFirst }) => kind === 'bank' && isFirst)?.id ?? ''
  const lines = await demoBank(first(), vendorId, bank, today, 300)
  const { right, accepted } = await checkBankFile({ app: first(), calls, vendorId, bank }, lines)
  console.log(`${lines.length} lines of the bank: ${right} proposed rightly, ${accepted} accepted as sure`)
  expect(lines.length).toBeGreaterThan(50)
})

test.each(demoAccounts.slice(0, 2))('the log of money of $email has a word for all that was done', async ({ email }) => {
  const { calls } = first().browser()
  await calls.accounts.signIn({ email, password: demoPassword })
  const names = new Set<string>()
  for (let page = 1; ; page++) {
    const { rows, total } = await calls.reports.audit({ page, size: 100 })
    for (const { entity, action, fields } of rows) {
      for (const { name } of fields.filter((field) => !field.name.includes('.'))) names.add(`fields.${name}`)
      names.add(`entities.${entity}`).add(`actions.${action}`)
    }
    if (page * 100 >= total) break
  }
  expect(names.size).toBeGreaterThan(60)
  for (const language of languages) {
    const words = readJson(readFileSync(`src/insight/reports/text.${language}.json`, 'utf8'))
    const unnamed = [...names].filter((name) => {
      const [group = '', word = ''] = name.split('.')
      return !Object.hasOwn(fieldsOf(fieldsOf(words)[group]), word)
    })
    expect(unnamed).toEqual([])
  }
})

test('trainers are paid by session, hour, head and share', async () => {
  const rows = await rowsOf(sql<{ unit: string }>`select distinct "unit" from "trainerRates" order by "unit"`)
  expect(rows.map(({ unit }) => unit)).toEqual(expect.arrayContaining(['head', 'hour', 'share']))
  const paid = await rowsOf(sql<{ unit: string }>`select distinct p."unit" from "batchSessions" s
    join "trainerRates" p on p."vendorId" = s."vendorId" and p."trainer" = s."trainer" and s."day" >= p."fromDay" where s."state" = 'completed'`)
  expect(paid.length).toBeGreaterThanOrEqual(3)
})

test.each([north, gulf])('in every month of $email, each attended place is billed, free or billed later', async ({ email }) => {
  const { calls } = first().browser()
  await calls.accounts.signIn({ email, password: demoPassword })
  let attended = 0
  for (let day = addDays(today, -size.days); day <= today; day = addMonths(day, 1)) {
    const { kinds } = await calls.finance.delivered({ from: `${day.slice(0, 7)}-01`, to: lastDayOf(day.slice(0, 7)) })
    const count = Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]))
    expect([count['unbilled'], count['ended']], day).toEqual([0, 0])
    attended += count['agreed'] ?? 0
  }
  expect(attended).toBeGreaterThan(100)
})

test.each([north, gulf])('every board of $email is what the facts alone come to', async ({ email }) => {
  const { calls } = first().browser()
  await calls.accounts.signIn({ email, password: demoPassword })
  const { vendorId } = await calls.accounts.session()
  const points = await recomputed(first(), vendorId)
  const challenges = await rowsOf(sql<{ id: string }>`
    select distinct "challenge" as "id" from "challengeEntries" where "vendorId" = ${vendorId} order by 1`)
  expect(challenges).toHaveLength(3)
  for (const { id } of challenges) {
    const own = (await calls.challenges.board({ challenge: id, size: 100 })).rows.filter(({ isOwn }) => isOwn)
    expect(own.length).toBeGreaterThan(5)
    expect(own.some((row) => row.points > 0)).toBe(true)
    expect(own.map((row) => [row.id, row.points])).toEqual(own.map((row) => [row.id, points.get(row.id)]))
  }
})

test.each(['refunds', 'expenses', 'payouts', 'payLines', 'trainerPayments', 'dayCloses', 'quotes', 'timeOff', 'planInvoices'] as const)(
  'there are %s',
  async (table) => {
    const [row] = await rowsOf(sql<{ count: number }>`select count(*)::int as "count" from ${sql.table(table)}`)
    expect(row?.count).toBeGreaterThan(0)
  },
)

test('phones are of the vendor’s country: valid in Kuwait, of the range for fiction in Britain', async () => {
  const phones = await rowsOf(sql<{ phone: string; code: string }>`
    select coalesce(nullif(c."phone", ''), c."guardianPhone") as "phone", m."code" from "customers" c join "merchants" m on m."vendorId" = c."vendorId"`)
  const isRight = ({ phone, code }: { phone: string; code: string }) =>
    code === 'GB'
      ? /^\+447700900\d{3}$/.test(phone)
      : parsePhoneNumberFromString(phone)?.isValid() && parsePhoneNumberFromString(phone)?.country === code
  expect(phones.length).toBeGreaterThan(80)
  expect(phones.filter((row) => !isRight(row))).toEqual([])
})

test('a database with users is left alone, and production is refused', async () => {
  await expect(fillDemo(first().app, today, size)).rejects.toThrow('this one has users already')
  const folder = mkdtempSync(join(tmpdir(), 'touchline-demo-'))
  const run = promisify(execFile)(process.execPath, ['scripts/demo.ts', today], {
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: folder },
  })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: 'The demo has known passwords, so it does not run with NODE_ENV=production\n',
  })
  rmSync(folder, { recursive: true })
})
