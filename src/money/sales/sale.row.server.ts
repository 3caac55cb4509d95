import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { together } from '#db/together.ts'
import { foundBy, seesCustomers } from '#directory/customers/customer.papers.server.ts'
import { exponentOf } from '#business/ledger/books.server.ts'
import { actorNames } from '#business/developers/actors.server.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { z } from 'zod/mini'
import { buyerOf, codeOf, invoiceOf, type BuyerColumns } from './invoice.server.ts'
import type { Sale, SaleDetail, saleList } from './sale.contract.ts'
import { howToPayOf } from './payment-details.server.ts'
import { noteTaxes, placesTogether } from './sale.rules.ts'
import { readSeller } from './seller.server.ts'

/** The amount still due on a bill `s`; by state rather than `voidedAt`, which the index of the newest bills does not contain. */
export const due = sql`case when s."state" <> 'void' then s."total" - s."credited" - s."paid" + s."refunded" else 0 end`

/** The rate of a bill `s` in thousandths of a percent; the previous version wrote only hundredths. */
export const taxRate = sql<number>`coalesce(s."taxRateThousandths", s."taxRate" * 10)`

/** The number of items that a bill `s` shows: the places of a quote count as one. */
const shownLines = (
  vendorId: string,
) => sql`(select count(distinct case when l."kind" = 'batch' then l."batch"::text else l."position"::text end)::int
  from "saleLines" l where l."vendorId" = ${vendorId} and l."sale" = s."id")`

const columns = (
  vendorId: string,
) => sql`s."id", s."number", s."day", s."soldAt", s."customer", coalesce(p."name", c."firstName", '') as "firstName",
  case when p."sale" is null then coalesce(c."lastName", '') else '' end as "lastName",
  s."channel", s."state", s."currency", ${exponentOf(sql`s."currency"`)} as "exponent",
  (select l."text" from "saleLines" l where l."vendorId" = ${vendorId} and l."sale" = s."id" and l."position" = 0) as "text",
  ${shownLines(vendorId)} as "lines",
  s."dueOn", s."list", s."discount", s."net", s."tax", s."total", s."paid", s."credited", s."refunded", ${due} as "due", coalesce(c."email", '') <> '' as "hasEmail", s."createdAt", s."updatedAt", s."version"`

/** The bill of an erased buyer prints the details that it was issued with. */
const from = (vendorId: string) => sql`from "sales" s left join "customers" c on c."vendorId" = ${vendorId} and c."id" = s."customer"
  left join "billBuyers" p on p."vendorId" = ${vendorId} and p."sale" = s."id"`

/** The company that a bill names: its own columns, or, once its customer is erased, what is retained for the law. */
const buyerOfRow = sql`coalesce(nullif(s."buyerName", ''), p."company", '') as "buyerName", coalesce(nullif(s."buyerAddress", ''), p."address", '') as "buyerAddress",
  coalesce(nullif(s."buyerCountry", ''), p."country", '') as "buyerCountry", coalesce(nullif(s."buyerTaxNumber", ''), p."taxNumber", '') as "buyerTaxNumber"`

/** Hides the person from roles that may not see customers; the company that a bill was issued to belongs to the books. */
function forRole<Row extends Sale>(call: Call, row: Row): Row {
  return seesCustomers(call) ? row : { ...row, firstName: '', lastName: '', ...('phone' in row ? { phone: '', email: '' } : {}) }
}

type Filters = z.output<typeof saleList>

async function conditions({ call, vendorId, today }: TenantContext, input: Filters) {
  const parts = [
    sql`s."vendorId" = ${vendorId}`,
    ...(input.state === 'unpaid' || input.state === 'overdue' ? [sql`s."state" in ('open', 'partiallyPaid')`] : []),
    ...(input.state === 'overdue' ? [sql`s."dueOn" < ${await today()}::date`] : []),
    ...(input.state !== 'all' && input.state !== 'unpaid' && input.state !== 'overdue' ? [sql`s."state" = ${input.state}`] : []),
    ...(input.channel === 'all' ? [] : [sql`s."channel" = ${input.channel}`]),
    ...(input.customer ? [sql`s."customer" = ${input.customer}`] : []),
    ...(input.batch
      ? [sql`s."id" in (select l."sale" from "saleLines" l where l."vendorId" = ${vendorId} and l."batch" = ${input.batch})`]
      : []),
    ...(input.run ? [sql`s."run" = ${input.run}`] : []),
    ...(input.from ? [sql`s."day" >= ${input.from}::date`] : []),
    ...(input.to ? [sql`s."day" <= ${input.to}::date`] : []),
    ...foundBy(call, input.search, 's'),
  ]
  return sql.join(parts, sql` and `)
}

const sorts = { day: sql`s."day"`, total: sql`s."total"` }

