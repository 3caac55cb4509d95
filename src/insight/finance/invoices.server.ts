import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { foundBy, seesCustomers } from '#directory/customers/customer.papers.server.ts'
import { due, taxRate } from '#money/sales/sale.row.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { exponentOf } from '#business/ledger/books.server.ts'
import type { FinanceDocument, invoiceList } from './finance-report.contract.ts'

type Filters = z.output<typeof invoiceList>
type Sums = Record<'net' | 'tax' | 'total' | 'due', number>

/** The condition that a bill `s` has a line of a class or a rate; a line that the previous version wrote is standard, at the bill's rate. */
function taxedBy(vendorId: string, { taxClass, rateThousandths: rate }: Filters) {
  if (taxClass === undefined) return rate === undefined ? [] : [sql`${taxRate} = ${Number(rate)}::int`]
  return [
    sql`exists (select 1 from "saleLines" l where l."vendorId" = ${vendorId} and l."sale" = s."id" and coalesce(l."taxClass", 'standard') = ${taxClass}
      ${rate === undefined ? sql`` : sql`and coalesce(l."taxRateThousandths", ${taxRate}) = ${Number(rate)}::int`})`,
  ]
}

/** The conditions on bills or on credit notes: `paper` is the document, `s` its bill. */
function conditions({ vendorId, call }: TenantContext, input: Filters, paper: 's' | 'r') {
  const day = sql.ref(`${paper}.day`)
  const isAsked = input.kind === 'all' || input.kind === (paper === 's' ? 'invoice' : 'creditNote')
  const parts = [
    sql`${sql.ref(`${paper}.vendorId`)} = ${vendorId}`,
    ...(isAsked ? [] : [sql`false`]),
    ...(input.rate === undefined ? [] : [sql`s."taxRate" = ${Number(input.rate)}::int`]),
    ...taxedBy(vendorId, input),
    ...(input.from ? [sql`${day} >= ${input.from}::date`] : []),
    ...(input.to ? [sql`${day} <= ${input.to}::date`] : []),
    ...foundBy(call, input.search, paper, 's'),
  ]
  return sql.join(parts, sql` and `)
}

/** One page of bills and credit notes, how many match, and their totals; amounts in minor units. */
export async function readInvoices(ctx: TenantContext, input: Filters) {
  const { trx, vendorId, call, now } = ctx
  const [bills, notes] = [conditions(ctx, input, 's'), conditions(ctx, input, 'r')]
  const direction = sql.raw(input.direction)
  // Neither kind can contribute more rows than fit on the pages so far.
  const most = input.page * input.size
  const noted = sql`"refunds" r join "sales" s on s."vendorId" = ${vendorId} and s."id" = r."sale"`
  const { rows } = await sql<FinanceDocument>`
    select d.*, coalesce(p."name", c."firstName", '') as "firstName", case when p."sale" is null then coalesce(c."lastName", '') else '' end as "lastName",
      coalesce(nullif(d."company", ''), p."company", '') as "buyerName", coalesce(nullif(d."companyNumber", ''), p."taxNumber", '') as "buyerTaxNumber",
      ${exponentOf(sql`d."currency"`)} as "exponent"
    from (
      (select s."id", 'invoice' as "kind", s."number", s."day", s."id" as "sale", s."number" as "saleNumber", s."customer", s."currency", s."taxRate", ${taxRate} as "taxRateThousandths",
        s."voidedAt" is not null as "isVoid", s."net", s."tax", s."total", s."paid", ${due} as "due",
        s."buyerName" as "company", s."buyerTaxNumber" as "companyNumber"
        from "sales" s where ${bills} order by s."day" ${direction}, s."id" ${direction} limit ${most})
      union all
      (select r."id", 'creditNote', r."number", r."day", s."id", s."number", s."customer", s."currency", s."taxRate", ${taxRate},
        false, r."tax" - r."amount", -r."tax", -r."amount", -r."paidBack", 0, s."buyerName", s."buyerTaxNumber"
        from ${noted} where ${notes} order by r."day" ${direction}, r."id" ${direction} limit ${most})
      order by "day" ${direction}, "id" ${direction} limit ${input.size} offset ${(input.page - 1) * input.size}
    ) d left join "customers" c on c."vendorId" = ${vendorId} and c."id" = d."customer"
    left join "billBuyers" p on p."vendorId" = ${vendorId} and p."sale" = d."sale"
    order by d."day" ${direction}, d."id" ${direction}`.execute(trx)
  const counted = await sql<Sums & { count: number }>`
    select coalesce(sum("count"), 0)::int as "count", coalesce(sum("net"), 0)::bigint as "net", coalesce(sum("tax"), 0)::bigint as "tax",
      coalesce(sum("total"), 0)::bigint as "total", coalesce(sum("due"), 0)::bigint as "due"
    from (
      select count(*) as "count", sum(s."net") filter (where s."voidedAt" is null) as "net", sum(s."tax") filter (where s."voidedAt" is null) as "tax",
        sum(s."total") filter (where s."voidedAt" is null) as "total", sum(${due}) as "due" from "sales" s where ${bills}
      union all select count(*), sum(r."tax" - r."amount"), -sum(r."tax"), -sum(r."amount"), 0 from ${noted} where ${notes}
    ) totals`.execute(trx)
  const { count = 0, ...sums } = counted.rows[0] ?? { net: 0, tax: 0, total: 0, due: 0 }
  return {
    rows: seesCustomers(call) ? rows : rows.map((row) => ({ ...row, firstName: '', lastName: '' })),
    total: count,
    totalIsCapped: false,
    sums,
    asOf: now,
  }
}
