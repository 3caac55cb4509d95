import { operate } from '#money/payouts/operator.server.ts'
import { accountHours } from '#money/payouts/payout.rules.ts'
import { sellOrder } from '#money/payouts/marketplace.server.ts'
import { readConfig } from '#kernel/config.ts'
import { runAs } from '#kernel/context.ts'
import { openApp, openDatabase } from '#entrance/start.server.ts'
import type { HttpClient } from '../test/browser-session.ts'
import type { Product } from './product.ts'

/**
 * Sells a place in a batch of 350.00 on the marketplace and pays it out; returns the payout's id. The embedded
 * database allows only one process, so the product is stopped meanwhile.
 */
export async function paidOut(product: Product, owner: HttpClient, batch: string): Promise<string> {
  const vendor = String((await owner.rpc('accounts.session')).body['vendorId'])
  await owner.rpc('payouts.setAccount', { holder: 'Al Noor Sports', account: 'AE070331234567890123456', bankName: 'Bank of the Gulf' })
  await product.kill()
  const config = readConfig({ DATA_DIR: product.dataDir })
  const db = await openDatabase(config)
  let later = 0
  const app = openApp(config, db, { now: () => Date.now() + later })
  const customer = { firstName: 'Badr', lastName: 'Saleh', phone: '050 765 4321', email: '', language: 'en' as const }
  await runAs(app, 'marketplace', vendor, (ctx) =>
    sellOrder(ctx, { order: 'M-1', vendor, batch, customer, currency: 'AED', total: 35_000 }),
  )
  // A new bank account takes effect only after a waiting period.
  later = (accountHours + 1) * 3_600_000
  const until = new Date(app.now()).toISOString().slice(0, 10)
  const [line = ''] = await operate(app, ['payouts', 'create', '--vendor', vendor, '--until', until])
  await db.close()
  await product.start()
  return line.split(' ')[0] ?? ''
}
