import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { httpOwner } from '../test/browser-session.ts'
import { freePort } from '../scripts/free-port.ts'
import { startPostgres } from '../test/postgres.ts'
import type { Shot } from './load.ts'

/** Runs a script as a separate process until it reports that it is ready. */
export function start(script: string, env: Record<string, string>): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn('node_modules/.bin/node', [script], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
    child.once('exit', () => reject(new Error(`${script} ended`)))
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('ready')) resolve(child)
    })
  })
}

/** Kills a process, ignoring its exit. */
export function end(child: ChildProcess): void {
  child.removeAllListeners('exit')
  child.kill('SIGKILL')
}

/** The secret of the product that is measured, for a second one on the same database. */
export const sharedSecret = { SECRET_KEY: 'the secret of the product that is measured' }

/** The product as a separate process on a durable PostgreSQL server, with a connection to fill its tables; `close` deletes everything. */
export async function serveProduct() {
  const postgres = await startPostgres({ fast: false })
  const dataDir = mkdtempSync(join(tmpdir(), 'touchline-bench-'))
  const port = await freePort()
  const child = await start('src/main.ts', {
    ...sharedSecret,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    CALL_LIMITS: 'off',
  })
  const url = `http://127.0.0.1:${port}`
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  return {
    url,
    databaseUrl: postgres.url,
    client,
    /** A new business: its owner, and calls as the owner by RPC. */
    async business() {
      const owner = await httpOwner(url)
      const { body } = await owner.rpc('accounts.session')
      const headers = { cookie: owner.cookie, origin: url }
      return {
        vendorId: String(body['vendorId']),
        email: owner.email,
        headers,
        shot: (call: string, input: unknown): Shot => ({
          method: 'POST',
          url: new URL(`${url}/rpc/${call}`),
          headers,
          body: () => JSON.stringify({ json: input }),
          expect: 200,
        }),
      }
    },
    async close() {
      await client.end()
      end(child)
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
