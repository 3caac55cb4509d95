import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate } from '../migrate.ts'
import { openOnPglite } from '../open.ts'
import { asking } from './backup.ts'
import { differences, plainText, quoted, readContents, tableNames, type RunStatement, type TableContents } from './contents.ts'
import { databaseDirectory, openEmbedded } from './open-embedded.ts'
import { suspendForcedSecurity, suspendForeignKeys, withClient } from './server.ts'

const isOurs = (table: string) => !table.startsWith('kysely_')

function withoutMigrations(contents: Record<string, TableContents>): Record<string, TableContents> {
  return Object.fromEntries(Object.entries(contents).filter(([table]) => isOurs(table)))
}

async function migrateServer(url: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }) })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
}

async function columnsOf(ask: RunStatement, table: string): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    `select attname as "name" from pg_attribute
     where attrelid = '${quoted(table).replaceAll("'", "''")}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
  )
  return rows.map(({ name }) => name)
}

/** Copies a table's rows; every value is sent as text, which both engines read and write alike. */
async function copyTable(pglite: PGlite, client: pg.Client, table: string, columns: string[]): Promise<void> {
  const names = columns.map(quoted)
  const atOnce = Math.max(1, Math.min(500, Math.floor(30_000 / names.length)))
  await pglite.exec(`declare "rows" cursor for select ${names.map((name) => `${name}::text`).join(', ')} from ${quoted(table)}`)
  for (;;) {
    const { rows } = await pglite.query<(string | null)[]>(`fetch ${atOnce} from "rows"`, [], { rowMode: 'array' })
    if (rows.length === 0) break
    const values = rows.map((_, row) => `(${names.map((_name, column) => `$${row * names.length + column + 1}`).join(', ')})`)
    await client.query(`insert into ${quoted(table)} (${names.join(', ')}) values ${values.join(', ')}`, rows.flat())
  }
  await pglite.exec('close "rows"')
}

/** Copies all rows of an open embedded database into a migrated, empty server: all or nothing. */
async function copyRows(pglite: PGlite, url: string): Promise<Record<string, TableContents>> {
  await pglite.exec(`${plainText}; begin isolation level repeatable read read only`)
  try {
    const expected = withoutMigrations(await readContents(asking(pglite)))
    await withClient(url, async (ask, client) => {
      await ask('begin')
      const force = await suspendForcedSecurity(ask)
      const tables = (await tableNames(ask)).filter(isOurs)
      const there = Object.entries(withoutMigrations(await readContents(ask))).find(([, { rows }]) => rows > 0)
      if (there) throw new Error(`The server's database is not empty: ${there[0]} has ${there[1].rows} rows. Export into a new one`)
      const restoreKeys = await suspendForeignKeys(ask)
      for (const table of tables) await copyTable(pglite, client, table, await columnsOf(ask, table))
      await restoreKeys()
      const wrong = differences(expected, withoutMigrations(await readContents(ask)))
      if (wrong.length > 0) throw new Error(`Nothing was moved, the server would differ: ${wrong.join('; ')}`)
      await force()
      await ask('commit')
      await ask('analyze')
    })
    return expected
  } finally {
    await pglite.exec('rollback')
  }
}

/**
 * Moves an embedded database to the empty database of a server: our own migrations create the schema
 * there, then all rows follow in one transaction and are compared to the last value. The embedded
 * database stays as it is.
 * @returns each table's rows
 * @throws when the directory is in use, the server's database is not empty, or anything differs; nothing is left there then
 */
export async function exportToServer(dataDir: string, url: string): Promise<Record<string, TableContents>> {
  const home = resolve(dataDir)
  if (!existsSync(databaseDirectory(home))) throw new Error(`There is no database in ${home}`)
  const embedded = await openEmbedded(home)
  // Brings an older embedded schema to the newest, which is what the server receives.
  const db = await openOnPglite(embedded.pglite, () => embedded.close())
  try {
    if (db.newer.length > 0)
      throw new Error(`The database in ${home} is of a newer version (${db.newer.join(', ')}): export it with that one`)
    await migrateServer(url)
    if (!db.asOwner) throw new Error('The embedded database has no owner')
    return await db.asOwner((pglite) => copyRows(pglite, url))
  } finally {
    await db.close()
  }
}
