import { sql } from 'kysely'
import { currencyOf } from '#business/ledger/books.server.ts'
import { balancesOn } from '#business/ledger/money-account.balance.server.ts'
import { readMoneyAccount, readMoneyAccounts } from '#business/ledger/money-account.server.ts'
import { customerName } from '#directory/customers/customer.papers.server.ts'
import { handlersOf } from '#kernel/base.ts'
import { catchingUp, inTenant, type TenantContext } from '#kernel/context.ts'
import { choiceOf } from '#lib/choices.ts'
import { addDays, earlier } from '#lib/days.ts'
import { entriesOf } from '#business/ledger/money-account.row.server.ts'
import { cashbookContract, type Book, type BookRow, type CashbookAccounts } from './cashbook.contract.ts'
import { moveKinds } from './move.rules.ts'
import { recordMove, reverseMove, setBalance } from './move.server.ts'

const os = handlersOf({ cashbook: cashbookContract })

/** Each account with its balance at the end of a day, and what is owed to the tax office and to suppliers then. */
async function readCashbook(ctx: TenantContext, { day }: { day?: string | undefined }): Promise<CashbookAccounts> {
  const { trx, vendorId, now } = ctx
  const today = await ctx.today()
  const on = earlier(day ?? today, today)
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const accounts = await readMoneyAccounts(ctx)
  const balanceOf = await balancesOn(ctx, on)
  const { rows: owed } = await sql<{ taxDue: number; suppliers: number }>`
    select coalesce(sum(part."amount") filter (where part."account" = 'taxPayable'), 0)::bigint as "taxDue",
      coalesce(sum(part."amount") filter (where part."account" = 'supplierPayable'), 0)::bigint as "suppliers"
    from "ledger" l cross join lateral (values (l."debit", -l."amount"), (l."credit", l."amount")) part ("account", "amount")
    where l."vendorId" = ${vendorId} and l."day" <= ${on}::date and part."account" in ('taxPayable', 'supplierPayable')`.execute(trx)
  const { count } = await trx
    .selectFrom('expenses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vendorId', '=', vendorId)
    .where('isUnpaid', '=', true)
    .where('state', '=', 'booked')
    .executeTakeFirstOrThrow()
  const rows = accounts.map((account) => {
    const { amount, lastOn } = balanceOf(account.id)
    return { ...account, balance: amount, lastOn }
  })
  return {
    currency,
    exponent,
    day: on,
    asOf: now,
    rows: rows.filter(({ state, balance }) => state === 'active' || balance !== 0),
    total: rows.reduce((sum, { balance }) => sum + balance, 0),
    taxDue: owed[0]?.taxDue ?? 0,
    suppliers: { count, amount: owed[0]?.suppliers ?? 0 },
  }
}

type Asked = { account: string; from: string; to: string; page: number; size: number }

/** The entries of an account in some days by day and number, each with the balance after it. */
async function readBook(ctx: TenantContext, { account: id, from, to, page, size }: Asked): Promise<Book> {
  const { trx, call, vendorId, now } = ctx
  const account = await readMoneyAccount(trx, vendorId, id)
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const opening = (await balancesOn(ctx, addDays(from, -1)))(id).amount
  const own = entriesOf(vendorId, account, sql`l."day" between ${from}::date and ${to}::date`)
  const { rows: sums } = await sql<{ in: number; out: number; total: number }>`
    select coalesce(sum(o."amount") filter (where o."amount" > 0), 0)::bigint as "in",
      coalesce(-sum(o."amount") filter (where o."amount" < 0), 0)::bigint as "out", count(*)::int as "total" from (${own}) o`.execute(trx)
  const { rows } = await sql<
    Omit<BookRow, 'move'> & { moveId: string | null; kind: string; note: string; version: number; isReversed: boolean }
  >`
    select o."id", o."day", o."source", o."amount", (${opening} + o."soFar")::bigint as "balance",
      s."id" as "sale", coalesce(r."number", s."number") as "number",
      case o."source" when 'expense' then o."sourceId" end as "expense", case o."source" when 'payout' then o."sourceId" end as "payout", o."trainer",
      coalesce(e."supplier", t."Fname" || ' ' || t."Lname", ${customerName(call)}, '') as "name",
      m."id" as "moveId", m."kind", m."note", m."version", m."reversedOn" is not null as "isReversed"
    from (select o.*, sum(o."amount") over (order by o."day", o."sequence") as "soFar" from (${own}) o
      order by o."day", o."sequence" limit ${size} offset ${(page - 1) * size}) o
    left join "payments" p on p."vendorId" = ${vendorId} and p."id" = o."sourceId" and o."source" = 'payment'
    left join "refunds" r on r."vendorId" = ${vendorId} and r."id" = o."sourceId" and o."source" = 'refund'
    left join "sales" s on s."vendorId" = ${vendorId} and s."id" = coalesce(p."sale", r."sale")
    left join "customers" c on c."vendorId" = ${vendorId} and c."id" = o."customer"
    left join "expenses" e on e."vendorId" = ${vendorId} and e."id" = o."sourceId" and o."source" = 'expense'
    left join "trainers" t on t."vendorId" = ${vendorId} and t."id" = o."trainer"
    left join "moneyMoves" m on m."vendorId" = ${vendorId} and m."id" = o."sourceId"
    order by o."day", o."sequence"`.execute(trx)
  const { in: came = 0, out = 0, total = 0 } = sums[0] ?? {}
  return {
    account,
    currency,
    exponent,
    asOf: now,
    opening,
    in: came,
    out,
    closing: opening + came - out,
    rows: rows.map(({ moveId, kind, note, version, isReversed, ...row }) => ({
      ...row,
      move: moveId === null ? null : { id: moveId, kind: choiceOf(moveKinds, kind), note, version, isReversed },
    })),
    total,
  }
}

export const cashbookHandlers = {
  accounts: os.cashbook.accounts.handler(catchingUp(readCashbook)),
  book: os.cashbook.book.handler(inTenant(readBook)),
  record: os.cashbook.record.handler(inTenant(recordMove)),
  setBalance: os.cashbook.setBalance.handler(inTenant(setBalance)),
  reverse: os.cashbook.reverse.handler(inTenant(reverseMove)),
}
