import { createHash, randomBytes } from 'node:crypto'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { checkBooks } from '#business/ledger/chain-links.server.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { loadSeeds } from '#entrance/seeds.server.ts'
import { openFloor, person, seen, travel } from '../../../test/floor.ts'
import { testApp } from '../../../test/app.ts'
import { startPostgres, type PostgresServer } from '../../../test/postgres.ts'
import { machine } from '../../../test/product.ts'
import { unpackInto } from '../../../test/template.ts'
import { openServer, type Database } from '../open.ts'
import { tenant } from '../tenant.ts'
import { openEmbeddedDatabase } from './database.ts'
import { backupServer, restoreServer, withClient } from './server.ts'

const home = mkdtempSync(join(tmpdir(), 'touchline-money-'))
let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

/** Runs one of the commands as an operator does. */
const command = (name: string, folder: string, dataDir: string) =>
  promisify(execFile)(process.execPath, [`scripts/${name}.ts`, folder], { env: { ...machine(), DATA_DIR: dataDir } })

async function newDatabase(name: string): Promise<string> {
  await withClient(server.url, (ask) => ask(`create database "${name}"`))
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return url.href
}

/** How each engine is opened, backed up and restored; `name` distinguishes the databases. */
const engines = {
  embedded: async () => {
    const dirOf = (name: string) => join(home, `embedded-${name}`)
    unpackInto(dirOf('busy'), inject('template'))
    return {
      dirOf,
      open: (name: string): Promise<Database> => openEmbeddedDatabase(dirOf(name)),
      backup: (name: string, folder: string) => command('backup', folder, dirOf(name)),
      restore: (name: string, folder: string) => command('restore', folder, dirOf(name)),
    }
  },
  server: async () => {
    const urls = new Map([
      ['busy', await newDatabase('busy')],
      ['restored', await newDatabase('restored')],
    ])
    const dirOf = (name: string) => join(home, `server-${name}`)
    const urlOf = (name: string) => urls.get(name) ?? ''
    return {
      dirOf,
      open: (name: string) => openServer(urlOf(name)),
      backup: (name: string, folder: string) => backupServer(urlOf(name), dirOf(name), folder),
      restore: (name: string, folder: string) => restoreServer(urlOf(name), dirOf(name), folder),
    }
  },
}

const tables = [
  'sales',
  'saleLines',
  'payments',
  'refunds',
  'expenses',
  'payLines',
  'trainerPayments',
  'payoutAccounts',
  'quotes',
  'numbers',
] as const

/** A vendor's money: its tables row for row, both chains link by link, and whether they agree with the bills. */
async function moneyOf(db: Database, vendorId: string) {
  return tenant(db, vendorId, async (trx) => {
    const rows: Record<string, string[]> = {}
    for (const table of tables)
      rows[table] = (await trx.selectFrom(table).selectAll().where('vendorId', '=', vendorId).execute()).map((row) => JSON.stringify(row))
    const links = async (table: 'ledger' | 'audit') =>
      (
        await trx
          .selectFrom(table)
          .select(['sequence', 'hash'])
          .where('vendorId', '=', vendorId)
          .where('sequence', 'is not', null)
          .orderBy('sequence')
          .execute()
      ).map(({ hash }) => Buffer.from(hash ?? []).toString('hex'))
    const { entries, events } = await checkBooks(trx, vendorId)
    const isWhole = entries.brokenAt === null && events.brokenAt === null
    return { rows, ledger: await links('ledger'), log: await links('audit'), isWhole, found: await reconcile(trx, vendorId) }
  })
}

