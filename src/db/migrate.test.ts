import { expect, test } from 'vitest'
import { faultsOfMigration, faultsOnDistributed } from '../../test/migration-statements.ts'
import { placements } from './distribute.ts'
import { migrations } from './migrate.ts'
import { migrator } from './migrator.ts'

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

test('a cluster knows what commits with rows of businesses, but neither counters, nor codes, nor boards', async () => {
  const known = (await sent(true)).flatMap((text) => /^select citus_add_local_table_to_metadata\('"(\w+)"'\)/.exec(text)?.[1] ?? [])
  for (const name of ['users', 'members', 'sessions', 'vendorPlans', 'outbox', 'webhookQueue', 'apiKeys', 'quoteLinks'])
    expect(known).toContain(name)
  for (const name of ['limits', 'oneTimeCodes', 'resetGrants', 'knownBrowsers', 'alarms', 'boards']) expect(known).not.toContain(name)
})

test('migrations that find their tables distributed send nothing that a cluster refuses', async () => {
  const texts: string[] = []
  const own = migrator(async (statement) => void texts.push(statement), true)
  for (const [name, { up }] of Object.entries(migrations)) if (name > '0061-closed-hours') await up(own)
  expect(faultsOnDistributed(texts)).toEqual([])
  // Those before are of the kind that it finds.
  expect(faultsOnDistributed(await sent(true)).length).toBeGreaterThan(10)
})

test('tables are placed on a cluster in an order that it accepts, each once, vendors’ rows on the node of their vendor', async () => {
  const placed = await placements()
  expect(placed.map(({ table }) => table).slice(0, 3)).toEqual(['countries', 'serviceTypes', 'vendors'])
  expect(new Set(placed.map(({ table }) => table)).size).toBe(placed.length)
  const distributed = placed.filter(({ statement }) => statement.includes('create_distributed_table'))
  expect(distributed.slice(1).filter(({ statement }) => !statement.endsWith(`, colocate_with => '"vendors"')`))).toEqual([])
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
    `select create_distributed_table('"lockers"', 'vendorId', colocate_with => '"vendors"')`,
    `alter table "lockers" add constraint "lockersCountry" foreign key ("code") references "countries" ("id")`,
    `alter table "lockers" add constraint "lockersHall" foreign key ("vendorId", "hall") references "halls" ("vendorId", "id") on delete cascade`,
  ])
})
