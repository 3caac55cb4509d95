import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { exportToServer } from '#db/embedded/export.ts'
import { httpClient, type HttpClient } from '../test/browser-session.ts'
import { freePort } from '../scripts/free-port.ts'
import { startPostgres } from '../test/postgres.ts'
import { median } from '../test/timed.ts'
import { end, start } from './product.ts'

/**
 * `node bench/noisy.ts <data> <password> [engine]`, with the data directory of `npm run demo` and the password that it printed.
 * On both engines, or only on `embedded` or `server`, one business keeps requesting a costly report twenty at a time while
 * another one reads. Prints how much slower the other's reads are than on an idle server, and the statuses that the busy
 * business received.
 */
const [data = '', password = '', only] = process.argv.slice(2)
if (!data || !password) throw new Error('node bench/noisy.ts <data of the demo> <password>')

const today = new Date().toISOString().slice(0, 10)
const year = { from: `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`, to: today }
const months = { from: year.from.slice(0, 7), to: today.slice(0, 7) }
const reports: [name: string, input: unknown][] = [
  ['reports.chain', undefined],
  ['reports.subscriptions', months],
  ['finance.delivered', year],
  ['finance.profit', { ...year, by: 'batch' }],
]
const reads: [name: string, input: unknown][] = [
  ['customers.list', {}],
  ['batches.list', {}],
  ['sales.list', {}],
  ['enrolments.list', {}],
]
const [asked, atOnce] = [Number(process.env['READS'] ?? 160), 20]

async function signedIn(url: string, email: string): Promise<HttpClient> {
  const client = httpClient(url)
  const { status } = await client.rpc('accounts.signIn', { email, password })
  if (status !== 200) throw new Error(`${email} was answered ${status}`)
  return client
}

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN

/** Times a business's reads, one after the other, with /livez checked alongside. */
async function measure(url: string, other: HttpClient) {
  const [times, lives, refused]: [number[], number[], number[]] = [[], [], []]
  for (let turn = 0; turn < asked; turn += 1) {
    const [name, input] = reads[turn % reads.length] ?? ['', undefined]
    const begun = performance.now()
    const { status } = await other.rpc(name, input)
    times.push(performance.now() - begun)
    if (status !== 200) refused.push(status)
    const live = performance.now()
    await fetch(`${url}/livez`)
    lives.push(performance.now() - live)
    await wait(10)
  }
  return { p95: p95(times), median: median(times), live: Math.max(...lives), refused }
}

/** Requests a report twenty times at once until stopped: again when all are answered, but at most once a second. */
function askRepeatedly(busy: HttpClient, name: string, input: unknown) {
  let isOver = false
  const answers = new Map<number, number>()
  const one = async () => {
    const { status } = await busy.rpc(name, input)
    answers.set(status, (answers.get(status) ?? 0) + 1)
  }
  const asking = (async () => {
    while (!isOver) await Promise.all([wait(1000), ...Array.from({ length: atOnce }, one)])
  })()
  return async () => {
    isOver = true
    await asking
    return [...answers].map(([status, count]) => `${count} × ${status}`).join(', ')
  }
}

async function bench(engine: string, env: Record<string, string>): Promise<void> {
  const port = await freePort()
  const child = await start('src/main.ts', { NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(port), ...env })
  const url = `http://127.0.0.1:${port}`
  try {
    const [busy, other] = [await signedIn(url, 'owner@north.example'), await signedIn(url, 'owner@gulf.example')]
    await measure(url, other)
    for (const [name, input] of reports) {
      const idle = await measure(url, other)
      const stop = askRepeatedly(busy, name, input)
      await wait(300)
      const loud = await measure(url, other)
      const answers = await stop()
      const again = await measure(url, other)
      const quiet = Math.max(idle.p95, again.p95)
      const cells = [
        engine,
        name,
        `${quiet.toFixed(0)} ms`,
        `${loud.p95.toFixed(0)} ms`,
        (loud.p95 / quiet).toFixed(2),
        `${loud.live.toFixed(0)} ms`,
        String(loud.refused.length),
        answers,
      ]
      process.stdout.write(`| ${cells.join(' | ')} |\n`)
    }
  } finally {
    end(child)
  }
}

process.stdout.write(
  '| engine | report | others idle p95 | others busy p95 | times | /livez at most | others refused | the busy one |\n|---|---|---|---|---|---|---|---|\n',
)
const folder = mkdtempSync(join(tmpdir(), 'touchline-noisy-'))
const postgres = await startPostgres({ fast: false })
try {
  cpSync(data, join(folder, 'data'), { recursive: true })
  if (only !== 'server') await bench('embedded', { DATA_DIR: join(folder, 'data') })
  if (only !== 'embedded') {
    await wait(2000)
    await exportToServer(join(folder, 'data'), postgres.url)
    await bench('server', { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data') })
  }
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
