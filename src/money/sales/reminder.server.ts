import { sql } from 'kysely'
import { mayMailOutside } from '#business/notifications/outside.limits.server.ts'
import { midnightSql } from '#business/setup/zone.server.ts'
import { addDays } from '#lib/days.ts'
import { audit } from '#kernel/audit.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { assertAllNamed } from '#kernel/named.ts'
import { mailBill } from './receipt.server.ts'
import { remindLimit, type Reminded, type RemindInput } from './reminder.contract.ts'
import { nextReminder } from './renewal.rules.ts'
import { lockSale } from './sale.pay.server.ts'

/** Mails a past-due bill again, and stores the day of the next automatic mail. @returns the address; null if there is none */
async function mailAgain(ctx: TenantContext, { id, dueOn }: { id: string; dueOn: string }): Promise<string | null> {
  const { trx, call, vendorId } = ctx
  const retryOn = nextReminder(dueOn, await ctx.today())
  await trx.updateTable('sales').set({ retryOn }).where('vendorId', '=', vendorId).where('id', '=', id).execute()
  const to = await mailBill(ctx, id, 'reminder')
  if (to !== null) await audit(trx, call, { action: 'remind', entity: 'sale', target: id, after: { to, retryOn } })
  return to
}

/** Mails a bill again if its day for that has come. */
export async function remindOnItsDay(ctx: TenantContext, id: string): Promise<void> {
  const sale = await lockSale(ctx.trx, ctx.vendorId, id)
  if (sale.due === 0 || sale.retryOn === null || sale.retryOn > (await ctx.today())) return
  await mailAgain(ctx, sale)
}

/**
 * Sends a reminder of each bill that is past due by some days, once a day. Each is locked, so that of two calls one sends it.
 * @throws document/not-found for ids of others; auth/email-unverified if the owner's address is not verified, even if the caller's is
 */
export async function remindOfBills(ctx: TenantContext, { from, to, customers, sales }: RemindInput): Promise<Reminded> {
  const { trx, vendorId } = ctx
  if (!(await mayMailOutside(trx, vendorId))) throw failure('auth/email-unverified')
  await assertAllNamed(ctx, 'customers', customers ?? [])
  await assertAllNamed(ctx, 'sales', sales ?? [])
  const today = await ctx.today()
  const wasReminded = sql<boolean>`exists (select 1 from "deliveries" d where d."vendorId" = ${vendorId} and d."about" = "sales"."id"
    and d."customer" is not null and d."kind" = 'reminder' and d."at" >= ${midnightSql(today, await ctx.zone())})`
  let due = trx
    .selectFrom('sales')
    .select(['id', wasReminded.as('wasReminded')])
    .where('vendorId', '=', vendorId)
    .where('state', 'in', ['open', 'partiallyPaid'])
    .where('dueOn', '<=', addDays(today, -from))
  if (to !== null) due = due.where('dueOn', '>=', addDays(today, -to))
  if (customers) due = due.where('customer', 'in', customers)
  if (sales) due = due.where('id', 'in', sales)
  const bills = await due.orderBy('dueOn').orderBy('id').execute()
  const left = bills.filter((bill) => !bill.wasReminded)
  const answer = { sent: 0, already: bills.length - left.length, unreachable: 0, isMore: left.length > remindLimit }
  for (const { id } of left.slice(0, remindLimit)) {
    const sale = await lockSale(trx, vendorId, id)
    const [now] = await due.where('id', '=', id).execute()
    // Paid, or reminded of by somebody else, since the list was read.
    if (!now) continue
    if (now.wasReminded) answer.already += 1
    else answer[(await mailAgain(ctx, sale)) === null ? 'unreachable' : 'sent'] += 1
  }
  return answer
}
