import { dayMs } from '#lib/days.ts'
import { expect } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { checkBooks } from '#business/ledger/chain-links.server.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { newId } from '#kernel/ids.ts'
import { runAs, type TenantContext } from '#kernel/context.ts'
import { signatureOf } from '#kernel/signature.ts'
import type { TestApp } from '../../../test/app.ts'
import type { HttpClient } from '../../../test/browser-session.ts'
import { openFloor, start, travel } from '../../../test/floor.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { createPayout } from './payout.actions.server.ts'

type ServedApp = TestApp & { url: string }

/** The signing secret of a test's marketplace. */
export const secret = 'a-secret-of-the-marketplace-for-tests'

/** How an order of the marketplace is sent, and the ways to forge it. */
export type SentOrder = {
  secret?: string
  at?: number
  signedBody?: string
  headers?: Record<string, string>
  bare?: Record<string, string>
}

/**
 * Sends an order as the marketplace does: over HTTP, signed over the bytes.
 * @param at the signature's time, milliseconds; @param headers in addition to the signature's, `bare` instead of them
 */
export async function order(app: ServedApp, input: object, { at = app.clock.now(), signedBody, headers, bare, ...sent }: SentOrder = {}) {
  const body = JSON.stringify(input)
  const timestamp = String(Math.floor(at / 1000))
  const signature = signatureOf(sent.secret ?? secret, timestamp, signedBody ?? body)
  const answer = await fetch(`${app.url}/api/marketplace/sales`, {
    method: 'POST',
    headers: bare ?? {
      'content-type': 'application/json',
      'x-touchline-timestamp': timestamp,
      'x-touchline-signature': signature,
      ...headers,
    },
    body,
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Sells a place in a batch at 350.00 through the marketplace and pays it out, to an account in effect at once. @returns the payout's id */
export async function paidOut(app: ServedApp, owner: HttpClient, batch: string, firstName: string): Promise<string> {
  const vendor = String((await owner.rpc('accounts.session')).body['vendorId'])
  await owner.rpc('payouts.setAccount', { holder: firstName, account: 'AE070331234567890123456', bankName: firstName })
  await asOwner(app.app.db, (db) =>
    db.updateTable('payoutAccounts').set({ countsFrom: '2026-01-01' }).where('vendorId', '=', vendor).execute(),
  )
  const sold = await order(app, {
    order: firstName,
    vendor,
    batch,
    customer: { firstName, phone: '0507654321' },
    currency: 'AED',
    total: 35_000,
  })
  if (sold.status !== 201) throw new Error(`The order was answered ${JSON.stringify(sold.body)}`)
  const until = new Date(app.clock.now()).toISOString().slice(0, 10)
  const created = await runAs(app.app, 'operator', vendor, (ctx) => createPayout(ctx, { until }))
  if (!('id' in created)) throw new Error(`Nothing was paid out: ${created.waits}`)
  return created.id
}

export const iban = 'AE07 0331 2345 6789 0123 456'
export const bank = { holder: 'Al Noor Sports LLC', account: iban, bankName: 'Bank of the Gulf' }

/** A business whose bank account is in effect, on 8 October 2026, with `sell` for a place at 350.00: 333.33 net, 33.33 of it commission. */
export async function shop(app: ServedApp) {
  const base = await openFloor(app, 500)
  const { owner, calls, made } = base
  await calls.payouts.setAccount(bank)
  await travel(app, owner, start + 3 * dayMs)
  let people = 0
  const sell = async () => {
    people += 1
    const phone = `050 333 ${String(people).padStart(4, '0')}`
    const customer = { firstName: 'Amal', phone }
    const { body, status } = await order(app, {
      order: newId(),
      vendor: owner.vendorId,
      batch: made.id,
      customer,
      currency: 'AED',
      total: 35_000,
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return String(body['sale'])
  }
  const act = <T>(work: (ctx: TenantContext) => Promise<T>) => runAs(app.app, 'operator', owner.vendorId, work)
  const pay = (until: string) => act((ctx) => createPayout(ctx, { until }))
  const back = (sale: string, amount: number) => calls.sales.refund({ sale, amount, method: 'marketplace', reason: 'Moved away' })
  return { ...base, vendorId: owner.vendorId, sell, act, pay, back }
}

/** What one sale leaves at the marketplace after commission. */
export const netSale = 35_000 - 3333

/** An account's balance, as the sum of its entries. */
export async function balance(app: TestApp, vendorId: string, account: string): Promise<number> {
  const rows = await tenant(app.app.db, vendorId, (trx) =>
    trx.selectFrom('ledger').select(['debit', 'credit', 'amount']).where('vendorId', '=', vendorId).execute(),
  )
  return rows.reduce((sum, { debit, credit, amount }) => sum + (debit === account ? amount : 0) - (credit === account ? amount : 0), 0)
}

/** Expects that nothing of a vendor's money differs, and that both chains are intact. */
export async function clean(app: TestApp, vendorId: string): Promise<void> {
  const [books, found] = await tenant(app.app.db, vendorId, async (trx) => [
    await checkBooks(trx, vendorId),
    await reconcile(trx, vendorId),
  ])
  expect(found).toEqual([])
  expect([books.entries.brokenAt, books.events.brokenAt]).toEqual([null, null])
}
