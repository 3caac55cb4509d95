import type { Schema } from '#db/schema.gen.ts'
import type { Trx } from '#db/tenant.ts'
import type { TenantContext } from '#kernel/context.ts'
import { assertUnmatched, auditMoney, lockBooks, postEntries } from '#business/ledger/books.server.ts'
import type { Move } from '#business/ledger/ledger.rules.ts'
import { assertAccount } from '#business/ledger/money-account.row.server.ts'
import { memberOf } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import type { PayInput, ReverseInput, SaleDetail } from './sale.contract.ts'
import { creditOf } from './credit.row.server.ts'
import { noteBill } from './owed-bills.server.ts'
import { readSale } from './sale.row.server.ts'
import { accountOf, dueOf, isReversible } from './sale.rules.ts'

/** The ledger move of a payment; the marketplace holds its money until it is paid out. */
export function paymentMove(
  { method, account, amount }: { method: Schema['payments']['method']; account: string | null; amount: number },
  customer: string | null,
): Move {
  return { debit: accountOf(method), into: account, credit: 'customerReceivable', amount, method, customer }
}

type Billed = { id: string; customer: string | null; currency: string }

/** Writes a payment and posts it, with the accounts swapped for a negative amount; the caller updates the sale's own sum. */
export async function recordPayment(
  ctx: TenantContext,
  sale: Billed,
  payment: {
    id: string
    position: number
    method: Schema['payments']['method']
    account?: string | null
    amount: number
    reference: string
    reverses?: string
    reason?: string
  },
  inputDigest: Buffer,
): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const { id, position, method, account = null, amount, reference, reverses = null, reason = null } = payment
  await trx
    .insertInto('payments')
    .values({
      vendorId,
      id,
      sale: sale.id,
      position,
      day: today,
      at: now,
      method,
      account,
      amount,
      reference,
      takenBy: memberOf(call).userId,
      reverses,
      reason,
      inputDigest,
    })
    .execute()
  await postEntries(trx, call, {
    source: 'payment',
    sourceId: id,
    day: today,
    at: now,
    currency: sale.currency,
    moves: [paymentMove({ method, account, amount }, sale.customer)],
  })
}

/** A sale's row and the amount due. @throws document/not-found */
export async function findSale(trx: Trx, vendorId: string, id: string, isLocked = false) {
  const query = trx.selectFrom('sales').selectAll().where('vendorId', '=', vendorId).where('id', '=', id)
  const sale = await (isLocked ? query.forUpdate() : query).executeTakeFirst()
  if (!sale) throw failure('document/not-found')
  return { ...sale, due: sale.voidedAt === null ? dueOf(sale) : 0 }
}

/** Like `findSale`, and locked until the transaction ends. */
export const lockSale = (trx: Trx, vendorId: string, id: string) => findSale(trx, vendorId, id, true)

type Locked = Awaited<ReturnType<typeof lockSale>>
type Entered = Parameters<typeof recordPayment>[2]

/**
 * Writes a payment or its reversal with the bill's sum and the audit log, once however often it is sent.
 * @param enter checks the request on the locked bill; returns the payment to write, a negative amount for a reversal
 */
async function record(
  ctx: TenantContext,
  action: 'pay' | 'reversePayment',
  input: PayInput | ReverseInput,
  enter: (sale: Locked) => Promise<Omit<Entered, 'id' | 'position'>>,
): Promise<SaleDetail> {
  const { trx, call, vendorId, now } = ctx
  const { id = newId(call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  await lockBooks(trx, vendorId)
  const before = await answeredBefore(ctx, 'payments', id, inputDigest, ({ sale }) => readSale(trx, call, sale))
  if (before) return before
  const sale = await lockSale(trx, vendorId, input.sale)
  const payment = await enter(sale)
  const { position } = await trx
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('position'))
    .where('vendorId', '=', vendorId)
    .where('sale', '=', sale.id)
    .executeTakeFirstOrThrow()
  await recordPayment(ctx, sale, { ...payment, id, position }, inputDigest)
  const { method, account = null, reference, reason } = payment
  const paid = sale.paid + payment.amount
  await trx
    .updateTable('sales')
    .set({ paid, version: sale.version + 1, updatedAt: now })
    .where('vendorId', '=', vendorId)
    .where('id', '=', sale.id)
    .execute()
  await noteBill(ctx, sale.id)
  await auditMoney(trx, call, {
    action,
    entity: 'sale',
    target: sale.id,
    before: { paid: sale.paid },
    after: {
      paid,
      method,
      ...(account !== null && { account }),
      amount: Math.abs(payment.amount),
      reference,
      ...(reason !== undefined && { reason }),
    },
  })
  return readSale(trx, call, sale.id)
}

/** Takes a payment for a sale, never more than the amount due. */
export const pay = (ctx: TenantContext, input: PayInput): Promise<SaleDetail> =>
  record(ctx, 'pay', input, async ({ due, customer }) => {
    const { method, account, amount, reference } = input
    if (due === 0) throw failure('sale/state')
    if (amount > due) throw fieldFailure('amount', 'sales.payments.over')
    if (method === 'credit' && (customer === null || amount > (await creditOf(ctx, customer))))
      throw fieldFailure('amount', 'sales.credit.most')
    await assertAccount(ctx, account, method)
    return { method, account, amount, reference }
  })

/**
 * Reverses a payment by one of the opposite amount, dated today: the drawer, the books and the bill have that much
 * less, and the bill is due on its day as before. Undone by recording the payment again.
 * @throws sale/state if it is already reversed, if money of the bill was refunded, and for marketplace payments;
 * document/matched if a line of the bank is matched with it
 */
export const reversePayment = (ctx: TenantContext, input: ReverseInput): Promise<SaleDetail> =>
  record(ctx, 'reversePayment', input, async (sale) => {
    const { payments } = await readSale(ctx.trx, ctx.call, sale.id)
    const taken = payments.find((one) => one.id === input.payment)
    if (!taken) throw failure('document/not-found')
    if (!isReversible(sale, taken)) throw failure('sale/state')
    await assertUnmatched(ctx, taken.id)
    const { id: reverses, method, account, amount, reference } = taken
    return { method, account, amount: -amount, reference, reverses, reason: input.reason }
  })
