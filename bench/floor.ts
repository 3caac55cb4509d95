import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { httpOwner } from '../test/browser-session.ts'
import { fillCrowd, settleCrowd, type Crowd, type CrowdSize } from '../test/crowd.ts'
import { startPostgres } from '../test/postgres.ts'
import { freePort, start } from './calls.ts'
import { median, rate, type Shot } from './load.ts'

/** One list: calls per second over many and over few rows, and how many times slower the many may be. */
export type FloorLine = { name: string; large: number; small: number; slower: number; limit: number }

const many = { batches: 200, sessions: 20_000, customers: 100_000, enrolments: 100_000 }
const few = { batches: 20, sessions: 2000, customers: 10_000, enrolments: 10_000 }

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const month = { from: dayIn(-14), to: dayIn(16) }

/** What is asked; the calendar for one batch, as a week of a business ten times as large shows ten times as many sessions. */
const calls: [name: string, limit: number, call: string, inputOf: (crowd: Crowd) => object][] = [
  ['customers', 1.3, 'customers/list', () => ({})],
  ['enrolments', 1.3, 'enrolments/list', () => ({})],
  ['batches', 1.3, 'batches/list', () => ({})],
  ['calendar, a month of one batch', 1.3, 'sessions/list', ({ batch }) => ({ ...month, batch })],
  // Home counts everybody who trains at present, so it may grow with the business.
  ['Home', 10, 'home/today', () => ({})],
]

/** Lists, calendar and Home of a vendor with a tenth of the rows and of one with all, in turn on one server. */
export async function benchFloor(): Promise<FloorLine[]> {
  const postgres = await startPostgres({ fast: false })
  const dataDir = mkdtempSync(join(tmpdir(), 'touchline-bench-'))
  const port = await freePort()
  const child = await start('src/main.ts', { DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' })
  const url = `http://127.0.0.1:${port}`
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    const vendor = async (size: CrowdSize, mark: string) => {
      const owner = await httpOwner(url)
      const { body } = await owner.rpc('accounts.session')
      const crowd = await fillCrowd(client, String(body['vendorId']), size, mark)
      return (name: string, inputOf: (crowd: Crowd) => object): Shot => ({
        method: 'POST',
        url: new URL(`${url}/rpc/${name}`),
        headers: { cookie: owner.cookie, origin: url },
        body: () => JSON.stringify({ json: inputOf(crowd) }),
        expect: 200,
      })
    }
    const [small, large] = [await vendor(few, 'few'), await vendor(many, 'many')]
    await settleCrowd(client)
    const lines: FloorLine[] = []
    for (const [name, limit, call, inputOf] of calls) {
      const rates = { large: [] as number[], small: [] as number[] }
      await rate(small(call, inputOf), 500, 16)
      await rate(large(call, inputOf), 500, 16)
      for (let round = 0; round < 7; round++) {
        rates.small.push(await rate(small(call, inputOf), 600, 16))
        rates.large.push(await rate(large(call, inputOf), 600, 16))
      }
      const [ofMany, ofFew] = [median(rates.large), median(rates.small)]
      lines.push({ name, large: ofMany, small: ofFew, slower: ofFew / ofMany, limit })
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
