import { notify } from '#business/notifications/notify.server.ts'
import { addDays } from '#lib/days.ts'
import { lockBooks } from '#business/ledger/books.server.ts'
import { isVoiding } from '#business/ledger/pause.server.ts'
import type { DailyTask } from '#business/accounts/daily.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { remindOnItsDay } from './reminder.server.ts'
import { endedAfter, isBillingVoid } from './billing-run.server.ts'
import { billNext } from './place-bill.server.ts'

type Charge = { id: string; nextChargeOn: string | null }

/**
 * The monthly enrolments that may be charged today, the longest waiting first, without blocked customers.
 * @param endedAfter the last day whose renewals were created: for enrolments that ended since, the months that had
 * begun are due
 */
async function toCharge(ctx: TenantContext, endedAfter: string): Promise<Charge[]> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  return trx
    .selectFrom('enrolments')
    .innerJoin('customers', (join) => join.on('customers.vendorId', '=', vendorId).onRef('customers.id', '=', 'enrolments.customer'))
    .select(['enrolments.id', 'nextChargeOn'])
    .where('enrolments.vendorId', '=', vendorId)
    .where('customers.vendorId', '=', vendorId)
    .where('customers.state', '<>', 'blocked')
    .where('enrolments.state', 'in', ['active', 'completed'])
    .where('priceUnit', '=', 'month')
    .where('nextChargeOn', '<=', today)
    .where('endDate', '>', endedAfter)
    .whereRef('nextChargeOn', '<=', 'endDate')
    .orderBy('nextChargeOn')
    .orderBy('enrolments.id')
    .execute()
}

/**
 * Yields each bill to be created in the order of its day, so that bill numbers follow their days even after missed
 * days.
 * @param billed the ids without another bill today; each yielded id is added until the caller removes it
 */
async function* inOrder(read: () => Promise<Charge[]>, billed: Set<string>): AsyncGenerator<string> {
  for (;;) {
    const due = (await read()).filter(({ id }) => !billed.has(id))
    const [first] = due
    if (!first) return
    for (const { id } of due.filter(({ nextChargeOn }) => nextChargeOn === first.nextChargeOn)) {
      billed.add(id)
      yield id
    }
  }
}

/**
 * Runs the work for each id, so that one failure does not stop the others.
 * @param failed called after any failures, with their number
 * @throws the first error, at the end
 */
export async function eachApart(
  ids: Iterable<string> | AsyncIterable<string>,
  isOver: () => boolean,
  work: (id: string) => Promise<void>,
  failed: (count: number) => Promise<void> = async () => {},
): Promise<void> {
  const errors: unknown[] = []
  for await (const id of ids) {
    if (isOver()) break
    await work(id).catch((error: unknown) => errors.push(error))
  }
  if (errors.length === 0) return
  await failed(errors.length).catch((error: unknown) => errors.push(error))
  throw errors[0]
}

/**
 * Runs work on bills that stops once a billing run is being voided, which nothing else may follow until it is over.
 * @param work given when to stop, and a function that watches each part
 * @throws run/voiding in that case, so that the day is continued afterwards
 */
export async function untilPaused(
  isOver: () => boolean,
  work: (isStopped: () => boolean, pausing: (part: Promise<void>) => Promise<void>) => Promise<void>,
): Promise<void> {
  let paused: unknown
  const pausing = (part: Promise<void>) =>
    part.catch((error: unknown) => {
      if (!isVoiding(error)) throw error
      paused = error
    })
  await work(() => isOver() || paused !== undefined, pausing)
  if (paused !== undefined) throw paused
}

/**
 * Bills the months of a vendor's running enrolments that have begun, with one bill and one transaction per month
 * (product 3): at the enrolment's stored price, due after `renewalGraceDays`, mailed to customers with an address.
 * Frozen enrolments wait until they run again, and all of them until the next day or a member's decision after today's
 * run was voided.
 */
export const billRenewals: DailyTask = async ({ run, doneThrough, isOver }) => {
  // Refused while a run is being voided: the day is continued after that.
  const since = await run(async (ctx) => {
    await lockBooks(ctx.trx, ctx.vendorId)
    return (await isBillingVoid(ctx)) ? null : endedAfter(ctx, doneThrough ?? addDays(await ctx.today(), -1))
  })
  if (since === null) return
  const billed = new Set<string>()
  const bill = async (id: string) => {
    if (await run((ctx) => billNext(ctx, id, 'next', since))) billed.delete(id)
  }
  const due = inOrder(() => run((ctx) => toCharge(ctx, since)), billed)
  await untilPaused(isOver, (isStopped, pausing) =>
    // Retried within minutes, and announced once a day.
    eachApart(
      due,
      isStopped,
      (id) => pausing(bill(id)),
      (count) => run(async (ctx) => notify(ctx, { kind: 'renewalFailed', cause: await ctx.today(), values: { count } })),
    ),
  )
}

/** Sends reminders of a vendor's past-due bills on the days of `reminderDays`, once for each day. */
export const remindUnpaid: DailyTask = async ({ run, isOver }) => {
  const ids = await run(async (ctx) => {
    const { trx, vendorId } = ctx
    const today = await ctx.today()
    const rows = await trx
      .selectFrom('sales')
      .select('id')
      .where('vendorId', '=', vendorId)
      .where('state', 'in', ['open', 'partiallyPaid'])
      .where('retryOn', '<=', today)
      .orderBy('retryOn')
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  })
  await eachApart(ids, isOver, (id) => run((ctx) => remindOnItsDay(ctx, id)))
}
