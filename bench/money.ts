import { openServer } from '#db/open.ts'
import { goodPassword, testApp, type Caller } from '../test/app.ts'
import { fillCrowd, analyzeCrowd } from '../test/crowd.ts'
import { readWhole, statementsOf } from '../test/plans.ts'
import type { FloorLine } from './floor.ts'
import { pair } from './load.ts'
import { serveProduct, sharedSecret } from './product.ts'

const limit = 1.5

/** The longest that one answer of the overview may take at a million payments, in milliseconds. */
const overviewMs = 150

/** A vendor's size, the same in both databases, and how many vendors each has: a million payments and a tenth of that. */
const size = { customers: 100, enrolments: 200, sessions: 0, batches: 10, sales: 1000 }
const [many, few] = [1000, 100]

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const month = { from: dayIn(-30), to: dayIn(0) }

type Calls = Caller['calls']
type Report = [name: string, call: string, input: object, work: (calls: Calls) => Promise<unknown>]

/** One report: called over HTTP to measure it, and in this process to inspect its query plans. */
function report<Input extends object>(
  name: string,
  call: string,
  input: Input,
  of: (calls: Calls) => (input: Input) => Promise<unknown>,
): Report {
  return [name, call, input, (calls) => of(calls)(input)]
}

const overview = report('overview of finance', 'finance/overview', {}, ({ finance }) => finance.overview)

const reports = [
  report('statement of a month', 'finance/statement', month, ({ finance }) => finance.statement),
  overview,
  report('balance sheet', 'finance/balance', { day: dayIn(0) }, ({ finance }) => finance.balance),
  report('month-end', 'finance/monthEnd', { month: month.from.slice(0, 7) }, ({ finance }) => finance.monthEnd),
  report('tax of a month', 'finance/tax', month, ({ finance }) => finance.tax),
  report('money accounts', 'cashbook/accounts', {}, ({ cashbook }) => cashbook.accounts),
  report('journal of a month, its totals', 'journal/totals', month, ({ journal }) => journal.totals),
  report('profit of a month by batch', 'finance/profit', { ...month, by: 'batch' as const }, ({ finance }) => finance.profit),
  report(
    'profit of the money of a month by batch',
    'finance/profit',
    { ...month, by: 'batch' as const, basis: 'cash' as const },
    ({ finance }) => finance.profit,
  ),
  report(
    'subscriptions of three months',
    'reports/subscriptions',
    { from: dayIn(-62).slice(0, 7), to: dayIn(0).slice(0, 7) },
    ({ reports }) => reports.subscriptions,
  ),
  report('sales of a month with their sums', 'sales/list', month, ({ sales }) => sales.list),
  report('bills and credit notes', 'finance/invoices', {}, ({ finance }) => finance.invoices),
  report('changes of money', 'reports/audit', {}, ({ reports }) => reports.audit),
]

/** Tables that no report may scan in full: those that grow with the number of vendors. */
const tables = ['sales', 'saleLines', 'payments', 'refunds', 'ledger', 'audit', 'enrolments', 'customers']

/** Opens a database of `vendors` vendors with the product in front of it, and the business whose reports are measured. */
async function open(vendors: number) {
  const product = await serveProduct()
  const { client } = product
  const asked = await product.business()
  // Fewer checkpoints while filling.
  await client.query(`alter system set max_wal_size = '16GB'`)
  await client.query('select pg_reload_conf()')
  await fillCrowd(client, [asked.vendorId, ...Array.from({ length: vendors - 1 }, () => crypto.randomUUID())], size)
  await analyzeCrowd(client)
  return { ...product, ...asked }
}
type Business = Awaited<ReturnType<typeof open>>

/** @throws if a report's plan scans a table in full */
async function assertIndexes({ databaseUrl, vendorId, email }: Business): Promise<void> {
  const app = await testApp(sharedSecret, await openServer(databaseUrl, { prepare: false }))
  try {
    app.clock.set(Date.now())
    const { calls } = app.browser()
    await calls.accounts.signIn({ email, password: goodPassword })
    for (const [name, , , work] of reports) {
      const statements = await statementsOf(() => work(calls))
      if (statements.length === 0) throw new Error(`${name}: no statement was seen`)
      for (const statement of statements) {
        const whole = await readWhole(app.app.db, vendorId, statement, tables)
        if (whole.length > 0) throw new Error(`${name} reads all of ${whole.join(', ')}: ${statement.text}`)
      }
    }
  } finally {
    await app.close()
  }
}

/**
 * Benchmarks reports of one vendor's money among a thousand and among a hundred vendors, in turn on two servers.
 * @throws if a report scans a full table, and if the overview takes too long
 */
export async function benchMoney(): Promise<FloorLine[]> {
  const opened: Business[] = []
  const of = async (vendors: number) => {
    const one = await open(vendors)
    opened.push(one)
    return one
  }
  try {
    const [small, large] = [await of(few), await of(many)]
    await assertIndexes(large)
    const lines: FloorLine[] = []
    const compare = async (name: string, [, call, input]: Report, atOnce: number) => {
      const { ours, bare, ratio } = await pair(small.shot(call, input), large.shot(call, input), { rounds: 7, ms: 600, atOnce })
      lines.push({ name, large: bare, small: ours, slower: ratio, limit })
      return bare
    }
    for (const one of reports) await compare(one[0], one, 8)
    const alone = await compare('overview of finance, one at a time', overview, 1)
    if (alone < 1000 / overviewMs) throw new Error(`The overview takes ${(1000 / alone).toFixed(0)} ms, at most ${overviewMs} allowed`)
    return lines
  } finally {
    for (const one of opened) await one.close()
  }
}
