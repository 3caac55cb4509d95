import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { EntriesFound, EntriesInput, LedgerEntry } from './finance.contract.ts'
import { groupNames } from './profit.server.ts'
import { money } from './report.row.server.ts'

/** Entries per page. */
const pageSize = 100

/** What an entry can be about, and filtered by. */
const abouts = ['batch', 'service', 'hall', 'trainer'] as const

/** The condition for the vendor's entries `l` in the requested days and with the requested filters. */
function asked({ vendorId }: TenantContext, input: EntriesInput) {
  return sql.join(
    [
      sql`l."vendorId" = ${vendorId} and l."day" between ${input.from}::date and ${input.to}::date`,
      ...(input.account ? [sql`(l."debit" = ${input.account} or l."credit" = ${input.account})`] : []),
      ...(input.source ? [sql`l."source" = ${input.source}`] : []),
      ...(input.method ? [sql`l."method" = ${input.method}`] : []),
      ...abouts.flatMap((about) => {
        const one = input[about]
        if (one === undefined) return []
        return [one === 'none' ? sql`l.${sql.ref(about)} is null` : sql`l.${sql.ref(about)} = ${one}`]
      }),
    ],
    sql` and `,
  )
}

/** The totals of all matching entries, and the names of what they are filtered by. */
async function readFound(ctx: TenantContext, input: EntriesInput): Promise<EntriesFound> {
  // Without an account the totals are of money, as in the statement that links here.
  const accounts = input.account ? sql`(${input.account})` : money
  const { rows } = await sql<Pick<EntriesFound, 'total' | 'amount' | 'in' | 'out'>>`
    select count(*)::int as "total", coalesce(sum(l."amount"), 0)::bigint as "amount",
      coalesce(sum(l."amount") filter (where l."debit" in ${accounts} and l."credit" not in ${accounts}), 0)::bigint as "in",
      coalesce(sum(l."amount") filter (where l."credit" in ${accounts} and l."debit" not in ${accounts}), 0)::bigint as "out"
    from "ledger" l where ${asked(ctx, input)}`.execute(ctx.trx)
  const names: EntriesFound['names'] = { batch: null, service: null, hall: null, trainer: null }
  for (const about of abouts) {
    const one = input[about]
    if (one !== undefined && one !== 'none') names[about] = (await groupNames(ctx, about, [one])).get(one) ?? null
  }
  return { ...(rows[0] ?? { total: 0, amount: 0, in: 0, out: 0 }), names, asOf: ctx.now }
}

/** One page of the ledger, newest first; the first page includes the totals of all matching entries. */
export async function readLedgerEntries(ctx: TenantContext, input: EntriesInput) {
  const { trx, vendorId } = ctx
  const { exponent } = await currencyOf(trx, vendorId)
  const { rows } = await sql<LedgerEntry>`
    select l."id", l."sequence", l."day", l."at", l."source", l."debit", l."credit", l."amount", l."currency", ${exponent}::int as "exponent", l."method",
      s."id" as "sale", coalesce(r."number", s."number") as "number",
      case l."source" when 'expense' then l."sourceId" end as "expense",
      case l."source" when 'payout' then l."sourceId" end as "payout",
      t."id" as "trainer", t."Fname" || ' ' || t."Lname" as "trainerName"
    from "ledger" l
    left join "payments" p on p."vendorId" = ${vendorId} and p."id" = l."sourceId" and l."source" = 'payment'
    left join "refunds" r on r."vendorId" = ${vendorId} and r."id" = l."sourceId" and l."source" in ('refund', 'commission')
    left join "sales" s on s."vendorId" = ${vendorId} and s."id" = coalesce(p."sale", r."sale", l."sourceId")
    left join "trainers" t on t."vendorId" = ${vendorId} and t."id" = l."trainer" and l."source" = 'payroll'
    where ${asked(ctx, input)} and l."sequence" < ${input.before ?? Number.MAX_SAFE_INTEGER}
    order by l."sequence" desc limit ${pageSize + 1}`.execute(trx)
  // Later pages have the same totals, so they are not computed again.
  const found = input.before === undefined ? await readFound(ctx, input) : null
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize, found }
}