test.each(['embedded', 'server'] as const)(
  'D4 %s: a backup amid sales and payments restores to books that agree, link by link and file by file',
  async (name) => {
    const { dirOf, open, backup, restore } = await engines[name]()
    const dataDir = dirOf('busy')
    const content = randomBytes(20_000)
    const image = createHash('sha256').update(content).digest('hex')
    const path = join('media', image.slice(0, 2), `${image}.webp`)
    mkdirSync(join(dataDir, 'media', image.slice(0, 2)), { recursive: true })
    const db = await open('busy')
    await loadSeeds(db)
    writeFileSync(join(dataDir, path), content)
    const app = await testApp({ DATA_DIR: dataDir }, db)
    const base = await openFloor(app, 5)
    const { calls, owner, made, trainer, second } = base
    const { vendorId } = owner
    await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
    await calls.payouts.setAccount({ holder: 'Al Noor Sports', account: 'AE070331234567890123456', bankName: 'Bank of the Gulf' })
    const { id: customer } = await person(calls, 'Amal')
    await calls.quotes.create({ customer, service: base.service.id, quote: 'Ten afternoons', offeredPrice: 30_000 })
    const rent = { category: 'rent' as const, supplier: 'Corniche Estates', amount: 10_500, tax: 500, method: 'transfer' as const }
    await calls.expenses.create({ ...rent, day: '2026-10-01' })
    await calls.sales.sell({
      customer,
      items: [{ kind: 'batch', batch: made.id }],
      payments: [{ method: 'card', amount: 35_000, reference: '' }],
      total: 35_000,
    })
    await travel(app, owner, Date.UTC(2026, 10, 3, 9))
    await calls.finance.close({ month: '2026-10' })
    await calls.payroll.pay({ trainer: trainer.id, amount: 12_000, method: 'cash' })
    await calls.payroll.adjust({ trainer: second.id, month: '2026-11', amount: 500, reason: 'Travel' })

    let stopped = false
    let sold = 0
    const sell = async () => {
      const items = [{ kind: 'free' as const, text: 'A football', quantity: 1, unit: 10_003 }]
      const { id: sale } = await calls.sales.sell({
        customer,
        items,
        payments: [{ method: 'cash', amount: 4000, reference: '' }],
        total: 10_003,
      })
      await calls.sales.pay({ sale, method: 'card', amount: 6003, reference: '' })
      await calls.sales.refund({ sale, amount: 1001, method: 'cash', reason: 'Torn' })
      const expense = await calls.expenses.create({ ...rent, day: '2026-11-03' })
      await calls.expenses.void({ ...seen(expense), reason: 'Twice' })
      sold += 1
      // A real server listens between two requests, and leaves the cores to others.
      await wait(20)
    }
    const run = async () => {
      while (!stopped) await sell()
    }
    for (let one = 0; one < 3; one++) await sell()
    const before = sold
    const selling = run()
    const folder = join(home, `${name}-backup`)
    await backup('busy', folder)
    stopped = true
    await selling
    const after = await moneyOf(db, vendorId)
    await app.close()

    await restore('restored', folder)
    const restored = await open('restored')
    const money = await moneyOf(restored, vendorId)
    await restored.close()
    expect(money.found).toEqual([])
    expect(money.isWhole).toBe(true)
    const sales = money.rows['sales']?.length ?? 0
    // All bills from before the backup, but not all of those issued during it; one more is the bill of the enrolment.
    expect(sales).toBeGreaterThanOrEqual(before + 1)
    expect(sales).toBeLessThanOrEqual(sold + 1)
    expect(after.log.length).toBeGreaterThan(money.log.length)
    // One moment of the same books: each chain is a prefix of what it became later.
    expect(money.ledger).toEqual(after.ledger.slice(0, money.ledger.length))
    expect(money.log).toEqual(after.log.slice(0, money.log.length))
    for (const table of ['saleLines', 'payments', 'refunds', 'payLines', 'trainerPayments', 'payoutAccounts', 'quotes'] as const) {
      const later = new Set(after.rows[table])
      expect(
        money.rows[table]?.filter((row) => !later.has(row)),
        table,
      ).toEqual([])
    }
    expect([money.rows['payLines']?.length, money.rows['trainerPayments']?.length, money.rows['payoutAccounts']?.length]).toEqual([
      after.rows['payLines']?.length,
      1,
      1,
    ])
    for (const file of [path, 'secret.key'])
      expect(readFileSync(join(dirOf('restored'), file)).equals(readFileSync(join(dataDir, file))), file).toBe(true)
    console.log(`D4 ${name}: ${money.ledger.length} of ${after.ledger.length} entries and ${sales} of ${sold + 1} sales in the backup`)
  },
)
