import type { RouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { PayRule } from '#directory/trainers/pay-rule.contract.ts'
import { paidFor } from '#directory/trainers/pay-rule.rules.ts'
import type { router } from '#entrance/router.ts'
import { addMonths, lastDayOf } from '#lib/days.ts'
import { peopleAt } from '#money/payroll/session-pay.server.ts'
import { earnedByDay, earnedIn } from '#money/revenue/earned.sample.ts'
import { revenueAt } from '#money/revenue/session-revenue.server.ts'
import type { TestApp } from './app.ts'
import { asOwner } from './owner-role.ts'

type Vendor = { calls: RouterClient<typeof router>; vendorId: string; zone: string }
type Days = { from: string; to: string }

type GivenSession = { trainer: string; day: string; minutes: number; people: number; base: number }

/** The pay for the sessions of some days that took place and that no line of pay has yet, by each trainer's rule of the session's day. */
async function owedPay(app: TestApp, { vendorId, from, to, exponent }: Days & { vendorId: string; exponent: number }): Promise<number> {
  const read = <Row>(query: ReturnType<typeof sql<Row>>) => asOwner(app.app.db, async (owner) => (await query.execute(owner)).rows)
  const sessions =
    await read(sql<GivenSession>`select s."trainer", s."day", extract(epoch from s."endsAt" - s."startsAt")::int / 60 as "minutes",
      ${peopleAt(vendorId, sql`s."id"`)} as "people", ${revenueAt(vendorId)} as "base"
    from "batchSessions" s where s."vendorId" = ${vendorId} and s."day" between ${from}::date and ${to}::date and s."state" <> 'cancelled'
      and s."endsAt" <= ${new Date(app.clock.now())} and not exists (
        select 1 from "payLines" p where p."vendorId" = ${vendorId} and p."session" = s."id" and p."trainer" = s."trainer")`)
  const rules = await read(sql<PayRule & { trainer: string; cost: number | null }>`
    select "trainer", "fromDay" as "from", "unit", "cost", "amount", "share", "minimum", "maximum" from "trainerRates"
    where "vendorId" = ${vendorId} order by "fromDay" desc nulls last, "number" desc`)
  const costs = await read(sql<{ id: string; cost: number }>`select "id", "cost" from "trainers" where "vendorId" = ${vendorId}`)
  return sessions.reduce((sum, { trainer, day, ...facts }) => {
    const rule = rules.find((one) => one.trainer === trainer && (one.from === null || one.from <= day))
    const cost = rule ? rule.cost : (costs.find(({ id }) => id === trainer)?.cost ?? 0)
    return sum + (rule && cost === null ? paidFor(rule, facts) : (cost ?? 0) * 10 ** exponent)
  }, 0)
}

/** What the source documents of some days add up to, in minor units, read directly from their rows and never from the ledger. */
async function papersOf(app: TestApp, { vendorId, zone }: Vendor, { from, to }: Days, exponent: number) {
  const sum = async (select: ReturnType<typeof sql>) => {
    const [row] = await asOwner(app.app.db, async (owner) => (await sql<Record<string, number | null>>`${select}`.execute(owner)).rows)
    return (name: string) => Number(row?.[name] ?? 0)
  }
  const within = (column: ReturnType<typeof sql>) => sql`"vendorId" = ${vendorId} and ${column} between ${from}::date and ${to}::date`
  const voided = sql`("voidedAt" at time zone ${zone})::date`
  const columns = sql`sum("list") as "list", sum("discount") as "discount", sum("tax") as "tax", sum("total") as "total", count(*) as "count"`
  const sold = await sum(sql`select ${columns} from "sales" where ${within(sql`"day"`)}`)
  const undone = await sum(sql`select ${columns} from "sales" where ${within(voided)}`)
  const paid = await sum(sql`select sum("amount") as "amount" from "payments" where ${within(sql`"day"`)} and "method" <> 'credit'`)
  const back = await sum(
    sql`select sum("amount") as "amount", sum("tax") as "tax", coalesce(sum("paidBack") filter (where "method" <> 'credit'), 0) as "paidBack", sum("commission") as "commission" from "refunds" where ${within(sql`"day"`)}`,
  )
  const paidOut = await sum(sql`select sum("amount") as "amount" from "creditPayouts" where ${within(sql`"day"`)}`)
  const commission = await sum(sql`select sum(l."commission") as "amount" from "saleLines" l
    join "sales" s on s."vendorId" = l."vendorId" and s."id" = l."sale"
    where l."vendorId" = ${vendorId} and s."day" between ${from}::date and ${to}::date`)
  const spent = await sum(
    sql`select sum("amount") as "amount", sum("amount" - "tax") as "net" from "expenses" where ${within(sql`"day"`)} and "state" = 'booked'`,
  )
  const settled = await sum(
    sql`select sum("amount") as "amount" from "expenses" where ${within(sql`coalesce("paidOn", "day")`)} and "state" = 'booked' and not "isUnpaid"`,
  )
  const short = await sum(sql`select -sum("amount") as "amount" from "moneyMoves" where ${within(sql`"day"`)} and "kind" = 'count'`)
  const byHand = await sum(
    sql`select sum(case when "intoAccount" is null then -"amount" else "amount" end) as "amount" from "moneyMoves" where ${within(sql`"day"`)} and "kind" <> 'transfer'`,
  )
  const earned = await sum(sql`select sum("amount") as "amount" from "payLines" where ${within(sql`"day"`)}`)
  const unpaid = await owedPay(app, { vendorId, from, to, exponent })
  const given = await sum(sql`select sum("amount") as "amount" from "trainerPayments" where ${within(sql`"day"`)}`)
  return {
    bills: sold('count'),
    billed: sold('total') - undone('total'),
    sold: sold('list') - undone('list'),
    discounts: sold('discount') - undone('discount'),
    refunds: back('amount') - back('tax'),
    tax: sold('tax') - undone('tax') - back('tax'),
    paid: paid('amount'),
    paidBack: back('paidBack') + paidOut('amount'),
    commission: commission('amount') - back('commission'),
    spent: spent('amount'),
    settled: settled('amount'),
    byHand: byHand('amount'),
    costs: spent('net') + short('amount'),
    pay: earned('amount'),
    unpaid,
    given: given('amount'),
  }
}

/** All rows that a list's export would contain. */
async function every<Row>(read: (page: number) => Promise<{ rows: Row[]; total: number }>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const found = await read(page)
    rows.push(...found.rows)
    if (rows.length >= found.total || found.rows.length === 0) return rows
  }
}

