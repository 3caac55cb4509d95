import { sql } from 'kysely'
import { currencyOf } from '#business/ledger/books.server.ts'
import { taxClasses } from '#business/ledger/tax.rules.ts'
import { taxRate } from '#money/sales/sale.row.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { TaxReport } from './finance-report.contract.ts'
import { returnBoxes } from './return-boxes.rules.ts'
import { debited, headOf, taxed, type Range } from './report.row.server.ts'

const classes = sql`array[${sql.join(taxClasses)}]`

/** The accounts that say what was taxed, and the tax itself. */
const counted = sql`array['revenue', 'discount', 'refund', 'expense', 'taxPayable']`

/**
 * The tax of a period by source, rate and class; each line of a bill or of its credit notes at the rate that it was sold
 * at. `net` is the amount taxed. A document without a rate counts only if it moved tax.
 */
export async function readTaxReport(ctx: TenantContext, { from, to }: Range): Promise<TaxReport> {
  const { trx, vendorId } = ctx
  const { rows: found } = await sql<TaxReport['rows'][number] & { isUntaxed: boolean }>`
    with "papers" as (
      select "source", "sourceId", "taxClass", "taxRateThousandths", ${taxed}::bigint as "tax",
        (-${debited('revenue')} - ${debited('discount')} - ${debited('refund')} - ${debited('expense')})::bigint as "net"
      from "ledger" where "vendorId" = ${vendorId} and "day" between ${from}::date and ${to}::date
        and ("debit" = any(${counted}) or "credit" = any(${counted}))
      group by "source", "sourceId", "taxClass", "taxRateThousandths"
    ), "rated" as (
      select case when p."source" in ('sale', 'void', 'refund', 'expense') then p."source" else 'other' end as "kind", coalesce(p."taxRateThousandths", ${taxRate}) as "rateThousandths", coalesce(p."taxClass", case when s."id" is not null then 'standard' end) as "taxClass", p."sourceId", p."net", p."tax",
        p."source" = 'expense' and p."tax" = 0 as "isUntaxed"
      from "papers" p
      left join "refunds" r on r."vendorId" = ${vendorId} and r."id" = p."sourceId" and p."source" = 'refund'
      left join "sales" s on s."vendorId" = ${vendorId} and s."id" = coalesce(r."sale", p."sourceId") and p."source" in ('sale', 'void', 'refund')
    )
    select "kind", ("rateThousandths" + 5) / 10 as "rate", "rateThousandths", "taxClass", sum("net")::bigint as "net", sum("tax")::bigint as "tax",
      count(distinct "sourceId")::int as "documents", "isUntaxed"
    from "rated" where "rateThousandths" is not null or "tax" <> 0 or "kind" = 'expense'
    group by "kind", "rateThousandths", "taxClass", "isUntaxed" order by "rateThousandths" desc nulls last, array_position(${classes}, "taxClass"), array_position(array['sale','void','refund','expense','other'], "kind")`.execute(
    trx,
  )
  const rows = found.flatMap(({ isUntaxed, ...row }) => (isUntaxed ? [] : [row]))
  const untaxed = found.reduce((sum, { isUntaxed, net }) => sum - (isUntaxed ? net : 0), 0)
  const { country } = await currencyOf(trx, vendorId)
  const of = (kind: TaxReport['rows'][number]['kind']) => rows.reduce((sum, row) => sum + (row.kind === kind ? row.tax : 0), 0)
  return {
    ...(await headOf(ctx, { from, to })),
    rows,
    sales: of('sale'),
    voids: of('void'),
    credits: of('refund'),
    input: of('expense'),
    other: of('other'),
    payable: rows.reduce((sum, { tax }) => sum + tax, 0),
    ...returnBoxes(country, rows, untaxed),
  }
}
