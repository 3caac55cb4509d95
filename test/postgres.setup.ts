import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openServer } from '#db/open.ts'
import { loadSeeds } from '#entrance/seeds.server.ts'
import { startPostgres } from './postgres.ts'

/** Starts the run's PostgreSQL server with a migrated, seeded template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create database "touchlineTemplate"')
  await admin.end()
  const url = new URL(server.url)
  url.pathname = '/touchlineTemplate'
  const db = await openServer(url.href)
  await loadSeeds(db)
  await db.close()
  project.provide('serverUrl', server.url)
  project.provide('template', '')
  return () => server.stop()
}
