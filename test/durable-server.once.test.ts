import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableNames } from '#db/embedded/contents.ts'
import { withClient } from '#db/embedded/server.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { newDataDir, startProduct } from './product.ts'

let server: PostgresServer
const { dataDir, remove } = newDataDir()
beforeAll(async () => {
  server = await startPostgres({ fast: false })
})
afterAll(async () => {
  await server.stop()
  remove()
})

/** Changes settings of the running server; `reset all` restores the defaults. */
const set = (...statements: string[]) =>
  withClient(server.url, async (ask) => {
    for (const statement of [...statements.map((text) => `alter system ${text}`), 'select pg_reload_conf()']) await ask(statement)
    // The postmaster rereads its files on the signal; new connections then use the new settings.
    await ask('select pg_sleep(0.3)')
  })

test.each([
  ['fsync=off', 'set fsync = off'],
  ['full_page_writes=off', 'set full_page_writes = off'],
  ['synchronous_commit=off', 'set synchronous_commit = off'],
])('D3 production refuses a PostgreSQL server with %s and leaves it as it is', async (name, statement) => {
  await set('reset all', statement)
  const { url, ended, errors } = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: server.url })
  expect([url, await ended]).toEqual([null, 1])
  expect(errors()).toContain(name)
  expect(errors()).toContain('a power cut would lose acknowledged changes')
  expect(await withClient(server.url, tableNames)).toEqual([])
})

test('D3 where it is allowed it starts and says so; elsewhere, and on a durable server, it starts without a word', async () => {
  for (const [statement, env, warns] of [
    ['set fsync = off', { DATABASE_DURABILITY: 'unchecked' }, true],
    ['set fsync = off', { NODE_ENV: 'development' }, false],
    ['reset all', {}, false],
  ] as const) {
    await set('reset all', statement)
    const { url, child, ended, errors } = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: server.url, ...env })
    expect((await fetch(`${String(url)}/readyz`)).status, JSON.stringify(env)).toBe(200)
    expect(errors().includes('WARNING: the PostgreSQL server runs with fsync=off'), JSON.stringify(env)).toBe(warns)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
})
