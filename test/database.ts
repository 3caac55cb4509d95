import { randomBytes } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { openOnPglite, openServer, type Database } from '#db/open.ts'
import { emptied, originOf, type Origin } from './emptied.ts'
import { newDataDir } from './product.ts'
import { openCopy, unpackInto } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's PostgreSQL server, '' if the embedded database is tested. */
    serverUrl: string
    /** URLs of the other nodes, if the server is a cluster's coordinator. */
    workerUrls: string[]
    /** The file that each embedded database is copied from, '' if a server is tested. */
    template: string
    /** Folder in which the run's processes record the statements that they send to the server. */
    statements: string
  }
}

/** An open embedded database, and its state when it was opened. */
type Opened = { db: Database; origin: Origin }

/** Embedded databases that tests of this process have closed, empty again: opening one takes longer than most tests. */
const spare: Opened[] = []

/** Works on the embedded database's only connection, as the owner of its tables. */
const asOwner = <T>({ asOwner }: Database, work: (pglite: PGlite) => Promise<T>): Promise<T> => {
  if (!asOwner) throw new Error('A server has no owner’s connection')
  return asOwner(work)
}

async function embedded(): Promise<Opened> {
  const pglite = await openCopy(inject('template'))
  const db = await openOnPglite(pglite, () => pglite.close())
  return { db, origin: await asOwner(db, originOf) }
}

async function closeEmbedded(opened: Opened): Promise<void> {
  const { db, origin } = opened
  if (await asOwner(db, (pglite) => emptied(pglite, origin)).catch(() => false)) spare.push(opened)
  else await db.close()
}

/** Runs a statement on the server, and on the other nodes of a cluster. */
async function onNodes(serverUrl: string, statement: string): Promise<void> {
  for (const connectionString of [serverUrl, ...inject('workerUrls')]) {
    const admin = new pg.Client({ connectionString })
    await admin.connect()
    await admin.query(statement)
    await admin.end()
  }
}

/**
 * A separate migrated and seeded database on the run's engine; close it at the end. An embedded one may have been
 * another test's; on a server, copying the template takes less time than emptying.
 */
export async function testDatabase(): Promise<Database> {
  const serverUrl = inject('serverUrl')
  if (serverUrl === '') {
    const opened = spare.pop() ?? (await embedded())
    return { ...opened.db, close: () => closeEmbedded(opened) }
  }
  const name = `t${randomBytes(8).toString('hex')}`
  await onNodes(serverUrl, `create database "${name}" template "touchlineTemplate" strategy file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const db = await openServer(url.href, { poolSize: 12 })
  return {
    ...db,
    async close() {
      await db.close()
      await onNodes(serverUrl, `drop database if exists "${name}" with (force)`)
    },
  }
}

/** A data directory with a migrated and seeded database, as after a first start, and a function that removes it. */
export function startedDataDir(): ReturnType<typeof newDataDir> {
  const created = newDataDir()
  unpackInto(created.dataDir, inject('template'))
  return created
}