/** One page of sales, the number that the filters match, and their totals; amounts in minor units. */
export async function readSales(ctx: TenantContext, input: Filters) {
  const { trx, call } = ctx
  const where = await conditions(ctx, input)
  const direction = sql.raw(input.direction)
  const { rows } = await sql<Sale>`select ${columns(ctx.vendorId)} ${from(ctx.vendorId)} where ${where}
    order by ${sorts[input.sort]} ${direction}, s."id" ${direction} limit ${input.size} offset ${(input.page - 1) * input.size}`.execute(
    trx,
  )
  // Void bills are listed, but not added up.
  const counted = await sql<{ count: number; total: number; credited: number; paid: number; refunded: number; due: number }>`
    select count(*)::int as "count", coalesce(sum(s."total" - s."credited") filter (where s."state" <> 'void'), 0)::bigint as "total",
      coalesce(sum(s."credited"), 0)::bigint as "credited", coalesce(sum(s."paid"), 0)::bigint as "paid", coalesce(sum(s."refunded"), 0)::bigint as "refunded", coalesce(sum(${due}), 0)::bigint as "due"
    from "sales" s where ${where}`.execute(trx)
  const { count = 0, ...sums } = counted.rows[0] ?? { total: 0, credited: 0, paid: 0, refunded: 0, due: 0 }
  return { rows: rows.map((row) => forRole(call, row)), total: count, totalIsCapped: false, sums }
}

/** One sale with its lines, payments and credit notes. @throws document/not-found */
export async function readSale(trx: Trx, call: Call, id: string): Promise<SaleDetail> {
  const { vendorId } = memberOf(call)
  const { rows } = await sql<Omit<SaleDetail, 'items' | 'payments' | 'refunds' | 'vendor' | 'howToPay'> & BuyerColumns>`
    select ${columns(vendorId)}, ${buyerOfRow}, s."soldBy", s."taxRate", ${taxRate} as "taxRateThousandths", s."taxIsIncluded", s."discountReason", s."note", s."voidedAt", s."voidReason",
      coalesce(p."phone", c."phone", '') as "phone", coalesce(p."email", c."email", '') as "email"
    ${from(vendorId)} where s."vendorId" = ${vendorId} and s."id" = ${id}`.execute(trx)
  const [found] = rows
  if (!found) throw failure('document/not-found')
  const { buyerName, buyerAddress, buyerCountry, buyerTaxNumber, ...row } = found
  const names = await actorNames(trx, vendorId, [row.soldBy])
  const lines = trx
    .selectFrom('saleLines')
    .select(['position', 'kind', 'text', 'quantity', 'unit', 'list', 'discount', 'net', 'tax', 'total', 'commission', 'commissionRule'])
    .select(['enrolment', 'batch', 'fromDay', 'toDay'])
    .select((line) => [
      line.fn.coalesce('taxClass', line.val('standard' as const)).as('taxClass'),
      line.fn.coalesce('taxRateThousandths', line.val(row.taxRateThousandths)).as('taxRateThousandths'),
    ])
    .where('vendorId', '=', vendorId)
    .where('sale', '=', id)
    .orderBy('position')
  const received = trx
    .selectFrom('payments')
    .select(['id', 'day', 'at', 'method', 'account', 'amount', 'reference', 'reverses', 'reason'])
    .where('vendorId', '=', vendorId)
    .where('sale', '=', id)
    .orderBy('position')
  const credited = trx
    .selectFrom('refunds')
    .select(['id', 'number', 'day', 'at', 'amount', 'tax', 'paidBack', 'method', 'reason', 'releasesSeat', 'line'])
    .where('vendorId', '=', vendorId)
    .where('sale', '=', id)
    .orderBy('number')
  const [items, taken, notes] = await together(trx, lines.compile(), received.compile(), credited.compile())
  const payments = taken.map((one) => ({ ...one, reversedOn: taken.find(({ reverses }) => reverses === one.id)?.day ?? null }))
  const vendor = await readSeller(trx, vendorId, row.day)
  const taxes = noteTaxes(items, notes)
  const refunds = notes.map(({ line: _line, ...note }, at) => {
    const code = codeOf(vendor, row.exponent, { at: note.at, total: note.amount, tax: note.tax })
    return { ...note, taxes: taxes[at] ?? [], code }
  })
  const sale = {
    ...row,
    soldBy: names.get(row.soldBy) ?? '',
    items: placesTogether(items),
    payments,
    refunds,
    howToPay: await howToPayOf(trx, vendorId, row),
    vendor,
    buyer: buyerOf({ buyerName, buyerAddress, buyerCountry, buyerTaxNumber }),
  }
  return forRole(call, { ...sale, invoice: invoiceOf(sale) })
}
