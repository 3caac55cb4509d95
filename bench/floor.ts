import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { httpOwner } from '../test/browser-session.ts'
import { fillCrowd, settleCrowd } from '../test/crowd.ts'
import { startPostgres } from '../test/postgres.ts'
import { freePort, start } from './calls.ts'
import { median, rate, type Shot } from './load.ts'

/** One list: calls per second over many and over few rows, and how many times slower the many may be. */
export type FloorLine = { name: string; large: number; small: number; slower: number; limit: number }

const limit = 1.3

/** Lists of 20 customers and enrolments of a vendor with 1,000 and of one with 100,000, in turn on one server. */
export async function benchFloor(): Promise<FloorLine[]> {
  const postgres = await startPostgres({ fast: false })
  const dataDir = mkdtempSync(join(tmpdir(), 'touchline-bench-'))
  const port = await freePort()
  const child = await start('src/main.ts', { DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' })
  const url = `http://127.0.0.1:${port}`
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    const vendor = async (rows: number, mark: string) => {
      const owner = await httpOwner(url)
      const { body } = await owner.rpc('accounts.session')
      await fillCrowd(client, String(body['vendorId']), { customers: rows, enrolments: rows, sessions: rows / 5 }, mark)
      return (name: string): Shot => ({
        method: 'POST',
        url: new URL(`${url}/rpc/${name}`),
        headers: { cookie: owner.cookie, origin: url },
        body: () => JSON.stringify({ json: {} }),
        expect: 200,
      })
    }
    const [few, many] = [await vendor(1000, 'few'), await vendor(100_000, 'many')]
    await settleCrowd(client)
    const lines: FloorLine[] = []
    for (const [name, call] of [
      ['customers', 'customers/list'],
      ['enrolments', 'enrolments/list'],
    ] as const) {
      const rates = { large: [] as number[], small: [] as number[] }
      await rate(few(call), 500, 16)
      await rate(many(call), 500, 16)
      for (let round = 0; round < 9; round++) {
        rates.small.push(await rate(few(call), 700, 16))
        rates.large.push(await rate(many(call), 700, 16))
      }
      const [large, small] = [median(rates.large), median(rates.small)]
      lines.push({ name, large, small, slower: small / large, limit })
    }
    return lines
  } finally {
    await client.end()
    child.removeAllListeners('exit')
    child.kill('SIGKILL')
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
