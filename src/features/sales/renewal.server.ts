import { notify } from '#features/notifications/notify.server.ts'
import { audit } from '#server/audit.ts'
import type { DailyWork } from '#server/daily.ts'
import type { Inside } from '#server/inside.ts'
import { mailBill } from './receipt.server.ts'
import { nextReminder } from './renewal.rules.ts'
import { billNext } from './place-bill.server.ts'
import { lockSale } from './sale.pay.server.ts'

/** The monthly enrolments that may be charged today, those that wait longest first; none of who is blocked. */
async function toCharge({ trx, vendorId, moment }: Inside): Promise<string[]> {
  const rows = await trx
    .selectFrom('enrolments')
    .innerJoin('customers', (join) =>
      join.onRef('customers.vendorId', '=', 'enrolments.vendorId').onRef('customers.id', '=', 'enrolments.customer'),
    )
    .select('enrolments.id')
    .where('enrolments.vendorId', '=', vendorId)
    .where('customers.vendorId', '=', vendorId)
    .where('customers.state', '<>', 'blocked')
    .where('enrolments.state', '=', 'active')
    .where('priceUnit', '=', 'month')
    .where('nextChargeOn', '<=', moment.today)
    .where('endDate', '>=', moment.today)
    .whereRef('nextChargeOn', '<=', 'endDate')
    .orderBy('nextChargeOn')
    .orderBy('enrolments.id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Runs a part for each, so that one that fails keeps no other from its own.
 * @param failed what is done where some did, given how many
 * @throws the first one's error, after all
 */
async function eachApart(
  ids: readonly string[],
  isOver: () => boolean,
  work: (id: string) => Promise<void>,
  failed: (count: number) => Promise<void> = async () => {},
): Promise<void> {
  const errors: unknown[] = []
  for (const id of ids) {
    if (isOver()) break
    await work(id).catch((error: unknown) => errors.push(error))
  }
  if (errors.length === 0) return
  await failed(errors.length).catch((error: unknown) => errors.push(error))
  throw errors[0]
}

/**
 * Bills the months of a vendor's running enrolments that have begun, one bill and one transaction a month
 * (product 3): at the price that the enrolment keeps, due after `graceDays`, mailed to who has an address.
 * Frozen ones wait until they run again.
 */
export const billRenewals: DailyWork = async ({ run, isOver }) => {
  const bill = async (id: string) => {
    while (!isOver() && (await run((inside) => billNext(inside, id))));
  }
  // Tried again within minutes, and told of once a day.
  await eachApart(await run(toCharge), isOver, bill, (count) =>
    run((inside) => notify(inside, { kind: 'renewalFailed', cause: inside.moment.today, values: { count } })),
  )
}

/** Mails a bill that is past due again, and writes down when the next mail goes. */
async function remind(inside: Inside, id: string): Promise<void> {
  const { trx, call, vendorId, moment } = inside
  const sale = await lockSale(trx, vendorId, id)
  if (sale.due === 0 || sale.retryOn === null || sale.retryOn > moment.today) return
  const retryOn = nextReminder(sale.dueOn, moment.today)
  await trx.updateTable('sales').set({ retryOn }).where('vendorId', '=', vendorId).where('id', '=', id).execute()
  const to = await mailBill(inside, id, 'reminder')
  if (to !== null) await audit(trx, call, { action: 'remind', entity: 'sale', target: id, after: { to, retryOn } })
}

/** Reminds of the bills of a vendor that are past due on the days of `reminderDays`, each day once. */
export const remindUnpaid: DailyWork = async ({ run, isOver }) => {
  const ids = await run(async ({ trx, vendorId, moment }) => {
    const rows = await trx
      .selectFrom('sales')
      .select('id')
      .where('vendorId', '=', vendorId)
      .where('state', 'in', ['open', 'partiallyPaid'])
      .where('retryOn', '<=', moment.today)
      .orderBy('retryOn')
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  })
  await eachApart(ids, isOver, (id) => run((inside) => remind(inside, id)))
}
