import { sql } from 'kysely'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { LedgerAccount } from '#business/ledger/ledger.rules.ts'
import { balancesOn } from '#business/ledger/money-account.balance.server.ts'
import { accountRows } from '#business/ledger/money-account.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { earlier } from '#lib/days.ts'
import { deferredOn } from '#money/revenue/deferral.server.ts'
import { balanceLines, type Balance } from './balance.contract.ts'
import { profitOf } from './profit.server.ts'
import { byDelivery, byPay } from './profit.row.server.ts'

/** The first day that books can have. */
const firstDay = '2000-01-01'

/** What each account has at the end of a day, positive for debits. */
export async function accountsOn({ trx, vendorId }: TenantContext, day: string) {
  const { rows } = await sql<{ account: LedgerAccount; amount: number }>`
    select part."account", sum(part."amount")::bigint as "amount" from "ledger" l
    cross join lateral (values (l."debit", l."amount"), (l."credit", -l."amount")) part ("account", "amount")
    where l."vendorId" = ${vendorId} and l."day" <= ${day}::date group by part."account"`.execute(trx)
  const amounts = new Map(rows.map(({ account, amount }) => [account, amount]))
  return (account: LedgerAccount) => amounts.get(account) ?? 0
}

/** The money accounts with their balances at the end of a day, those without any money or entries left out. */
async function accountsOfCash(ctx: TenantContext, day: string): Promise<Balance['accounts']> {
  const balanceOf = await balancesOn(ctx, day)
  const accounts = await accountRows(ctx)
  return accounts
    .map(({ id, kind, name, isFirst }) => ({ id, kind, name, isFirst, amount: balanceOf(id).amount }))
    .filter(({ amount }) => amount !== 0)
}

/** The accounts of a result, except pay, which counts on the days of the sessions. */
const resultAccounts = ['revenue', 'discount', 'refund', 'commission', 'expense'] as const

/**
 * The balance sheet of a day. Assets, tax, credit and what trainers are owed are the accounts of the ledger; deferred
 * revenue and pay that is earned in open months are computed as in the profit. A day to come has what is known today.
 */
export async function readBalance(ctx: TenantContext, { day }: { day: string }): Promise<Balance> {
  const books = await currencyOf(ctx.trx, ctx.vendorId)
  const on = earlier(day, await ctx.today())
  const of = await accountsOn(ctx, on)
  const deferred = (await deferredOn(ctx, books, [on], { isChange: false })).reduce((sum, { amount }) => sum + amount, 0)
  const always = profitOf(await byPay(ctx, { periods: [{ period: 'always', from: firstDay, to: on }], by: 'none' }))
  const pay = always.payroll + always.earned
  const year = { period: 'year', from: `${on.slice(0, 4)}-01-01`, to: on }
  const { result } = profitOf(await byDelivery(ctx, { periods: [year], by: 'none' }))
  const results = resultAccounts.reduce((sum, account) => sum - of(account), 0) - deferred - pay
  const lines = {
    cash: of('cash'),
    marketplace: of('marketplaceReceivable'),
    onItsWay: of('payoutClearing'),
    customers: of('customerReceivable'),
    deferredRevenue: deferred,
    customerCredit: 0 - of('customerCredit'),
    suppliers: 0 - of('supplierPayable'),
    loans: 0 - of('loan'),
    owner: 0 - of('owner'),
    tax: 0 - of('taxPayable'),
    trainers: 0 - of('payrollPayable'),
    earnedPay: pay - of('payroll'),
    formerYears: results - result,
    thisYear: result,
  }
  const total = (names: readonly (keyof typeof lines)[]) => names.reduce((sum, name) => sum + lines[name], 0)
  return {
    currency: books.currency,
    exponent: books.exponent,
    day: on,
    asOf: ctx.now,
    ...lines,
    accounts: await accountsOfCash(ctx, on),
    assets: total(balanceLines.assets),
    liabilities: total(balanceLines.liabilities),
    equity: total(balanceLines.equity),
  }
}
