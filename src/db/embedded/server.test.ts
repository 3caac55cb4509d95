import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadSeeds } from '#entrance/seeds.server.ts'
import { startPostgres, type PostgresServer } from '../../../test/postgres.ts'
import { unpackInto } from '../../../test/template.ts'
import { openServer } from '../open.ts'
import { platform } from '../tenant.ts'
import { readContents, type TableContents } from './contents.ts'
import { openEmbeddedDatabase } from './database.ts'
import { exportToServer } from './export.ts'
import { assertProgram, backupServer, restoreServer, withClient } from './server.ts'
import { vendorRows } from './vendors.sample.ts'

const home = mkdtempSync(join(tmpdir(), 'touchline-server-'))
const dataDir = join(home, 'data')
const backup = join(home, 'backup')
let server: PostgresServer

/** The URL of a new, empty database; `role` owns it. */
async function newDatabase(name: string, role = 'postgres'): Promise<string> {
  await withClient(server.url, (ask) => ask(`create database "${name}" owner "${role}"`))
  const url = new URL(server.url)
  url.pathname = `/${name}`
  url.username = role
  return url.href
}

function contentsAt(url: string): Promise<Record<string, TableContents>> {
  const asSuperuser = new URL(url)
  asSuperuser.username = 'postgres'
  return withClient(asSuperuser.href, readContents)
}

const totals = (contents: Record<string, TableContents>) =>
  Object.fromEntries(Object.entries(contents).filter(([table]) => !table.startsWith('kysely_')))

beforeAll(async () => {
  server = await startPostgres()
  // As a hosting company provides it: not a superuser, and subject to row-level security on its own tables.
  await withClient(server.url, (ask) => ask('create role "hosted" login createrole'))
  unpackInto(dataDir, inject('template'))
  const db = await openEmbeddedDatabase(dataDir)
  await loadSeeds(db)
  await db.asOwner?.(async (pglite) => {
    for (const statement of vendorRows(30, 2000)) await pglite.exec(statement)
  })
  await db.close()
})
afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

test('an embedded database moves to a server value for value, also to one whose role is no superuser', async () => {
  const url = await newDatabase('moved', 'hosted')
  const moved = await exportToServer(dataDir, url)
  expect(moved.audit?.rows).toBe(2000)
  expect(moved.attendance?.rows).toBe(30)
  expect(totals(await contentsAt(url))).toEqual(moved)
  // The product starts on it: foreign keys and row-level security are back.
  const db = await openServer(url)
  await loadSeeds(db)
  await db.close()
  const [keys] = await withClient(url, (ask) =>
    ask<{ count: number }>(`select count(*)::int as "count" from pg_constraint where contype = 'f' and convalidated`),
  )
  expect(keys?.count).toBeGreaterThan(8)
})

test('an export of a newer schema than this version knows moves nothing', async () => {
  const newer = join(home, 'newer')
  unpackInto(newer, inject('template'))
  const db = await openEmbeddedDatabase(newer)
  await db.asOwner?.((pglite) =>
    pglite.exec(`insert into "kysely_migration" ("name", "timestamp") values ('9999-later', '2027-01-01T00:00:00.000Z')`),
  )
  await db.close()
  const url = await newDatabase('behind')
  await expect(exportToServer(newer, url)).rejects.toThrow('is of a newer version (9999-later)')
  expect(await contentsAt(url)).toEqual({})
})

test('an export into a database that is in use moves nothing', async () => {
  const url = await newDatabase('used')
  const db = await openServer(url)
  await loadSeeds(db)
  await db.close()
  const before = await contentsAt(url)
  await expect(exportToServer(dataDir, url)).rejects.toThrow('is not empty: countries has')
  expect(await contentsAt(url)).toEqual(before)
})

test('an export that would break a foreign key moves nothing', async () => {
  const broken = join(home, 'broken')
  unpackInto(broken, inject('template'))
  const db = await openEmbeddedDatabase(broken)
  await db.asOwner?.(async (pglite) => {
    await pglite.exec(`alter table "merchants" drop constraint "merchantsCountry"`)
    await pglite.exec(
      `insert into "merchants" ("vendorId", "uid", "email", "code", "lastUpdated", "createdAt", "updatedAt")
       values (md5('1')::uuid, md5('2')::uuid, 'a@example.org', 'ZZ', now(), now(), now())`,
    )
  })
  await db.close()
  const url = await newDatabase('unbroken')
  await expect(exportToServer(broken, url)).rejects.toThrow('merchantsCountry')
  expect(Object.values(totals(await contentsAt(url))).filter(({ rows }) => rows > 0)).toEqual([])
})

test('D4 a backup of a server that is writing is restored whole into an empty database', async () => {
  const url = await newDatabase('busy')
  await exportToServer(dataDir, url)
  mkdirSync(join(dataDir, 'media', 'ab'), { recursive: true })
  writeFileSync(join(dataDir, 'media', 'ab', 'ab12.webp'), 'an image')
  const db = await openServer(url)
  let stopped = false
  const writing = (async () => {
    let n = 0
    for (; !stopped; n++) {
      const rows = ['a', 'b'].map((half) => ({ key: `${half}${n}`, count: n, resetsAt: new Date().toISOString() }))
      await platform(db, async (trx) => {
        for (const row of rows) await trx.insertInto('limits').values(row).execute()
      })
    }
    return n
  })()
  const result = await backupServer(url, dataDir, backup)
  stopped = true
  const pairs = await writing
  await db.close()
  expect(result.tables.audit?.rows).toBe(2000)
  expect(result.tables.limits?.rows).toBeLessThan(pairs * 2)
  expect((result.tables.limits?.rows ?? 1) % 2).toBe(0)

  const target = await newDatabase('restored', 'hosted')
  const empty = join(home, 'restored')
  await restoreServer(target, empty, backup)
  expect(await contentsAt(target)).toEqual(result.tables)
  expect(readFileSync(join(empty, 'media', 'ab', 'ab12.webp'), 'utf8')).toBe('an image')
  await (await openServer(target)).close()
  await expect(restoreServer(target, join(home, 'other'), backup)).rejects.toThrow('The database is not empty')
})

test('a role that row-level security hides rows from is not trusted with a backup, one that sees all is', async () => {
  const url = new URL(await newDatabase('hidden', 'hosted'))
  const moved = await exportToServer(dataDir, url.href)
  await expect(backupServer(url.href, dataDir, join(home, 'partial'))).rejects.toThrow('The role hosted cannot read all vendors')
  expect(existsSync(join(home, 'partial'))).toBe(false)
  await withClient(server.url, async (ask) => {
    await ask('create role "touchlineBackup" login bypassrls')
    await ask('grant pg_read_all_data to "touchlineBackup"')
  })
  url.username = 'touchlineBackup'
  const result = await backupServer(url.href, dataDir, join(home, 'whole'))
  expect(totals(result.tables)).toEqual(moved)
})

test('a client program older than the server is named before a backup begins, one as new is not', async () => {
  const [found] = await withClient(server.url, (ask) =>
    ask<{ version: number }>(`select current_setting('server_version_num')::int as "version"`),
  )
  const version = found?.version ?? 0
  const major = Math.floor(version / 10_000)
  await assertProgram('pg_dump', version)
  await assertProgram('pg_dump', version - 10_000)
  await expect(assertProgram('pg_dump', version + 10_000)).rejects.toThrow(
    `pg_dump is of PostgreSQL ${major}, the server is of ${major + 1}: install the client programs of ${major + 1}`,
  )
})
