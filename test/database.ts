import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { asking } from '#db/embedded/backup.ts'
import { openOnPglite, openServer, type Database } from '#db/open.ts'
import { emptied, originOf, type Origin, type Owner } from './emptied.ts'
import { newDataDir } from './product.ts'
import { openCopy, unpackInto } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's PostgreSQL server, '' if the embedded database is tested. */
    serverUrl: string
    /** The file that each embedded database is copied from, '' if a server is tested. */
    template: string
    /** Folder in which the run's processes record the statements that they send to the server. */
    statements: string
  }
}

/** An open database, its owner, and its state when it was opened. */
type Opened = { db: Database; owner: Owner; origin: Origin; remove: () => Promise<void> }

/**
 * Databases that tests of this process have closed, empty again: opening one and planning its first statements takes
 * longer than most tests.
 */
const spare: Opened[] = []

/** How many of them wait for a test: each one on a server has connections of its own. */
const mostSpare = 4

async function openEmbedded(): Promise<Opened> {
  const pglite = await openCopy(inject('template'))
  const db = await openOnPglite(pglite, () => pglite.close())
  const { asOwner } = db
  if (!asOwner) throw new Error('An embedded database has an owner’s connection')
  const owner: Owner = {
    ask: (statement) => asOwner((pglite) => asking(pglite)(statement)),
    run: (statements) => asOwner((pglite) => pglite.exec(statements)),
  }
  return { db, owner, origin: await originOf(owner), remove: db.close }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function openOnServer(serverUrl: string): Promise<Opened> {
  const name = `t${randomBytes(8).toString('hex')}`
  const admin = await connected(serverUrl)
  await admin.query(`create database "${name}" template "touchlineTemplate" strategy file_copy`)
  await admin.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const db = await openServer(url.href, { poolSize: 12 })
  const client = await connected(url.href)
  // A statement that a test left behind may have locked its rows.
  await client.query('set lock_timeout = 1000')
  const owner: Owner = {
    ask: async <Row>(statement: string) => (await client.query(statement)).rows as Row[],
    run: (statements) => client.query(statements),
  }
  return {
    db,
    owner,
    origin: await originOf(owner),
    async remove() {
      await Promise.all([db.close(), client.end()])
      const last = await connected(serverUrl)
      await last.query(`drop database if exists "${name}" with (force)`)
      await last.end()
    },
  }
}

/** Empties a database for the next test; removes it where that fails or enough are there. */
async function close(opened: Opened): Promise<void> {
  const { owner, origin } = opened
  if (spare.length < mostSpare && (await emptied(owner, origin).catch(() => false))) spare.push(opened)
  else await opened.remove()
}

/** A separate migrated and seeded database on the run's engine, which may have been another test's; close it at the end. */
export async function testDatabase(): Promise<Database> {
  const serverUrl = inject('serverUrl')
  const opened = spare.pop() ?? (await (serverUrl === '' ? openEmbedded() : openOnServer(serverUrl)))
  return { ...opened.db, close: () => close(opened) }
}

/** A data directory with a migrated and seeded database, as after a first start, and a function that removes it. */
export function startedDataDir(): ReturnType<typeof newDataDir> {
  const created = newDataDir()
  unpackInto(created.dataDir, inject('template'))
  return created
}
