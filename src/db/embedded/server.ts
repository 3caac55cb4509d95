import { execFile, spawn } from 'node:child_process'
import { globSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { appRole } from '../migrator.ts'
import { copyKey, copyMedia } from './backup.ts'
import {
  differences,
  plainText,
  quoted,
  readContents,
  readSchemaVersion,
  tableNames,
  type RunStatement,
  type TableContents,
} from './contents.ts'
import { hashed, newFolder, verifiedManifest, writeManifest, type BackupFile, type Manifest } from './manifest.ts'
import { assertEmpty, restoreFiles, restoring } from './restore.ts'

/** Runs work with a connection of the URL's role, and closes it afterwards. */
export async function withClient<T>(url: string, work: (ask: RunStatement, client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(plainText)
    return await work(
      async <Row>(statement: string): Promise<Row[]> => (await client.query<Row & pg.QueryResultRow>(statement)).rows,
      client,
    )
  } finally {
    await client.end()
  }
}

const versionOf = (path: string) => Number(/(\d+)/.exec(path)?.[1])

/** The path of PostgreSQL's own program: the newest that Debian has, else the one in PATH. */
function program(name: string): string {
  return globSync(`/usr/lib/postgresql/*/bin/${name}`).toSorted((a, b) => versionOf(b) - versionOf(a))[0] ?? name
}

const notThere = (name: string, cause: unknown) => new Error(`${name} does not run: install PostgreSQL's client programs`, { cause })

/**
 * Checks that the installed program can work with a server, before anything is started.
 * @param serverVersion the server's `server_version_num`
 * @throws when it is not installed, or is older than the server, which it would refuse
 */
export async function assertProgram(name: 'pg_dump' | 'pg_restore', serverVersion: number): Promise<void> {
  const { stdout } = await promisify(execFile)(program(name), ['--version']).catch((cause: unknown) => {
    throw notThere(name, cause)
  })
  const [own, needed] = [versionOf(stdout), Math.floor(serverVersion / 10_000)]
  if (own < needed)
    throw new Error(
      `${name} is of PostgreSQL ${own}, the server is of ${needed}: install the client programs of ${needed} or newer (postgresql-client-${needed})`,
    )
}

/** @throws the program's error output, or that it is not installed */
function runProgram(name: 'pg_dump' | 'pg_restore', url: string, args: string[]): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  // Other users of the machine can read a program's arguments.
  address.password = ''
  return new Promise((done, fail) => {
    const child = spawn(program(name), [`--dbname=${address.href}`, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.once('error', (cause) => fail(notThere(name, cause)))
    child.once('close', (code) => (code === 0 ? done() : fail(new Error(`${name}: ${said.trim() || `ended with ${code}`}`))))
  })
}

/** Lets the owner see all rows until the transaction ends; only for a database that no one else uses. */
export async function suspendForcedSecurity(ask: RunStatement): Promise<() => Promise<void>> {
  const forced = await ask<{ name: string }>(
    `select relname as "name" from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace order by 1`,
  )
  for (const { name } of forced) await ask(`alter table ${quoted(name)} no force row level security`)
  return async () => {
    for (const { name } of forced) await ask(`alter table ${quoted(name)} force row level security`)
  }
}

/** Drops the foreign keys while rows arrive in any order; restoring them checks every row. */
export async function suspendForeignKeys(ask: RunStatement): Promise<() => Promise<void>> {
  const keys = await ask<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as "table", conname as "name", pg_get_constraintdef(oid) as "definition"
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  for (const { table, name } of keys) await ask(`alter table ${table} drop constraint ${quoted(name)}`)
  return async () => {
    for (const { table, name, definition } of keys) await ask(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
}

/**
 * Backs up a database on a server, with the images of the data directory, into a new folder.
 * @throws when the folder lies in the data directory, the role could not read every vendor's rows, or pg_dump is too old or fails
 */
export async function backupServer(url: string, dataDir: string, folder: string): Promise<Manifest> {
  const home = resolve(dataDir)
  return withClient(url, async (ask) => {
    const [version] = await ask<{ version: string; number: number }>(
      `select current_setting('server_version') as "version", current_setting('server_version_num')::int as "number"`,
    )
    await assertProgram('pg_dump', version?.number ?? 0)
    const [role] = await ask<{ name: string; seesAll: boolean }>(
      `select rolname as "name", rolsuper or rolbypassrls as "seesAll" from pg_roles where rolname = current_user`,
    )
    if (!role?.seesAll)
      throw new Error(`The role ${role?.name} cannot read all vendors' rows: back up with a role that has BYPASSRLS (docs/operate.md)`)
    await newFolder(folder, home)
    const media = new Map<string, BackupFile>()
    await copyMedia(home, folder, media)
    // One snapshot for the dump and for the table contents that it is compared with.
    await ask('begin isolation level repeatable read read only')
    const [snapshot] = await ask<{ id: string }>('select pg_export_snapshot() as "id"')
    const madeAt = new Date().toISOString()
    const tables = await readContents(ask)
    const schema = await readSchemaVersion(ask)
    const path = 'database.dump'
    await runProgram('pg_dump', url, ['--format=custom', '--no-owner', `--snapshot=${snapshot?.id}`, `--file=${join(folder, path)}`])
    await ask('commit')
    await copyMedia(home, folder, media)
    const manifest: Manifest = {
      format: 'touchline-backup-1',
      madeAt,
      engine: 'server',
      postgres: version?.version ?? '',
      schema,
      tables,
      database: await hashed(folder, path),
      media: [...media.values()],
      key: await copyKey(home, folder),
    }
    await writeManifest(folder, manifest)
    return manifest
  })
}

/** Creates the product's role where it is missing; roles belong to the whole server, so dumps do not contain them. */
async function makeRole(ask: RunStatement): Promise<void> {
  await ask(
    `do $$ begin create role "${appRole}" nologin nosuperuser nobypassrls; exception when duplicate_object or unique_violation then null; end $$`,
  )
}

/** @throws naming the tables that differ from what is expected; the database is left unchanged */
async function assertContents(ask: RunStatement, expected: Record<string, TableContents>): Promise<void> {
  await ask('begin')
  await suspendForcedSecurity(ask)
  const wrong = differences(expected, await readContents(ask))
  await ask('rollback')
  if (wrong.length > 0) throw new Error(`The restored database is not the one of the backup: ${wrong.join('; ')}`)
}

/**
 * Restores a server's backup into the empty database at the URL and an empty media directory.
 * @throws when the backup is damaged or embedded, anything is there already, or pg_restore fails
 */
export async function restoreServer(url: string, dataDir: string, folder: string): Promise<Manifest> {
  const home = resolve(dataDir)
  const manifest = await verifiedManifest(folder)
  if (manifest.engine !== 'server')
    throw new Error(`${folder} is the backup of an embedded database: restore it without DATABASE_URL, then move it with npm run export`)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  await assertEmpty(home, false)
  await withClient(url, async (ask) => {
    const tables = await tableNames(ask)
    if (tables.length > 0) throw new Error(`The database is not empty: it has the table ${tables[0]}. Restore into a new one`)
    await makeRole(ask)
    await restoring(home, async () => {
      await restoreFiles(home, folder, manifest)
      await runProgram('pg_restore', url, ['--no-owner', '--single-transaction', '--exit-on-error', join(folder, manifest.database.path)])
      await assertContents(ask, manifest.tables)
    })
  })
  return manifest
}
