import { sql } from 'kysely'
import { taxRate } from '#money/sales/sale.row.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { TaxReport } from './finance-report.contract.ts'
import { debited, headOf, taxed, type Range } from './report.row.server.ts'

/**
 * The tax of a period by source and rate; bills and credit notes at the rate
 * that the bill was sold at. `net` is the amount taxed. A document without a rate counts only if it moved tax.
 */
export async function readTaxReport(ctx: TenantContext, { from, to }: Range): Promise<TaxReport> {
  const { trx, vendorId } = ctx
  const { rows } = await sql<TaxReport['rows'][number]>`
    with "papers" as (
      select "source", "sourceId", ${taxed}::bigint as "tax",
        (-${debited('revenue')} - ${debited('discount')} - ${debited('refund')} - ${debited('expense')})::bigint as "net"
      from "ledger" where "vendorId" = ${vendorId} and "day" between ${from}::date and ${to}::date
      group by "source", "sourceId"
    ), "rated" as (
      select case when p."source" in ('sale', 'void', 'refund', 'expense') then p."source" else 'other' end as "kind", s."taxRate" as "rate", ${taxRate} as "rateThousandths", p."net", p."tax"
      from "papers" p
      left join "refunds" r on r."vendorId" = ${vendorId} and r."id" = p."sourceId" and p."source" = 'refund'
      left join "sales" s on s."vendorId" = ${vendorId} and s."id" = coalesce(r."sale", p."sourceId") and p."source" in ('sale', 'void', 'refund')
    )
    select "kind", "rate", "rateThousandths", sum("net")::bigint as "net", sum("tax")::bigint as "tax", count(*)::int as "documents"
    from "rated" where "rate" is not null or "tax" <> 0
    group by "kind", "rate", "rateThousandths" order by "rateThousandths" desc nulls last, array_position(array['sale','void','refund','expense','other'], "kind")`.execute(
    trx,
  )
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
  }
}
