import { describe, expect, test } from 'vitest'
import { faultsOfMigration, faultsOnDistributed } from './migration-statements.ts'
import { faultsOf, problemOf, tables, type Collected } from './statements.collected.ts'
import { checkStatement, rules, type Rule, type Tables } from './statements.ts'

/** Rules for SQL that runs unchanged on one server and on a cluster, checked on each text that the tests send (see statements.setup.ts). */

const some: Tables = new Map([
  ['sales', 'tenant'],
  ['saleLines', 'tenant'],
  ['enrolments', 'tenant'],
  ['users', 'platform'],
  ['members', 'platform'],
  ['countries', 'reference'],
  ['boardOwner', 'platform'],
] as const)

const broken = (text: string) => checkStatement(text, some).map(({ rule, what }) => `${rule}: ${what}`)

const good = {
  'each table by the parameter': `select s."id" from "sales" s join "saleLines" l on l."vendorId" = $1 and l."sale" = s."id" where s."vendorId" = $2`,
  'a table by its own name': `select "id" from "sales" where "sales"."vendorId" = $1`,
  'one table without a name': `select "id" from "sales" where "vendorId" = $1 and ("id" = $2 or "number" = $3)`,
  'with a type, the other way round': `select "id" from "sales" as "s" where $1::uuid = "s"."vendorId"`,
  'any of some': `select "id" from "sales" where "vendorId" = any($1::uuid[])`,
  'in brackets': `select "id" from "sales" where ("vendorId" = $1 and ("id" = $2))`,
  'an outer join': `select 1 from "sales" s left join "saleLines" l on l."vendorId" = $1 and l."sale" = s."id" where s."vendorId" = $1`,
  'a table of all vendors': `select c."id" from "countries" c, "sales" s where s."vendorId" = $1 and c."id" = s."country"`,
  'a CTE': `with "own" as (select "id" from "sales" where "vendorId" = $1) select * from "own" o where o."id" = $2`,
  'a CTE that hides a table': `with "sales" as (select "id" from "sales" where "vendorId" = $1) select * from "sales"`,
  'a recursive CTE': `with recursive "a" ("id") as (select 1 union all select "id" + 1 from "a") select 1 from "a"`,
  'a union': `select 1 from "sales" where "vendorId" = $1 union all select 2 from "saleLines" where "vendorId" = $1`,
  'a lateral sub-select': `select 1 from "sales" s cross join lateral (select 1 from "saleLines" l where l."vendorId" = $1) x where s."vendorId" = $1`,
  'a function of rows': `select 1 from jsonb_to_recordset($1::jsonb) as x ("id" uuid) join "sales" s on s."vendorId" = $2 and s."id" = x."id"`,
  'a join in brackets': `select 1 from ("sales" s join "saleLines" l on l."vendorId" = $1) where s."vendorId" = $1`,
  'words that look like clauses': `select extract(day from "at") is distinct from $2, left("a", 2) from "sales" where "vendorId" = $1`,
  'texts that look like tables': `select 'from "sales" (' as "a" -- from "sales"\n from "users"`,
  'rows that are added': `insert into "sales" ("vendorId", "id") values ($1, $2), ($3, $4) on conflict ("vendorId", "id") do update set "id" = $5 returning "id"`,
  'rows of a query that are added to a platform table': `insert into "members" ("userId") select "id" from "users"`,
  'rows that are changed': `update "sales" as s set "at" = now() from "saleLines" l where s."vendorId" = $1 and l."vendorId" = $1`,
  'rows that are taken away': `delete from "sales" using "saleLines" l where "sales"."vendorId" = $1 and l."vendorId" = $1`,
  'a changing CTE of a tenant table': `with "gone" as (delete from "sales" where "vendorId" = $1 returning "id") select count(*) from "gone"`,
  'platform tables alone': `select u."id" from "users" u left join "members" m on m."userId" = u."id" for update of u`,
  'a lock': `select "id" from "sales" where "vendorId" = $1 order by "id" for no key update skip locked`,
  'a cursor': `declare "c" no scroll cursor with hold for select * from "sales" where "vendorId" = '0195'`,
  'no query': `begin isolation level repeatable read read only`,
  'a setting': `select "appSetVendor"('0195')`,
  'a sign at the end': `set local role "touchlineApp";`,
}

