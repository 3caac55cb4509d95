import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseDirectory, openEmbedded, type EmbeddedDatabase } from './open-embedded.ts'
import { runUpkeep, startUpkeep, type Alone } from './upkeep.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'touchline-upkeep-'))
let embedded: EmbeddedDatabase
const alone: Alone = (work) => work(embedded.pglite)

beforeAll(async () => {
  embedded = await openEmbedded(dataDir)
  await embedded.pglite.exec('create table "Rows" ("id" integer primary key, "text" text not null)')
})
afterAll(async () => {
  await embedded.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function figures() {
  const { rows } = await embedded.pglite.query<{ dead: number; planned: number; lsn: string }>(
    `select s.n_dead_tup::int as "dead", c.reltuples::int as "planned", (select redo_lsn::text from pg_control_checkpoint()) as "lsn"
     from pg_stat_all_tables s join pg_class c on c.oid = s.relid where s.relname = 'Rows'`,
  )
  return rows[0]
}

test('dead rows are cleared away and the planner learns how many there are', async () => {
  await embedded.pglite.exec(`insert into "Rows" select i, 'one' from generate_series(1, 5000) i; update "Rows" set "text" = 'two'`)
  await runUpkeep(alone)
  expect(await figures()).toMatchObject({ dead: 0, planned: 5000 })
})

test('a table that was filled, or has grown, before the last stop is analyzed all the same', async () => {
  await embedded.pglite.exec(`create table "Filled" ("id" integer)`)
  for (const planned of [3000, 6000]) {
    // An index counts the rows, but leaves the planner without knowledge of their values.
    await embedded.pglite.exec(`insert into "Filled" select generate_series(1, 3000)`)
    if (planned === 3000) await embedded.pglite.exec('create index on "Filled" ("id")')
    await embedded.close()
    embedded = await openEmbedded(dataDir)
    await runUpkeep(alone)
    const { rows } = await embedded.pglite.query(
      `select reltuples::int as "planned", (select n_distinct from pg_stats where tablename = 'Filled') as "distinct" from pg_class where relname = 'Filled'`,
    )
    expect(rows).toEqual([{ planned, distinct: planned === 3000 ? -1 : -0.5 }])
  }
})

test('the log stays small however much is written', async () => {
  for (let round = 0; round < 12; round++) {
    await embedded.pglite.exec(`update "Rows" set "text" = repeat('x', 900) || ${round}`)
    await runUpkeep(alone)
  }
  const log = globSync(join(databaseDirectory(dataDir), 'pg_wal', '0*')).reduce((bytes, file) => bytes + statSync(file).size, 0)
  expect(log).toBeLessThanOrEqual(96 * 1024 * 1024)
})

test('an idle database is left alone', async () => {
  await runUpkeep(alone)
  const before = await figures()
  await runUpkeep(alone)
  expect(await figures()).toEqual(before)
})

test('other requests get their turn after each table', async () => {
  const names = ['One', 'Two', 'Three', 'Four']
  for (const name of names) await embedded.pglite.exec(`create table "${name}" as select generate_series(1, 500) as "id"`)
  const analyzed: number[] = []
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await runUpkeep(async (work) => {
    analyzed.push(turns)
    return alone(work)
  })
  isOver = true
  expect(new Set(analyzed).size).toBeGreaterThanOrEqual(names.length)
})

test('what was filled before the start is analyzed at the start', async () => {
  await embedded.pglite.exec('create table "Restored" as select generate_series(1, 500) as "id"')
  const known = async () => (await embedded.pglite.query(`select 1 from pg_stats where tablename = 'Restored'`)).rows.length > 0
  const stop = startUpkeep(alone, { everyMs: 3_600_000 })
  while (!(await known())) await wait(5)
  await stop()
})

test('it runs by itself, survives a failing round, and stops', async () => {
  let rounds = 0
  const reports: unknown[] = []
  const stop = startUpkeep(
    (work) => {
      rounds += 1
      return rounds === 1 ? Promise.reject(new Error('no')) : alone(work)
    },
    { everyMs: 20, report: (error) => reports.push(error) },
  )
  while (rounds < 6) await wait(5)
  await stop()
  const then = rounds
  await wait(80)
  expect(rounds).toBe(then)
  expect(reports).toHaveLength(1)
})
