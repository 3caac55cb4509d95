import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openEmbeddedDatabase } from '#db/embedded/database.ts'
import { httpClient, httpOwner, type HttpClient } from '../test/browser-session.ts'
import { fill } from '../test/filled.ts'
import { goodPassword } from '../test/app.ts'
import { startPostgres } from '../test/postgres.ts'
import { newDataDir, startProduct } from '../test/product.ts'

/**
 * `node bench/billing.ts [engine]`: the night of a business with 2,000 renewals, on both engines or only on `embedded` or
 * `server`, while its owner reads, and then voiding that run. Prints how long the bills take, the slowest of twenty reads
 * meanwhile and at rest, their ratio, how long the void takes, and the slowest of twenty reads during it.
 */
const [only] = process.argv.slice(2)
const renewals = 2000

const reads: [name: string, input: unknown][] = [
  ['customers.list', {}],
  ['batches.list', {}],
  ['enrolments.list', {}],
  ['sales.list', {}],
]

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN

/** Statements that copy a business's one place 2,000 times, each for its own customer and due today, and make its night due. */
const places = (vendorId: string, enrolment: string, batch: string) => {
  const own = `"vendorId" = '${vendorId}'`
  const copies = (table: string, changed: string, from: string) =>
    `insert into "${table}" select (jsonb_populate_record(r, jsonb_build_object(${changed}))).* from "${table}" r, generate_series(1, ${renewals}) n where ${own} and ${from}`
  const [customer, place] = [`md5('c' || n)::uuid`, `md5('e' || n)::uuid`]
  const dates = `'startDate', current_date - 31, 'endDate', current_date + 100, 'nextChargeOn', current_date, 'billedThrough', current_date - 1`
  return [
    `update "batches" set "startDate" = current_date - 31, "endDate" = current_date + 120, "totalCandidates" = ${renewals} + 10 where ${own} and "id" = '${batch}'`,
    copies(
      'customers',
      `'id', ${customer}, 'email', 'person' || n || '@example.com'`,
      `"id" = (select "customer" from "enrolments" where ${own} and "id" = '${enrolment}')`,
    ),
    copies('enrolmentTerms', `'enrolment', ${place}`, `"enrolment" = '${enrolment}' and "number" = 1`),
    copies('enrolments', `'id', ${place}, 'customer', ${customer}, ${dates}, 'termsNumber', 1`, `"id" = '${enrolment}'`),
    `update "vendorPlans" set "plan" = 'elite', "dailyFor" = current_date - 1, "dailyAt" = now() + interval '20 seconds' where ${own}`,
  ]
}

/** Reads in turn. @param isOver asked after each round with the number of bills @returns the times in milliseconds */
async function read(owner: HttpClient, isOver: (bills: number, rounds: number) => boolean) {
  const times: number[] = []
  for (let rounds = 1; ; rounds += 1) {
    let bills = 0
    for (const [name, input] of reads) {
      const begun = performance.now()
      const { status, body } = await owner.rpc(name, input)
      times.push(performance.now() - begun)
      if (status !== 200) throw new Error(`${name} answered ${status}`)
      if (name === 'sales.list') bills = Number(body['total'])
    }
    if (isOver(bills, rounds)) return times
    await wait(20)
  }
}

/** Voids the newest run while its owner reads. @returns the duration and the p95 of the reads, as cells */
async function voidRun(client: HttpClient): Promise<string[]> {
  const run = async () => [Object(await client.rpc('sales.runs', { size: 1 })).body.rows].flat()[0]
  const begun = performance.now()
  await client.rpc('sales.voidRun', { id: (await run()).id, reason: 'Wrong price' })
  const times: number[] = []
  while ((await run()).state === 'voiding') times.push(...(await read(client, (_, rounds) => rounds >= 10)))
  return [`${((performance.now() - begun) / 1000).toFixed(1)} s`, `${p95(times).toFixed(1)} ms`]
}

async function bench(engine: string, env: Record<string, string>, run: (statements: string[]) => Promise<void>): Promise<void> {
  const options = { NODE_ENV: 'development', CALL_LIMITS: 'off', ...env }
  const first = await startProduct(options)
  const owner = await httpOwner(first.url ?? '')
  const { enrolment, batch } = await fill(owner)
  const { body } = await owner.rpc('accounts.session')
  const { body: sales } = await owner.rpc('sales.list', {})
  first.child.kill('SIGTERM')
  await first.ended
  await run(places(String(body['vendorId']), enrolment, batch))
  const product = await startProduct(options)
  try {
    const client = httpClient(product.url ?? '')
    await client.rpc('accounts.signIn', { email: owner.email, password: goodPassword })
    const before = Number(sales['total'])
    const warm = await read(client, (bills, rounds) => bills > before || rounds >= 40)
    if (warm.length < 100) throw new Error('The night began too early')
    await read(client, (bills) => bills > before)
    const begun = performance.now()
    const busy = await read(client, (bills) => bills >= before + renewals)
    const seconds = (performance.now() - begun) / 1000
    const idle = await read(client, (_, rounds) => rounds >= 50)
    const [during, rest] = [p95(busy), p95(idle)]
    const cells = [
      engine,
      `${seconds.toFixed(1)} s`,
      (renewals / seconds).toFixed(0),
      `${during.toFixed(1)} ms`,
      `${rest.toFixed(1)} ms`,
      (during / rest).toFixed(2),
      ...(await voidRun(client)),
    ]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  } finally {
    product.child.kill('SIGKILL')
  }
}

process.stdout.write(
  `| engine | ${renewals} renewals | bills a second | reads p95 meanwhile | at rest | times | void | reads p95 |\n|---|---|---|---|---|---|---|---|\n`,
)
if (only !== 'server') {
  const { dataDir, remove } = newDataDir()
  try {
    await bench('embedded', { DATA_DIR: dataDir, DATABASE_URL: '' }, async (statements) => {
      const db = await openEmbeddedDatabase(dataDir)
      for (const statement of statements) await db.asOwner?.((pglite) => pglite.exec(statement))
      await db.close()
    })
  } finally {
    remove()
  }
}
if (only !== 'embedded') {
  const postgres = await startPostgres({ fast: false })
  const { dataDir, remove } = newDataDir()
  try {
    await bench('server', { DATABASE_URL: postgres.url, DATA_DIR: dataDir }, async (statements) => {
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
    })
  } finally {
    await postgres.stop()
    remove()
  }
}