test.each(Object.entries(good))('a good statement: %s', (_name, text) => {
  expect(broken(text)).toEqual([])
})

const planted: Record<Rule, Record<string, string[]>> = {
  vendor: {
    [`select 1 from "sales"`]: ['sales'],
    [`select 1 from "sales" s join "saleLines" l on l."vendorId" = s."vendorId" where s."vendorId" = $1`]: ['saleLines l'],
    [`select 1 from "sales" s where s."vendorId" = $1 and exists (select 1 from "saleLines" l where l."vendorId" = s."vendorId")`]: [
      'saleLines l',
    ],
    [`select (select count(*) from "saleLines" l where s."vendorId" = $1) from "sales" s where s."vendorId" = $1`]: ['saleLines l'],
    [`with "all" as (select * from "sales") select * from "all" where "vendorId" = $1`]: ['sales'],
    [`select 1 from (select * from "sales") x where x."vendorId" = $1`]: ['sales'],
    [`select 1 from "sales" where "vendorId" = $1 or "id" = $2`]: ['sales'],
    [`select 1 from "sales" where not "vendorId" = $1`]: ['sales'],
    [`select 1 from "sales" where "vendorId" = $1 union select 1 from "enrolments"`]: ['enrolments'],
    [`select 1 from "sales" s left join "saleLines" l on s."vendorId" = $1 and l."vendorId" = $1`]: ['sales s'],
    [`select 1 from "sales" s, "saleLines" l where "vendorId" = $1`]: ['sales s', 'saleLines l'],
    [`update "sales" set "state" = $1 where "id" = $2`]: ['sales'],
    [`delete from "sales" where "vendorId" = (select "vendorId" from "saleLines" where "vendorId" = $1)`]: ['sales'],
    [`insert into "sales" ("id") values ($1)`]: ['sales'],
    [`select 1 from "sales" where coalesce("vendorId" = $1, true)`]: ['sales'],
  },
  lock: { [`select 1 from "sales" s where s."id" = $1 for key share`]: ['sales s'] },
  mixed: {
    [`select 1 from "sales" s left join "users" u on u."id" = s."by" where s."vendorId" = $1`]: ['sales with users'],
    [`with "who" as (select 1 from "members") select 1 from "sales" where "vendorId" = $1`]: ['sales with members'],
    [`select (select "email" from "users") from "sales" where "vendorId" = $1`]: ['sales with users'],
    [`select 1 from "sales" where "vendorId" = $1 and "boardOwner"("id") = $2`]: ['sales with boardOwner'],
    [`insert into "sales" ("vendorId", "by") values ($1, (select "id" from "members"))`]: ['sales with members'],
  },
  emptyList: {
    [`select 1 from "users" where exists (select from "members")`]: ['a select list'],
    [`select exists(select where $1)`]: ['a select list'],
  },
  platformCte: {
    [`with "new" as (insert into "users" ("id") values ($1) returning "id") select 1 from "new"`]: ['users'],
    [`with "new" as (update "users" set "id" = $1), "old" as (delete from "members") select 1`]: ['users', 'members'],
  },
  insertSelect: {
    [`insert into "sales" ("vendorId", "id") select $1, x."id" from jsonb_to_recordset($2) as x ("id" uuid)`]: ['sales'],
    [`with "x" as (select 1 as "id") insert into "sales" ("vendorId", "id") select $1, "id" from "x"`]: ['sales'],
  },
  apart: {
    [`begin; set local role "touchlineApp"; select "appSetVendor"('0195')`]: ['3 statements'],
    [`select 1 from "sales" where "vendorId" = $1; select 1 from "countries"`]: ['2 statements'],
  },
  volatile: {
    [`update "sales" set "id" = gen_random_uuid() where "vendorId" = $1`]: ['gen_random_uuid()'],
    [`insert into "sales" ("vendorId") values ($1) on conflict do update set "at" = coalesce(clock_timestamp(), $2)`]: [
      'clock_timestamp()',
    ],
  },
}

