import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { extensions } from '#db/embedded/engine.ts'
import { embeddedParsers, openOnPglite } from '#db/open.ts'
import { loadSeeds } from '#entrance/seeds.server.ts'

const home = '.cache/test'

/** Hash of everything that determines a fresh database's contents. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of [
    ...globSync(['src/{db,lib}/**/*.ts', 'src/entrance/seeds.server.ts', 'src/**/*.seed{,.server}.ts']).toSorted(),
    'package-lock.json',
  ])
    hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** A migrated, seeded database as a file, created once for all runs on the same sources: each test opens a copy. */
export async function template(): Promise<string> {
  if (process.env['TEST_TEMPLATE']) return process.env['TEST_TEMPLATE']
  const file = `${home}/template-${fingerprint()}`
  if (existsSync(file)) return file
  const pglite = await PGlite.create({ extensions, parsers: embeddedParsers })
  const db = await openOnPglite(pglite, () => Promise.resolve())
  await loadSeeds(db)
  // Without a checkpoint, each copy would begin by replaying the log.
  await pglite.exec('reset role; checkpoint')
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  mkdirSync(home, { recursive: true })
  // Renamed only when complete, since other runs may read it at the same time.
  const half = `${file}.${process.pid}`
  writeFileSync(half, new Uint8Array(await dump.arrayBuffer()))
  renameSync(half, file)
  return file
}

/** Signals to the tests that no server is running, so that they open copies of the embedded template. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('serverUrl', '')
  project.provide('workerUrls', [])
  project.provide('template', await template())
}
