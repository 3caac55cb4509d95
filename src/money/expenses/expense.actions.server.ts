import { assertUnmatched, auditMoney, currencyOf, lockBooks, postEntries } from '#business/ledger/books.server.ts'
import { reversed } from '#business/ledger/ledger.rules.ts'
import { assertAccount } from '#business/ledger/money-account.row.server.ts'
import { changedFields } from '#kernel/audit.ts'
import { changedRecord } from '#kernel/changes.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { assertUse, type ImageUse } from '#kernel/image-use.ts'
import { later } from '#lib/days.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import { expenseInput, paidRules, taxRule, type Expense, type ExpenseInput } from './expense.contract.ts'
import { readExpense } from './expense.row.server.ts'
import { expensePostings, paysTheSame, postingsWithout, type ExpensePosting, type Spent } from './expense.rules.ts'
import type { Seen } from '#lib/calls.ts'

/** The service of the batch that the money was spent on. @throws request/invalid at `batch` if no batch has that id */
export async function serviceOf({ trx, vendorId }: TenantContext, batch: string | null): Promise<string | null> {
  if (batch === null) return null
  const row = await trx.selectFrom('batches').select('service').where('vendorId', '=', vendorId).where('id', '=', batch).executeTakeFirst()
  if (!row) throw fieldFailure('batch', 'expenses.batch.unknown')
  return row.service
}

/** Posts entries of an expense, each on its day. @throws month/closed */
async function post(
  { trx, call, now }: TenantContext,
  { id, currency }: { id: string; currency: string },
  postings: readonly ExpensePosting[],
): Promise<void> {
  for (const { day, moves } of postings) await postEntries(trx, call, { source: 'expense', sourceId: id, day, at: now, currency, moves })
}

/** The same postings in the other direction. */
const reversedPostings = (postings: readonly ExpensePosting[]) => postings.map(({ day, moves }) => ({ day, moves: reversed(moves) }))

/** What a new expense has in addition to its input: the monthly expense that created it, and the month it is for. */
type Made = { id: string; inputDigest: Buffer; recurrence: string | null; period: string | null }

const receiptUse: ImageUse = { field: 'receipt', purpose: 'receipt', required: 'lib.images.required' }

/** Writes a new expense with its entries and its audit row. The books must be locked. @throws month/closed */
export async function enterExpense(ctx: TenantContext, input: ExpenseInput, made: Made): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  await assertUse(trx, vendorId, receiptUse, input.receipt, null)
  await assertAccount(ctx, input.account, input.method)
  const { currency } = await currencyOf(trx, vendorId)
  const spent = { ...input, service: await serviceOf(ctx, input.batch) }
  await trx
    .insertInto('expenses')
    .values({ vendorId, ...spent, ...made, currency, createdAt: now, updatedAt: now })
    .execute()
  await post(ctx, { id: made.id, currency }, expensePostings(spent))
  const { inputDigest: _digest, id, ...origin } = made
  await auditMoney(trx, call, {
    action: 'create',
    entity: 'expense',
    target: id,
    after: { ...spent, currency, ...(origin.recurrence ? origin : {}) },
  })
}

async function assertPast({ today }: TenantContext, { day, paidOn }: Pick<Spent, 'day' | 'paidOn'>): Promise<void> {
  if (day > (await today())) throw fieldFailure('day', 'expenses.day.future')
  if (paidOn !== null && paidOn > (await today())) throw fieldFailure('paidOn', 'expenses.day.future')
}

/** Enters an expense (product 3). @throws month/closed; request/reused if another expense was entered under its id */
export async function createExpense(ctx: TenantContext, input: ExpenseInput & { id?: string | undefined }): Promise<Expense> {
  const { trx, call, vendorId } = ctx
  const { id = newId(call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  await lockBooks(trx, vendorId)
  const before = await answeredBefore(ctx, 'expenses', id, inputDigest, () => readExpense(ctx, id))
  if (before) return before
  await assertPast(ctx, request)
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
const money = ['amount', 'tax', 'method', 'account', 'day', 'isUnpaid', 'paidOn', 'hall', 'batch'] as const

/** A change to unpaid clears the day of payment, and a day of payment means that it is paid. */
function paidWithDay({ isUnpaid, paidOn }: Partial<ExpenseInput>): Partial<ExpenseInput> {
  if (isUnpaid === true && paidOn === undefined) return { paidOn: null }
  return paidOn && isUnpaid === undefined ? { isUnpaid: false } : {}
}

/**
 * Corrects an expense, or pays one that was unpaid. Where its postings differ, entries reverse the old ones on their
 * days, and new ones are posted on theirs (product 3). In a closed month only the texts and the receipt can change;
 * to correct its money, void the expense, which posts today, and enter it again.
 * @throws month/closed; document/matched where a line of the bank is matched with it and would no longer be the same
 */
export async function updateExpense(ctx: TenantContext, input: Partial<ExpenseInput> & Seen): Promise<Expense> {
  const { trx, call, vendorId, now } = ctx
  const { id, version, ...asked } = input
  const named = { ...asked, ...paidWithDay(asked) }
  const before = await lockVersion(ctx, { id, version })
  const request = changedRecord<ExpenseInput>(Object.keys(expenseInput.shape), before, named, [taxRule, ...paidRules])
  const change = changedFields(before, request)
  if (Object.keys(change.after).length === 0) return before
  await assertUse(trx, vendorId, receiptUse, request.receipt, before.receipt)
  const after = { ...request, service: request.batch === before.batch ? before.service : await serviceOf(ctx, request.batch) }
  if (money.some((name) => name in change.after)) {
    await assertPast(ctx, request)
    const isPaidAnew = 'account' in change.after || 'method' in change.after || change.after['isUnpaid'] === false
    // An account that was archived since then stays the one that paid.
    if (isPaidAnew) await assertAccount(ctx, request.account, request.method)
    const [was, is] = [expensePostings(before), expensePostings(after)]
    if (!paysTheSame(was, is)) await assertUnmatched(ctx, id)
    await post(ctx, before, reversedPostings(postingsWithout(was, is)))
    await post(ctx, before, postingsWithout(is, was))
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

/**
 * Voids an expense on its own day, or today if that month is closed; a later payment on its day. Its row stays, with the reason.
 * @throws document/matched where a line of the bank is matched with it
 */
export async function voidExpense(ctx: TenantContext, { id, version, reason }: Seen & { reason: string }): Promise<Expense> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const before = await lockVersion(ctx, { id, version })
  await assertUnmatched(ctx, id)
  const voidedOn = before.isClosed ? today : before.day
  await post(ctx, before, reversedPostings(expensePostings(before).map(({ day, moves }) => ({ day: later(voidedOn, day), moves }))))
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
