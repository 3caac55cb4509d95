import { sql } from 'kysely'
import { notify } from '#business/notifications/notify.server.ts'
import { freezePay } from '#money/payroll/pay.freeze.server.ts'
import { postDeferral } from '#money/revenue/deferral.server.ts'
import { asOfNow, inTenant, type TenantContext } from '#kernel/context.ts'
import { addDays, lastDayOf } from '#lib/days.ts'
import { handlersOf } from '#kernel/base.ts'
import { fieldFailure } from '#kernel/failure.ts'
import { auditMoney, closeThrough, currencyOf, lockBooks } from '#business/ledger/books.server.ts'
import { readBalance } from './balance.server.ts'
import { readBatchMonths } from './batch-months.server.ts'
import { readDelivered } from './delivered.server.ts'
import { readLedgerEntries } from './entries.server.ts'
import { financeContract, type Statement } from './finance.contract.ts'
import { readInvoices } from './invoices.server.ts'
import { readMonthEnd } from './month-end.server.ts'
import { readOverview } from './overview.server.ts'
import { readProfit } from './profit.server.ts'
import { debited, gain, movesMoney, taxed, type Range } from './report.row.server.ts'
import { readTaxReport } from './tax-report.server.ts'

const os = handlersOf({ finance: financeContract })

async function readStatement({ trx, vendorId, now }: TenantContext, { from, to }: Range): Promise<Statement> {
  const { currency, exponent, closedThrough } = await currencyOf(trx, vendorId)
  const before = await sql<{ opening: number }>`
    select coalesce(sum(${gain}), 0)::bigint as "opening" from "ledger" where "vendorId" = ${vendorId} and "day" < ${from}::date`.execute(
    trx,
  )
  const moved = await sql<Statement['movements'][number]>`
    select "source", "method", sum(${gain})::bigint as "amount", count(*)::int as "count", count(distinct "sourceId")::int as "documents" from "ledger"
    where "vendorId" = ${vendorId} and "day" between ${from}::date and ${to}::date and ${movesMoney}
    group by "source", "method" order by "source", "method"`.execute(trx)
  const sums = await sql<Record<'sold' | 'discounts' | 'refunds' | 'tax', number>>`
    select coalesce(-${debited('revenue')}, 0)::bigint as "sold", coalesce(${debited('discount')}, 0)::bigint as "discounts",
      coalesce(${debited('refund')}, 0)::bigint as "refunds", coalesce(${taxed}, 0)::bigint as "tax"
    from "ledger" where "vendorId" = ${vendorId} and "day" between ${from}::date and ${to}::date and "source" <> 'expense'`.execute(trx)
  const owing = await sql<{ owed: number }>`
    select coalesce(${debited('customerReceivable')}, 0)::bigint as "owed" from "ledger" where "vendorId" = ${vendorId} and "day" <= ${to}::date`.execute(
    trx,
  )
  const places = await sql<Record<'cash' | 'marketplace' | 'onItsWay', number>>`
    select coalesce(${debited('cash')}, 0)::bigint as "cash", coalesce(${debited('marketplaceReceivable')}, 0)::bigint as "marketplace",
      coalesce(${debited('payoutClearing')}, 0)::bigint as "onItsWay"
    from "ledger" where "vendorId" = ${vendorId} and "day" <= ${to}::date`.execute(trx)
  const arrived = await sql<{ paidOut: number }>`
    select coalesce(${debited('cash')}, 0)::bigint as "paidOut" from "ledger"
    where "vendorId" = ${vendorId} and "source" = 'payout' and "day" between ${from}::date and ${to}::date`.execute(trx)
  const opening = before.rows[0]?.opening ?? 0
  const { sold = 0, discounts = 0, refunds = 0, tax = 0 } = sums.rows[0] ?? {}
  return {
    currency,
    exponent,
    from,
    to,
    opening,
    movements: moved.rows,
    closing: moved.rows.reduce((total, { amount }) => total + amount, opening),
    places: places.rows[0] ?? { cash: 0, marketplace: 0, onItsWay: 0 },
    paidOut: arrived.rows[0]?.paidOut ?? 0,
    earned: { sold, discounts, refunds, net: sold - discounts - refunds, tax },
    owed: owing.rows[0]?.owed ?? 0,
    asOf: now,
    closedThrough,
  }
}

async function close(ctx: TenantContext, { month }: { month: string }): Promise<{ closedThrough: string | null }> {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const { closedThrough: before } = await lockBooks(trx, vendorId)
  const closedThrough = lastDayOf(month)
  if (closedThrough >= today) throw fieldFailure('month', 'finance.month.running')
  if (before !== null && before >= closedThrough) return { closedThrough: before }
  // Before the month closes, since nothing can be posted to its days afterwards.
  const trainerPay = await freezePay(ctx, closedThrough)
  await postDeferral(ctx, closedThrough)
  await closeThrough(trx, vendorId, closedThrough)
  await auditMoney(trx, call, {
    action: 'close',
    entity: 'month',
    target: vendorId,
    before: { closedThrough: before },
    after: { closedThrough, trainerPay },
  })
  await notify(ctx, { kind: 'monthClosed', cause: `${month}:${call.requestId}`, values: { month } })
  return { closedThrough }
}

async function reopen(ctx: TenantContext, { month, reason }: { month: string; reason: string }): Promise<{ closedThrough: string | null }> {
  const { trx, call, vendorId } = ctx
  const { closedThrough: before } = await lockBooks(trx, vendorId)
  const closedThrough = addDays(`${month}-01`, -1)
  if (before === null || before <= closedThrough) return { closedThrough: before }
  await closeThrough(trx, vendorId, closedThrough)
  const after = { closedThrough, reason }
  await auditMoney(trx, call, { action: 'reopen', entity: 'month', target: vendorId, before: { closedThrough: before }, after })
  await notify(ctx, { kind: 'monthReopened', cause: `${month}:${call.requestId}`, values: { month, reason } })
  return { closedThrough }
}

export const financeHandlers = {
  statement: os.finance.statement.handler(asOfNow(readStatement)),
  entries: os.finance.entries.handler(inTenant(readLedgerEntries)),
  profit: os.finance.profit.handler(asOfNow(readProfit)),
  batchMonths: os.finance.batchMonths.handler(asOfNow(readBatchMonths)),
  overview: os.finance.overview.handler(asOfNow(readOverview)),
  monthEnd: os.finance.monthEnd.handler(asOfNow(readMonthEnd)),
  balance: os.finance.balance.handler(asOfNow(readBalance)),
  tax: os.finance.tax.handler(asOfNow(readTaxReport)),
  invoices: os.finance.invoices.handler(inTenant(readInvoices)),
  delivered: os.finance.delivered.handler(asOfNow(readDelivered)),
  close: os.finance.close.handler(inTenant(close)),
  reopen: os.finance.reopen.handler(inTenant(reopen)),
}
