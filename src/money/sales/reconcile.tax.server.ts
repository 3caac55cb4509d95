import { sql, type RawBuilder } from 'kysely'
import type { Discrepancy } from '#business/ledger/reconcile.rules.ts'

const account = (name: string) =>
  sql`case when e."credit" = ${sql.lit(name)} then e."amount" when e."debit" = ${sql.lit(name)} then -e."amount" else 0 end`
const amounts = (net: unknown, tax: unknown) => sql`cross join lateral (values ('net', ${net}), ('tax', ${tax})) part ("name", "amount")`

/** Whether the entries of a bill's void name no class at all; false where there are none. */
const isUnclassed = (vendorId: string, id: RawBuilder<unknown>) => sql`coalesce((
  select bool_and(v."taxClass" is null) from "ledger" v
  where v."vendorId" = ${vendorId} and v."sourceId" = ${id} and v."source" = 'void'), false)`

/**
 * The ledger must tax each bill and each void by the classes and rates of the bill's lines, and a credit note by classes
 * and rates that its bill has. The chain of hashes does not cover them (decision 51). A void by the version before tax
 * classes names none: there is nothing to compare.
 */
export const taxClassesPosted = (vendorId: string) => sql<Discrepancy>`
  select 'taxClass.' || "name" as "kind", "id"::text as "id", sum("expected")::bigint as "expected", sum("found")::bigint as "found" from (
    select l."sale" as "id", posted."source", l."taxClass", l."taxRateThousandths", part."name", posted."sign" * part."amount" as "expected", 0 as "found"
      from "saleLines" l join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale"
      cross join lateral (values ('sale', 1), ('void', case when s."voidedAt" is null or ${isUnclassed(vendorId, sql`s."id"`)} then 0 else -1 end)) posted ("source", "sign")
      ${amounts(sql`l."net"`, sql`l."tax"`)}
      where l."vendorId" = ${vendorId}
    union all select e."sourceId", e."source", e."taxClass", e."taxRateThousandths", part."name", 0, part."amount" from "ledger" e
      ${amounts(sql`${account('revenue')} + ${account('discount')}`, account('taxPayable'))}
      where e."vendorId" = ${vendorId} and (e."source" = 'sale' or (e."source" = 'void' and not ${isUnclassed(vendorId, sql`e."sourceId"`)}))
  ) compared group by "id", "source", "taxClass", "taxRateThousandths", "name" having sum("expected") <> sum("found")
  union all select 'taxClass.refund', r."id"::text, 0, count(*)::bigint from "refunds" r
    join "ledger" e on e."vendorId" = ${vendorId} and e."sourceId" = r."id" and e."source" = 'refund' and e."taxClass" is not null
    where r."vendorId" = ${vendorId} and not exists (select 1 from "saleLines" l
      where l."vendorId" = ${vendorId} and l."sale" = r."sale" and l."taxClass" = e."taxClass" and l."taxRateThousandths" = e."taxRateThousandths")
    group by r."id"`
