import type { Schema } from '#db/schema.gen.ts'
import { auditMoney, currencyOf, lockBooks, postEntries } from '#business/ledger/books.server.ts'
import { earlier, lastDayOf } from '#lib/days.ts'
import { assertAccount } from '#business/ledger/money-account.row.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { memberOf } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import { payableTo } from './pay.row.server.ts'
import type { Adjustment, AdjustInput, PayAllInput, PayTrainerInput, TrainerPayment } from './payroll.contract.ts'

/** @throws document/not-found */
async function assertTrainer({ trx, vendorId }: TenantContext, id: string): Promise<void> {
  const found = await trx.selectFrom('trainers').select('id').where('vendorId', '=', vendorId).where('id', '=', id).executeTakeFirst()
  if (!found) throw failure('document/not-found')
}

/** The payment of a row. */
const paymentOf = ({ id, trainer, day, method, account, amount, reference }: Schema['trainerPayments']): TrainerPayment => ({
  id,
  trainer,
  day,
  method,
  account,
  amount,
  reference,
})

/** The correction of a row. */
const adjustmentOf = ({ id, trainer, day, amount, reason }: Schema['payLines']): Adjustment => ({ id, trainer, day, amount, reason })

/**
 * Pays a trainer what is owed, or a part of it, on the business's present day, and sends a trainer who is a member the
 * remittance advice. Only frozen or corrected pay is owed; the books are locked, so that concurrent calls never pay more.
 * @throws payroll.amount.over if it is more than is payable
 */
export async function payTrainer(
  ctx: TenantContext,
  input: PayTrainerInput,
  field: string | (string | number)[] = 'amount',
): Promise<TrainerPayment> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const { id = newId(call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  await lockBooks(trx, vendorId)
  const before = await answeredBefore(ctx, 'trainerPayments', id, inputDigest, paymentOf)
  if (before) return before
  await assertTrainer(ctx, input.trainer)
  await assertAccount(ctx, input.account, input.method)
  const payable = await payableTo(ctx, input.trainer)
  if (input.amount > payable) throw fieldFailure(field, 'payroll.amount.over')
  const terms = await currencyOf(trx, vendorId)
  const { trainer, method, account, amount } = input
  const common = { day: today, at: now, currency: terms.currency }
  await trx
    .insertInto('trainerPayments')
    .values({ vendorId, id, ...request, ...common, paidBy: memberOf(call).userId, inputDigest })
    .execute()
  const move = { debit: 'payrollPayable', credit: 'cash', from: account, amount, method, trainer } as const
  await postEntries(trx, call, { ...common, source: 'payroll', sourceId: id, moves: [move] })
  const payment = { id, day: today, ...request }
  await auditMoney(trx, call, {
    action: 'pay',
    entity: 'trainer',
    target: trainer,
    before: { payable },
    after: { payable: payable - amount, ...payment },
  })
  await notifyOfPay(ctx, payment, { left: payable - amount, ...terms })
  return payment
}

/** Notifies a trainer who is a member of a payment, as its remittance advice. @param left pay that is still owed, in minor units */
async function notifyOfPay(
  ctx: TenantContext,
  { id, trainer, day, amount, method, reference }: TrainerPayment,
  { left, currency, exponent }: { left: number; currency: string; exponent: number },
): Promise<void> {
  const money = (minor: number) => ({ minor, currency, exponent })
  await notify(ctx, {
    kind: 'trainerPaid',
    cause: id,
    values: {
      amount: money(amount),
      day,
      method,
      isNamed: reference ? 'yes' : 'no',
      reference,
      isDue: left > 0 ? 'yes' : 'no',
      left: money(left),
    },
    to: { trainer },
  })
}

/**
 * Pays several trainers in one transaction, each as `payTrainer` does.
 * @throws payroll.amount.over at the first amount that is more than is payable
 */
export async function payAllTrainers(ctx: TenantContext, { payments, ...common }: PayAllInput): Promise<{ payments: TrainerPayment[] }> {
  const paid: TrainerPayment[] = []
  for (const [at, payment] of payments.entries()) paid.push(await payTrainer(ctx, { ...payment, ...common }, ['payments', at, 'amount']))
  return { payments: paid }
}

/**
 * Corrects a trainer's pay of an open month by an amount that is added or, if negative, deducted. It is
 * dated today in the running month, and on the last day of a month that is over.
 * @throws month/closed, or payroll.month.coming if the month has not begun
 */
export async function adjustPay(ctx: TenantContext, input: AdjustInput): Promise<Adjustment> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const { id = newId(call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  await lockBooks(trx, vendorId)
  const before = await answeredBefore(ctx, 'payLines', id, inputDigest, adjustmentOf)
  if (before) return before
  await assertTrainer(ctx, input.trainer)
  if (input.month > today.slice(0, 7)) throw fieldFailure('month', 'payroll.month.coming')
  const { currency } = await currencyOf(trx, vendorId)
  const { trainer, amount, reason } = input
  const common = { day: earlier(today, lastDayOf(input.month)), at: now, currency }
  // Posted first: posting fails if the month is closed.
  const move = { debit: 'payroll', credit: 'payrollPayable', amount, trainer } as const
  await postEntries(trx, call, { ...common, source: 'payroll', sourceId: id, moves: [move] })
  await trx
    .insertInto('payLines')
    .values({
      vendorId,
      id,
      run: id,
      kind: 'adjustment',
      trainer,
      amount,
      reason,
      ...common,
      writtenBy: memberOf(call).userId,
      inputDigest,
    })
    .execute()
  const adjusted = { id, trainer, day: common.day, amount, reason }
  await auditMoney(trx, call, { action: 'adjust', entity: 'trainer', target: trainer, after: adjusted })
  return adjusted
}
