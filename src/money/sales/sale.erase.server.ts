import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { inChunks } from '#lib/chunks.ts'
import { fullName } from '#lib/names.ts'
import type { BuyerColumns } from './invoice.server.ts'

/** A bill without the company that it named. */
const noBuyer = sql`"buyerName" = '', "buyerAddress" = '', "buyerCountry" = '', "buyerTaxNumber" = ''`

/**
 * Stores what the bills of customers print about them, before the customers are erased.
 * @param retainUntil the last day on which to retain the buyer of a bill, by the bill's day
 */
export async function retainSaleBuyers(
  { trx, vendorId }: TenantContext,
  customers: readonly string[],
  retainUntil: (day: string) => string,
): Promise<void> {
  type Row = { sale: string; day: string; firstName: string; lastName: string; phone: string; email: string } & BuyerColumns
  const { rows } = await sql<Row>`
    select s."id" as "sale", s."day", c."firstName", c."lastName", c."phone", c."email",
      s."buyerName", s."buyerAddress", s."buyerCountry", s."buyerTaxNumber" from "sales" s
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = s."customer"
    where s."vendorId" = ${vendorId} and s."customer" = any(${customers}::uuid[]) order by s."id"`.execute(trx)
  const buyers = rows.map((row) => ({
    vendorId,
    sale: row.sale,
    name: fullName(row),
    phone: row.phone,
    email: row.email,
    company: row.buyerName,
    address: row.buyerAddress,
    country: row.buyerCountry,
    taxNumber: row.buyerTaxNumber,
    keepUntil: retainUntil(row.day),
  }))
  await sql`update "sales" set ${noBuyer}
    where "vendorId" = ${vendorId} and "customer" = any(${customers}::uuid[]) and "buyerName" <> ''`.execute(trx)
  await sql`update "creditPayouts" set "reason" = '–'
    where "vendorId" = ${vendorId} and "customer" = any(${customers}::uuid[]) and "reason" <> '–'`.execute(trx)
  for (const some of inChunks(buyers)) await trx.insertInto('billBuyers').values(some).execute()
}

/**
 * Removes the printed buyer and the free text of an erased buyer's bills, the oldest first, once their retention day
 * has passed: amounts and what was sold stay. The books must be locked.
 * @param most the most bills
 * @returns their ids
 */
export async function forgetSaleBuyers(ctx: TenantContext, most: number): Promise<string[]> {
  const { trx, vendorId, now } = ctx
  const today = await ctx.today()
  const { rows } = await sql<{ sale: string }>`
    select "sale" from "billBuyers" where "vendorId" = ${vendorId} and "keepUntil" < ${today}::date
    order by "keepUntil", "sale" limit ${most}`.execute(trx)
  const sales = rows.map(({ sale }) => sale)
  if (sales.length === 0) return []
  const of = sql`"vendorId" = ${vendorId} and "sale" = any(${sales}::uuid[])`
  await sql`delete from "billBuyers" where ${of}`.execute(trx)
  await sql`update "saleLines" set "text" = '–' where ${of} and "kind" = 'free' and "text" <> '–'`.execute(trx)
  await sql`
    update "payments" set "reference" = '', "reason" = case when "reason" is not null then '–' end
    where ${of} and ("reference" <> '' or "reason" <> '–')`.execute(trx)
  await sql`update "refunds" set "reason" = '–' where ${of} and "reason" <> '–'`.execute(trx)
  await sql`
    update "sales" set ${noBuyer}, "note" = '', "discountReason" = case when "discountReason" = '' then '' else '–' end,
      "voidReason" = case when "voidReason" is not null then '–' end, "updatedAt" = ${now}, "version" = "version" + 1
    where "vendorId" = ${vendorId} and "id" = any(${sales}::uuid[])`.execute(trx)
  return sales
}
