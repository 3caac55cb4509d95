import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#db/embedded/database.ts'
import { platform } from '#db/tenant.ts'
import { httpClient, httpOwner } from './browser-session.ts'
import { startedDataDir } from './database.ts'

const { dataDir, remove } = startedDataDir()
let running: ChildProcess | undefined
afterEach(async () => {
  if (running) await kill(running)
  remove()
})

/** Starts the product for real in a separate process; returns its address once it reports that it is ready. */
async function start(): Promise<string> {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    HOST: '127.0.0.1',
    PORT: '0',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  running = spawn(process.execPath, ['src/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: running.stdout ?? process.stdin })) {
    const { port } = JSON.parse(line) as { port?: number }
    if (port) return `http://127.0.0.1:${port}`
  }
  throw new Error('The server ended before it was ready')
}

async function kill(child: ChildProcess): Promise<void> {
  running = undefined
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

test('S3 what ended a session outlives kill -9 and a restart, and so does a session that was not ended', async () => {
  const before = await start()
  const [out, everywhere, suspended, removed, open] = [
    await httpOwner(before),
    await httpOwner(before),
    await httpOwner(before),
    await httpOwner(before),
    await httpOwner(before),
  ]
  const cookies = [out, everywhere, suspended, removed, open].map(({ cookie }) => cookie)
  const userIds = await Promise.all([suspended, removed].map(async (owner) => String((await owner.rpc('accounts.session')).body['userId'])))
  // The kill coincides with the responses: nothing may be left to be written later.
  const ends = [out.rpc('accounts.signOut'), everywhere.rpc('accounts.signOutEverywhere')]
  expect((await Promise.all(ends)).map(({ status }) => status)).toEqual([200, 200])
  if (running) await kill(running)

  const db = await openEmbeddedDatabase(dataDir)
  for (const [index, state] of (['suspended', 'removed'] as const).entries())
    await platform(db, (trx) =>
      trx
        .updateTable('members')
        .set({ state })
        .where('userId', '=', userIds[index] ?? '')
        .execute(),
    )
  await db.close()

  const after = await start()
  const replay = async (cookie: string) => {
    const client = httpClient(after)
    client.cookie = cookie
    const { status, body } = await client.rpc('accounts.session')
    return [status, body.code]
  }
  const dead = [401, 'auth/session-expired']
  expect(await Promise.all(cookies.map(replay))).toEqual([dead, dead, dead, dead, [200, undefined]])
  expect(await replay('')).toEqual(dead)
})
