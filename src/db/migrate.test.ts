import { expect, test } from 'vitest'
import { faultsOfMigration } from '../../test/migration-statements.ts'
import { migrations, migrator } from './migrate.ts'

/** The statements that all migrations send, in order. */
async function sent(citus: boolean): Promise<string[]> {
  const texts: string[] = []
  const own = migrator(async (statement) => void texts.push(statement), citus)
  for (const { up } of Object.values(migrations)) await up(own)
  return texts
}

test('on a cluster each table is made, distributed and only then given its keys, one statement at a time', async () => {
  const texts = await sent(true)
  expect(faultsOfMigration(texts)).toEqual([])
  const keys = texts.filter((text) => / foreign key /.test(text))
  expect(keys.length).toBeGreaterThan(60)
  expect(texts.filter((text) => text.startsWith('select create_distributed_table')).length).toBeGreaterThan(40)
  // Apart from a cluster's own statements, a single server receives the same ones.
  expect(texts.filter((text) => !/^select (?:create_|citus_)/.test(text))).toEqual(await sent(false))
})

test('a cluster knows what commits with rows of businesses, and neither counters nor codes', async () => {
  const known = (await sent(true)).flatMap((text) => /^select citus_add_local_table_to_metadata\('"(\w+)"'\)/.exec(text)?.[1] ?? [])
  for (const name of ['users', 'members', 'sessions', 'vendorPlans', 'outbox', 'webhookQueue', 'boards', 'apiKeys', 'quoteLinks'])
    expect(known).toContain(name)
  for (const name of ['limits', 'oneTimeCodes', 'resetGrants', 'knownBrowsers', 'alarms']) expect(known).not.toContain(name)
})

test('a key stays what it was: its name, its columns, what a removal does; a check with commas stays with its column', async () => {
  const texts: string[] = []
  const own = migrator(async (statement) => void texts.push(statement), true)
  await own.tenantTable(
    'lockers',
    `"code" text not null constraint "lockersCountry" references "countries" ("id"),
     "kind" text not null constraint "lockersKind" check ("kind" in ('a, b', 'it''s (c')),
     primary key ("vendorId", "id"),
     constraint "lockersHall" foreign key ("vendorId", "hall") references "halls" ("vendorId", "id") on delete cascade`,
  )
  expect(texts.slice(0, 4).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    `create table "lockers" ("vendorId" uuid not null, "code" text not null, "kind" text not null constraint "lockersKind" check ("kind" in ('a, b', 'it''s (c')), primary key ("vendorId", "id"))`,
    `select create_distributed_table('"lockers"', 'vendorId')`,
    `alter table "lockers" add constraint "lockersCountry" foreign key ("code") references "countries" ("id")`,
    `alter table "lockers" add constraint "lockersHall" foreign key ("vendorId", "hall") references "halls" ("vendorId", "id") on delete cascade`,
  ])
})
