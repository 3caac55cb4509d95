import { currencyOf, lockBooks } from '#business/ledger/books.server.ts'
import { assertAccount } from '#business/ledger/money-account.row.server.ts'
import { accountRows } from '#business/ledger/money-account.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { addDays, addMonths, later } from '#lib/days.ts'
import { audit, changedFields } from '#kernel/audit.ts'
import { changedRecord } from '#kernel/changes.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import { untilDayRule, recurringInput, taxRule, type RecurringExpense, type RecurringInput } from './expense.contract.ts'
import { enterExpense, serviceOf } from './expense.actions.server.ts'
import { readOneRecurring } from './expense.row.server.ts'
import { startMonthsBack, dueDays, firstDue, nextDue, periodOf } from './expense.rules.ts'
import type { Seen } from '#lib/calls.ts'

/** How many running monthly expenses a business may have. */
const most = 200

/** Sets up a monthly expense and records what of it is due by today. @throws request/reused if another one was set up under its id */
export async function createRecurring(ctx: TenantContext, input: RecurringInput & { id?: string | undefined }): Promise<RecurringExpense> {
  const { trx, call, vendorId, now } = ctx
  const { id = newId(call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  await lockBooks(trx, vendorId)
  const before = await answeredBefore(ctx, 'recurringExpenses', id, inputDigest, () => readOneRecurring(ctx, id))
  if (before) return before
  await assertAccount(ctx, request.account, request.method)
  const nextOn = await firstDueOf(ctx, request)
  await assertRoom(ctx)
  const columns = { ...request, service: await serviceOf(ctx, request.batch), nextOn }
  await trx
    .insertInto('recurringExpenses')
    .values({ vendorId, id, ...columns, inputDigest, createdAt: now, updatedAt: now })
    .execute()
  await audit(trx, call, { action: 'create', entity: 'recurringExpense', target: id, after: columns })
  await enterDue(ctx, id)
  return readOneRecurring(ctx, id)
}

/** A limit, so that the daily job of one business does not hold up the others. @throws request/invalid beyond `most` */
async function assertRoom({ trx, vendorId }: TenantContext): Promise<void> {
  const { running } = await trx
    .selectFrom('recurringExpenses')
    .select(({ fn }) => fn.countAll<number>().as('running'))
    .where('vendorId', '=', vendorId)
    .where('nextOn', 'is not', null)
    .executeTakeFirstOrThrow()
  if (running >= most) throw fieldFailure('supplier', 'expenses.recurring.many')
}

/** The first due day of an agreement. @throws request/invalid if it begins too early or has no due day */
async function firstDueOf({ today }: TenantContext, { fromDay, monthDay, untilDay }: RecurringInput): Promise<string> {
  if (fromDay < addMonths(await today(), -startMonthsBack)) throw fieldFailure('fromDay', 'expenses.fromDay.early')
  const due = firstDue(fromDay, monthDay, untilDay)
  if (due === null) throw fieldFailure('untilDay', 'expenses.untilDay.none')
  return due
}

/** Locks the books and returns a running monthly expense in the version its caller saw, with the last month already created. */
async function lockVersion(ctx: TenantContext, { id, version }: Seen) {
  const { trx, vendorId } = ctx
  await lockBooks(trx, vendorId)
  const row = await readOneRecurring(ctx, id)
  if (row.version !== version) throw failure('request/stale', { current: row })
  if (row.nextOn === null) throw failure('expense/state')
  const { made } = await trx
    .selectFrom('expenses')
    .select(({ fn }) => fn.max('period').as('made'))
    .where('vendorId', '=', vendorId)
    .where('recurrence', '=', id)
    .executeTakeFirstOrThrow()
  return { row: { ...row, nextOn: row.nextOn }, made }
}

async function write({ trx, vendorId, now }: TenantContext, { id, version }: Seen, columns: object): Promise<void> {
  await trx
    .updateTable('recurringExpenses')
    .set({ ...columns, version: version + 1, updatedAt: now })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
}

type Plan = RecurringInput & { isPaused: boolean }

/**
 * Changes what is agreed from the next month on; expenses already created stay as they are. While it is paused
 * none are created, and resuming begins with the first due day from today. What is due by today is recorded at once.
 */
export async function updateRecurring(ctx: TenantContext, input: Partial<Plan> & Seen): Promise<RecurringExpense> {
  const { trx, call } = ctx
  const today = await ctx.today()
  const { id, version, ...named } = input
  const { row, made } = await lockVersion(ctx, { id, version })
  const before = { ...row, isPaused: row.state === 'paused' }
  const request = changedRecord<Plan>([...Object.keys(recurringInput.shape), 'isPaused'], before, named, [taxRule, untilDayRule])
  await assertAccount(ctx, request.account, request.method)
  const { fromDay, monthDay, untilDay, isPaused } = request
  if (fromDay !== row.fromDay) await firstDueOf(ctx, request)
  // The next month stays the next one, on its new day; no month is created twice.
  const first = made === null ? fromDay : later(fromDay, addMonths(made, 1))
  const isResumed = row.state === 'paused' && !isPaused
  const skipped = later(periodOf(row.nextOn), first)
  const start = isResumed ? later(today, skipped) : fromDay === row.fromDay ? skipped : first
  const nextOn = firstDue(later(start, fromDay), monthDay, untilDay)
  const after = { ...request, nextOn }
  const change = changedFields(before, after)
  if (Object.keys(change.after).length === 0) return row
  await write(ctx, { id, version }, { ...after, service: await serviceOf(ctx, request.batch) })
  await audit(trx, call, { action: 'update', entity: 'recurringExpense', target: id, ...change })
  await enterDue(ctx, id)
  return readOneRecurring(ctx, id)
}

/** Ends a monthly expense: no more expenses are created, and existing ones stay. */
export async function endRecurring(ctx: TenantContext, seen: Seen): Promise<RecurringExpense> {
  const { row } = await lockVersion(ctx, seen)
  await write(ctx, seen, { nextOn: null })
  await audit(ctx.trx, ctx.call, {
    action: 'end',
    entity: 'recurringExpense',
    target: seen.id,
    before: { state: row.state, nextOn: row.nextOn },
    after: { state: 'ended', nextOn: null },
  })
  return readOneRecurring(ctx, seen.id)
}

type Entered = { id: string; supplier: string; amount: number }

/**
 * Creates what is due of one monthly expense or of all, missed months included, each exactly once however often
 * and however concurrently this runs: the books are locked, each monthly expense advances to its next
 * month in the same transaction, and each of its months is unique. If the month of the due day
 * is already closed, the expense is posted on the first open day.
 * @param only the monthly expense; null for all of the business
 */
async function enterDue(ctx: TenantContext, only: string | null): Promise<Entered[]> {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const { closedThrough } = await lockBooks(trx, vendorId)
  const due = await trx
    .selectFrom('recurringExpenses')
    .select(['id', 'category', 'supplier', 'note', 'amount', 'tax', 'method', 'account', 'hall', 'batch', 'monthDay', 'untilDay', 'nextOn'])
    .where('vendorId', '=', vendorId)
    .where('state', '=', 'active')
    .where('nextOn', '<=', today)
    .$if(only !== null, (query) => query.where('id', '=', only))
    .orderBy('nextOn')
    .orderBy('id')
    .execute()
  if (due.length === 0) return []
  const created: Entered[] = []
  const open = new Set((await accountRows(ctx)).flatMap(({ id, state }) => (state === 'active' ? [id] : [])))
  for (const { id: recurrence, monthDay, untilDay, nextOn, category, method, account: agreed, ...spent } of due) {
    // An account that was archived since then no longer pays: the first that takes the method does.
    const account = agreed !== null && open.has(agreed) ? agreed : null
    const days = dueDays(nextOn, today, monthDay, untilDay)
    for (const on of days) {
      const day = closedThrough === null ? on : later(on, addDays(closedThrough, 1))
      const input = { ...spent, category, method, account, day, isUnpaid: false, dueOn: null, paidOn: null, receipt: null }
      const id = newId(call.app.now())
      await enterExpense(ctx, input, { id, inputDigest: digestOf(input), recurrence, period: periodOf(on) })
      created.push({ id, supplier: spent.supplier, amount: spent.amount })
    }
    const next = nextDue(days.at(-1) ?? today, monthDay, untilDay)
    await trx.updateTable('recurringExpenses').set({ nextOn: next }).where('vendorId', '=', vendorId).where('id', '=', recurrence).execute()
  }
  return created
}

/**
 * Creates every monthly expense that is due, and notifies the business of them. For the daily job of each vendor, under `runAs`.
 * @returns how many were created
 */
export async function createDueExpenses(ctx: TenantContext): Promise<number> {
  const created = await enterDue(ctx, null)
  const [first] = created
  if (first) {
    const { currency, exponent } = await currencyOf(ctx.trx, ctx.vendorId)
    const amount = { minor: created.reduce((total, one) => total + one.amount, 0), currency, exponent }
    await notify(ctx, { kind: 'expensesEntered', cause: first.id, values: { count: created.length, supplier: first.supplier, amount } })
  }
  return created.length
}
