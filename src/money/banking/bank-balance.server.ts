import { sql, type RawBuilder } from 'kysely'
import { currencyOf } from '#business/ledger/books.server.ts'
import { balancesOn } from '#business/ledger/money-account.balance.server.ts'
import { entriesOf } from '#business/ledger/money-account.row.server.ts'
import { readMoneyAccount } from '#business/ledger/money-account.server.ts'
import { customerName } from '#directory/customers/customer.papers.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { addDays } from '#lib/days.ts'
import type { BankBalance } from './banking.contract.ts'
import { statedBalance, type BankFileSpan } from './bank-balance.rules.ts'

/** How many open lines and entries are listed. */
const mostListed = 100

type Account = Awaited<ReturnType<typeof readMoneyAccount>>

/** The sum of open rows, and the first of them. */
async function listed<Row extends BankBalance['lines']['rows'][number]>({ trx }: TenantContext, rows: RawBuilder<Row>) {
  const { rows: sums } = await sql<{ count: number; amount: number }>`
    select count(*)::int as "count", coalesce(sum("amount"), 0)::bigint as "amount" from (${rows}) r`.execute(trx)
  const { rows: first } = await sql<Row>`select * from (${rows}) r order by "day", "id" limit ${mostListed}`.execute(trx)
  return { count: 0, amount: 0, ...sums[0], rows: first }
}

/** Whether a line `b` has an entry after a day: at its end it is open, and so are its other entries. */
const hasLater = (vendorId: string, day: string) => sql`exists (select 1 from "bankMatches" m
  join "ledger" l on l."vendorId" = ${vendorId} and l."id" = m."entry"
  where m."vendorId" = ${vendorId} and m."line" = b."id" and m."account" = b."account" and l."day" > ${day}::date)`

/** Lines until a day that are not in the books until then. */
const openLines = (vendorId: string, account: string, day: string) => sql<BankBalance['lines']['rows'][number]>`
  select b."id", b."day", b."amount", coalesce(nullif(b."name", ''), b."text") as "name" from "bankLines" b
  where b."vendorId" = ${vendorId} and b."account" = ${account} and b."day" <= ${day}::date
    and (b."matchedAt" is null or ${hasLater(vendorId, day)})`

/** The line `b` that an entry `o` of an account is matched with. */
const lineOf = (vendorId: string, account: string) => sql`"bankMatches" x
  join "bankLines" b on b."vendorId" = ${vendorId} and b."id" = x."line"
  where x."vendorId" = ${vendorId} and x."account" = ${account} and x."entry" = o."id"`

/**
 * Entries until a day that the bank does not have until then, those of one document and day together: since the first line's day,
 * and earlier ones that a line matches, since the bank booked these later.
 */
function openEntries({ call, vendorId }: TenantContext, account: Account, { from, day }: { from: string; day: string }) {
  const matched = lineOf(vendorId, account.id)
  const single = sql`
    select o.* from (${entriesOf(vendorId, account, sql`l."day" <= ${day}::date`)}) o
    where (o."day" >= ${from}::date or exists (select 1 from ${matched}))
      and not exists (select 1 from ${matched} and b."day" <= ${day}::date and not ${hasLater(vendorId, day)})`
  return sql<BankBalance['entries']['rows'][number]>`
    select o."id", o."day", o."amount", o."entries",
      coalesce(${customerName(call)}, e."supplier", t."Fname" || ' ' || t."Lname", m."note", '') as "name"
    from (select o."source", o."sourceId", o."day", sum(o."amount")::bigint as "amount", array_agg(o."id" order by o."sequence") as "entries",
        (array_agg(o."id" order by o."sequence"))[1] as "id", max(o."customer"::text)::uuid as "customer", max(o."trainer"::text)::uuid as "trainer"
      from (${single}) o group by 1, 2, 3 having sum(o."amount") <> 0) o
    left join "customers" c on c."vendorId" = ${vendorId} and c."id" = o."customer"
    left join "expenses" e on e."vendorId" = ${vendorId} and e."id" = o."sourceId"
    left join "trainers" t on t."vendorId" = ${vendorId} and t."id" = o."trainer"
    left join "moneyMoves" m on m."vendorId" = ${vendorId} and m."id" = o."sourceId"`
}

/** The amount of the entries before a day that are matched with lines. */
async function matchedBefore({ trx, vendorId }: TenantContext, account: Account, from: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(o."amount"), 0)::bigint as "amount" from (${entriesOf(vendorId, account, sql`l."day" < ${from}::date`)}) o
    where exists (select 1 from ${lineOf(vendorId, account.id)})`.execute(trx)
  return rows[0]?.amount ?? 0
}

/** The files of an account in the order in which they were imported, and what its lines of each day add up to. */
async function readBank({ trx, vendorId }: TenantContext, account: string) {
  const files: BankFileSpan[] = await trx
    .selectFrom('bankFiles')
    .select(['fromDay', 'toDay', 'openingBalance', 'closingBalance'])
    .where('vendorId', '=', vendorId)
    .where('account', '=', account)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const { rows: days } = await sql<{ day: string; amount: number }>`
    select "day", sum("amount")::bigint as "amount" from "bankLines"
    where "vendorId" = ${vendorId} and "account" = ${account} group by "day" order by "day"`.execute(trx)
  return { files, days }
}

/** Why the bank's balance at the end of a day, today without one, differs from the ledger's (see `bankBalance`). */
export async function readBankBalance(ctx: TenantContext, asked: { account: string; day?: string | undefined }): Promise<BankBalance> {
  const { trx, vendorId, now } = ctx
  const account = await readMoneyAccount(trx, vendorId, asked.account)
  const day = asked.day ?? (await ctx.today())
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const { files, days } = await readBank(ctx, account.id)
  const from = days[0]?.day ?? null
  const ledger = (await balancesOn(ctx, day))(account.id).amount
  const none = { count: 0, amount: 0, rows: [] }
  const common = { currency, exponent, asOf: now, day, startedOn: from, importedThrough: days.at(-1)?.day ?? null, ledger }
  if (from === null || day < from) return { ...common, bank: null, atStart: 0, missing: 0, lines: none, entries: none }
  const stated = statedBalance(files, days, day)
  const before = (await balancesOn(ctx, addDays(from, -1)))(account.id).amount - (await matchedBefore(ctx, account, from))
  return {
    ...common,
    bank: stated?.balance ?? null,
    atStart: stated ? stated.start - before : 0,
    missing: stated?.missing ?? 0,
    lines: await listed(ctx, openLines(vendorId, account.id, day)),
    entries: await listed(ctx, openEntries(ctx, account, { from, day })),
  }
}