const total = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)

/** Asserts that statement, profit and loss, and the exports of a month match its source documents. */
async function assertMonth(app: TestApp, vendor: Vendor, month: string): Promise<void> {
  const { calls } = vendor
  const days = { from: `${month}-01`, to: lastDayOf(month) }
  const { movements, opening, closing, earned, exponent } = await calls.finance.statement(days)
  const papers = await papersOf(app, vendor, days, exponent)
  const moved = (...sources: string[]) =>
    total(
      movements.filter(({ source }) => sources.includes(source)),
      ({ amount }) => amount,
    )
  expect(
    { paid: moved('payment'), back: moved('refund'), fees: moved('commission'), spent: moved('expense'), given: moved('payroll') },
    `money of ${month}`,
  ).toEqual({
    paid: papers.paid,
    back: 0 - papers.paidBack,
    fees: 0 - papers.commission,
    spent: 0 - papers.settled,
    given: 0 - papers.given,
  })
  expect(closing - opening, month).toBe(papers.paid - papers.paidBack - papers.commission - papers.settled - papers.given + papers.byHand)
  const { sold, discounts, refunds, tax } = papers
  expect(earned, month).toEqual({ sold, discounts, refunds, net: sold - discounts - refunds, tax })
  const profit = await calls.finance.profit({ ...days, basis: 'billed', by: 'batch' })
  const figures = { sold, discounts, refunds, net: sold - discounts - refunds, commission: papers.commission, expenses: papers.costs }
  expect(profit.total.now, month).toMatchObject(figures)
  expect(profit.total.now, month).toMatchObject({ payroll: papers.pay, earned: papers.unpaid })
  // A month's result, closed or running: billed, less pay for its held sessions, expenses and commission.
  expect(profit.total.now.result, month).toBe(figures.net - papers.commission - papers.pay - papers.unpaid - papers.costs)
  for (const name of ['sold', 'net', 'earned', 'result'] as const)
    expect(
      total(profit.groups, ({ now }) => now[name]),
      `${name} of ${month} by batch`,
    ).toBe(profit.total.now[name])
  const bills = await every((page) => calls.sales.list({ ...days, size: 100, page, direction: 'asc' }))
  expect([bills.length, total(bills, (bill) => (bill.state === 'void' ? 0 : bill.total))], month).toEqual([papers.bills, papers.billed])
  const expenses = await every((page) => calls.expenses.list({ ...days, size: 100, page }))
  expect(
    total(expenses, ({ amount, state }) => (state === 'booked' ? amount : 0)),
    month,
  ).toBe(papers.spent)
}

/** Asserts that by delivery a month that is closed defers what its ledger says, and all months together earn what the sessions held do. */
async function assertEarned(app: TestApp, { calls, vendorId }: Vendor, months: readonly string[], today: string): Promise<void> {
  const { closedThrough } = await calls.finance.statement({ from: today, to: today })
  let [earned, others] = [0, 0]
  for (const month of months) {
    const days = { from: `${month}-01`, to: lastDayOf(month) }
    const { total: sum, groups } = await calls.finance.profit({ ...days, by: 'batch' })
    const billed = await calls.finance.profit({ ...days, basis: 'billed', by: 'batch' })
    expect(sum.now, month).toEqual({
      ...billed.total.now,
      deferred: sum.now.deferred,
      net: billed.total.now.net - sum.now.deferred,
      result: billed.total.now.result - sum.now.deferred,
    })
    if (closedThrough !== null && days.to <= closedThrough) {
      const posted = await calls.finance.entries({ ...days, account: 'deferral' })
      expect((posted.found?.in ?? 0) - (posted.found?.out ?? 0), month).toBe(sum.now.deferred)
    }
    const sheet = await calls.finance.balance({ day: days.to })
    expect(sheet.assets, `both sides of ${month}`).toBe(sheet.liabilities + sheet.equity)
    const always = await calls.finance.profit({ from: '2000-01-01', to: days.to })
    expect(sheet.formerYears + sheet.thisYear, month).toBe(always.total.now.result)
    earned += sum.now.net
    others += groups.find(({ id }) => id === null)?.now.net ?? 0
  }
  const model = await earnedByDay(app, vendorId, today)
  expect(earned - others).toBe(earnedIn(model, { from: '2000-01-01', to: today }))
}

