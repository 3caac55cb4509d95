import { assertAccount } from '#business/ledger/money-account.row.server.ts'
import { auditMoney, lockBooks, postEntries } from '#business/ledger/books.server.ts'
import { memberOf } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import type { Credit, CreditPayout } from './credit.contract.ts'
import { creditOf, readCredit } from './credit.row.server.ts'
import { noteBill } from './owed-bills.server.ts'
import { recordPayment, reversePayment } from './sale.pay.server.ts'
import { dueOf, refundLimits } from './sale.rules.ts'

/**
 * Pays a customer's open bills from their credit, the one due first before the others. The books must be locked.
 * @param only the one bill to pay; by default all of them
 */
export async function applyCredit(ctx: TenantContext, customer: string, only?: string): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  let left = await creditOf(ctx, customer)
  if (left <= 0) return
  const open = trx
    .selectFrom('sales')
    .select(['id', 'customer', 'currency', 'total', 'credited', 'paid', 'refunded', 'version'])
    .where('vendorId', '=', vendorId)
    .where('customer', '=', customer)
    .where('state', 'in', ['open', 'partiallyPaid'])
    .orderBy('dueOn')
    .orderBy('id')
    .forUpdate()
  for (const sale of await (only === undefined ? open : open.where('id', '=', only)).execute()) {
    const amount = Math.min(left, dueOf(sale))
    if (amount <= 0) continue
    left -= amount
    const { position } = await trx
      .selectFrom('payments')
      .select(({ fn }) => fn.countAll<number>().as('position'))
      .where('vendorId', '=', vendorId)
      .where('sale', '=', sale.id)
      .executeTakeFirstOrThrow()
    const payment = { method: 'credit', amount, reference: '' } as const
    await recordPayment(ctx, sale, { ...payment, id: newId(call.app.now()), position }, digestOf(payment))
    const paid = sale.paid + amount
    await trx
      .updateTable('sales')
      .set({ paid, version: sale.version + 1, updatedAt: now })
      .where('vendorId', '=', vendorId)
      .where('id', '=', sale.id)
      .execute()
    await noteBill(ctx, sale.id)
    await auditMoney(trx, call, {
      action: 'pay',
      entity: 'sale',
      target: sale.id,
      before: { paid: sale.paid },
      after: { paid, ...payment },
    })
  }
}

/**
 * Pays a part of a customer's credit out in money, once however often it is sent.
 * @throws document/not-found, sale/limit beyond the role's limit, request/invalid at `amount` for more than the credit
 */
export async function payOutCredit(ctx: TenantContext, input: CreditPayout): Promise<Credit> {
  const { trx, call, vendorId, now } = ctx
  const { id = newId(call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  await lockBooks(trx, vendorId)
  const { customer, amount, method, account, reason } = request
  const before = await answeredBefore(ctx, 'creditPayouts', id, inputDigest, (row) => readCredit(ctx, row))
  if (before) return before
  await assertAccount(ctx, account, method)
  const { balance, currency, exponent } = await readCredit(ctx, { customer })
  if (amount > balance) throw fieldFailure('amount', 'sales.credit.most')
  const { role, userId } = memberOf(call)
  const most = refundLimits[role]
  if (most !== null && amount > most * 10 ** exponent) throw failure('sale/limit', { limit: most * 10 ** exponent })
  const day = await ctx.today()
  const row = { customer, day, at: now, amount, currency, method, account, reason, givenBy: userId, inputDigest }
  await trx
    .insertInto('creditPayouts')
    .values({ vendorId, id, ...row })
    .execute()
  const moves = [{ debit: 'customerCredit', credit: 'cash', from: account, amount, method, customer } as const]
  await postEntries(trx, call, { source: 'refund', sourceId: id, day, at: now, currency, moves })
  const after = { customer, amount, method, ...(account !== null && { account }), reason }
  await auditMoney(trx, call, { action: 'payOut', entity: 'credit', target: customer, before: { balance }, after })
  return readCredit(ctx, { customer })
}

/** Gives back the credit that paid a bill, by payments of the opposite amounts. The books must be locked. */
export async function reverseCredit(ctx: TenantContext, sale: string, reason: string): Promise<void> {
  const { trx, vendorId } = ctx
  const taken = await trx
    .selectFrom('payments')
    .select(['id', 'amount', 'reverses'])
    .where('vendorId', '=', vendorId)
    .where('sale', '=', sale)
    .where('method', '=', 'credit')
    .orderBy('position')
    .execute()
  const reversed = new Set(taken.flatMap(({ reverses }) => reverses ?? []))
  for (const { id, reverses } of taken) if (reverses === null && !reversed.has(id)) await reversePayment(ctx, { sale, payment: id, reason })
}
