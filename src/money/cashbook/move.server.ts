import { assertUnmatched, auditMoney, currencyOf, lockBooks, postEntries } from '#business/ledger/books.server.ts'
import { reversed } from '#business/ledger/ledger.rules.ts'
import { balancesOn } from '#business/ledger/money-account.balance.server.ts'
import { memberOf } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import { amountLimit } from '#lib/amounts.ts'
import type { Seen } from '#lib/calls.ts'
import type { BalanceInput, MoneyMove, RecordInput } from './cashbook.contract.ts'
import { postingOf, type MoveKind } from './move.rules.ts'

/** One move. @throws document/not-found */
export async function readMove({ trx, vendorId }: TenantContext, id: string): Promise<MoneyMove> {
  const row = await trx
    .selectFrom('moneyMoves')
    .select([
      'id',
      'kind',
      'day',
      'amount',
      'fromAccount as from',
      'intoAccount as into',
      'balance',
      'note',
      'reversedOn',
      'reverseReason',
      'version',
    ])
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw failure('document/not-found')
  return row
}

/** @throws request/invalid at the field for an account that is not the business's or is archived */
async function assertActive({ trx, vendorId }: TenantContext, id: string | null, field: 'from' | 'into' | 'account'): Promise<void> {
  if (id === null) return
  const row = await trx
    .selectFrom('moneyAccounts')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (!row) throw fieldFailure(field, 'cashbook.account.unknown')
}

async function assertPast({ today }: TenantContext, day: string): Promise<void> {
  if (day > (await today())) throw fieldFailure('day', 'cashbook.day.future')
}

type Entered = {
  id: string
  kind: MoveKind
  day: string
  amount: number
  from: string | null
  into: string | null
  balance: number | null
  note: string
}

/** Writes a move with its entry and its audit row. The books must be locked. @throws month/closed */
async function enter(ctx: TenantContext, { id, from, into, ...move }: Entered, inputDigest: Buffer): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const { currency } = await currencyOf(trx, vendorId)
  const { userId } = memberOf(call)
  const row = { ...move, at: now, currency, fromAccount: from, intoAccount: into, enteredBy: userId, inputDigest }
  await trx
    .insertInto('moneyMoves')
    .values({ vendorId, id, ...row })
    .execute()
  await postEntries(trx, call, {
    ...postingOf(move.kind, { amount: move.amount, from, into }),
    sourceId: id,
    day: move.day,
    at: now,
    currency,
  })
  await auditMoney(trx, call, {
    action: 'create',
    entity: 'moneyMove',
    target: id,
    after: { ...move, fromAccount: from, intoAccount: into },
  })
}

/**
 * Moves money between accounts, to or from the tax office, the owner or a lender.
 * @throws month/closed; request/invalid for a day to come or an unknown account; request/reused for another move under a known id
 */
export async function recordMove(ctx: TenantContext, input: RecordInput & { id?: string | undefined }): Promise<MoneyMove> {
  const { id = newId(ctx.call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  await lockBooks(ctx.trx, ctx.vendorId)
  const before = await answeredBefore(ctx, 'moneyMoves', id, inputDigest, () => readMove(ctx, id))
  if (before) return before
  await assertPast(ctx, request.day)
  await assertActive(ctx, request.from, 'from')
  await assertActive(ctx, request.into, 'into')
  await enter(ctx, { id, ...request, balance: null }, inputDigest)
  return readMove(ctx, id)
}

/** What an account needs to have a balance at the end of a day. @throws request/invalid at `balance` for more than a move can be */
async function missingFor(ctx: TenantContext, { account, day, balance }: BalanceInput): Promise<number> {
  const balanceOf = await balancesOn(ctx, day)
  const missing = balance - balanceOf(account).amount
  if (Math.abs(missing) > amountLimit) throw fieldFailure('balance', 'cashbook.amount.number')
  return missing
}

/**
 * A balance that is set or counted for a day would move the one that was set or counted for a later day.
 * @throws request/invalid at `day`
 */
async function assertLatest({ trx, vendorId }: TenantContext, { account, day }: Pick<BalanceInput, 'account' | 'day'>): Promise<void> {
  const later = await trx
    .selectFrom('moneyMoves')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('intoAccount', '=', account)
    .where('kind', 'in', ['opening', 'count'])
    .where('day', '>', day)
    .where('reversedOn', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (later) throw fieldFailure('day', 'cashbook.day.balanced')
}

/** The move that gives an account its balance. */
const entered = (
  kind: 'opening' | 'count',
  { id, account, day, balance, note }: BalanceInput & { id: string },
  amount: number,
): Entered => ({
  id,
  kind,
  day,
  amount,
  from: null,
  into: account,
  balance,
  note,
})

/**
 * Sets the balance that an account had at the end of a day, by an entry against the owner's money.
 * @throws month/closed; request/invalid at `balance` where the account has it already, at `day` where a later balance was set or counted
 */
export async function setBalance(ctx: TenantContext, input: BalanceInput & { id?: string | undefined }): Promise<MoneyMove> {
  const { id = newId(ctx.call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  await lockBooks(ctx.trx, ctx.vendorId)
  const before = await answeredBefore(ctx, 'moneyMoves', id, inputDigest, () => readMove(ctx, id))
  if (before) return before
  await assertPast(ctx, request.day)
  await assertActive(ctx, request.account, 'account')
  const amount = await missingFor(ctx, request)
  if (amount === 0) throw fieldFailure('balance', 'cashbook.balance.same')
  await assertLatest(ctx, request)
  await enter(ctx, entered('opening', { id, ...request }, amount), inputDigest)
  return readMove(ctx, id)
}

/**
 * Posts what a counted till has more or less than the ledger says, against expenses. The books must be locked.
 * @param count its `id` is the count's own; @param isCountedLater whether the till was counted for a later day
 * @throws month/closed where they differ; request/invalid at `day` where a later balance was set or counted
 */
export async function postCount(ctx: TenantContext, count: BalanceInput & { id: string }, isCountedLater: boolean): Promise<void> {
  const amount = await missingFor(ctx, count)
  if (amount === 0) return
  if (isCountedLater) throw fieldFailure('day', 'cashbook.day.balanced')
  await assertLatest(ctx, count)
  await enter(ctx, entered('count', count, amount), digestOf(count))
}

/**
 * Reverses a move on its own day, or today where that month is closed. Its row stays, with the reason.
 * @throws request/stale; document/not-found; move/reversed; document/matched
 */
export async function reverseMove(ctx: TenantContext, { id, version, reason }: Seen & { reason: string }): Promise<MoneyMove> {
  const { trx, call, vendorId, now } = ctx
  const { closedThrough } = await lockBooks(trx, vendorId)
  const move = await readMove(ctx, id)
  if (move.reversedOn !== null) throw failure('move/reversed')
  if (move.version !== version) throw failure('request/stale', { current: move })
  await assertUnmatched(ctx, id)
  const reversedOn = closedThrough !== null && move.day <= closedThrough ? await ctx.today() : move.day
  const { currency } = await currencyOf(trx, vendorId)
  const { source, moves } = postingOf(move.kind, move)
  await postEntries(trx, call, { source, sourceId: id, day: reversedOn, at: now, currency, moves: reversed(moves) })
  await trx
    .updateTable('moneyMoves')
    .set({ reversedOn, reverseReason: reason, version: version + 1 })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  await auditMoney(trx, call, {
    action: 'reverse',
    entity: 'moneyMove',
    target: id,
    before: { reversedOn: null },
    after: { reversedOn, reason },
  })
  return readMove(ctx, id)
}