/** Asserts that each figure of the overview is that of the report which it comes from. */
async function assertOverview({ calls }: Vendor): Promise<void> {
  const view = await calls.finance.overview({})
  const moneyOf = async (days: Days) => {
    const { movements } = await calls.finance.statement(days)
    const sum = (isIn: boolean) =>
      total(
        movements.filter(({ source }) => (source === 'payment') === isIn && !['owner', 'loan', 'opening'].includes(source)),
        ({ amount }) => amount,
      )
    return { moneyIn: sum(true), moneyOut: 0 - sum(false) }
  }
  for (const { month, ...shown } of view.months) {
    const days = { from: `${month}-01`, to: month === view.days.to.slice(0, 7) ? view.days.to : lastDayOf(month) }
    const { total: figures } = await calls.finance.profit(days)
    expect(shown, month).toEqual({
      ...(await moneyOf(days)),
      profit: figures.now.result,
      payroll: figures.now.payroll,
      earned: figures.now.earned,
    })
  }
  const { total: profit, before } = await calls.finance.profit({ from: view.days.from, to: lastDayOf(view.days.to.slice(0, 7)) })
  expect([view.profit, view.before]).toEqual([profit, before])
  const [now, then] = [await moneyOf(view.days), await moneyOf(view.before)]
  expect([view.moneyIn, view.moneyOut]).toEqual([
    { now: now.moneyIn, before: then.moneyIn },
    { now: now.moneyOut, before: then.moneyOut },
  ])
  const { places } = await calls.finance.statement(view.days)
  expect([view.cash, view.marketplace]).toEqual([places.cash, places.marketplace])
  const unpaid = await calls.sales.list({ state: 'unpaid', size: 1 })
  const owed = [...view.debts, view.notDue]
  expect([total(owed, ({ count }) => count), total(owed, ({ amount }) => amount)]).toEqual([unpaid.total, unpaid.sums.due])
  expect(view.tax.amount).toBe((await calls.finance.tax({ from: view.tax.from, to: view.tax.to })).payable)
}

/** Asserts for each month of a demo vendor that the books match its rows. */
export async function assertBooks(app: TestApp, vendor: Vendor, first: string, today: string): Promise<void> {
  const { calls, vendorId } = vendor
  const months: string[] = []
  for (let month = first.slice(0, 7); month <= today.slice(0, 7); month = addMonths(`${month}-01`, 1).slice(0, 7)) months.push(month)
  for (const month of months) await assertMonth(app, vendor, month)
  await assertEarned(app, vendor, months, today)
  await assertOverview(vendor)

  const report = await calls.reports.subscriptions({ from: months[0] ?? '', to: months.at(-1) ?? '' })
  const enrolled = async (day: string) => {
    const [row] = await asOwner(
      app.app.db,
      async (owner) =>
        (
          await sql<{ count: number }>`select count(*)::int as "count" from "enrolments" where "vendorId" = ${vendorId}
            and "state" in ('active', 'completed', 'cancelled') and "startDate" <= ${day}::date and "startDate" <> "endDate"
            and (case when "state" = 'cancelled' then "endDate" > ${day}::date else "endDate" >= ${day}::date end)`.execute(owner)
        ).rows,
    )
    return row?.count
  }
  for (const row of report.totals) {
    const { month, opening, closing, cancelled, expired, movedIn, movedOut } = row
    const joined = row.new + row.returning + movedIn
    expect(opening + joined - cancelled - expired - movedOut, `places of ${month}`).toBe(closing)
    const day = lastDayOf(month) < today ? lastDayOf(month) : today
    expect(await enrolled(day), `closing of ${month}`).toBe(closing)
    expect((await calls.reports.people({ figure: 'closing', month })).total, month).toBe(closing)
  }

  const [log] = await asOwner(
    app.app.db,
    async (owner) =>
      (
        await sql<{
          count: number
        }>`select count(*)::int as "count" from "audit" where "vendorId" = ${vendorId} and "sequence" is not null`.execute(owner)
      ).rows,
  )
  expect((await calls.reports.audit({})).total).toBe(log?.count)
  expect(await calls.reports.chain()).toMatchObject({ entries: { brokenAt: null }, events: { brokenAt: null } })
}
