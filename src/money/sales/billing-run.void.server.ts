import { sql } from 'kysely'
import { errorCode } from '#db/errors.ts'
import type { Day, DailyTask } from '#business/accounts/daily.server.ts'
import { auditMoney, exponentOf, lockBooks } from '#business/ledger/books.server.ts'
import { pauseBooks, pausedBy, resumeBooks } from '#business/ledger/pause.server.ts'
import { mailOutside } from '#business/notifications/deliver.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { withdrawAbout } from '#business/notifications/withdraw.server.ts'
import { readersOf, vendorInMails } from '#directory/customers/readers.server.ts'
import { lockBatchesOf } from '#timetable/enrolments/unnamed.server.ts'
import type { App } from '#kernel/app.ts'
import { handlersOf, memberOf } from '#kernel/base.ts'
import { inTenant, runAs, type TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { composeMail } from '#kernel/mail.ts'
import { queue } from '#kernel/outbox.ts'
import { letRequestsIn } from '#kernel/turns.ts'
import { mannerOf } from '#lib/manner.ts'
import { moneyText } from '#lib/money.ts'
import { runContract, type BillingRun } from './billing-run.contract.ts'
import { billMails, previewRun, readRun, readRuns } from './billing-run.row.server.ts'
import { reverseCredit } from './credit.server.ts'
import { noteBill } from './owed-bills.server.ts'
import { billRenewals } from './renewal.server.ts'
import { linesOf, voidBill } from './sale.note.server.ts'
import { reopenDays } from './sale.refund.server.ts'
import { billVisits } from './visit.server.ts'

type Bill = { id: string; number: string; customer: string | null; paid: number; total: number; currency: string; exponent: number }

/** The bills of a run that still count, of the next customer, those for the latest days first: a place's last bill is voided before the one that it follows. */
async function nextBills({ trx, vendorId }: TenantContext, run: string): Promise<Bill[]> {
  const { rows } = await sql<Bill>`
    select s."id", s."number", s."customer", s."paid", s."total", s."currency",
      ${exponentOf(sql`s."currency"`)} as "exponent"
    from "sales" s where s."vendorId" = ${vendorId} and s."run" = ${run} and s."voidedAt" is null and s."customer" is not distinct from (
      select o."customer" from "sales" o where o."vendorId" = ${vendorId} and o."run" = ${run} and o."voidedAt" is null order by o."id" limit 1)
    order by (select max(l."fromDay") from "saleLines" l where l."vendorId" = ${vendorId} and l."sale" = s."id") desc nulls last, s."id" desc`.execute(
    trx,
  )
  return rows
}

/** Emails a customer who was sent the bills that they are void; emails that were not sent yet are withdrawn. */
async function mailVoid(ctx: TenantContext, bills: readonly Bill[]): Promise<void> {
  const { trx, vendorId } = ctx
  const [bill] = bills
  const isSent = await withdrawAbout(
    ctx,
    billMails,
    bills.map(({ id }) => id),
  )
  if (!isSent || !bill || bill.customer === null) return
  const [reader] = await readersOf(trx, vendorId, [bill.customer])
  if (!reader) return
  const { vendor, country } = await vendorInMails(trx, vendorId)
  const { email, firstName: name, language } = reader
  const credit = bills.reduce((sum, { paid }) => sum + paid, 0)
  const money = (minor: number) => moneyText(minor, bill.currency, bill.exponent, mannerOf(language, country))
  const numbers = new Intl.ListFormat(language, { type: 'conjunction' }).format(bills.map(({ number }) => number).toReversed())
  const values = { name, vendor, numbers, count: bills.length, hasCredit: credit > 0 ? 'yes' : 'no', credit: money(credit) }
  const mail = composeMail(email, language, 'sales.mail.voided', values)
  await mailOutside(ctx, { kind: 'billVoided', customer: bill.customer, about: bill.id }, mail)
}

/**
 * Voids the bills of a run for one customer, restores the credit that paid them, and makes their days billable again.
 * @returns whether bills of the run may be left
 */
async function voidSome(ctx: TenantContext, run: string): Promise<boolean> {
  const { trx, vendorId, now } = ctx
  if (!(await resumeBooks(trx, vendorId, run))) return false
  const { voidReason } = await trx
    .selectFrom('billingRuns')
    .select('voidReason')
    .where('vendorId', '=', vendorId)
    .where('id', '=', run)
    .executeTakeFirstOrThrow()
  const reason = voidReason ?? ''
  const bills = await nextBills(ctx, run)
  if (bills.length === 0) {
    await trx.updateTable('billingRuns').set({ voidedAt: now }).where('vendorId', '=', vendorId).where('id', '=', run).execute()
    return false
  }
  const places = []
  for (const { id } of bills) for (const { enrolment } of await linesOf(ctx, id)) if (enrolment !== null) places.push(enrolment)
  await lockBatchesOf(ctx, places)
  for (const { id, paid } of bills) {
    if (paid > 0) await reverseCredit(ctx, id, reason)
    await reopenDays(ctx, await voidBill(ctx, id, reason))
    await noteBill(ctx, id)
  }
  await mailVoid(ctx, bills)
  await pauseBooks(trx, vendorId, run)
  return true
}

/**
 * Voids a run: every bill of it, or none. The books are paused and a task voids the bills customer by customer, so that
 * reads go on meanwhile; a process that ends leaves the rest to the next one.
 * @returns the run; one that was voided before stays as it is
 * @throws run/final, with the first bill that prevents it
 */
async function voidRun(ctx: TenantContext, { id, reason }: { id: string; reason: string }): Promise<BillingRun> {
  const { trx, call, vendorId, now } = ctx
  const before = await readRun(ctx, id)
  if (before.state !== 'billed') return before
  await lockBooks(trx, vendorId)
  const run = await previewRun(ctx, id)
  if (run.state !== 'billed') return readRun(ctx, id)
  const [obstacle] = run.obstacles
  if (obstacle) throw failure('run/final', obstacle)
  await trx
    .updateTable('billingRuns')
    .set({ voidStartedAt: now, voidedBy: memberOf(call).userId, voidReason: reason })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  const after = { day: run.day, bills: run.bills - run.voided, total: run.due + run.credit, reason }
  await auditMoney(trx, call, { action: 'void', entity: 'billingRun', target: id, after })
  await pauseBooks(trx, vendorId, id)
  await queue(trx, call.app, 'task', { name: 'voidRun', vendorId, about: id })
  call.app.wake()
  return readRun(ctx, id)
}

/**
 * Lets the places of a run that was voided today be billed again today, which a task does at once. Nothing changes if
 * that was decided before.
 * @throws run/state for any other run
 */
async function billAgain(ctx: TenantContext, { id }: { id: string }): Promise<BillingRun> {
  const { trx, call, vendorId, now } = ctx
  await lockBooks(trx, vendorId)
  const run = await readRun(ctx, id)
  const { billAgainAt } = await trx
    .selectFrom('billingRuns')
    .select('billAgainAt')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (billAgainAt !== null) return run
  if (!run.isWaiting) throw failure('run/state')
  await trx.updateTable('billingRuns').set({ billAgainAt: now }).where('vendorId', '=', vendorId).where('id', '=', id).execute()
  await auditMoney(trx, call, { action: 'billAgain', entity: 'billingRun', target: id, after: { day: run.day } })
  await queue(trx, call.app, 'task', { name: 'billAgain', vendorId, about: id })
  call.app.wake()
  return readRun(ctx, id)
}

/** Ends the void of a run of which a bill can't be voided, so that the business can go on; its owner is notified of what stands. */
async function endVoid(ctx: TenantContext, id: string): Promise<void> {
  const { trx, vendorId, now } = ctx
  if (!(await resumeBooks(trx, vendorId, id))) return
  await trx.updateTable('billingRuns').set({ voidedAt: now }).where('vendorId', '=', vendorId).where('id', '=', id).execute()
  const { day, bills, voided } = await readRun(ctx, id)
  const left = bills - voided
  await notify(ctx, { kind: 'voidIncomplete', cause: id, values: { day, count: left } })
  await auditMoney(trx, ctx.call, { action: 'endVoid', entity: 'billingRun', target: id, after: { day, bills: left } })
}

/** Voids what is left of a run. @throws when the process stops before the last bill */
async function voidRest(run: Day['run'], id: string, isOver: () => boolean): Promise<void> {
  try {
    while (await run((ctx) => voidSome(ctx, id))) if (isOver()) throw new Error('The process stops before a billing run is void')
  } catch (error) {
    // Such as a payment that the previous version took while both were running: tried again, it would fail for ever.
    if (errorCode(error) !== 'sale/state') throw error
    await run((ctx) => endVoid(ctx, id))
  }
}

/** Voids what a task has left of a run, such as one that was given up. */
export const finishVoid: DailyTask = async ({ run, isOver }) => {
  const id = await run(({ trx, vendorId }) => pausedBy(trx, vendorId))
  if (id !== null) await voidRest(run, id, isOver)
}

/** The parts of a task, each in a transaction of its own, between which requests are answered. */
const partsOf = (app: App, vendorId: string): Day['run'] => {
  return async (part) => {
    await letRequestsIn()
    return runAs(app, 'system', vendorId, part)
  }
}

/** The queued work of billing runs, by the name of its call. */
export const runTasks = {
  voidRun: (app: App, vendorId: string, id: string, isOver: () => boolean) => voidRest(partsOf(app, vendorId), id, isOver),
  billAgain: async (app: App, vendorId: string, _id: string, isOver: () => boolean) => {
    const day = { run: partsOf(app, vendorId), doneThrough: null, isOver }
    await billRenewals(day)
    await billVisits(day)
    // The job stays until every bill is made.
    if (isOver()) throw new Error('The process stops before a billing run is billed again')
  },
}

const os = handlersOf({ sales: runContract })

export const runHandlers = {
  runs: os.sales.runs.handler(inTenant(readRuns)),
  run: os.sales.run.handler(inTenant((ctx, { id }) => previewRun(ctx, id))),
  voidRun: os.sales.voidRun.handler(inTenant(voidRun)),
  billAgain: os.sales.billAgain.handler(inTenant(billAgain)),
}
