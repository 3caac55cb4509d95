import { sql } from 'kysely'
import { expect } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { checkBooks } from '../src/business/ledger/chain-links.server.ts'
import { reconcile } from '../src/insight/finance/reconcile.server.ts'
import type { SaleDetail } from '../src/money/sales/sale.contract.ts'
import { shownAs, type Bill } from './money-model.bill.ts'
import { endOf, monthsAfter, plusDays } from './money-model.journal.ts'
import type { Pair } from './money-pair.ts'
import { owedOfAll } from './owed.ts'

/** Asserts that a bill of the product equals the model's, including its whole history. */
export function assertAlike(sale: SaleDetail, bill: Bill): void {
  expect(sale).toMatchObject(shownAs(bill))
  expect(sale.items).toMatchObject(
    bill.lines.map(({ kind, list, discount, net, tax, total, commission }) => ({
      kind,
      list: Number(list),
      discount: Number(discount),
      net: Number(net),
      tax: Number(tax),
      total: Number(total),
      commission: Number(commission),
    })),
  )
  expect(sale.payments).toMatchObject(bill.payments.map(({ method, amount }) => ({ method, amount: Number(amount) })))
  const credit = ({ number, method, amount, tax, paidBack }: Bill['credits'][number]) => ({
    number,
    method,
    amount: Number(amount),
    tax: Number(tax),
    paidBack: Number(paidBack),
  })
  expect(sale.refunds).toMatchObject(bill.credits.map(credit))
}

/** Asserts that the daily tasks have created what the model says was due by now: the months of places, and the monthly expenses. */
export async function assertDay({ app, base, model, customers }: Pair): Promise<{ months: number; expenses: number }> {
  const { vendorId } = base.owner
  const now = app.clock.now()
  const { renewed, entered } = await tenant(app.app.db, vendorId, async (trx) => ({
    renewed: await trx
      .selectFrom('sales')
      .select(['id', 'customer', 'number'])
      .where('vendorId', '=', vendorId)
      .where('channel', '=', 'online')
      .orderBy('number')
      .execute(),
    entered: await trx
      .selectFrom('expenses')
      .select(['id', 'recurrence', 'period', 'day', 'amount', 'tax', 'method'])
      .where('vendorId', '=', vendorId)
      .where('recurrence', 'is not', null)
      .execute(),
  }))
  const created = renewed.filter(({ id }) => !model.sales.bills.has(id))
  const of = (customer: string | null) => customers.findIndex(({ id }) => id === customer)
  const byNumber = (a: number, b: number) => a - b
  expect(created.map(({ customer }) => of(customer)).toSorted(byNumber)).toEqual(model.sales.dueMonths(now).toSorted(byNumber))
  for (const { id, customer, number } of created) expect(number).toBe(model.sales.renew(id, of(customer), now).number)
  const spent = entered.filter(({ id }) => !model.expenses.all.has(id))
  const order = (one: { recurrence: string | null; period: string | null }) => `${one.recurrence} ${one.period}`
  const sorted = <One extends { recurrence: string | null; period: string | null }>(all: One[]) =>
    all.toSorted((a, b) => order(a).localeCompare(order(b)))
  const due = sorted(model.expenses.makeDue(now))
  expect(spent).toHaveLength(due.length)
  expect(sorted(spent)).toMatchObject(due)
  for (const { id, day, amount, tax, method } of spent) model.expenses.enter(id, { day, amount, tax, method: method as 'cash' })
  return { months: created.length, expenses: spent.length }
}