describe.each(Object.entries(planted))('a planted fault of %s', (rule, texts) => {
  test.each(Object.entries(texts))('%s', (text, what) => {
    expect(broken(text)).toEqual(what.map((one) => `${rule}: ${one}`))
  })
})

const created = [`create table "halls" ("vendorId" uuid not null, "id" uuid)`, `select create_distributed_table('"halls"', 'vendorId')`]
const key = `alter table "halls" add constraint "hallsImage" foreign key ("vendorId", "image") references "media" ("vendorId", "image")`

test('planted faults of migrations: a key before the table is distributed, one in its definition, two statements in a text', () => {
  expect(faultsOfMigration([...created, key, `create function "f"() returns void language plpgsql as $$ begin perform 1; end $$`])).toEqual(
    [],
  )
  expect(faultsOfMigration([created[0]!, key, created[1]!])).toEqual([
    expect.stringMatching(/^alter table "halls".*distribute the table before its keys$/),
  ])
  const within = `create table "halls" ("vendorId" uuid, "code" text constraint "hallsCountry" references "countries" ("id"))`
  expect(faultsOfMigration([within, created[1]!])).toEqual([expect.stringContaining('make the table with tenantTable')])
  expect(faultsOfMigration([`drop index "a"; drop index "b"`])).toEqual([`drop index "a"; drop index "b": send each statement by itself`])
})

test('planted faults of migrations on distributed tables', () => {
  const fine = [
    `alter table "halls" add column "phone" text`,
    `alter table "halls" add constraint "hallsPhone" check (char_length("phone") between 5 and 20)`,
    `update "halls" set "phone" = '' where "phone" is null`,
    `create policy "tenant" on "halls" using ("vendorId" = nullif(current_setting('app.vendor', true), '')::uuid)`,
    `create function board_owner(board uuid) returns uuid language sql as $$ select board $$`,
  ]
  expect(faultsOnDistributed(fine)).toEqual([])
  expect(
    faultsOnDistributed([
      `alter table "halls" add column "a" text, add column "b" text`,
      `create function "boardOwner"(board uuid) returns uuid language sql as $$ select board $$`,
      `insert into "halls" ("vendorId") select "vendorId" from "vendors"`,
      `update "halls" h set "size" = (select max("size") from "batches" b where b."vendorId" = h."vendorId")`,
      `create policy "blank" on "audit" as restrictive for update using (true) with check ("ip" = '')`,
      `create policy "part" on "boards" using ("challenge" in (select part from board_parts() part))`,
    ]).map((fault) => fault.replace(/^.*: /, '')),
  ).toEqual([
    'change a table by one thing in a statement',
    'name a function in lower case',
    'read the rows of one vendor after the other',
    'read the rows of one vendor after the other',
    'make each policy say all that is allowed',
    'a policy queries no table',
  ])
})

test('every table of the schema is of one kind', () => {
  const all = tables()
  expect(all.size).toBeGreaterThan(60)
  expect(all.get('boardOwner')).toBe('platform')
  expect([all.get('sales'), all.get('vendors'), all.get('members'), all.get('users'), all.get('countries')]).toEqual([
    'tenant',
    'tenant',
    'platform',
    'platform',
    'reference',
  ])
})

test('a broken rule is told with the place, the call and what to do', () => {
  const one: Collected = { text: 'select 1 from "sales"', call: 'sales.list', source: 'src/money/sales/x.server.ts:7' }
  expect(faultsOf([one, { ...one, call: '' }], some).map(problemOf)).toEqual([
    `src/money/sales/x.server.ts:7 (call sales.list) breaks "vendor" with sales. ${rules.vendor}\n  select 1 from "sales"`,
  ])
})
