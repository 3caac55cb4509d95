import { auditMoney, currencyOf, lockBooks, postEntries } from '#business/ledger/books.server.ts'
import { reversed } from '#business/ledger/ledger.rules.ts'
import { changedFields } from '#kernel/audit.ts'
import { changedRecord } from '#kernel/changes.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { assertUse, type ImageUse } from '#kernel/image-use.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import { expenseInput, taxRule, type Expense, type ExpenseInput } from './expense.contract.ts'
import { readExpense } from './expense.row.server.ts'
import { expenseMoves, type Spent } from './expense.rules.ts'
import type { Seen } from '#lib/calls.ts'

/** The service of the batch that the money was spent on. @throws request/invalid at `batch` if no batch has that id */
export async function serviceOf({ trx, vendorId }: TenantContext, batch: string | null): Promise<string | null> {
  if (batch === null) return null
  const row = await trx.selectFrom('batches').select('service').where('vendorId', '=', vendorId).where('id', '=', batch).executeTakeFirst()
  if (!row) throw fieldFailure('batch', 'expenses.batch.unknown')
  return row.service
}

/** Posts the entries of an expense, or reverses them. @param day of the entries; @throws month/closed */
async function postExpense(
  { trx, call, now }: TenantContext,
  id: string,
  currency: string,
  spent: Spent,
  back?: { day: string },
): Promise<void> {
  const moves = expenseMoves(spent)
  await postEntries(trx, call, {
    source: 'expense',
    sourceId: id,
    day: back?.day ?? spent.day,
    at: now,
    currency,
    moves: back ? reversed(moves) : moves,
  })
}

/** What a new expense has in addition to its input: the monthly expense that created it, and the month it is for. */
type Made = { id: string; inputDigest: Buffer; recurrence: string | null; period: string | null }

const receiptUse: ImageUse = { field: 'receipt', purpose: 'receipt', required: 'lib.images.required' }

/** Writes a new expense with its entries and its audit row. The books must be locked. @throws month/closed */
export async function enterExpense(ctx: TenantContext, input: ExpenseInput, made: Made): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  await assertUse(trx, vendorId, receiptUse, input.receipt, null)
  const { currency } = await currencyOf(trx, vendorId)
  const spent = { ...input, service: await serviceOf(ctx, input.batch) }
  await trx
    .insertInto('expenses')
    .values({ vendorId, ...spent, ...made, currency, createdAt: now, updatedAt: now })
    .execute()
  await postExpense(ctx, made.id, currency, spent)
  const { inputDigest: _digest, id, ...origin } = made
  await auditMoney(trx, call, {
    action: 'create',
    entity: 'expense',
    target: id,
    after: { ...spent, currency, ...(origin.recurrence ? origin : {}) },
  })
}

async function assertPast({ today }: TenantContext, day: string): Promise<void> {
  if (day > (await today())) throw fieldFailure('day', 'expenses.day.future')
}

/** Enters an expense (product 3). @throws month/closed; request/reused if another expense was entered under its id */
export async function createExpense(ctx: TenantContext, input: ExpenseInput & { id?: string | undefined }): Promise<Expense> {
  const { trx, call, vendorId } = ctx
  const { id = newId(call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  await lockBooks(trx, vendorId)
  const before = await answeredBefore(ctx, 'expenses', id, inputDigest, () => readExpense(ctx, id))
  if (before) return before
  await assertPast(ctx, request.day)
  await enterExpense(ctx, request, { id, inputDigest, recurrence: null, period: null })
  return readExpense(ctx, id)
}

/** Locks the books and returns a booked expense in the version its caller saw. @throws request/stale, expense/state, document/not-found */
async function lockVersion(ctx: TenantContext, { id, version }: Seen): Promise<Expense> {
  await lockBooks(ctx.trx, ctx.vendorId)
  const row = await readExpense(ctx, id)
  if (row.version !== version) throw failure('request/stale', { current: row })
  if (row.state === 'void') throw failure('expense/state')
  return row
}

/** The columns whose change needs new ledger entries. */
const money = ['amount', 'tax', 'method', 'day', 'hall', 'batch'] as const

/**
 * Corrects an expense. If a money column differs, entries reverse the old ones on the old day, and new
 * ones are posted on the new day (product 3). In a closed month only the texts and the receipt can change;
 * to correct its money, void the expense, which posts today, and enter it again.
 * @throws month/closed
 */
export async function updateExpense(ctx: TenantContext, input: Partial<ExpenseInput> & Seen): Promise<Expense> {
  const { trx, call, vendorId, now } = ctx
  const { id, version, ...named } = input
  const before = await lockVersion(ctx, { id, version })
  const request = changedRecord<ExpenseInput>(Object.keys(expenseInput.shape), before, named, [taxRule])
  const change = changedFields(before, request)
  if (Object.keys(change.after).length === 0) return before
  await assertUse(trx, vendorId, receiptUse, request.receipt, before.receipt)
  const after = { ...request, service: request.batch === before.batch ? before.service : await serviceOf(ctx, request.batch) }
  if (money.some((name) => name in change.after)) {
    await assertPast(ctx, request.day)
    await postExpense(ctx, id, before.currency, before, { day: before.day })
    await postExpense(ctx, id, before.currency, after)
  }
  await trx
    .updateTable('expenses')
    .set({ ...after, version: version + 1, updatedAt: now })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  await auditMoney(trx, call, { action: 'update', entity: 'expense', target: id, ...change })
  return readExpense(ctx, id)
}

/** Voids an expense on its own day, or today if that month is closed. Its row stays, with the reason. */
export async function voidExpense(ctx: TenantContext, { id, version, reason }: Seen & { reason: string }): Promise<Expense> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const before = await lockVersion(ctx, { id, version })
  const voidedOn = before.isClosed ? today : before.day
  await postExpense(ctx, id, before.currency, before, { day: voidedOn })
  await trx
    .updateTable('expenses')
    .set({ voidedOn, voidReason: reason, version: version + 1, updatedAt: now })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  const { amount, tax, day, supplier } = before
  await auditMoney(trx, call, {
    action: 'void',
    entity: 'expense',
    target: id,
    before: { state: 'booked', amount, tax, day, supplier },
    after: { state: 'void', voidedOn, reason },
  })
  return readExpense(ctx, id)
}