/** Compares rows and books. @returns for how many places something is owed */
async function assertRows({ app, base, model, terms }: Pair): Promise<number> {
  const { vendorId } = base.owner
  const read = await tenant(app.app.db, vendorId, async (trx) => ({
    bills: await trx
      .selectFrom('sales')
      .select(['id', 'number', 'state', 'list', 'discount', 'net', 'tax', 'total', 'paid', 'credited', 'refunded'])
      .where('vendorId', '=', vendorId)
      .execute(),
    payouts: await trx.selectFrom('payouts').select(['id', 'net', 'state']).where('vendorId', '=', vendorId).execute(),
    balances: (
      await sql<{ currency: string; account: string; balance: number }>`
        select "currency", side."account", sum(side."amount")::bigint as "balance"
        from "ledger" cross join lateral (values ("debit", "amount"), ("credit", -"amount")) side ("account", "amount")
        where "vendorId" = ${vendorId} group by 1, 2 having sum(side."amount") <> 0`.execute(trx)
    ).rows,
    discrepancies: await reconcile(trx, vendorId),
    chains: await checkBooks(trx, vendorId),
    owed: await owedOfAll(trx, vendorId),
  }))
  const bills = [...model.sales.bills.values()].map((bill) => {
    const { due: _, ...rest } = shownAs(bill)
    return { id: bill.id, ...rest }
  })
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
  expect(read.bills.toSorted(byId)).toEqual(bills.toSorted(byId))
  const payouts = [...model.payouts.all].map(([id, { net, state }]) => ({ id, net: Number(net), state }))
  expect(read.payouts.toSorted(byId)).toEqual(payouts.toSorted(byId))
  expect(new Set(read.balances.map(({ currency }) => currency))).toEqual(new Set(read.balances.length > 0 ? [terms.currency] : []))
  // The model knows no sessions; what is deferred has a model of its own, in src/money/revenue.
  const {
    deferral = 0,
    deferredRevenue = 0,
    ...balances
  } = Object.fromEntries(read.balances.map(({ account, balance }) => [account, balance]))
  expect(balances).toEqual(model.journal.balances())
  expect(deferral + deferredRevenue).toBe(0)
  expect(read.balances.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
  expect(read.discrepancies).toEqual([])
  expect([read.chains.entries.brokenAt, read.chains.events.brokenAt]).toEqual([null, null])
  expect(read.owed.said).toEqual(read.owed.billed)
  return [...read.owed.said.values()].filter(({ owed }) => owed > 0).length
}

/** Compares every report of some days. */
async function assertReports({ app, base: { calls }, model: { journal, pay } }: Pair, days: { from: string; to: string }): Promise<void> {
  const { from, to } = days
  const { moved, ...expected } = journal.statement(from, to)
  const { movements, ...statement } = await calls.finance.statement(days)
  expect(statement, `${from} to ${to}`).toMatchObject(expected)
  const bySource: Record<string, number> = {}
  for (const { source, amount } of movements) bySource[source] = (bySource[source] ?? 0) + amount
  expect(Object.fromEntries(Object.entries(bySource).filter(([, amount]) => amount !== 0))).toEqual(moved)
  expect((await calls.finance.profit({ ...days, basis: 'billed', by: 'batch' })).total.now).toEqual(
    journal.profit(from, to, { payroll: pay.written(from, to), earned: pay.earned(from, to, app.clock.now()) }),
  )
  const { moved: all, ...costs } = journal.spent(from, to)
  const { total, money } = await calls.finance.profit({ ...days, basis: 'cash', by: 'none' })
  expect([total.now, money]).toMatchObject([costs, { moved: all }])
  expect((money?.tax ?? 0) + (money?.other ?? 0) + total.now.result).toBe(all)
  const taxed = await calls.finance.tax(days)
  expect(taxed.payable).toBe(journal.tax(from, to))
  const byClass = taxed.rows.flatMap(({ kind, taxClass, rateThousandths, net, tax }) =>
    taxClass === null ? [] : [[`${kind} ${taxClass} ${rateThousandths}`, { net, tax }] as const],
  )
  expect(Object.fromEntries(byClass.filter(([, { net, tax }]) => net !== 0 || tax !== 0))).toEqual(
    Object.fromEntries(Object.entries(journal.taxes(from, to)).filter(([, { net, tax }]) => net !== 0 || tax !== 0)),
  )
}

/** Compares all state after many steps. @returns for how many places something is owed */
export async function assertSame(both: Pair): Promise<number> {
  await both.become('owner')
  const owing = await assertRows(both)
  const { app, base, model, trainers } = both
  const { calls } = base
  const now = app.clock.now()
  const today = model.journal.today(now)
  const standing = [...model.sales.bills.values()].filter(({ isVoid }) => !isVoid).map(shownAs)
  const all = (name: 'credited' | 'paid' | 'refunded' | 'due') => standing.reduce((sum, bill) => sum + bill[name], 0)
  const total = standing.reduce((sum, bill) => sum + bill.total - bill.credited, 0)
  expect((await calls.sales.list({ size: 1 })).sums).toEqual({
    total,
    credited: all('credited'),
    paid: all('paid'),
    refunded: all('refunded'),
    due: all('due'),
  })
  expect((await calls.expenses.list({ size: 1 })).sums).toEqual(model.expenses.sums())
  expect((await calls.payouts.summary()).available).toBe(Number(model.payouts.available))
  for (const month of [today.slice(0, 7), monthsAfter(today, -1).slice(0, 7)]) {
    const { rows, totals } = await calls.payroll.list({ month })
    expect(totals.pay + totals.adjustments, month).toBe(model.pay.monthPay(month, now))
    const payable = trainers.map((id) => rows.find(({ trainer }) => trainer === id)?.payable ?? 0)
    expect(payable).toEqual(model.pay.payable.map(Number))
    await assertReports(both, { from: `${month}-01`, to: endOf(month) })
  }
  await assertReports(both, { from: plusDays(today, -9), to: plusDays(today, -2) })
  return owing
}
