import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openOnPglite, openServer, type Database } from '#db/open.ts'
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

/** A separate migrated and seeded database on the run's engine; close it at the end. */
export async function testDatabase(): Promise<Database> {
  const serverUrl = inject('serverUrl')
  if (serverUrl === '') {
    const pglite = await openCopy(inject('template'))
    return openOnPglite(pglite, () => pglite.close())
  }
  const name = `t${randomBytes(8).toString('hex')}`
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`create database "${name}" template "touchlineTemplate" strategy file_copy`)
  await admin.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const db = await openServer(url.href, { poolSize: 12 })
  return {
    ...db,
    async close() {
      await db.close()
      const last = new pg.Client({ connectionString: serverUrl })
      await last.connect()
      await last.query(`drop database if exists "${name}" with (force)`)
      await last.end()
    },
  }
}

/** A data directory with a migrated and seeded database, as after a first start, and a function that removes it. */
export function startedDataDir(): ReturnType<typeof newDataDir> {
  const created = newDataDir()
  unpackInto(created.dataDir, inject('template'))
  return created
}
