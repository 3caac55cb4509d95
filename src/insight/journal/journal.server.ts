import { sql } from 'kysely'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { Source } from '#business/ledger/ledger.rules.ts'
import { kindSql } from '#business/ledger/money-account.row.server.ts'
import type { Range } from '#insight/finance/report.row.server.ts'
import { handlersOf } from '#kernel/base.ts'
import { asOfNow, inTenant, type TenantContext } from '#kernel/context.ts'
import { taxRate } from '#money/sales/sale.row.server.ts'
import { readCodes, saveCodes, saveDatev } from './account-codes.server.ts'
import { entriesPerPage, journalContract, type JournalEntry, type JournalTotals, type LinesInput } from './journal.contract.ts'

/** Adds the money accounts of the entries `l` as `i` and `o`. */
const withKinds = (vendorId: string) => sql`
  left join "moneyAccounts" i on i."vendorId" = ${vendorId} and i."id" = l."intoAccount"
  left join "moneyAccounts" o on o."vendorId" = ${vendorId} and o."id" = l."fromAccount"`

/** The account of a side of the entries `l` in a journal: cash by the kind of its money account. */
const side = (name: 'debit' | 'credit') =>
  sql`case when l.${sql.ref(name)} = 'cash' then coalesce(${sql.ref(name === 'debit' ? 'i' : 'o')}."kind", ${kindSql}) else l.${sql.ref(name)} end`

/** What each account gained on either side in a span, its number of entries, and the last entry of the ledger. */
async function readTotals({ trx, vendorId, now }: TenantContext, { from, to }: Range): Promise<JournalTotals> {
  const { currency, exponent, closedThrough } = await currencyOf(trx, vendorId)
  const sums = await sql<JournalTotals['rows'][number]>`
    select part."account", sum(part."debit")::bigint as "debit", sum(part."credit")::bigint as "credit" from (
      select "debit", "credit", "intoAccount", "fromAccount", "method", "source", sum("amount") as "amount" from "ledger"
      where "vendorId" = ${vendorId} and "day" between ${from}::date and ${to}::date group by 1, 2, 3, 4, 5, 6
    ) l
    ${withKinds(vendorId)}
    cross join lateral (values (${side('debit')}, l."amount", 0), (${side('credit')}, 0, l."amount")) part ("account", "debit", "credit")
    group by part."account" order by part."account"`.execute(trx)
  const found = await sql<{ entries: number }>`
    select count(*)::int as "entries" from "ledger" where "vendorId" = ${vendorId} and "day" between ${from}::date and ${to}::date`.execute(
    trx,
  )
  const books = await trx.selectFrom('books').select('entries as through').where('vendorId', '=', vendorId).executeTakeFirst()
  return {
    currency,
    exponent,
    from,
    to,
    rows: sums.rows,
    entries: found.rows[0]?.entries ?? 0,
    through: books?.through ?? 0,
    closedThrough,
    asOf: now,
  }
}

/** What stands before the end of the id of a source that has no number of its own. */
const prefixes: Record<Source, string> = {
  sale: 'BILL',
  payment: 'PAYMENT',
  refund: 'CREDIT',
  void: 'VOID',
  commission: 'COMMISSION',
  expense: 'EXPENSE',
  payroll: 'PAY',
  payout: 'PAYOUT',
  adjustment: 'ADJUST',
  deferral: 'DEFERRAL',
  transfer: 'TRANSFER',
  taxPayment: 'TAX',
  owner: 'OWNER',
  loan: 'LOAN',
  opening: 'OPENING',
  count: 'COUNT',
}

/** The number that names a document: its own, or its kind with the end of its id, which is random. */
const documentOf = (source: Source, sourceId: string, number: string | null) =>
  number ?? `${prefixes[source]}-${sourceId.slice(-8).toUpperCase()}`

/**
 * One page of a span's entries by day and order of posting. The ledger is append-only, so that pages read one after
 * another up to `through` are as of one moment without a transaction over all of them.
 */
async function readLines({ trx, vendorId }: TenantContext, { from, to, through, after = 0 }: LinesInput) {
  type Row = Omit<JournalEntry, 'document'> & { sourceId: string; number: string | null }
  const { rows } = await sql<Row>`
    select l."sequence", l."day", l."source", l."sourceId", coalesce(r."number", s."number") as "number", ${side('debit')} as "debit", ${side('credit')} as "credit", l."amount",
      l."currency", l."method", coalesce(e."supplier", t."Fname" || ' ' || t."Lname", '') as "name",
      case when 'taxPayable' in (l."debit", l."credit") then coalesce(l."taxRateThousandths", ${taxRate}) end as "taxRateThousandths"
    from "ledger" l
    ${withKinds(vendorId)}
    left join "payments" p on p."vendorId" = ${vendorId} and p."id" = l."sourceId" and l."source" = 'payment'
    left join "refunds" r on r."vendorId" = ${vendorId} and r."id" = l."sourceId" and l."source" in ('refund', 'commission')
    left join "sales" s on s."vendorId" = ${vendorId} and s."id" = coalesce(p."sale", r."sale", l."sourceId")
    left join "expenses" e on e."vendorId" = ${vendorId} and e."id" = l."sourceId" and l."source" = 'expense'
    left join "trainers" t on t."vendorId" = ${vendorId} and t."id" = l."trainer" and l."source" = 'payroll'
    where l."vendorId" = ${vendorId} and l."day" between ${from}::date and ${to}::date and (l."day", l."sequence") > (${from}::date, ${after}::bigint)
      and l."sequence" <= ${through}
    order by l."day", l."sequence" limit ${entriesPerPage + 1}`.execute(trx)
  const page = rows.slice(0, entriesPerPage)
  return {
    rows: page.map(({ sourceId, number, ...row }) => ({ ...row, document: documentOf(row.source, sourceId, number) })),
    hasMore: rows.length > entriesPerPage,
  }
}

const os = handlersOf({ journal: journalContract })

export const journalHandlers = {
  totals: os.journal.totals.handler(asOfNow(readTotals)),
  lines: os.journal.lines.handler(inTenant(readLines)),
  codes: os.journal.codes.handler(inTenant(readCodes)),
  saveCodes: os.journal.saveCodes.handler(inTenant(saveCodes)),
  saveDatev: os.journal.saveDatev.handler(inTenant(saveDatev)),
}
