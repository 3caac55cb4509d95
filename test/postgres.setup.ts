import { mkdirSync, rmSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openServer } from '#db/open.ts'
import { loadSeeds } from '#entrance/seeds.server.ts'
import { startPostgres } from './postgres.ts'
import { collectedIn, faultsOf, problemOf } from './statements.collected.ts'

/** Checks the statements that the tests sent to the server; a broken rule fails the run. */
function checkStatements(folder: string): void {
  const collected = collectedIn(folder)
  const faults = faultsOf(collected)
  if (faults.length === 0) rmSync(folder, { recursive: true })
  else process.exitCode = 1
  for (const fault of faults) console.error(`failed: ${problemOf(fault)}`)
  console.log(`${collected.length} statements judged, ${faults.length} faults`)
}

/**
 * Starts the run's PostgreSQL server with a migrated, seeded template that each test file clones;
 * at the end checks the statements that were sent to it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create database "touchlineTemplate"')
  // A connection of a test sends each statement a few times, and would plan it for each. The answers are the same with either plan.
  await admin.query('alter role postgres set plan_cache_mode = force_generic_plan')
  await admin.end()
  const url = new URL(server.socketUrl)
  url.pathname = '/touchlineTemplate'
  const db = await openServer(url.href)
  await loadSeeds(db)
  await db.close()
  project.provide('serverUrl', server.socketUrl)
  project.provide('workerUrls', [])
  project.provide('template', '')
  const statements = `.cache/test/statements/${process.pid}`
  mkdirSync(statements, { recursive: true })
  project.provide('statements', statements)
  return async () => {
    await server.stop()
    checkStatements(statements)
  }
}
