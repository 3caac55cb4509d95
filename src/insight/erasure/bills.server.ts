import { sql } from 'kysely'
import { countryCodeOf } from '#directory/customers/customer.row.server.ts'
import { auditMoney, holdBooks } from '#business/ledger/books.server.ts'
import { inChunks } from '#lib/chunks.ts'
import { fullName } from '#lib/names.ts'
import type { DailyWork } from '#business/accounts/daily.server.ts'
import type { Inside } from '#kernel/inside.ts'
import { keepUntil } from './retention.rules.ts'

/**
 * Writes down what the bills of customers print of them, who are about to be erased: a business must be able to
 * show its bills as they were issued until its country no longer asks for them.
 */
export async function keepBuyers({ trx, vendorId }: Inside, { customers }: { customers: string[] }): Promise<void> {
  const country = await countryCodeOf(trx, vendorId)
  const { rows } = await sql<{ sale: string; day: string; firstName: string; lastName: string; phone: string; email: string }>`
    select s."id" as "sale", s."day", c."firstName", c."lastName", c."phone", c."email" from "sales" s
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = s."customer"
    where s."vendorId" = ${vendorId} and s."customer" = any(${customers}::uuid[]) order by s."id"`.execute(trx)
  const kept = rows.map((row) => ({
    vendorId,
    sale: row.sale,
    name: fullName(row),
    phone: row.phone,
    email: row.email,
    keepUntil: keepUntil(row.day, country),
  }))
  for (const some of inChunks(kept)) await trx.insertInto('billBuyers').values(some).execute()
}

/** Bills that one transaction forgets at most. */
const billsAtOnce = 100

/**
 * Takes what was printed of an erased buyer, and the words of their bills, out of the oldest bills that their
 * country no longer asks for: amounts and what was sold stay. The rows of the money log are emptied too; a row of
 * its own, in the same chain, names them, so that no other row can be emptied unseen.
 * @returns whether there may be more
 */
async function forgetBills(inside: Inside): Promise<boolean> {
  const { trx, call, vendorId, moment } = inside
  await holdBooks(trx, vendorId)
  const { rows } = await sql<{ sale: string }>`
    select "sale" from "billBuyers" where "vendorId" = ${vendorId} and "keepUntil" < ${moment.today}::date
    order by "keepUntil", "sale" limit ${billsAtOnce}`.execute(trx)
  if (rows.length === 0) return false
  const sales = rows.map(({ sale }) => sale)
  const of = sql`"vendorId" = ${vendorId} and "sale" = any(${sales}::uuid[])`
  await sql`delete from "billBuyers" where ${of}`.execute(trx)
  await sql`update "saleLines" set "text" = '–' where ${of} and "kind" = 'free' and "text" <> '–'`.execute(trx)
  await sql`
    update "payments" set "reference" = '', "reason" = case when "reason" is not null then '–' end
    where ${of} and ("reference" <> '' or "reason" <> '–')`.execute(trx)
  await sql`update "refunds" set "reason" = '–' where ${of} and "reason" <> '–'`.execute(trx)
  await sql`
    update "sales" set "note" = '', "discountReason" = case when "discountReason" = '' then '' else '–' end,
      "voidReason" = case when "voidReason" is not null then '–' end, "updatedAt" = ${moment.now}, "version" = "version" + 1
    where "vendorId" = ${vendorId} and "id" = any(${sales}::uuid[])`.execute(trx)
  const { rows: emptied } = await sql<{ sequence: number }>`
    update "audit" set "before" = null, "after" = '{"erased": true}', "ip" = ''
    where "vendorId" = ${vendorId} and "entity" = 'sale' and "target" = any(${sales}::text[]) and "sequence" is not null
    returning "sequence"`.execute(trx)
  const sequences = emptied.map(({ sequence }) => sequence).toSorted((a, b) => a - b)
  await auditMoney(trx, call, { action: 'forget', entity: 'bills', target: vendorId, after: { bills: sales.length, sequences } })
  return true
}

/** What bills printed of erased buyers goes on the day after their country no longer asks for it. */
export const forgetBuyers: DailyWork = async ({ run, isOver }) => {
  while (!isOver() && (await run(forgetBills)));
}
