import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupDataDir } from '#db/embedded/backup.ts'
import { buildDatabase } from '#db/embedded/open-embedded.ts'
import { backupServer, withClient } from '#db/embedded/server.ts'
import { vendorRows } from '#db/embedded/vendors.sample.ts'
import { migrate, schemaVersion } from '#db/migrate.ts'
import { SingleConnection } from '#db/single.ts'
import { loadSeeds } from '#entrance/seeds.server.ts'
import { rehearseUpgrade } from '#entrance/upgrade.server.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'

/** The last schema in which a place could be without terms. */
const before = '0041-effects'

const home = mkdtempSync(join(tmpdir(), 'touchline-rehearse-'))
let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

/** Four places that go on: two are billed, one of them at another price soon, one has no payment, and one waits without any. */
const places = [
  ...vendorRows(4, 10, false),
  `update "enrolments" set "startDate" = current_date, "endDate" = current_date + 100`,
  `update "enrolments" set "nextChargeOn" = current_date + 10 where "id" in (select "id" from "enrolments" order by "id" limit 2)`,
  `update "enrolments" set "state" = 'waitlisted' where "id" = (select max("id"::text)::uuid from "enrolments")`,
  `insert into "enrolmentTerms" ("vendorId", "enrolment", "number", "fromDay", "price", "setAt", "setBy")
     select "vendorId", "id", n, case when n = 2 then current_date + 5 end, 25500 + n * 100, now(), "id" from "enrolments", generate_series(1, 2) n
     where "id" = (select min("id"::text)::uuid from "enrolments")`,
  `update "enrolments" set "hasTerms" = true where "id" = (select min("id"::text)::uuid from "enrolments")`,
]

const said = [
  `From ${before} to ${schemaVersion}`,
  'No bill changes: 2 compared',
  'Free for no stated reason; shown on Home under “Places without a payment”:',
  expect.stringMatching(/^ {2}E?.*: سارة .*, Batch$/),
]

test('an upgrade is rehearsed on a copy of an embedded database’s backup, which stays as it is', async () => {
  const [dataDir, folder] = [join(home, 'data'), join(home, 'backup')]
  mkdirSync(dataDir)
  await buildDatabase(dataDir, async (pglite) => {
    const db = new Kysely<unknown>({ dialect: new SingleConnection(pglite).dialect() })
    await migrate(db, before)
    await loadSeeds({ kysely: db } as never)
    for (const statement of places) await pglite.exec(statement)
  })
  await backupDataDir(dataDir, folder)
  for (let time = 0; time < 2; time++) expect(await rehearseUpgrade(folder, null)).toEqual({ lines: said, isSafe: true })
  await expect(rehearseUpgrade(join(home, 'none'), null)).rejects.toThrow()
})

test('the same on a server, in an empty database', async () => {
  const database = async (name: string) => {
    await withClient(server.url, (ask) => ask(`create database "${name}"`))
    return Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  }
  const [old, empty, folder] = [await database('old'), await database('copy'), join(home, 'server-backup')]
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: old, max: 1 }) }) })
  await migrate(db, before)
  await loadSeeds({ kysely: db } as never)
  await db.destroy()
  await withClient(old, async (ask) => {
    for (const statement of places) await ask(statement)
  })
  await backupServer(old, join(home, 'images'), folder)
  expect(await rehearseUpgrade(folder, empty)).toEqual({ lines: said, isSafe: true })
})
