import { sql } from 'kysely'
import { tenant, type Trx } from '#db/tenant.ts'
import { todayOf } from '#features/setup/zone.server.ts'
import { addDays, addMonths } from '#lib/days.ts'
import { instant } from '#server/app.ts'
import { memberOf, os, type Call } from '#server/base.ts'
import { fieldFailure } from '#server/failure.ts'
import { auditMoney, holdBooks } from './books.server.ts'
import type { Entry, Statement } from './finance.contract.ts'

type Range = { from: string; to: string }

async function currencyOf(trx: Trx, vendorId: string) {
  return trx
    .selectFrom('merchants')
    .innerJoin('countries', 'countries.id', 'merchants.code')
    .leftJoin('books', 'books.vendorId', 'merchants.vendorId')
    .select(['countries.currency', 'countries.exponent', 'books.closedThrough'])
    .where('merchants.vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
}

/** Money at hand and at the marketplace: what a statement is about. */
const money = sql`('cash', 'marketplaceReceivable')`
/** What an entry adds to money; between its two accounts it moves nothing. */
const gain = sql`(case when "debit" in ${money} then "amount" else 0 end - case when "credit" in ${money} then "amount" else 0 end)`
/** What an entry adds to an account, seen from the side that raises it. */
const debited = (account: string) =>
  sql`sum(case when "debit" = ${account} then "amount" when "credit" = ${account} then -"amount" else 0 end)`

async function readStatement(trx: Trx, call: Call, { from, to }: Range): Promise<Statement> {
  const { vendorId } = memberOf(call)
  const { currency, exponent, closedThrough } = await currencyOf(trx, vendorId)
  const before = await sql<{ opening: number }>`
    select coalesce(sum(${gain}), 0)::bigint as "opening" from "ledger" where "vendorId" = ${vendorId} and "day" < ${from}::date`.execute(
    trx,
  )
  const moved = await sql<Statement['movements'][number]>`
    select "source", "method", sum(${gain})::bigint as "amount", count(*)::int as "count" from "ledger"
    where "vendorId" = ${vendorId} and "day" between ${from}::date and ${to}::date and (("debit" in ${money}) <> ("credit" in ${money}))
    group by "source", "method" order by "source", "method"`.execute(trx)
  const sums = await sql<Record<'sold' | 'discounts' | 'refunds' | 'tax', number>>`
    select coalesce(-${debited('revenue')}, 0)::bigint as "sold", coalesce(${debited('discount')}, 0)::bigint as "discounts",
      coalesce(${debited('refund')}, 0)::bigint as "refunds", coalesce(-${debited('taxPayable')}, 0)::bigint as "tax"
    from "ledger" where "vendorId" = ${vendorId} and "day" between ${from}::date and ${to}::date`.execute(trx)
  const owing = await sql<{ owed: number }>`
    select coalesce(${debited('customerReceivable')}, 0)::bigint as "owed" from "ledger" where "vendorId" = ${vendorId} and "day" <= ${to}::date`.execute(
    trx,
  )
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
    earned: { sold, discounts, refunds, net: sold - discounts - refunds, tax },
    owed: owing.rows[0]?.owed ?? 0,
    asOf: instant(call.app),
    closedThrough,
  }
}

const pageSize = 100

async function readEntries(trx: Trx, call: Call, { from, to, before }: Range & { before?: number | undefined }) {
  const { vendorId } = memberOf(call)
  const { exponent } = await currencyOf(trx, vendorId)
  const { rows } = await sql<Entry>`
    select l."id", l."sequence", l."day", l."at", l."source", l."debit", l."credit", l."amount", l."currency", ${exponent}::int as "exponent", l."method",
      s."id" as "sale", coalesce(r."number", s."number") as "number"
    from "ledger" l
    left join "payments" p on p."vendorId" = l."vendorId" and p."id" = l."sourceId" and l."source" = 'payment'
    left join "refunds" r on r."vendorId" = l."vendorId" and r."id" = l."sourceId" and l."source" = 'refund'
    left join "sales" s on s."vendorId" = l."vendorId" and s."id" = coalesce(p."sale", r."sale", l."sourceId")
    where l."vendorId" = ${vendorId} and l."day" between ${from}::date and ${to}::date and l."sequence" < ${before ?? Number.MAX_SAFE_INTEGER}
    order by l."sequence" desc limit ${pageSize + 1}`.execute(trx)
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

/** The last day of a month, YYYY-MM. */
const lastDay = (month: string) => addDays(addMonths(`${month}-01`, 1), -1)

async function close(trx: Trx, call: Call, month: string): Promise<{ closedThrough: string | null }> {
  const { vendorId } = memberOf(call)
  const { closedThrough: before } = await holdBooks(trx, vendorId)
  const closedThrough = lastDay(month)
  if (closedThrough >= (await todayOf(trx, call.app, vendorId))) throw fieldFailure('month', 'finance.month.running')
  if (before !== null && before >= closedThrough) return { closedThrough: before }
  await trx.updateTable('books').set({ closedThrough }).where('vendorId', '=', vendorId).execute()
  await auditMoney(trx, call, {
    action: 'close',
    entity: 'month',
    target: vendorId,
    before: { closedThrough: before },
    after: { closedThrough },
  })
  return { closedThrough }
}

async function reopen(trx: Trx, call: Call, month: string, reason: string): Promise<{ closedThrough: string | null }> {
  const { vendorId } = memberOf(call)
  const { closedThrough: before } = await holdBooks(trx, vendorId)
  const closedThrough = addDays(`${month}-01`, -1)
  if (before === null || before <= closedThrough) return { closedThrough: before }
  await trx.updateTable('books').set({ closedThrough }).where('vendorId', '=', vendorId).execute()
  const after = { closedThrough, reason }
  await auditMoney(trx, call, { action: 'reopen', entity: 'month', target: vendorId, before: { closedThrough: before }, after })
  return { closedThrough }
}

function run<Input, Output>(work: (trx: Trx, call: Call, input: Input) => Promise<Output>) {
  return ({ context: call, input }: { context: Call; input: Input }): Promise<Output> =>
    tenant(call.app.db, memberOf(call).vendorId, (trx) => work(trx, call, input))
}

export const financeHandlers = {
  statement: os.finance.statement.handler(run(readStatement)),
  entries: os.finance.entries.handler(run(readEntries)),
  close: os.finance.close.handler(run((trx, call, { month }) => close(trx, call, month))),
  reopen: os.finance.reopen.handler(run((trx, call, { month, reason }) => reopen(trx, call, month, reason))),
}
